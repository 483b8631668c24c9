import { parsePaper } from "../../print/layout/paper.ts";
import { need, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { KnownSheets, type KnownVariant } from "../../scan/sheet/known-sheets.ts";
import { typeFamily } from "../package/fonts.ts";
import { preparedGameToScan } from "../package/games.ts";
import { loadLanguages } from "../package/languages.ts";
import { readGame } from "../package/read-game.ts";
import { loadTemplates } from "../package/templates.ts";
import { shippedIds } from "../package/variants.ts";
import { loadCommercialPad, shippedPads } from "./store-bought-pads.ts";

/** Restricts the sheets that are recognised on photos; omitted properties and null don't restrict. */
export interface SheetSources {
  /** The only variant, by its id or file; by default, every shipped one with any house rules. */
  readonly variant?: string | null;
  /** Other variants, by their files, in addition to the shipped ones. */
  readonly also?: readonly string[];
  /** Its house rules: choices by option. Only needed for unusual combinations, which are not tried automatically. */
  readonly choices?: Choices;
  /** The paper of sheets of a custom size, such as `120x180mm`. */
  readonly paper?: string | null;
  /** The only store-bought pad, by its id or file; by default, every shipped one. If given, sheets with printed codes are not recognised. */
  readonly pad?: string | null;
  /** The folder of custom templates that the sheets were printed with. */
  readonly templates?: string | null;
}

/** Opens the known sheets. @throws Failure if templates or paper are wrong @internal */
export async function knownSheets(sources: SheetSources = {}): Promise<KnownSheets> {
  const { variant = null, also = [], choices = {}, paper = null, pad = null, templates = null } = sources;
  const named = pad === null ? null : [need(await loadCommercialPad(pad, choices))];
  const own = need(loadTemplates(templates));
  // Shipped files are named after their ids.
  const shipped = shippedIds().map((id) => buildKnownVariant(id, id, {}));
  return new KnownSheets({
    variants: [
      ...(variant === null ? shipped : [buildKnownVariant(null, variant, choices)]),
      ...also.map((file) => buildKnownVariant(null, file, {})),
    ],
    only: variant,
    others: variant === null ? [] : shipped,
    languages: need(loadLanguages(undefined, templates)),
    templates: (language) => own(language, "pad"),
    family: await typeFamily(),
    paper: paper === null ? null : need(parsePaper(paper)),
    pads: async () => named ?? (await shippedPads(variant, choices)),
    isPadGiven: named !== null,
  });
}

function buildKnownVariant(id: string | null, ref: string, usual: Choices): KnownVariant {
  const read: KnownVariant["read"] = (choices = null) => {
    const known = preparedGameToScan(ref, choices ?? usual);
    return known ? success(known) : readGame(ref, choices ?? usual);
  };
  return { id, read };
}

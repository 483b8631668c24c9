import { nameFault, repeatedNames, TELL_APART, tidyName } from "../check/name.ts";
import type { LinkedVariant } from "../files/print/publication.ts";
import { readBytes } from "../files/read/read-file.ts";
import { type Brand, UNBRANDED } from "../print/brand.ts";
import type { Logo } from "../print/pad/logo.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import {
  Failure,
  failure,
  type Problem,
  problem,
  type Result,
  refusal,
  success,
} from "../rules/problem/problem.ts";
import { unprintable } from "../rules/source/text.ts";
import { type BrandFlags, splitWords } from "./flags.ts";
import type { BlockFlags } from "./request.ts";

/** The flags about branding, and for pads those about players. */
type AllBrandFlags = BrandFlags & Pick<BlockFlags, "playersNamed" | "date" | "link" | "profile">;

/**
 * Reads the flags about branding. Ends the command with every problem of them.
 * @param game what a link to a studio opens; left out where there are no links
 */
export async function readBrand(flags: AllBrandFlags, game: LinkedVariant | null = null): Promise<Brand> {
  const problems: Problem[] = [];
  /** The value of a flag; null if it is not given, or has a problem, which is collected. */
  const take = async <F extends keyof AllBrandFlags, T>(
    flag: F,
    read: (given: NonNullable<AllBrandFlags[F]>, flag: F) => Result<T> | Promise<Result<T>>,
  ): Promise<T | null> => {
    const given = flags[flag];
    const result = given === undefined ? null : await read(given as NonNullable<AllBrandFlags[F]>, flag);
    if (result?.ok) return result.value;
    problems.push(...(result?.problems ?? []));
    return null;
  };
  const lines = {
    title: await take("title", parseBrandLine),
    subtitle: await take("subtitle", parseBrandLine),
    footer: await take("footer", parseBrandLine),
    date: await take("date", parseBrandLine),
  };
  const names = (await take("playersNamed", parsePlayerNames)) ?? UNBRANDED.names;
  const accent = await take("accent", async (colour) =>
    (await import("../print/pad/accent.ts")).readAccent(colour),
  );
  // Print shops get no pictures in RGB, which would need a colour profile.
  const inColour = flags.accent !== undefined && flags.profile !== "printshop";
  const logo = await take("logo", (file) => loadLogo(file, inColour));
  const link =
    game &&
    (await take("link", async (address) =>
      (await import("../files/print/publication.ts")).padLink(address, game),
    ));
  if (problems.length > 0) throw new Failure(problems);
  return {
    branding: {
      ...lines,
      names,
      logoRatio: logo?.ratio ?? null,
      linkModules: link?.modules.length ?? null,
      linkCaption: link?.caption ?? null,
    },
    look: {
      ...{ accent, logo: logo?.png ?? null, outlines: logo?.outlines ?? null },
      ...{ link: link?.modules ?? null, opensGame: link?.opensGame ?? false },
    },
  };
}

/** The last logo, for `watch`: decoding takes longer than the rest. */
let lastLogo: { readonly bytes: Uint8Array; readonly inColour: boolean; readonly logo: Result<Logo> } | null =
  null;

async function loadLogo(file: string, inColour: boolean): Promise<Result<Logo>> {
  const read = readBytes(file, "logo");
  if (!read.ok) return read;
  const bytes = read.value;
  if (lastLogo?.inColour === inColour && Buffer.compare(lastLogo.bytes, bytes) === 0) return lastLogo.logo;
  const { pictureProcess } = await import("../files/pictures/picture-process.ts");
  const pictures = pictureProcess();
  const logo = await pictures.logo(bytes, file, inColour).finally(() => pictures.close());
  lastLogo = { bytes, inColour, logo };
  return logo;
}

const MAX_LINE_LENGTH = 400;

/** Words on one line. */
function parseBrandLine(text: string, flag: string): Result<string> {
  const line = text.replace(/\s+/g, " ").trim();
  const odd = unprintable(line);
  if (odd !== null)
    return refusal(
      "control-character",
      msg`cli.unprintable-character: \`--${flag}\`: the character ${odd.name} can’t be printed`,
    );
  if (line !== "" && line.length <= MAX_LINE_LENGTH) return success(line);
  const message =
    line === ""
      ? msg`cli.empty-value: \`--${flag}\` is empty`
      : msg`cli.value-too-long: \`--${flag}\` is longer than ${MAX_LINE_LENGTH} characters`;
  return refusal("bad-value", message, msg`cli.empty-value-hint: give some text, or leave the flag out`);
}

/** More than any table has. */
const MAX_NAMES = 100;

function parsePlayerNames(given: string): Result<string[]> {
  const names = splitWords(given).map(tidyName);
  const wrong = (message: Message, hint: Message | null): Problem =>
    problem("bad-value", msg`cli.players-named-fault: \`--players-named\`: ${message}`, { hint });
  if (names.length === 0 || names.length > MAX_NAMES) {
    const hint = msg`cli.players-named-hint: separate names with commas: --players-named Anna,Ben`;
    return failure([
      wrong(msg`cli.wrong-name-count: expected 1 to ${MAX_NAMES} names, not ${names.length}`, hint),
    ]);
  }
  const faults = names.flatMap((name) => nameFault(name) ?? []);
  const twice = repeatedNames(names.filter((name) => name !== "")).map((name) => ({
    message: msg`cli.repeated-player: \`${name}\` appears twice`,
    hint: TELL_APART,
  }));
  const problems = [...faults, ...twice].map((fault) => wrong(fault.message, fault.hint));
  return problems.length > 0 ? failure(problems) : success(names);
}

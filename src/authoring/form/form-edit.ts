import type { YamlSetting } from "../../rules/source/edit-yaml.ts";
import type { YamlValue } from "../../rules/source/write-yaml.ts";
import type { Text } from "../../rules/game/game.ts";
import { SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { listKeys, type MapNode, findNode, type Path, plainTree } from "../../rules/variant/tree.ts";
import type { Offer } from "../scaffold/catalogue.ts";
import { type BonusStep, type LanguageList, orderLabel, SIMPLE_ORDERS } from "../scaffold/extending.ts";
import { listItems, listSectionRows, rowsWithTaken, readLocalizedText, type VariantLayers } from "./form.ts";

/** What a person changes in the form of a variant. */
export type FormEdit =
  /** `code` is null where all languages say the same. */
  | { readonly kind: "name"; readonly code: string | null; readonly name: string }
  | { readonly kind: "tiers"; readonly section: string; readonly tiers: readonly BonusStep[] }
  | { readonly kind: "points"; readonly box: string; readonly points: number }
  | { readonly kind: "play"; readonly section: string; readonly box: string; readonly isPlayed: boolean }
  | { readonly kind: "new-box"; readonly section: string; readonly offer: Offer }
  | { readonly kind: "column-name"; readonly column: string; readonly name: string }
  | { readonly kind: "column-order"; readonly column: string; readonly order: SimpleOrder }
  | { readonly kind: "new-column"; readonly order: SimpleOrder }
  | { readonly kind: "no-column"; readonly column: string }
  | { readonly kind: "option"; readonly option: string; readonly choice: string };

type SimpleOrder = (typeof SIMPLE_ORDERS)[number];

/** What a change of the form sets in the file. What then says the same as its base is taken away. @param languages the author's first */
export function listEditSettings(
  edit: FormEdit,
  layers: VariantLayers,
  languages: LanguageList,
): YamlSetting[] {
  const set = (path: Path, value: YamlValue) => [overrideBase(layers, path, value)];
  switch (edit.kind) {
    case "name":
      return translateSettings(layers.game, ["name"], edit.code, edit.name);
    case "tiers":
      return tierSettings(layers, ["sections", edit.section, "tiers"], edit.tiers);
    case "points":
      return set(["categories", edit.box, "score"], edit.points);
    case "play":
      return edit.isPlayed ? putBack(layers, edit) : takeAway(layers, edit);
    case "new-box":
      return [
        { path: ["categories", edit.offer.id], value: edit.offer.written },
        rowsSetting(layers, edit.section, [...listSectionRows(layers.game, edit.section), edit.offer.id]),
      ];
    case "column-name":
      return translateSettings(layers.game, ["columns", edit.column, "label"], languages[0].code, edit.name);
    case "column-order":
      return set(["columns", edit.column, "order"], edit.order);
    case "new-column":
      return newColumn(layers.game, edit.order, languages);
    case "no-column":
      return [removal(layers, ["columns", edit.column])];
    case "option":
      return set(["options", edit.option, "default"], edit.choice);
    default:
      return edit satisfies never;
  }
}

/** A value in the file itself, or nothing there if the base says the same. */
function overrideBase({ base }: VariantLayers, path: Path, value: YamlValue): YamlSetting {
  const inherited = base && findNode(base, path);
  const isSame = inherited !== null && JSON.stringify(plainTree(inherited)) === JSON.stringify(value);
  return { path, value: isSame ? undefined : value };
}

/** Takes a part of the game away: out of the file, and what a base has by `null`. */
function removal({ base }: VariantLayers, path: Path): YamlSetting {
  return { path, value: base !== null && findNode(base, path) !== null ? null : undefined };
}

/** Words in one language, or in all of them where they said the same so far. */
function translateSettings(game: MapNode, path: Path, code: string | null, words: string): YamlSetting[] {
  const text: Text = readLocalizedText(findNode(game, path));
  const isOne = new Set(Object.values(text)).size <= 1;
  const codes = new Set([...SPOKEN_BY_ALL, ...Object.keys(text), ...(code === null ? [] : [code])]);
  const changed = code === null || isOne ? [...codes] : [code];
  return changed.map((one) => ({ path: [...path, one], value: words }));
}

/** Step by step where the file has them already, so that comments beside them stay. */
function tierSettings(layers: VariantLayers, path: Path, tiers: readonly BonusStep[]): YamlSetting[] {
  const whole = overrideBase(layers, path, tiers);
  const now = listItems(layers.own, path);
  if (
    whole.value === undefined ||
    tiers.length === 0 ||
    now.some((node) => node.kind !== "map") ||
    now.length === 0
  )
    return [tiers.length === 0 && whole.value !== undefined ? noTiers(layers, path) : whole];
  const kept = tiers
    .slice(0, now.length)
    .flatMap((tier, at) =>
      (["from", "add"] as const).map((key) => ({ path: [...path, at, key], value: tier[key] })),
    );
  const added = tiers
    .slice(now.length)
    .map((tier, at) => ({ path: [...path, now.length + at], value: tier }));
  const dropped = now
    .slice(tiers.length)
    .map((_, at) => ({ path: [...path, now.length - 1 - at], value: undefined }));
  return [...kept, ...added, ...dropped];
}

function noTiers({ base }: VariantLayers, path: Path): YamlSetting {
  return { path, value: base !== null && findNode(base, path) !== null ? [] : undefined };
}

interface PlayEdit {
  readonly section: string;
  readonly box: string;
}

function takeAway(layers: VariantLayers, { section, box }: PlayEdit): YamlSetting[] {
  const rows = listSectionRows(layers.game, section).filter((id) => id !== box);
  return [removal(layers, ["categories", box]), rowsSetting(layers, section, rows)];
}

function putBack(layers: VariantLayers, { section, box }: PlayEdit): YamlSetting[] {
  const { own, base, game } = layers;
  const ofBase = base === null ? [] : listSectionRows(base, section);
  const all = rowsWithTaken(
    listSectionRows(game, section),
    ofBase.filter((id) => id === box || findNode(game, ["categories", id])),
  );
  const rows = rowsSetting(layers, section, all.includes(box) ? all : [...all, box]);
  const isTaken = listKeys(own, ["categories"]).includes(box);
  return isTaken ? [{ path: ["categories", box], value: undefined }, rows] : [rows];
}

function rowsSetting(layers: VariantLayers, section: string, rows: readonly string[]): YamlSetting {
  return overrideBase(layers, ["sections", section, "rows"], rows);
}

/** A column more; those that stood alone so far and had no name get one. */
function newColumn(game: MapNode, order: SimpleOrder, languages: LanguageList): YamlSetting[] {
  const ids = listKeys(game, ["columns"]);
  const label = (one: SimpleOrder): YamlValue => orderLabel(languages, one);
  const nameless = ids.flatMap((id) => {
    const isNamed = findNode(game, ["columns", id, "label"]) !== null;
    const written = findNode(game, ["columns", id, "order"]);
    const own = SIMPLE_ORDERS.find((one) => written?.kind === "scalar" && written.value === one);
    return isNamed || own === undefined ? [] : [{ path: ["columns", id, "label"], value: label(own) }];
  });
  const id = ids.includes(order) ? freeId(ids) : order;
  return [...nameless, { path: ["columns", id], value: { label: label(order), order } }];
}

function freeId(ids: readonly string[]): string {
  let n = ids.length + 1;
  while (ids.includes(`column_${n}`)) n++;
  return `column_${n}`;
}

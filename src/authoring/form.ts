import type { Language } from "../i18n/language.ts";
import { type Text, SPOKEN_BY_ALL } from "../rules/game/game.ts";
import {
  child,
  listKeys,
  type MapNode,
  type Node,
  findNode,
  type Path,
  plainTree,
} from "../rules/variant/tree.ts";
import type { YamlSetting } from "../rules/source/edit-yaml.ts";
import type { YamlValue } from "../rules/source/write-yaml.ts";
import type { Offer } from "./scaffold/catalogue.ts";
import { type BonusStep, type LanguageList, orderLabel, SIMPLE_ORDERS } from "./scaffold/extending.ts";

/** What most people change about a game, for an editor with fields. Unreadable parts are left out. */
export interface VariantForm {
  /** The name by language; one with code `null` if all languages have the same. */
  readonly names: readonly { readonly code: string | null; readonly name: string }[];
  readonly sections: readonly FormSection[];
  /** A label is empty for a column without a name, and all languages have it if `code` is null. An order is null if it names boxes. */
  readonly columns: readonly (FormChoice & Readonly<Record<"code" | "order", string | null>>)[];
  /** House rules with their default choices. */
  readonly options: readonly (FormChoice & {
    readonly chosen: string;
    readonly choices: readonly FormChoice[];
  })[];
}

type FormChoice = Readonly<Record<"id" | "label", string>>;

/** A section with its bonus, and its boxes from top to bottom. */
export interface FormSection {
  readonly id: string;
  readonly label: string;
  readonly tiers: readonly FormTier[];
  /** Boxes in the game, and boxes of the base that were removed. */
  readonly boxes: readonly FormBox[];
}

/** A step of a bonus; null for what is no number. */
type FormTier = Readonly<Record<keyof BonusStep, number | null>>;

/** A box of the game or of its base. */
interface FormBox {
  readonly id: string;
  readonly label: string;
  /** Its fixed score; null if the score depends on the dice. */
  readonly points: number | null;
  readonly isPlayed: boolean;
}

/** A variant file as far as it is readable: itself, its base, and both merged. */
export interface VariantLayers {
  readonly own: MapNode;
  /** Merged with everything that it extends; null if there is none. */
  readonly base: MapNode | null;
  readonly game: MapNode;
}

/** The form of a variant file. */
export function buildVariantForm({ game, base }: VariantLayers, language: Language): VariantForm {
  const label = (...path: string[]) => readLabel(game, path, language) || (path.at(-1) ?? "");
  const box = (id: string, isPlayed: boolean): FormBox => {
    const path = ["categories", id];
    const tree = findNode(game, path) === null ? base : game;
    const points = tree && readNumber(findNode(tree, [...path, "score"]));
    return { id, label: readLabel(tree, path, language) || id, points, isPlayed };
  };
  return {
    names: listFormNames(readLocalizedText(child(game, "name"))),
    sections: listKeys(game, ["sections"]).map((id) => {
      const rows = listSectionRows(game, id);
      const all = rowsWithTaken(rows, base === null ? [] : listSectionRows(base, id));
      const isPlayed = (row: string) => rows.includes(row) && findNode(game, ["categories", row]) !== null;
      const boxes = all.map((row) => box(row, isPlayed(row)));
      return { id, label: label("sections", id), tiers: readBonusTiers(game, id), boxes };
    }),
    columns: listKeys(game, ["columns"]).map((id) => {
      const path = ["columns", id];
      const isSame = isSameForAll(readLocalizedText(findNode(game, [...path, "label"])));
      const order = readString(findNode(game, [...path, "order"]));
      return { id, label: readLabel(game, path, language), code: isSame ? null : language.code, order };
    }),
    options: listKeys(game, ["options"]).map((id) => {
      const path = ["options", id];
      const ids = listKeys(game, [...path, "choices"]);
      const choices = ids.map((one) => ({ id: one, label: label(...path, "choices", one) }));
      const chosen = readString(findNode(game, [...path, "default"])) ?? "";
      return { id, label: label(...path), chosen, choices };
    }),
  };
}

/** The labels of parts of the game and its base by their ids, and of choices as `option: choice`. */
export function partLabels({ game, base }: VariantLayers, language: Language): Map<string, string> {
  const labels = new Map<string, string>();
  for (const tree of [base ?? game, game])
    for (const part of ["bonuses", "options", "columns", "sections", "categories"])
      for (const id of listKeys(tree, [part])) {
        const label = readLabel(tree, [part, id], language) || id;
        labels.set(id, label);
        const choices = [part, id, "choices"];
        for (const one of listKeys(tree, choices))
          labels.set(`${id}: ${one}`, `${label}: ${readLabel(tree, [...choices, one], language) || one}`);
      }
  return labels;
}

function readLabel(tree: MapNode | null, path: Path, language: Language): string {
  return language.text(readLocalizedText(tree && findNode(tree, [...path, "label"])));
}

function listFormNames(text: Text): VariantForm["names"] {
  const [first = ""] = Object.values(text);
  if (isSameForAll(text)) return [{ code: null, name: first }];
  return Object.entries(text).map(([code, name]) => ({ code, name }));
}

function isSameForAll(text: Text): boolean {
  return new Set(Object.values(text)).size <= 1;
}

/** The rows of a section and those of its base that were removed, each after the row that it follows in the base. */
function rowsWithTaken(rows: readonly string[], ofBase: readonly string[]): string[] {
  const all = [...rows];
  for (const [at, id] of ofBase.entries()) {
    if (all.includes(id)) continue;
    const before = ofBase.slice(0, at).findLast((one) => all.includes(one));
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id);
  }
  return all;
}

/** The ids of the boxes of a section. */
function listSectionRows(game: MapNode, section: string): string[] {
  return listItems(game, ["sections", section, "rows"]).flatMap((node) => readString(node) ?? []);
}

function readBonusTiers(game: MapNode, section: string): FormTier[] {
  return listItems(game, ["sections", section, "tiers"]).map((node) => ({
    from: readNumber(child(node, "from")),
    add: readNumber(child(node, "add")),
  }));
}

/** The elements of a list; empty if there is no list. */
function listItems(game: MapNode, path: Path): readonly Node[] {
  const node = findNode(game, path);
  return node?.kind === "list" ? node.items : [];
}

/** Words in several languages; empty for any other value. */
function readLocalizedText(node: Node | null): Text {
  if (node?.kind !== "map") return {};
  const entries = Object.entries(plainTree(node) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function readString(node: Node | null): string | null {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null;
}

function readNumber(node: Node | null): number | null {
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : null;
}

/** A change in the form. It names one place, because the text may have changed since the form was shown. */
export type FormEdit =
  /** `code` is null to set the name in all languages. */
  | { readonly kind: "name"; readonly code: string | null; readonly name: string }
  | (TierPlace & { readonly kind: "tier"; readonly part: keyof BonusStep; readonly points: number })
  | { readonly kind: "new-tier"; readonly section: string }
  | (TierPlace & { readonly kind: "no-tier" })
  | { readonly kind: "points"; readonly box: string; readonly points: number }
  | { readonly kind: "play"; readonly section: string; readonly box: string; readonly isPlayed: boolean }
  | { readonly kind: "new-box"; readonly section: string; readonly offer: Offer }
  | {
      readonly kind: "column-name";
      readonly column: string;
      readonly code: string | null;
      readonly name: string;
    }
  | { readonly kind: "column-order"; readonly column: string; readonly order: SimpleOrder }
  | { readonly kind: "new-column" }
  | { readonly kind: "no-column"; readonly column: string }
  | { readonly kind: "option"; readonly option: string; readonly choice: string };

/** A step of a bonus as the form showed it. */
interface TierPlace {
  readonly section: string;
  readonly at: number;
  readonly shown: FormTier;
}

type SimpleOrder = (typeof SIMPLE_ORDERS)[number];

/** The settings of a change in the file. A value equal to that of the base is removed. @param languages the author's first */
export function listEditSettings(
  edit: FormEdit,
  layers: VariantLayers,
  languages: LanguageList,
): YamlSetting[] {
  const set = (path: Path, value: YamlValue) => [overrideBase(layers, path, value)];
  switch (edit.kind) {
    case "name":
      return translateSettings(layers.game, ["name"], edit.code, edit.name);
    case "tier":
    case "new-tier":
    case "no-tier":
      return tierSettings(layers, edit);
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
      return translateSettings(layers.game, ["columns", edit.column, "label"], edit.code, edit.name);
    case "column-order":
      return set(["columns", edit.column, "order"], edit.order);
    case "new-column":
      return newColumn(layers.game, languages);
    case "no-column":
      // A game has at least one.
      return listKeys(layers.game, ["columns"]).length > 1 ? [removal(layers, ["columns", edit.column])] : [];
    case "option":
      return set(["options", edit.option, "default"], edit.choice);
    default:
      return edit satisfies never;
  }
}

/** Sets a value in the file, or removes it if the base has the same. */
function overrideBase({ base }: VariantLayers, path: Path, value: YamlValue): YamlSetting {
  const inherited = base && findNode(base, path);
  const isSame = inherited !== null && JSON.stringify(plainTree(inherited)) === JSON.stringify(value);
  return { path, value: isSame ? undefined : value };
}

/** Removes a part of the game: from the file, or by `null` if the base has it. */
function removal({ base }: VariantLayers, path: Path): YamlSetting {
  return { path, value: base !== null && findNode(base, path) !== null ? null : undefined };
}

/** Sets words in one language, or in all languages. */
function translateSettings(game: MapNode, path: Path, code: string | null, words: string): YamlSetting[] {
  const all = new Set([...SPOKEN_BY_ALL, ...Object.keys(readLocalizedText(findNode(game, path)))]);
  const changed = code === null ? [...all] : [code];
  return changed.map((one) => ({ path: [...path, one], value: words }));
}

type Tier = Readonly<Record<string, YamlValue>>;

type TierEdit = Extract<FormEdit, { readonly kind: "tier" | "new-tier" | "no-tier" }>;

/** Changes one tier of a section. In a list of the file itself, the others keep their comments. */
function tierSettings(layers: VariantLayers, edit: TierEdit): YamlSetting[] {
  const path = ["sections", edit.section, "tiers"];
  const tiers = listItems(layers.game, path).map((node) => plainTree(node) as Tier);
  const [at, value] = changedTier(readBonusTiers(layers.game, edit.section), edit);
  const tier = value && { ...tiers[at], ...value };
  const whole = overrideBase(layers, path, tiers.toSpliced(at, 1, ...(tier ? [tier] : [])));
  if (whole.value === undefined) return [whole];
  // Without a base that has tiers, nothing has to be written for none.
  const inherited = layers.base && findNode(layers.base, path);
  if (tier === null && tiers.length === 1) return [inherited === null ? { path, value: undefined } : whole];
  const own = listItems(layers.own, path);
  if (own.length === 0 || own.some((node) => node.kind !== "map")) return [whole];
  if (value === null || at === own.length) return [{ path: [...path, at], value: value ?? undefined }];
  return Object.entries(value).map(([key, number]) => ({ path: [...path, at, key], value: number }));
}

/** The place of the tier that is changed, and what is set; null to remove it. */
function changedTier(now: readonly FormTier[], edit: TierEdit): [number, Tier | null] {
  if (edit.kind === "new-tier") {
    const last = now.at(-1);
    return [now.length, { from: (last?.from ?? 53) + 10, add: (last?.add ?? 0) + 35 }];
  }
  // Other tiers may have been removed since, and the other number of this one may have changed.
  const { at, shown } = edit;
  const isShown = (one?: FormTier) => one?.from === shown.from || one?.add === shown.add;
  const found = isShown(now[at]) ? at : now.findIndex(isShown);
  if (edit.kind === "no-tier") return [found === -1 ? now.length : found, null];
  return [found === -1 ? at : found, { [edit.part]: edit.points }];
}

type PlayEdit = Readonly<Record<"section" | "box", string>>;

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

/** Adds a column; a single column without a name gets one, too. */
function newColumn(game: MapNode, languages: LanguageList): YamlSetting[] {
  const ids = listKeys(game, ["columns"]);
  const orders = ids.map((id) => readString(findNode(game, ["columns", id, "order"])));
  const order = SIMPLE_ORDERS.find((one) => !orders.includes(one)) ?? "free";
  const label = (one: SimpleOrder): YamlValue => orderLabel(languages, one);
  const nameless = ids.flatMap((id, at) => {
    const isNamed = findNode(game, ["columns", id, "label"]) !== null;
    const own = SIMPLE_ORDERS.find((one) => one === orders[at]);
    return isNamed || own === undefined ? [] : [{ path: ["columns", id, "label"], value: label(own) }];
  });
  let id: string = order;
  for (let n = ids.length + 1; ids.includes(id); n++) id = `column_${n}`;
  return [...nameless, { path: ["columns", id], value: { label: label(order), order } }];
}

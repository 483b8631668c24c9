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
  /** A label is empty for a column without a name, an order null if it names boxes. */
  readonly columns: readonly { readonly id: string; readonly label: string; readonly order: string | null }[];
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
  readonly tiers: readonly BonusStep[];
  /** Boxes in the game, and boxes of the base that were removed. */
  readonly boxes: readonly FormBox[];
}

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
  const label = (node: Node | null, otherwise: string) => {
    const text = readLocalizedText(child(node, "label"));
    return Object.keys(text).length === 0 ? otherwise : language.text(text);
  };
  const box = (id: string): FormBox => {
    const node = findNode(game, ["categories", id]);
    const shown = node ?? (base && findNode(base, ["categories", id]));
    const points = readNumber(child(shown, "score"));
    return { id, label: label(shown, id), points, isPlayed: node !== null };
  };
  return {
    names: listFormNames(readLocalizedText(child(game, "name"))),
    sections: listKeys(game, ["sections"]).map((id) => {
      const node = findNode(game, ["sections", id]);
      const boxes = rowsWithTaken(listSectionRows(game, id), base === null ? [] : listSectionRows(base, id));
      return {
        id,
        label: label(node, id),
        tiers: readBonusTiers(game, id),
        boxes: boxes.map((row) => updatePlayState(box(row), game, id)),
      };
    }),
    columns: listKeys(game, ["columns"]).map((id) => {
      const node = findNode(game, ["columns", id]);
      return { id, label: label(node, ""), order: readString(child(node, "order")) };
    }),
    options: listKeys(game, ["options"]).map((id) => {
      const node = findNode(game, ["options", id]);
      const choices = listKeys(game, ["options", id, "choices"]);
      const told = choices.map((choice) => ({
        id: choice,
        label: label(findNode(game, ["options", id, "choices", choice]), choice),
      }));
      return { id, label: label(node, id), chosen: readString(child(node, "default")) ?? "", choices: told };
    }),
  };
}

function updatePlayState(box: FormBox, game: MapNode, section: string): FormBox {
  return { ...box, isPlayed: box.isPlayed && listSectionRows(game, section).includes(box.id) };
}

function listFormNames(text: Text): VariantForm["names"] {
  const [first = ""] = Object.values(text);
  if (Object.values(text).every((name) => name === first)) return [{ code: null, name: first }];
  return Object.entries(text).map(([code, name]) => ({ code, name }));
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

/** The bonus of a section without unreadable tiers. */
function readBonusTiers(game: MapNode, section: string): BonusStep[] {
  return listItems(game, ["sections", section, "tiers"]).flatMap((node) => {
    const [from, add] = [readNumber(child(node, "from")), readNumber(child(node, "add"))];
    return from === null || add === null ? [] : [{ from, add }];
  });
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

/** A change in the form. */
export type FormEdit =
  /** `code` is null to set the name in all languages. */
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

/** Sets words in one language, or in all languages if they were the same so far. */
function translateSettings(game: MapNode, path: Path, code: string | null, words: string): YamlSetting[] {
  const text: Text = readLocalizedText(findNode(game, path));
  const isOne = new Set(Object.values(text)).size <= 1;
  const codes = new Set([...SPOKEN_BY_ALL, ...Object.keys(text), ...(code === null ? [] : [code])]);
  const changed = code === null || isOne ? [...codes] : [code];
  return changed.map((one) => ({ path: [...path, one], value: words }));
}

/** Sets tiers one by one if the file has some already, which keeps their comments. */
function tierSettings(layers: VariantLayers, path: Path, tiers: readonly BonusStep[]): YamlSetting[] {
  const whole = overrideBase(layers, path, tiers);
  const now = listItems(layers.own, path);
  if (whole.value === undefined) return [whole];
  // Without a base that has tiers, nothing has to be written for none.
  const inherited = layers.base && findNode(layers.base, path);
  if (tiers.length === 0) return [inherited === null ? { path, value: undefined } : whole];
  if (now.length === 0 || now.some((node) => node.kind !== "map")) return [whole];
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

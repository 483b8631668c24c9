import type { Language } from "../../i18n/language.ts";
import type { Text } from "../../rules/game/game.ts";
import {
  child,
  listKeys,
  type MapNode,
  type Node,
  findNode,
  type Path,
  plainTree,
} from "../../rules/variant/tree.ts";
import type { BonusStep } from "../scaffold/extending.ts";

/** What most people change about a game, as a form shows it. Whatever can't be read is left out. */
export interface VariantForm {
  /** The name by language; one of code `null` where all languages say the same. */
  readonly names: readonly { readonly code: string | null; readonly name: string }[];
  readonly sections: readonly FormSection[];
  readonly columns: readonly FormColumn[];
  readonly options: readonly FormOption[];
}

/** A section with its bonus, and its boxes from top to bottom. */
export interface FormSection {
  readonly id: string;
  readonly label: string;
  readonly tiers: readonly BonusStep[];
  /** Those that are played, and those of the base that were taken away. */
  readonly boxes: readonly FormBox[];
}

/** A box, or one that could be. */
interface FormBox {
  readonly id: string;
  readonly label: string;
  /** What it is worth if that is a number; null where the dice decide. */
  readonly points: number | null;
  readonly isPlayed: boolean;
}

/** A column of the pad. */
interface FormColumn {
  readonly id: string;
  /** Empty where it has no name. */
  readonly label: string;
  /** The kind of its order; null where the order names boxes. */
  readonly order: string | null;
}

/** A house rule with the choice that applies by default. */
interface FormOption {
  readonly id: string;
  readonly label: string;
  readonly chosen: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

/** A variant file, as far as it could be read: what it says itself, what its base says, and both together. */
export interface VariantLayers {
  readonly own: MapNode;
  /** With everything that it extends itself; null if there is none. */
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

/** The rows of a section with those of its base that are not there: behind what stands before them in the base. */
export function rowsWithTaken(rows: readonly string[], ofBase: readonly string[]): string[] {
  const all = [...rows];
  for (const [at, id] of ofBase.entries()) {
    if (all.includes(id)) continue;
    const before = ofBase.slice(0, at).findLast((one) => all.includes(one));
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id);
  }
  return all;
}

/** The ids of the boxes of a section. */
export function listSectionRows(game: MapNode, section: string): string[] {
  return listItems(game, ["sections", section, "rows"]).flatMap((node) => readString(node) ?? []);
}

/** The bonus of a section; steps that can't be read are left out. */
function readBonusTiers(game: MapNode, section: string): BonusStep[] {
  return listItems(game, ["sections", section, "tiers"]).flatMap((node) => {
    const [from, add] = [readNumber(child(node, "from")), readNumber(child(node, "add"))];
    return from === null || add === null ? [] : [{ from, add }];
  });
}

/** The elements of a list; none where there is no list. */
export function listItems(game: MapNode, path: Path): readonly Node[] {
  const node = findNode(game, path);
  return node?.kind === "list" ? node.items : [];
}

/** Words in several languages; none where something else stands. */
export function readLocalizedText(node: Node | null): Text {
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

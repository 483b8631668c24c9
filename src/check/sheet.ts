import type { Category, Game, Section } from "../rules/game/game.ts";
import { categoriesIn, categoriesOf } from "../rules/game/rows.ts";
import { type Line, linesOf } from "../rules/sums/sum-graph.ts";

/**
 * A sheet as somebody filled it in: read, and proved to belong to its game, but not yet checked.
 * Every box of the game is there; boxes without ink are empty.
 */
export type Entry =
  | { readonly kind: "empty" }
  /** A strike mark as it was written. */
  | { readonly kind: "strike"; readonly mark: string }
  | { readonly kind: "score"; readonly value: number };

export interface PlayerSheet {
  readonly name: string;
  /** Left the table before the end. */
  readonly left: boolean;
  /** Column id to category id to entry. */
  readonly boxes: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
  /** Column id to line id to what was written there; lines left blank are missing. */
  readonly columnLines: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Line id to what was written, for lines that span the columns; lines left blank are missing. */
  readonly sheetLines: ReadonlyMap<string, number>;
}

export interface Sheet {
  readonly file: string;
  readonly game: Game;
  /** What the scorekeeper says of it; null where nothing is said. */
  readonly complete: boolean | null;
  readonly players: readonly PlayerSheet[];
}

/** An entry counts as struck when a mark or a bare 0 stands in the box and dice cannot earn a 0 there. */
function isStruck(entry: Entry, legal: readonly number[]): boolean {
  return entry.kind === "strike" || (entry.kind === "score" && entry.value === 0 && !legal.includes(0));
}

export const FINDING_CODES = [
  "illegal-score",
  "strike-not-allowed",
  "out-of-order",
  "constraint",
  "requires",
  "entries-per-turn",
  "repeats",
  "uneven-turns",
  "wrong-sum",
  "wrong-bonus",
  "wrong-total",
  "missing-box",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something on the sheet that cannot be right. What does not apply is null. */
export interface Finding {
  readonly code: FindingCode;
  readonly player: string | null;
  readonly column: string | null;
  readonly category: string | null;
  readonly line: string | null;
  /** What stands there: a number, a mark, or null for a blank. */
  readonly written: number | string | null;
  /** What would be right: a number, or the nearest possible ones. */
  readonly expected: number | readonly number[] | null;
  /** Facts for the sentence that tells it, by the names that the word list uses. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** What an entry adds to a sum: its score, 0 for a strike; null for an empty box. */
export function scoreIn(entry: Entry | undefined): number | null {
  if (entry === undefined || entry.kind === "empty") return null;
  return entry.kind === "score" ? entry.value : 0;
}

/** What stands in a box, as a finding reports it. */
export function writtenIn(entry: Entry | undefined): number | string | null {
  return entry?.kind === "strike" ? entry.mark : scoreIn(entry);
}

/** The entry of a box. */
export function entryAt(player: PlayerSheet, column: string, category: string): Entry | undefined {
  return player.boxes.get(column)?.get(category);
}

/** How many boxes of a player are not empty. */
export function filledBoxes(player: PlayerSheet): number {
  let filled = 0;
  for (const boxes of player.boxes.values()) {
    for (const entry of boxes.values()) if (entry.kind !== "empty") filled++;
  }
  return filled;
}

type BoxFault = "illegal-score" | "strike-not-allowed" | "missing-box";

/**
 * What is wrong with one box by itself; null if nothing is.
 *
 * @param category as it is in the column of the box
 * @param mustBeFull whether an empty box is a mistake
 */
export function faultOf(
  entry: Entry | undefined,
  category: Category,
  reference: Reference,
  mustBeFull: boolean,
): BoxFault | null {
  if (entry === undefined || entry.kind === "empty") return mustBeFull ? "missing-box" : null;
  if (isStruck(entry, category.legal)) return category.strike === "never" ? "strike-not-allowed" : null;
  if (entry.kind !== "score" || reference.legal.get(category)?.has(entry.value)) return null;
  return "illegal-score";
}

/** Every value that may stand in a box: what dice can earn, and 0 where it may be struck. */
export function possibleValues(category: Category): readonly number[] {
  return category.strike === "never" ? category.legal : [0, ...category.legal];
}

/** One box of one player. */
interface BoxAt {
  readonly column: string;
  readonly category: Category;
  readonly entry: Entry | undefined;
}

/** All boxes of a player, column by column from top to bottom. */
export function* boxesOfPlayer(game: Game, reference: Reference, player: PlayerSheet): Generator<BoxAt> {
  for (const column of game.columns) {
    const boxes = player.boxes.get(column.id);
    for (const category of reference.inColumn.get(column.id) ?? [])
      yield { column: column.id, category, entry: boxes?.get(category.id) };
  }
}

/** What reading and checking look up about a game again and again, worked out once. */
export interface Reference {
  /** The boxes of one column, from top to bottom. */
  readonly rows: readonly Category[];
  readonly rowIds: readonly string[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly sections: ReadonlyMap<string, Section>;
  /** The boxes of each column with the scores that they can have there, by the column's id. */
  readonly inColumn: ReadonlyMap<string, readonly Category[]>;
  /** The scores that a box can have, by the category as it is in its column. */
  readonly legal: ReadonlyMap<Category, ReadonlySet<number>>;
  readonly columnLines: readonly Line[];
  readonly sheetLines: readonly Line[];
  /** The lines a player can have, by id. */
  readonly lines: ReadonlyMap<string, Line>;
  /** Where a row or line stands on the pad, counted from the top. */
  readonly position: ReadonlyMap<string, number>;
  /** Boxes of one player, over all columns. */
  readonly boxes: number;
}

const known = new WeakMap<Game, Reference>();

/** The reference of a game. */
export function referenceOf(game: Game): Reference {
  const before = known.get(game);
  if (before !== undefined) return before;
  const reference = workOut(game);
  known.set(game, reference);
  return reference;
}

function workOut(game: Game): Reference {
  const rows = categoriesOf(game);
  const lines = linesOf(game);
  const inColumn = new Map(game.columns.map((column) => [column.id, categoriesIn(game, column)]));
  const all = [...rows, ...[...inColumn.values()].flat()];
  return {
    rows,
    rowIds: rows.map((row) => row.id),
    categories: new Map(rows.map((row) => [row.id, row])),
    sections: new Map(game.sections.flatMap((section) => section.categories.map((c) => [c.id, section]))),
    inColumn,
    legal: new Map(all.map((row) => [row, new Set(row.legal)])),
    columnLines: lines.filter((line) => line.scope === "column"),
    sheetLines: lines.filter((line) => line.scope === "sheet"),
    lines: new Map(lines.map((line) => [line.id, line])),
    position: new Map(padOrder(game, lines).map((id, at) => [id, at])),
    boxes: rows.length * game.columns.length,
  };
}

/** Ids of boxes and lines from the top of the pad to its foot: each section, then its lines, then the lines for all. */
export function padOrder(game: Game, lines: readonly Line[] = linesOf(game)): string[] {
  const sections = game.sections.flatMap((section) => [
    ...section.categories.map((category) => category.id),
    ...lines.filter((line) => line.section === section).map((line) => line.id),
  ]);
  return [...sections, ...lines.filter((line) => line.section === null).map((line) => line.id)];
}

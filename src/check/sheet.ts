import { nameKey } from "./name.ts";
import type { Category, Game, Section } from "../rules/game/game.ts";
import { isInstantWin, listColumnCategories, listCategories } from "../rules/game/rows.ts";
import { memoize } from "../rules/memoize.ts";
import { listSheetLines } from "../rules/sums/sum-graph.ts";

/** A filled-in sheet, validated against its game but not yet checked. Every box of the game is there, perhaps empty. */
export interface Sheet {
  readonly file: string;
  readonly game: Game;
  /** The scorekeeper's declaration; null for none. */
  readonly complete: boolean | null;
  /** The “players” are games, each played by one person for itself, so nobody can be behind. */
  readonly columnsAreGames?: boolean;
  /** Who played these games, in turns: see `gameOwner`. Left out for a sheet of players, and while nobody is named. */
  readonly owners?: readonly string[];
  readonly players: readonly PlayerSheet[];
  readonly occasion?: Occasion;
}

/** When and where a sheet was played; empty where it doesn't say. */
export interface Occasion {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly place: string;
  readonly evening: string;
  /** The photo it was read from, as `<SHA-256 in hexadecimal>-<part>`; `part` counts the sheets on the photo. */
  readonly photo: string;
}

/** What one player wrote. */
export interface PlayerSheet {
  readonly name: string;
  /** Left the table before the end. */
  readonly left: boolean;
  /** Column id to category id to entry. */
  readonly boxes: ReadonlyMap<string, ReadonlyMap<string, BoxEntry>>;
  /** Column id to line id to number; blank lines are missing. */
  readonly columnLines: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Line id to number, for lines that span the columns; blank lines are missing. */
  readonly sheetLines: ReadonlyMap<string, number>;
}

/**
 * The person who played a game of a sheet of games, counted from 0: `owners` has one person for all games, or several who take turns from
 * left to right. Undefined for sheets of players, and while nobody is named.
 */
export function gameOwner({ owners = [] }: Pick<Sheet, "owners">, at: number): string | undefined {
  return owners[at % owners.length];
}

/** The owners of some games of a sheet, by their places among all its games, counted from 0. */
export function ownersOfGames(owners: readonly string[], games: readonly number[]): readonly string[] {
  return owners.length < 2 ? owners : games.flatMap((at) => gameOwner({ owners }, at) ?? []);
}

/** What a sheet says, as plain values that are the same for all files with this content, in any layout. */
export function sheetContent(sheet: Sheet): unknown[] {
  const { complete, players, occasion } = sheet;
  const { date = "", place = "", evening = "" } = occasion ?? {};
  const said = players.map(({ name, left, boxes, columnLines, sheetLines }, at) => [
    nameKey(gameOwner(sheet, at) ?? name),
    left,
    sortEntries(boxes, (column) => sortEntries(column, (entry) => (entry.kind === "strike" ? "/" : entry))),
    sortEntries(columnLines, (column) => sortEntries(column, (value) => value)),
    sortEntries(sheetLines, (value) => value),
  ]);
  return [date, place, evening, complete, said];
}

/** The entries of a map, sorted by key. */
function sortEntries<T>(map: ReadonlyMap<string, T>, plain: (value: T) => unknown): unknown[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, plain(value)]);
}

/** Whether a player has no entry and no sum. */
export function isBlank({ boxes, columnLines, sheetLines }: PlayerSheet): boolean {
  const isEmpty = (column: ReadonlyMap<string, BoxEntry>) =>
    [...column.values()].every(({ kind }) => kind === "empty");
  return (
    sheetLines.size === 0 &&
    [...boxes.values()].every(isEmpty) &&
    [...columnLines.values()].every(({ size }) => size === 0)
  );
}

export interface BoxPlace {
  /** Counted from 1. */
  readonly player: number;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly category: string | null;
  readonly line: string | null;
}

/** The content of a box. */
export type BoxEntry =
  | { readonly kind: "empty" }
  | { readonly kind: "strike"; readonly mark: string }
  | { readonly kind: "score"; readonly value: number };

export function boxEntry(player: PlayerSheet, column: string, category: string): BoxEntry | undefined {
  return player.boxes.get(column)?.get(category);
}

/** What an entry adds to a sum: its score, 0 for a strike; null for an empty box. */
export function entryScore(entry: BoxEntry | undefined): number | null {
  if (entry === undefined || entry.kind === "empty") return null;
  return entry.kind === "score" ? entry.value : 0;
}

/** The content of a box in a file or finding: a score, a strike mark, or null if empty. */
export function writtenValue(entry: BoxEntry | undefined): number | string | null {
  return entry?.kind === "strike" ? entry.mark : entryScore(entry);
}

export type BoxFault = "illegal-score" | "strike-not-allowed" | "missing-box";

/**
 * What is wrong with one box by itself; null if nothing is. A mark is a strike, and so is a 0 that dice can't score.
 *
 * @param category as it is in the column of the box
 * @param mustBeFull whether an empty box is a mistake
 */
export function boxFault(
  entry: BoxEntry | undefined,
  { legal, strike }: Pick<Category, "legal" | "strike">,
  mustBeFull: boolean,
): BoxFault | null {
  const score = entryScore(entry);
  if (entry === undefined || score === null) return mustBeFull ? "missing-box" : null;
  if (entry.kind === "score" && legal.includes(score)) return null;
  if (score !== 0) return "illegal-score";
  return strike === "never" ? "strike-not-allowed" : null;
}

/** Whether one of the boxes won the game before its end. */
export function hasWonAtOnce(game: Game, player: Pick<PlayerSheet, "boxes">): boolean {
  const { inColumn } = gameReference(game);
  return [...inColumn].some(([column, categories]) =>
    categories.some((one) => isInstantWin(game, one, entryScore(player.boxes.get(column)?.get(one.id)))),
  );
}

/** Lookups about a game for reading and checking, built once. */
export const gameReference = memoize((game: Game) => {
  const rows = listCategories(game);
  const lines = listSheetLines(game);
  const ids = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);
  const linesBelow = (section: Section | null) => ids(lines.filter((line) => line.section === section));
  const ofGame = lines.filter(({ kind }) => kind !== "pad-sum");
  const sheetLines = ofGame.filter(({ scope }) => scope === "sheet");
  const inColumns = [...rows, ...ofGame.filter(({ scope }) => scope === "column")];
  const sections = game.sections.flatMap((section) => [...ids(section.categories), ...linesBelow(section)]);
  const padOrder = [...sections, ...linesBelow(null)];
  return {
    /** The boxes of one column, from top to bottom. */
    rows,
    rowIds: ids(rows),
    categories: new Map(rows.map((row) => [row.id, row])),
    /** The boxes of each column with the scores that they can have there, by the column's id. */
    inColumn: new Map(game.columns.map((column) => [column.id, listColumnCategories(game, column)])),
    columnLines: lines.filter(({ scope }) => scope === "column"),
    /** The lines that span the columns, without sums that only a store-bought pad has: files don't name these. */
    sheetLines,
    /** The lines a player can have, by id. */
    lines: new Map(lines.map((line) => [line.id, line])),
    /** Boxes of one player, over all columns. */
    boxes: rows.length * game.columns.length,
    /** Ids of boxes and lines from top to bottom of the pad: each section, then its lines, then the lines for all. */
    padOrder,
    /** The ids in `padOrder` that every column has, without sums that only a store-bought pad has. */
    columnRows: padOrder.filter((id) => ids(inColumns).includes(id)),
  };
});

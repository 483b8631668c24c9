import type { Game } from "../../rules/game/game.ts";

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
export function isStruck(entry: Entry, legal: readonly number[]): boolean {
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

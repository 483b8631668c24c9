import type { Finding, FindingCode } from "../../../src/check/checks.ts";
import type { BoxEntry, BoxPlace, PlayerSheet, Sheet } from "../../../src/check/sheet.ts";

export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The content of a box. A strike is written as its mark; a scribble can't be read by anybody. */
export type Ink =
  | { readonly kind: "empty" }
  | { readonly kind: "score"; readonly value: number }
  | { readonly kind: "strike"; readonly mark: string }
  | { readonly kind: "scribble" };

export interface BoxTruth extends BoxPlace {
  readonly ink: Ink;
  /** What stood there before it was crossed out; null where nothing was corrected. */
  readonly crossedOut: string | null;
  /** So much of it can't be seen in the photo that nobody could tell what is there. */
  readonly hidden: boolean;
}

/** A mistake on a sheet; the player is counted from 1. */
export interface Fault {
  readonly code: FindingCode;
  readonly player: number;
  readonly column: string | null;
  /** The box or line; null where the finding is about a column or player. */
  readonly row: string | null;
}

export interface SheetTruth {
  readonly variant: string;
  readonly language: "de" | "en" | "sv";
  readonly paper: string;
  /** Players for whom the sheet has room. */
  readonly players: number;
  readonly number: number;
  /** The boxes in the order of the layout. */
  readonly boxes: readonly BoxTruth[];
  /** Whether the pad was photocopied before it was filled in. */
  readonly isCopied: boolean;
  /** Whose hand wrote for each player, by the numbers of the collection. */
  readonly writers: readonly number[];
  /** What was written wrong on purpose; null for a correct sheet. */
  readonly planted: Fault | null;
  /** What the check of the sheet has to find; no more than what was planted. */
  readonly faults: readonly Fault[];
  /** The corners of the paper in pixels of the photo, clockwise from the sheet's top left. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Marks that can be seen, by their places. */
  readonly visibleMarks: readonly number[];
  /** Whether it is there to be read; others only reach into the picture. */
  readonly isSubject: boolean;
}

export interface PhotoTruth {
  readonly photo: number;
  readonly difficulty: Difficulty;
  readonly widthPx: number;
  readonly heightPx: number;
  /** A scanner made it, and no phone. */
  readonly isScan: boolean;
  /** How the photo was made, for readers of the file. */
  readonly scene: Readonly<Record<string, string | number>>;
  readonly sheets: readonly SheetTruth[];
}

/** A finding, its player told by the place on the sheet. @param names the players in the order of the sheet */
export function faultOf(finding: Finding, names: readonly string[]): Fault {
  return {
    code: finding.code,
    player: finding.player === null ? 0 : names.indexOf(finding.player) + 1,
    column: finding.column,
    row: finding.category ?? finding.line,
  };
}

/** Whether two faults are the same. For a fault of a column, the box doesn't matter. */
export function isSameFault(a: Fault, b: Fault): boolean {
  const isSamePlace = a.code === b.code && a.player === b.player && a.column === b.column;
  return isSamePlace && (a.row === b.row || a.row === null || b.row === null);
}

/** The content of a box of a sheet. */
export function inkAt(sheet: Sheet, { player, column, category, line }: BoxPlace): Ink {
  const owner = sheet.players[player - 1];
  if (owner === undefined) return { kind: "empty" };
  if (category !== null) return inkOf(owner.boxes.get(column ?? "")?.get(category));
  return lineInk(owner, column, line ?? "");
}

function inkOf(entry: BoxEntry | undefined): Ink {
  return entry ?? { kind: "empty" };
}

function lineInk(owner: PlayerSheet, column: string | null, line: string): Ink {
  const value = owner.columnLines.get(column ?? "")?.get(line) ?? owner.sheetLines.get(line);
  return value === undefined ? { kind: "empty" } : { kind: "score", value };
}

import type { Sheet } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Problem } from "../../rules/problem/problem.ts";
import type { Judgement } from "../inference/judge.ts";
import type { SeenBox, SheetReading, Written } from "../inference/sheet-reading.ts";

/** Part of a picture, in px from its top left corner. */
export interface PictureArea {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The straightened sheet as a picture to show. */
export interface SheetPicture {
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
  /** Where the boxes stand in it, in the order of the reading's boxes. */
  readonly areas: readonly PictureArea[];
}

/** A box that photos of one sheet show differently. */
export interface Disagreement {
  /** The box's index in the reading. */
  readonly at: number;
  /** What each of these photos shows by itself. */
  readonly views: readonly { readonly file: string; readonly written: Written }[];
}

/** A sheet that was photographed, once or several times, then read and judged. */
export interface PhotoSheet {
  /** The photos it is on; the first one gives it its name. */
  readonly files: readonly [string, ...string[]];
  /** The number that is printed on it; 0 if it has none. */
  readonly number: number;
  readonly game: Game;
  /** A name for every player that the sheet has room for, from left to right. */
  readonly names: readonly string[];
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly sheet: Sheet;
  readonly judgement: Judgement;
  readonly disagreements: readonly Disagreement[];
  /** What makes the reading less sure than it could be. */
  readonly warnings: readonly Problem[];
  /** Null where no picture was asked for. */
  readonly picture: SheetPicture | null;
}

/**
 * The boxes to ask about, by their index, from the first of the sheet to the last: those that are in doubt, and those whose misreading
 * may be all that is wrong where a finding is not sure. What a person has said is not asked again.
 */
export function openQuestions({ reading, judgement }: Pick<PhotoSheet, "reading" | "judgement">): number[] {
  const suspects = new Set(
    judgement.findings.flatMap(({ isSure, misread }) => (isSure || misread === null ? [] : [misread.at])),
  );
  return reading.boxes.flatMap(({ doubt, confirmed }, at) =>
    !confirmed && (doubt !== null || suspects.has(at)) ? [at] : [],
  );
}

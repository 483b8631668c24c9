import type { Occasion, Sheet } from "../check/sheet.ts";
import type { Game } from "../rules/game/game.ts";
import type { Problem } from "../rules/problem/problem.ts";
import { withHiddenBoxes } from "./hidden-boxes.ts";
import { type Judgement, judge } from "./inference/judge.ts";
import { type SeenBox, type SheetReading, sheetFrom } from "./inference/sheet-reading.ts";
import { onUncertainPad, type PadOnPhoto } from "./pads/pad-on-photo.ts";

/** A sheet that was read from photos. */
export interface SheetToJudge {
  readonly game: Game;
  /** The pad that it is of, if it was bought; null for our own. */
  readonly pad: PadOnPhoto | null;
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly warnings: readonly Problem[];
  /** When and where it was played, as far as somebody said so. */
  readonly occasion?: Occasion;
}

/** What was read from photos as a sheet, what is wrong there, and the warnings about it. */
export interface JudgedSheet {
  readonly sheet: Sheet;
  readonly judgement: Judgement;
  readonly warnings: readonly Problem[];
}

/**
 * Judges what stands on a photographed sheet.
 *
 * @param file the name of its photo
 * @param names a name for every player that the sheet has room for, from left to right
 */
export function judgeSheet(read: SheetToJudge, file: string, names: readonly string[]): JudgedSheet {
  const { game, pad, seen, reading, occasion } = read;
  const told = occasion === undefined ? {} : { occasion };
  const sheet = {
    ...sheetFrom(reading, game, file, names),
    columnsAreGames: pad?.columns === "games",
    ...told,
  };
  const judgement = onUncertainPad(judge(reading, sheet, seen), pad);
  // What a sheet pays may still change as long as it is not correct beyond doubt.
  const isPaidFor = game.settlement !== null || game.prizes !== null;
  const payoutIsProvisional = judgement.report.complete && isPaidFor && judgement.verdict !== "correct";
  return {
    sheet,
    judgement: { ...judgement, report: { ...judgement.report, payoutIsProvisional } },
    warnings: withHiddenBoxes(read.warnings, reading, judgement, file),
  };
}

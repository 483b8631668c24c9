import { type Occasion, ownersOfGames, type Sheet } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { judge, type Judgement } from "../inference/judge.ts";
import { listQuestions } from "../inference/questions.ts";
import { type SeenBox, toTypedSheet, type SheetReading } from "../inference/sheet-reading.ts";
import { hasGames, type PadOnPhoto } from "../pads/pad.ts";

/** A sheet read from photos. */
export interface SheetToJudge {
  readonly game: Game;
  /** Its store-bought pad; null for our own. */
  readonly pad: PadOnPhoto | null;
  /** The columns are games; left out for players. */
  readonly columnsAreGames?: boolean;
  /** Who played them, in turns over all columns that the sheet has, once that is known. */
  readonly owners?: readonly string[];
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly warnings: readonly Problem[];
  /** When and where it was played, if a person entered it. */
  readonly occasion?: Occasion;
}

/** A sheet from photos with its judgement and warnings. */
export interface JudgedSheet {
  readonly sheet: Sheet;
  readonly judgement: Judgement;
  readonly warnings: readonly Problem[];
}

/** Judges a photographed sheet. @param file the name of its photo @param names a name for every player that the sheet has room for, from left to right */
export function judgeSheet(read: SheetToJudge, file: string, names: readonly string[]): JudgedSheet {
  const { game, pad, seen, reading, occasion } = read;
  const games = reading.players.map((player) => player - 1);
  const sheet = {
    ...toTypedSheet(reading, game, file, names),
    columnsAreGames: hasGames(read),
    ...(read.owners === undefined ? {} : { owners: ownersOfGames(read.owners, games) }),
    ...(occasion === undefined ? {} : { occasion }),
  };
  const judgement = markUncertain(judge(reading, sheet, seen), pad);
  // Payouts may still change until the sheet is certainly correct.
  const isPaidFor = game.settlement !== null || game.prizes !== null;
  const payoutIsProvisional = judgement.report.complete && isPaidFor && judgement.verdict !== "correct";
  return {
    sheet,
    judgement: { ...judgement, report: { ...judgement.report, payoutIsProvisional } },
    warnings: addManyQuestionsWarning(
      addHiddenBoxesWarning(read.warnings, reading, judgement, file),
      listQuestions(reading, judgement).length,
      file,
    ),
  };
}

/** With this many questions, another photo is less work. */
const MANY = 5;

/**
 * Adds a warning if many boxes are in question because they are hidden, as under glare. It replaces an earlier one, because each answer
 * reduces the number. A missing edge already explains hidden boxes, so it needs no other warning.
 *
 * @param file the photo’s name
 */
function addHiddenBoxesWarning(
  warnings: readonly Problem[],
  reading: SheetReading,
  judgement: Judgement,
  file: string,
): Problem[] {
  const others = warnings.filter(({ code }) => code !== "hidden-boxes");
  if (others.some(({ code }) => code === "missing-edge")) return others;
  const hidden = listQuestions(reading, judgement).filter((at) => reading.boxes[at]?.doubt === "hidden");
  if (hidden.length < MANY) return others;
  const hint = msg`scan.hidden-boxes-hint: take another photo without glare and with nothing lying on the sheet, and give both photos (with \`--same-sheet\` if the sheet has no number)`;
  const message = msg`scan.many-hidden-boxes: ${hidden.length} boxes can’t be seen on ${file}; a new photo is quicker than typing them in`;
  return [...others, problem("hidden-boxes", message, { severity: "warning", hint })];
}

/** From more questions than this on, typing the sheet is less work than answering them. */
const TYPING_IS_QUICKER = 30;

/** The warnings about a sheet, and one more if answering its questions takes longer than typing it. */
function addManyQuestionsWarning(
  warnings: readonly Problem[],
  questions: number,
  file: string,
): readonly Problem[] {
  // Where boxes can't be seen, another photo is quicker still.
  const isSeen = warnings.every(({ code }) => code !== "hidden-boxes" && code !== "missing-edge");
  if (questions <= TYPING_IS_QUICKER || !isSeen) return warnings;
  const message = msg`scan.many-questions: ${questions} boxes on ${file} can’t be read for sure`;
  const hint = msg`scan.type-instead-hint: take a sharper photo from above, or type the sheet in: both are quicker than answering this many questions`;
  return [...warnings, problem("many-questions", message, { severity: "warning", hint })];
}

/** Nothing on a sheet is surely correct or wrong until its pad is known, and nothing is final while a part of the sheet may be missing. */
export function markUncertain(judgement: Judgement, pad: PadOnPhoto | null): Judgement {
  if (pad === null || pad.isSure) return judgement;
  const findings = pad.lacksRows ? [] : judgement.findings.map((one) => ({ ...one, isSure: false }));
  const complete = judgement.report.complete && pad.staysUnsure !== true;
  return { verdict: "unsure", findings, report: { ...judgement.report, complete } };
}

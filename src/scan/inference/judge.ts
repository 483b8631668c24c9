import { checkSheet, type SheetReport } from "../../check/sheet/check-sheet.ts";
import type { Finding, Sheet } from "../../check/sheet/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Belief } from "./beliefs.ts";
import { fillingChances } from "./filling-chances.ts";
import { type Misreading, misreadingsOf } from "./misreadings.ts";
import type { ReadBox, SeenBox, SheetReading, Written } from "./sheet-reading.ts";
import { weighSheet } from "./weigh-sheet.ts";
import { keyOf } from "./written.ts";

const PHOTO_VERDICTS = ["correct", "mistakes", "unsure"] as const;
export type PhotoVerdict = (typeof PHOTO_VERDICTS)[number];

/** A finding with how probable it is that the person was wrong, and not we. */
export interface WeighedFinding {
  readonly finding: Finding;
  /** That the person was wrong. */
  readonly probability: number;
  /** The most probable single misreading that would explain it instead; null if there is none worth mentioning. */
  readonly misread: {
    /** The place of the box in the reading. */
    readonly at: number;
    /** What would stand there. */
    readonly written: Written;
    readonly probability: number;
  } | null;
  /** The person was wrong almost certainly, and no box that has to be asked about could change that. */
  readonly isSure: boolean;
}

export interface Judgement {
  /** `mistakes`: at least one finding is sure. `unsure`: a box has to be asked about, or a finding is not sure. */
  readonly verdict: PhotoVerdict;
  readonly report: SheetReport;
  /** In the order of the report. */
  readonly findings: readonly WeighedFinding[];
}

/** From this probability on, a finding is a mistake of the person. */
const SURE = 0.9;
/** A box that has to be asked about can undo a finding if that is at least this probable. */
const CONCEIVABLE = 0.005;
/** Where more boxes than this share of all can be seen and not be read, they were cut out in the wrong places, and nothing is sure. */
const MAX_UNREADABLE = 0.15;

/**
 * Checks a sheet that was read and weighs each finding: was the person wrong, or did we misread a box? What a person confirmed
 * counts as certain; it moves the probabilities of the findings, but no reading.
 *
 * @param sheet what {@link sheetFrom} made of this reading
 * @param boxes the boxes as they were seen, in the order of the reading
 */
export function judge(game: Game, reading: SheetReading, sheet: Sheet, boxes: readonly SeenBox[]): Judgement {
  const report = checkSheet(sheet);
  const findings = report.findings.length === 0 ? [] : weighFindings(game, reading, sheet, boxes, report);
  const isDoubtful = reading.boxes.some(({ doubt }) => doubt !== null);
  const isUnsure = isDoubtful || findings.length > 0;
  const hasMistakes = findings.some(({ isSure }) => isSure);
  return { verdict: hasMistakes ? "mistakes" : isUnsure ? "unsure" : "correct", report, findings };
}

function weighFindings(
  game: Game,
  reading: SheetReading,
  sheet: Sheet,
  boxes: readonly SeenBox[],
  report: SheetReport,
): WeighedFinding[] {
  const said = new Map(
    reading.boxes.flatMap(({ confirmed, written }, at) => (confirmed ? [[at, written] as const] : [])),
  );
  const beliefs = weighSheet(game, boxes, said, "all", reading.players);
  const misreadings = misreadingsOf(reading, sheet, beliefs, report.findings);
  const chances = fillingChances(reading, sheet, beliefs, null);
  const cautious = fillingChances(reading, sheet, beliefs, CONCEIVABLE);
  const isLegible = isLegibleSheet(reading);
  return report.findings.map((finding) => {
    const player = reading.players[sheet.players.findIndex(({ name }) => name === finding.player)];
    const undoing = misreadings.filter(({ undone }) => undone.has(finding));
    const probability = chances(finding) ?? personWasWrong(finding, player, reading, beliefs, undoing);
    const least = cautious(finding);
    const stands = least === null ? !isAsked(finding, player, reading) : least >= SURE;
    const isSure = probability >= SURE && stands && isLegible && !canBeUndone(undoing, reading);
    return { finding, probability, misread: misreadOf(undoing), isSure };
  });
}

function isLegibleSheet({ boxes }: SheetReading): boolean {
  const unreadable = boxes.filter(({ doubt }) => doubt !== null && doubt !== "hidden");
  return unreadable.length <= MAX_UNREADABLE * boxes.length;
}

/** Whether the box or line itself that a finding is about has to be asked about: then the finding waits for the answer. */
function isAsked(finding: Finding, player: number | undefined, { boxes }: SheetReading): boolean {
  return boxes.some(
    (box) =>
      box.doubt !== null &&
      box.player === player &&
      box.column === finding.column &&
      (box.category !== null ? box.category === finding.category : box.line === finding.line),
  );
}

function misreadOf([first]: readonly Misreading[]): WeighedFinding["misread"] {
  return first === undefined
    ? null
    : { at: first.at, written: first.written, probability: first.probability };
}

function canBeUndone(undoing: readonly Misreading[], { boxes }: SheetReading): boolean {
  return undoing.some(({ at, probability }) => probability >= CONCEIVABLE && boxes[at]?.doubt !== null);
}

/**
 * A wrong line: that it is a slip, or that a box above it was added up as something else. Anything else that is wrong stands in
 * the boxes themselves, so it is as sure as the reading of those that could undo it. In any case a finding is at least as
 * probable as that every box of the player is read right.
 */
function personWasWrong(
  finding: Finding,
  player: number | undefined,
  reading: SheetReading,
  beliefs: readonly (Belief | undefined)[],
  undoing: readonly Misreading[],
): number {
  const own = reading.boxes.flatMap((box, at) => (box.player === player ? [{ ...box, at }] : []));
  const misread = own.reduce((sum, box) => sum + 1 - asRead(box, beliefs[box.at]), 0);
  if (!finding.code.startsWith("wrong-")) return Math.max(notUndone(undoing), 1 - misread);
  const isWrong = (box: ReadBox) =>
    box.category !== null || (box.line === finding.line && box.column === finding.column);
  const slips = own.filter(isWrong).reduce((sum, { at }) => sum + (beliefs[at]?.slip ?? 0), 0);
  return Math.min(1, Math.max(slips, 1 - misread));
}

/** The probability that a box holds what was read. */
function asRead({ written, confirmed }: ReadBox, belief: Belief | undefined): number {
  if (confirmed) return 1;
  const key = keyOf(written);
  return belief?.ways.find((way) => keyOf(way.written) === key)?.probability ?? 0;
}

/** The probability that no box holds anything that would undo a finding; boxes are taken to be independent. */
function notUndone(undoing: readonly Misreading[]): number {
  const byBox = new Map<number, number>();
  for (const { at, probability } of undoing) byBox.set(at, (byBox.get(at) ?? 0) + probability);
  return [...byBox.values()].reduce((product, undone) => product * Math.max(0, 1 - undone), 1);
}

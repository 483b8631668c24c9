import { checkSheet, type SheetReport, type Verdict } from "../../check/check-sheet.ts";
import type { Finding } from "../../check/checks.ts";
import { gameReference, type Sheet } from "../../check/sheet.ts";
import { getElement } from "../../rules/arrays.ts";
import { fillingChances } from "./filled-boxes.ts";
import { mostProbableFirst, NOTHING, type WeighedBox } from "./marginals.ts";
import { boxMarginals } from "./sheet-model.ts";
import {
  type Alternative,
  personAnswers,
  writtenKey,
  toPlayerSheet,
  type ReadBox,
  type SeenBox,
  type SheetReading,
} from "./sheet-reading.ts";

/** A finding, and how probable it is that the person made a mistake rather than the reader. */
export interface WeighedFinding {
  readonly finding: Finding;
  readonly probability: number;
  /** The most probable single misreading that would explain the finding instead; null if there is none worth mentioning. */
  readonly misread: OtherContent | null;
  /** The person made the mistake almost certainly, and no box with an open question could change that. */
  readonly isSure: boolean;
}

/** Other possible content of a box, by its index in the reading. */
type OtherContent = Alternative & { readonly at: number };

/** The same with the findings that would be gone if it did. */
type Misreading = OtherContent & { readonly undone: ReadonlySet<Finding> };

/** What is wrong on a photographed sheet, and how sure that is. */
export interface Judgement {
  /** `mistakes`: at least one finding is sure. `unsure`: there is an open question, or a finding is not sure. */
  readonly verdict: Verdict;
  readonly report: SheetReport;
  /** In the order of the report. */
  readonly findings: readonly WeighedFinding[];
}

/** From this probability on, a finding is a mistake of the person. */
const SURE = 0.9;
/** A box with an open question can undo a finding if that is at least this probable. */
const CONCEIVABLE = 0.005;
/** If a larger share of the boxes can be seen but not read, boxes were cut out in the wrong places, and nothing is sure. */
const MAX_UNREADABLE = 0.15;

/**
 * Checks a sheet that was read and weighs each finding: did the person make a mistake, or was a box misread? What a person confirmed
 * counts as certain; it changes the probabilities of the findings, but no reading.
 *
 * @param sheet the result of {@link sheetFrom} for this reading
 * @param boxes the boxes as they were seen, in the order of the reading
 */
export function judge(reading: SheetReading, sheet: Sheet, boxes: readonly SeenBox[]): Judgement {
  const report = checkSheet(sheet);
  const findings = report.findings.length === 0 ? [] : weighFindings(reading, sheet, boxes, report);
  const isOpen = findings.length > 0 || reading.boxes.some(({ doubt }) => doubt !== null);
  const verdict = findings.some(({ isSure }) => isSure) ? "mistakes" : isOpen ? "unsure" : "correct";
  return { verdict, report, findings };
}

function weighFindings(reading: SheetReading, sheet: Sheet, boxes: readonly SeenBox[], report: SheetReport) {
  const marginals = boxMarginals(sheet.game, boxes, reading.players, personAnswers(reading));
  const weighed = reading.boxes.map((box, at) => ({ ...box, at, ...(marginals[at] ?? NOTHING) }));
  const players = reading.players.map((player) => weighed.filter((box) => box.player === player));
  const misreadings = players
    .flatMap((_, player) => listMisreadings(players, player, sheet, report.findings))
    .sort(mostProbableFirst);
  const chances = fillingChances(players, sheet, null);
  const cautious = fillingChances(players, sheet, CONCEIVABLE);
  const unreadable = reading.boxes.filter(({ doubt }) => doubt !== null && doubt !== "hidden");
  const { lines } = gameReference(sheet.game);
  // Where nothing of a column is read for sure, perhaps nobody plays in it.
  const isPlayed = (own: readonly WeighedBox[]) =>
    own.some(({ doubt, written }) => doubt === null && written.kind !== "empty");
  const isLegible = unreadable.length <= MAX_UNREADABLE * reading.boxes.length;
  return report.findings.map((finding): WeighedFinding => {
    const own = players[sheet.players.findIndex(({ name }) => name === finding.player)] ?? [];
    const undoing = misreadings.filter(({ undone }) => undone.has(finding));
    const probability = chances(finding) ?? personWasWrong(finding, own, undoing);
    const least = cautious(finding);
    // A finding waits for the answer to an open question about its box or line.
    const isFindingBox = ({ column, category, line }: ReadBox) =>
      column === finding.column &&
      (category !== null ? category === finding.category : line === finding.line);
    // A total also depends on extra points, which no other line shows: any number written there may be used.
    const canAddExtraPoints = ({ line }: ReadBox) =>
      finding.code === "wrong-total" && line !== null && lines.get(line)?.kind === "repeats";
    const isAsked = (box: ReadBox) => box.doubt !== null && (isFindingBox(box) || canAddExtraPoints(box));
    const compared = finding.code === "uneven-turns" ? players : [own];
    const stands = least === null ? !own.some(isAsked) : least >= SURE && compared.every(isPlayed);
    const canBeUndone = undoing.some(
      ({ at, probability }) => probability >= CONCEIVABLE && reading.boxes[at]?.doubt !== null,
    );
    const isSure = probability >= SURE && stands && isLegible && !canBeUndone;
    const [misread = null] = undoing.map(({ undone: _, ...content }) => content);
    return { finding, probability, misread, isSure };
  });
}

/**
 * For a wrong line: the probability that it is a slip, or that a box above it was added up as something else. Any other fault is as sure
 * as the reading of the boxes that could undo it. Both are at least as probable as the whole player being read correctly.
 */
function personWasWrong(finding: Finding, own: readonly WeighedBox[], undoing: readonly Misreading[]) {
  const asRead = ({ written, confirmed, ways }: WeighedBox) => {
    const same = ways.find((way) => writtenKey(way.written) === writtenKey(written));
    return confirmed ? 1 : (same?.probability ?? 0);
  };
  const misread = own.reduce((sum, box) => sum + 1 - asRead(box), 0);
  if (!finding.code.startsWith("wrong-")) {
    const undone = new Map<number, number>();
    for (const { at, probability } of undoing) undone.set(at, (undone.get(at) ?? 0) + probability);
    // The boxes are assumed to be independent.
    const stands = [...undone.values()].reduce((product, chance) => product * Math.max(0, 1 - chance), 1);
    return Math.max(stands, 1 - misread);
  }
  const isWrong = (box: ReadBox) =>
    box.category !== null || (box.line === finding.line && box.column === finding.column);
  const slips = own.filter(isWrong).reduce((sum, { slip }) => sum + slip, 0);
  return Math.min(1, Math.max(slips, 1 - misread));
}

/** Less probable misreadings are not considered, */
const MIN_PROBABILITY = 2e-4;
/** and of those of a player only this many, the most probable ones. */
const MAX_MISREADINGS = 40;

/** The misreadings of a player that would undo at least one finding. */
function listMisreadings(
  boxes: readonly (readonly WeighedBox[])[],
  player: number,
  sheet: Sheet,
  findings: readonly Finding[],
): Misreading[] {
  const [own, { name }] = [getElement(boxes, player), getElement(sheet.players, player)];
  if (!findings.some((finding) => finding.player === name)) return [];
  return own
    .flatMap(({ at, confirmed, written, ways }) => {
      const others = confirmed ? [] : ways.filter((way) => writtenKey(way.written) !== writtenKey(written));
      return others.map((way) => ({ ...way, at }));
    })
    .filter(({ probability }) => probability >= MIN_PROBABILITY)
    .sort(mostProbableFirst)
    .slice(0, MAX_MISREADINGS)
    .map((way) => {
      const changed = own.map((box) => (box.at === way.at ? { ...box, ...way } : box));
      const players = sheet.players.with(player, toPlayerSheet(changed, sheet.game, name));
      const left = new Set(checkSheet({ ...sheet, players }).findings.map(toFindingKey));
      return { ...way, undone: new Set(findings.filter((finding) => !left.has(toFindingKey(finding)))) };
    })
    .filter(({ undone }) => undone.size > 0);
}

/** A string that identifies what a finding is about, apart from the numbers. */
function toFindingKey({ code, player, column, category, line }: Finding): string {
  return [code, player, column, category, line].join("\u0000");
}

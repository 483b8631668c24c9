import { boxFault, type BoxPlace, gameReference } from "../../check/sheet.ts";
import type { Category } from "../../rules/game/game.ts";
import { memoize } from "../../rules/memoize.ts";
import { type Evidence, NO_INK } from "../digits/evidence.ts";
import type { DigitReader } from "../digits/reader.ts";
import { anyCellWeight } from "../inference/likelihood.ts";
import { asFarAsSeen, hasNoInk, inkEvidence, rawReading } from "../inference/picture-reading.ts";
import { logEvidence, observedBoxes } from "../inference/sheet-model.ts";
import { toBoxEntry, type SeenBox, type Written } from "../inference/sheet-reading.ts";
import { cellKey, type CellPlace } from "../tables/ruled-sheet.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import { padBoxes, type PadFit } from "./fit-rows.ts";
import { type Pad, rowsOfPad } from "./pad.ts";
import type { ViewedTurn } from "./view-tables.ts";

/** A ruled sheet, turned in one way, with what is seen in its cells. */
export interface SeenSheet {
  /** Which way it is turned: sheets of the same number lie the same way. */
  readonly turn: number;
  /** The cells that were looked at: of all ways to turn the sheet the same ones, and those of every fit. */
  readonly cells: readonly CellPlace[];
  /** What is seen in one of them; null for what can't be seen. */
  readonly evidence: (cell: CellPlace) => Evidence | null;
  /** What the visible part of a hidden cell shows. It says nothing about the pad. */
  readonly partialEvidence?: (cell: CellPlace) => Evidence | null;
  /** How many columns each table has. */
  readonly columns: readonly number[];
}

/** A way in which a sheet may be one of a pad. */
export interface Candidate {
  readonly fit: PadFit;
  readonly sheet: SeenSheet;
}

/** The most probable way. */
export interface WeighedPads<C extends Candidate> {
  readonly best: C;
  /** The probability that the cells are these boxes, rather than others of this or another pad, or of one that is not known. */
  readonly probability: number;
  /** The same, if a pad with these rows and other lines counts as well: then the rows are right, and only the pad is not known. */
  readonly ofRows: number;
  /** Other pads with the same boxes in the same cells, but with other rules, the most probable first. */
  readonly others: readonly Pad[];
}

/** The negative logarithm of the prior probability that a sheet that looks like one of a known pad is of another one. */
const UNKNOWN_COST = 3.5;
/** The same for a pad that is like a known one, but has two neighbouring rows, or others, in each other's places. */
const SWAPPED_COST = { neighbours: 5, others: 8 } as const;
/** The same for a pad with something else in a row, or in all rows of a section. */
const OTHER_ROW_COST = 8;
const OTHER_SECTION_COST = 4.5;
/** The same for a pad with these rows and other lines or columns: this bounds the cost of its lines. */
const OTHER_LINES_COST = 12;
/** All of these cost so much more where a person has named the pad: then it is the lines of the sheet that were found in the wrong places. */
const GIVEN_COST = 5;
/** A pad that fits worse than another one with the same boxes by this much in the logarithm is no longer considered. */
const SAME_BOXES = 5;
/** Below this probability a way is not weighed against similar pads: it would not even lead to a question. */
const HOPELESS = 0.01;
/** A share of empty cells is never taken to be nearer to none or all. */
const EMPTY_SHARE = { min: 0.05, max: 0.95 } as const;

/**
 * Weighs in which way a ruled sheet is one of a known pad: by its lines, and by how well the rules of the game explain what is written.
 * Numbers in wrong rows are illegal and sums don't add up, so a reading that is shifted by a row has next to no weight.
 *
 * @param isGiven whether a person has named the pad: then it is no other one, but its lines may have been found in the wrong places
 * @returns null if no way is given
 */
export function weighPads<C extends Candidate>(
  candidates: readonly C[],
  isGiven: boolean,
): WeighedPads<C> | null {
  const weighed = candidates.map((one) => ({ one, log: computeLogWeight(one), key: assignmentKey(one) }));
  const best = weighed.reduce<(typeof weighed)[number] | null>(
    (best, other) => (best === null || other.log > best.log ? other : best),
    null,
  );
  if (best === null) return null;
  const same = weighed.filter(({ key }) => key === best.key);
  const ofSame = sumOfExponentials(same.map(({ log }) => log));
  const ifGiven = isGiven ? GIVEN_COST : 0;
  const unknown = [logUnknown(best.one) - UNKNOWN_COST - ifGiven];
  const known = sumOfExponentials([...weighed.map(({ log }) => log), ...unknown]);
  const otherLines = [withOtherLines(best) - ifGiven];
  const ofRows = sumOfExponentials([ofSame, ...otherLines]);
  // Other explanations only make it less probable.
  const isHopeless = Math.exp(ofRows - sumOfExponentials([known, ...otherLines])) < HOPELESS;
  const parts = isHopeless ? [] : partsUnknown(best.one).map((log) => log - ifGiven);
  const like = isGiven || isHopeless ? parts : [...swaps(best.one), ...parts];
  const all = sumOfExponentials([known, ...otherLines, ...like]);
  const others = same
    .filter(({ one, log }) => one.fit.pad !== best.one.fit.pad && log > best.log - SAME_BOXES)
    .sort((a, b) => b.log - a.log);
  return {
    best: best.one,
    probability: Math.exp(ofSame - all),
    ofRows: Math.exp(ofRows - all),
    others: [...new Set(others.map(({ one }) => one.fit.pad))],
  };
}

/**
 * By how much, in the logarithm, the best of some ways explains what is written better than that it may be anything. Labels speak for none:
 * on its head a sheet has words where its numbers should be, and numbers among its labels.
 */
export function aboveAnything(candidates: readonly Candidate[]): number {
  return Math.max(...candidates.map((one) => computeLogWeight(one) - logOfColumns(one)));
}

/** The logarithm of a sum, from the logarithms of what is added up. */
function sumOfExponentials(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

/** A string that identifies which cells are which boxes. */
function assignmentKey({ fit, sheet }: Candidate): string {
  return JSON.stringify([sheet.turn, padBoxes(fit)]);
}

/** The boxes of a sheet as they are seen, if its cells are those of the pad in this way. */
export function seenPadBoxes({ fit, sheet }: Candidate): SeenBox[] {
  return padBoxes(fit).map(({ place, cell }) => ({
    ...place,
    evidence: sheet.evidence(cell),
    partialEvidence: sheet.partialEvidence?.(cell) ?? null,
  }));
}

/**
 * The logarithm of how well lines and writing fit. All ways to read a sheet explain the same cells, so that they can be compared: what is
 * neither box nor line may be anything. Empty columns say nothing.
 */
function logWeight(
  { fit, sheet }: Candidate,
  isKnown: (place: BoxPlace, cell: CellPlace) => boolean = () => true,
): number {
  const written = writtenCells(sheet);
  const boxes = padBoxes(fit).filter(({ cell, place }) => written.has(cellKey(cell)) && isKnown(place, cell));
  const seen = boxes.map(({ place, cell }): SeenBox => ({ ...place, evidence: sheet.evidence(cell) }));
  const players = [...new Set(boxes.map(({ place }) => place.player))];
  const ofBoxes = players.map((player) => logEvidence(fit.pad.game, observedBoxes(seen, player, new Map())));
  const taken = new Set(boxes.map(({ cell }) => cellKey(cell)));
  const others = [...written].filter(([key]) => !taken.has(key)).map(([, cell]) => cell);
  return ofBoxes.reduce((sum, log) => sum + log, logOutside(others, { fit, sheet }) - fit.cost);
}

/** The logarithm of how well cells that are no boxes fit: labels left of the columns of numbers, anything within them. */
function logOutside(cells: readonly CellPlace[], { fit, sheet }: Candidate): number {
  const isLabel = ({ table, column }: CellPlace) => column < (sheet.columns[table] ?? 0) - fit.columns;
  const labels = logOfLabels(cells.filter(isLabel), sheet);
  return (
    labels +
    logOfAnything(
      cells.filter((cell) => !isLabel(cell)),
      sheet,
    )
  );
}

/** The same with all boxes, worked out once. */
const computeLogWeight = memoize((candidate: Candidate) => logWeight(candidate));

/** The logarithm of how well the same cells fit a pad that is not known. */
function logUnknown({ sheet }: Candidate): number {
  return logOfAnything([...writtenCells(sheet).values()], sheet);
}

/** The same where only the columns of numbers are not known. */
function logOfColumns(candidate: Candidate): number {
  return logOutside([...writtenCells(candidate.sheet).values()], candidate);
}

/** How well the same rows fit a pad whose lines are not known, so that none of them is out of place. */
function withOtherLines({ one, log }: { readonly one: Candidate; readonly log: number }): number {
  return log + one.fit.cost - OTHER_LINES_COST;
}

/** The cells of those columns that hold any ink, by their keys. Columns of several tables go on in each other, counted from the right. */
const writtenCells = memoize((sheet: SeenSheet): ReadonlyMap<string, CellPlace> => {
  const fromRight = ({ table, column }: CellPlace) => (sheet.columns[table] ?? 0) - column;
  const hasInk = (cell: CellPlace) => {
    const evidence = sheet.evidence(cell);
    return evidence !== null && !hasNoInk(evidence);
  };
  const used = new Set(sheet.cells.filter(hasInk).map(fromRight));
  return new Map(sheet.cells.flatMap((cell) => (used.has(fromRight(cell)) ? [[cellKey(cell), cell]] : [])));
});

/** The logarithm of how well cells fit anything that people write into a table. */
function logOfAnything(cells: readonly CellPlace[], { evidence }: SeenSheet): number {
  const seen = cells.map(evidence);
  const empty = seen.filter((one) => one !== null && hasNoInk(one)).length;
  const share = Math.max(EMPTY_SHARE.min, Math.min(EMPTY_SHARE.max, empty / Math.max(1, seen.length)));
  return seen.reduce((sum, one) => sum + Math.log(anyCellWeight(one, share)), 0);
}

/**
 * The logarithm of how well cells fit labels: nearly all are printed, in words and dice of which the reader of numbers knows nothing, so that
 * what it takes them for neither speaks for a label nor against it.
 */
function logOfLabels(cells: readonly CellPlace[], { evidence }: SeenSheet): number {
  return cells.reduce((sum, cell) => {
    const seen = evidence(cell);
    const weight = anyCellWeight(seen, EMPTY_SHARE.min);
    const isPrinted = seen !== null && !hasNoInk(seen);
    return sum + Math.log(isPrinted ? Math.max(1 - EMPTY_SHARE.min, weight) : weight);
  }, 0);
}

/** Of ways to change two rows only this many are weighed, those that make most boxes legal. */
const MAX_SWAPS = 12;

/** The rows of boxes with what is written there, and how much of that is possible. */
function writtenRows({ fit, sheet }: Candidate) {
  const { categories } = gameReference(fit.pad.game);
  return rowsOfPad(fit.pad).flatMap(({ holds }, row) => {
    const category = holds.kind === "category" ? categories.get(holds.id) : undefined;
    return category === undefined
      ? []
      : [{ row, category, written: writtenValue(fit.rows[row] ?? [], sheet) }];
  });
}

function legalAmong(category: Category, written: readonly Written[]): number {
  return written.filter((one) => boxFault(toBoxEntry(one), category, false) === null).length;
}

/**
 * How well a pad fits with a part of which nothing is known: a section of the game, a row with something impossible, or a row in which pads
 * differ.
 */
function partsUnknown(candidate: Candidate): number[] {
  const { game } = candidate.fit.pad;
  const sections = game.sections.map(({ id, categories }) => {
    const own = new Set(categories.map((one) => one.id));
    const isElsewhere = ({ category, line }: BoxPlace) =>
      category === null
        ? line !== null && !line.startsWith(`${id}.`) && !line.startsWith("grand.")
        : !own.has(category);
    return logWeight(candidate, isElsewhere) - OTHER_SECTION_COST;
  });
  const rows = writtenRows(candidate)
    .filter(({ category, written }) => legalAmong(category, written) < written.length)
    .map(({ category: { id } }) => logWeight(candidate, ({ category }) => category !== id) - OTHER_ROW_COST);
  const lines = differingRows(candidate.fit.pad).map((row) => {
    const own = new Set(candidate.fit.rows[row]?.map(cellKey));
    return logWeight(candidate, (_, cell) => !own.has(cellKey(cell))) - OTHER_ROW_COST;
  });
  return [...sections, ...rows, ...lines];
}

/** The rows in which pads of a game differ, by their number: lines that are there twice, and the bonus for repeats. */
function differingRows(pad: Pad): number[] {
  const lines = rowsOfPad(pad).map(({ holds }) => (holds.kind === "line" ? holds.id : null));
  const { lines: known } = gameReference(pad.game);
  return lines.flatMap((id, row) => {
    const isTwice = lines.indexOf(id) !== lines.lastIndexOf(id);
    return id !== null && (isTwice || known.get(id)?.kind === "repeats") ? [row] : [];
  });
}

/** How well the same pad fits with two rows in each other's places, where more of their content would then be possible. */
function swaps(candidate: Candidate): number[] {
  const { fit } = candidate;
  const boxes = writtenRows(candidate);
  const pairs = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => {
      const now = legalAmong(one.category, one.written) + legalAmong(other.category, other.written);
      const then = legalAmong(one.category, other.written) + legalAmong(other.category, one.written);
      return then > now ? [{ one: one.row, other: other.row, gain: then - now }] : [];
    }),
  );
  const best = pairs.sort((a, b) => b.gain - a.gain).slice(0, MAX_SWAPS);
  return best.map(({ one, other }) => {
    const rows = fit.rows.with(one, fit.rows[other] ?? null).with(other, fit.rows[one] ?? null);
    const cost = Math.abs(one - other) === 1 ? SWAPPED_COST.neighbours : SWAPPED_COST.others;
    return logWeight({ ...candidate, fit: { ...fit, rows } }) - cost;
  });
}

/** The content of cells by their pictures alone, without empty ones. */
function writtenValue(cells: readonly CellPlace[], { evidence }: SeenSheet): Written[] {
  return cells.flatMap((cell) => {
    const seen = evidence(cell);
    if (seen === null || hasNoInk(seen)) return [];
    const { written } = rawReading(seen);
    return written.kind === "unknown" ? [] : [written];
  });
}

/** Pictures of cells with what was read in them. */
export type CellEvidence = Map<BoxPicture, Evidence | null>;

/**
 * Reads the cells of a ruled sheet, before anything is known of its pad.
 *
 * @param isSigned whether a number may be below 0
 * @param read what was read before; what is read now is added to it
 */
export async function seenSheet(
  { turn, tables, cells }: Pick<ViewedTurn, "turn" | "tables" | "cells">,
  isSigned: boolean,
  digits: DigitReader,
  read: CellEvidence = new Map(),
): Promise<SeenSheet> {
  const unread = cells.flatMap(({ box }) => (box.isBlank || read.has(box) ? [] : [box]));
  const seen = await digits.read(
    unread.map(({ picture }) => picture),
    isSigned,
  );
  for (const [at, box] of unread.entries()) read.set(box, seen[at] ?? null);
  const looks = new Map<string, ReturnType<typeof asFarAsSeen>>();
  for (const { place, box } of cells) {
    const seen = box.isBlank ? NO_INK : (read.get(box) ?? null);
    looks.set(cellKey(place), asFarAsSeen(seen && inkEvidence(seen, box.isFaint), box.visible));
  }
  return {
    turn,
    cells: cells.map(({ place }) => place),
    evidence: (place) => looks.get(cellKey(place))?.evidence ?? null,
    partialEvidence: (place) => looks.get(cellKey(place))?.partialEvidence ?? null,
    columns: tables.map(({ down }) => down.length - 1),
  };
}

import { checkSheet } from "../../check/check-sheet.ts";
import { boxFault, type BoxPlace, gameReference } from "../../check/sheet.ts";
import type { Category, Game } from "../../rules/game/game.ts";
import { memoize } from "../../rules/memoize.ts";
import { type Evidence, NO_INK } from "../digits/evidence.ts";
import type { DigitReader } from "../digits/reader.ts";
import { anyCellWeight } from "../inference/likelihood.ts";
import { limitToVisible, hasNoInk, inkEvidence, rawReading } from "../inference/picture-reading.ts";
import { logEvidence, observedBoxes } from "../inference/sheet-model.ts";
import {
  EMPTY,
  lineValue,
  toBoxEntry,
  toPlayerSheet,
  type ReadBox,
  type SeenBox,
  type Written,
} from "../inference/sheet-reading.ts";
import { cellKey, type CellPlace } from "../tables/ruled-sheet.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import { type CommercialPadBox, padBoxes, type PadFit } from "./fit-rows.ts";
import { type Pad, rowsOfPad } from "./pad.ts";
import type { ViewedTurn } from "./view-tables.ts";

/** A ruled sheet in one turn, with the evidence of its cells. */
export interface SeenSheet {
  readonly turn: number;
  /** The cells that were read: those of every fit, and the same ones in all turns. */
  readonly cells: readonly CellPlace[];
  /** Null for a cell that can't be seen. */
  readonly evidence: (cell: CellPlace) => Evidence | null;
  /** From the visible part of a hidden cell; not used to weigh pads. */
  readonly partialEvidence?: (cell: CellPlace) => Evidence | null;
  /** The number of columns of each table. */
  readonly columns: readonly number[];
}

/** A fit of a pad to a sheet in one turn. */
export interface Candidate {
  readonly fit: PadFit;
  readonly sheet: SeenSheet;
}

/** The most probable fit. */
export interface WeighedPads<C extends Candidate> {
  readonly best: C;
  /** The probability of this assignment of cells to boxes, against others of any pad, known or not. */
  readonly probability: number;
  /** The same, if an unknown pad with these rows but different lines counts as well. */
  readonly ofRows: number;
  /** Pads with the same boxes in the same cells but different rules, the most probable first. */
  readonly others: readonly Pad[];
}

/** The negative log prior that a sheet that looks like a known pad is of an unknown one. */
const UNKNOWN_COST = 3.5;
/** The same for a pad like a known one, but with two rows swapped: of faces, which pads print in their order; neighbouring; or other ones. */
const SWAPPED_COST = { faces: 12, neighbours: 5, others: 8 } as const;
/** The same for a pad whose rows are all one higher or lower, where the sheet has as many rows as the pad and where it has others. */
const SHIFTED_COST = { sameRows: 7, otherRows: 2 } as const;
/** The same for a pad with a different content in a row, or in all rows of a section. */
const OTHER_ROW_COST = 8;
const OTHER_SECTION_COST = 4.5;
/** The same for a pad with these rows but different lines or columns; this bounds the cost of its lines. */
const OTHER_LINES_COST = 12;
/** What each complete game adds to it if all of its sums are right: on a pad with other rules some would not be. */
const CONSISTENT_GAME = 1.5;
/** Added to all of these if a person has named the pad: then only lines found in the wrong places can explain a bad fit. */
const GIVEN_COST = 5;
/** A pad is dropped if its log weight is this much lower than that of another one with the same boxes. */
const SAME_BOXES = 5;
/** Less probable fits are not weighed against similar pads: they wouldn't even lead to a question. */
const MIN_PROBABILITY = 0.01;
/** Estimated shares of empty cells are clamped to this range. */
const EMPTY_SHARE = { min: 0.05, max: 0.95 } as const;

/**
 * Weighs fits of known pads by the sheet's lines, and by how well the rules of the game explain its numbers. In wrong rows, numbers are
 * illegal and sums don't add up, so a fit that is shifted by a row has almost no weight.
 *
 * @param isGiven whether a person has named the pad; its lines may still have been found in the wrong places
 * @returns null without candidates
 */
export function weighPads<C extends Candidate>(
  candidates: readonly C[],
  isGiven: boolean,
): WeighedPads<C> | null {
  const getKey = ({ fit, sheet }: C) => JSON.stringify([sheet.turn, padBoxes(fit)]);
  const weighed = candidates.map((one) => ({ one, log: computeLogWeight(one), key: getKey(one) }));
  const best = weighed.reduce<(typeof weighed)[number] | null>(
    (best, other) => (best === null || other.log > best.log ? other : best),
    null,
  );
  if (best === null) return null;
  const same = weighed.filter(({ key }) => key === best.key);
  const ofSame = sumOfExponentials(same.map(({ log }) => log));
  const ifGiven = isGiven ? GIVEN_COST : 0;
  const { sheet } = best.one;
  // As the same cells fit a pad that is not known.
  const unknown = [logOfAnything([...writtenCells(sheet).values()], sheet) - UNKNOWN_COST - ifGiven];
  const known = sumOfExponentials([...weighed.map(({ log }) => log), ...unknown]);
  // As the same rows fit a pad whose lines are not known, so that none of them is out of place.
  const otherLinesCost = OTHER_LINES_COST + CONSISTENT_GAME * countConsistentGames(best.one);
  const otherLines = [best.log + best.one.fit.cost - otherLinesCost - ifGiven];
  const ofRows = sumOfExponentials([ofSame, ...otherLines]);
  // Other explanations only make it less probable.
  const isHopeless = Math.exp(ofRows - sumOfExponentials([known, ...otherLines])) < MIN_PROBABILITY;
  const parts = isHopeless ? [] : weighUnknownParts(best.one).map((log) => log - ifGiven);
  const shifts = isHopeless ? [] : weighShifts(best.one);
  const like = isGiven || isHopeless ? [...shifts, ...parts] : [...weighSwaps(best.one), ...shifts, ...parts];
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

/** Candidates by how well lines and contents fit, the most probable one first. */
export function rankCandidates<C extends Candidate>(candidates: readonly C[]): C[] {
  return candidates.toSorted((one, other) => computeLogWeight(other) - computeLogWeight(one));
}

/**
 * The log ratio of the best candidate against arbitrary contents. Labels are ignored: upside down, a sheet has words in the place of its
 * numbers and numbers among its labels.
 */
export function logRatioToAnything(candidates: readonly Candidate[]): number {
  const logOfColumns = (one: Candidate) => logOutside([...writtenCells(one.sheet).values()], one);
  return Math.max(...candidates.map((one) => computeLogWeight(one) - logOfColumns(one)));
}

/** The logarithm of a sum, from the logarithms of what is added up. */
function sumOfExponentials(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

export function seenPadBoxes({ fit, sheet }: Candidate): SeenBox[] {
  return padBoxes(fit).map((box) => ({
    ...box.place,
    evidence: boxEvidence(box, sheet),
    partialEvidence: sheet.partialEvidence?.(box.cell) ?? null,
  }));
}

/** The evidence of a box. Ticks count as extra points that can't be seen, unless the points are written, too. */
function boxEvidence({ cell, ticks }: CommercialPadBox, { evidence }: SeenSheet): Evidence | null {
  const own = evidence(cell);
  if (ticks === null) return own;
  const seen = evidence(ticks);
  const { written } = seen === null ? { written: EMPTY } : rawReading(seen);
  const isTicked = seen === null || !(hasNoInk(seen) || (written.kind === "score" && written.value === 0));
  if (cellKey(ticks) === cellKey(cell)) return isTicked ? null : NO_INK;
  return isTicked && own !== null && hasNoInk(own) ? null : own;
}

/**
 * The log weight of a fit by lines and contents. All fits explain the same cells, so they can be compared: a cell that is neither box nor
 * line may hold anything. Empty columns are neutral.
 */
function logWeight(
  { fit, sheet }: Candidate,
  isKnown: (place: BoxPlace, cell: CellPlace) => boolean = () => true,
): number {
  const written = writtenCells(sheet);
  const boxes = padBoxes(fit).filter(({ cell, place }) => written.has(cellKey(cell)) && isKnown(place, cell));
  const seen = boxes.map((box): SeenBox => ({ ...box.place, evidence: boxEvidence(box, sheet) }));
  const players = [...new Set(boxes.map(({ place }) => place.player))];
  const ofBoxes = players.map((player) =>
    logEvidence(fit.pad.game, observedBoxes({ game: fit.pad.game, boxes: seen, player, answers: new Map() })),
  );
  const taken = new Set(boxes.map(({ cell }) => cellKey(cell)));
  const others = [...written].filter(([key]) => !taken.has(key)).map(([, cell]) => cell);
  return ofBoxes.reduce((sum, log) => sum + log, logOutside(others, { fit, sheet }) - fit.cost);
}

/** The logarithm of how well cells that are no boxes fit: labels left of the columns of numbers, anything within them. */
function logOutside(cells: readonly CellPlace[], { fit, sheet }: Candidate): number {
  const isLabel = ({ table, column }: CellPlace) => column < (sheet.columns[table] ?? 0) - fit.columns;
  const others = cells.filter((cell) => !isLabel(cell));
  return logOfLabels(cells.filter(isLabel), sheet) + logOfAnything(others, sheet);
}

/** The same with all boxes, worked out once. */
const computeLogWeight = memoize((candidate: Candidate) => logWeight(candidate));

/** The number of players whose boxes are all filled in and whose written lines are what the rules of the pad ask for. */
const countConsistentGames = memoize((candidate: Candidate): number => {
  const { game } = candidate.fit.pad;
  const read = seenPadBoxes(candidate).map(({ evidence, ...box }): ReadBox => {
    const written = evidence === null ? EMPTY : rawReading(evidence).written;
    return { ...box, written, confidence: 1, alternatives: [], doubt: null, confirmed: false };
  });
  const players = [...new Set(read.map(({ player }) => player))];
  return players.filter((player) => {
    const own = read.filter((box) => box.player === player);
    const isFilled = own.every(({ category, written }) => category === null || lineValue(written) !== null);
    const isSummed = own.some(({ line, written }) => line !== null && lineValue(written) !== null);
    return isFilled && isSummed && isFaultless(game, own);
  }).length;
});

function isFaultless(game: Game, own: readonly ReadBox[]): boolean {
  const sheet = { file: "", game, complete: null, players: [toPlayerSheet(own, game, "")] };
  return checkSheet(sheet).findings.length === 0;
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
 * The log weight of cells as labels. Nearly all labels are printed with words and dice, which the digit reader can't read, so its guesses
 * are neutral.
 */
function logOfLabels(cells: readonly CellPlace[], { evidence }: SeenSheet): number {
  return cells.reduce((sum, cell) => {
    const seen = evidence(cell);
    const weight = anyCellWeight(seen, EMPTY_SHARE.min);
    const isPrinted = seen !== null && !hasNoInk(seen);
    return sum + Math.log(isPrinted ? Math.max(1 - EMPTY_SHARE.min, weight) : weight);
  }, 0);
}

/**
 * The log weights of the same rows one higher or lower, by their numbers alone: lines can't rule out a pad that begins with another row.
 * Only the numbers can, of which a game that has just begun has few.
 */
function weighShifts(candidate: Candidate): number[] {
  const { fit } = candidate;
  const isOneTooMany = fit.extra.some((cells) => cells.length > 0);
  const rows = [...fit.rows.flatMap((cells) => (cells === null ? [] : [cells])), ...fit.extra].sort(byPlace);
  return [-1, 1].map((by) => {
    const shifted = fit.rows.map((cells) =>
      cells === null ? null : (rows[rows.indexOf(cells) + by] ?? null),
    );
    const cost = isOneTooMany ? SHIFTED_COST.otherRows : SHIFTED_COST.sameRows;
    return logWeight({ ...candidate, fit: { ...fit, rows: shifted } }) - cost;
  });
}

function byPlace([one]: readonly CellPlace[], [other]: readonly CellPlace[]): number {
  if (one === undefined || other === undefined) return 0;
  return one.table - other.table || one.row - other.row;
}

/** Only this many swaps are weighed, those that make the most boxes legal. */
const MAX_SWAPS = 12;

/** The rows of boxes with their contents by the pictures alone. */
function writtenRows({ fit, sheet }: Candidate) {
  const { categories } = gameReference(fit.pad.game);
  return rowsOfPad(fit.pad).flatMap(({ holds }, row) => {
    const category = holds.kind === "category" ? categories.get(holds.id) : undefined;
    return category === undefined
      ? []
      : [{ row, category, written: writtenValue(fit.rows[row] ?? [], sheet) }];
  });
}

function countLegal(category: Category, written: readonly Written[]): number {
  return written.filter((one) => boxFault(toBoxEntry(one), category, false) === null).length;
}

/**
 * The log weights of pads that differ from the candidate in an unknown part: a section, a row with an impossible number, or a row in which
 * pads differ.
 */
function weighUnknownParts(candidate: Candidate): number[] {
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
    .filter(({ category, written }) => countLegal(category, written) < written.length)
    .map(({ category: { id } }) => logWeight(candidate, ({ category }) => category !== id) - OTHER_ROW_COST);
  const lines = differingRows(candidate.fit.pad).map((row) => {
    const own = new Set(candidate.fit.rows[row]?.map(cellKey));
    return logWeight(candidate, (_, cell) => !own.has(cellKey(cell))) - OTHER_ROW_COST;
  });
  return [...sections, ...rows, ...lines];
}

/** The indices of rows in which pads of a game often differ: repeated lines, and the bonus for repeats. */
function differingRows(pad: Pad): number[] {
  const lines = rowsOfPad(pad).map(({ holds }) => (holds.kind === "line" ? holds.id : null));
  const { lines: known } = gameReference(pad.game);
  return lines.flatMap((id, row) => {
    const isTwice = lines.indexOf(id) !== lines.lastIndexOf(id);
    return id !== null && (isTwice || known.get(id)?.kind === "repeats") ? [row] : [];
  });
}

/** The log weights of the same pad with two rows swapped, if that makes more of their contents possible. */
function weighSwaps(candidate: Candidate): number[] {
  const { fit } = candidate;
  const boxes = writtenRows(candidate);
  const pairs = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => {
      const now = countLegal(one.category, one.written) + countLegal(other.category, other.written);
      const then = countLegal(one.category, other.written) + countLegal(other.category, one.written);
      return then > now ? [{ one, other, gain: then - now }] : [];
    }),
  );
  const best = pairs.sort((a, b) => b.gain - a.gain).slice(0, MAX_SWAPS);
  return best.map(({ one, other }) => {
    const [above, below] = [one.row, other.row];
    const rows = fit.rows.with(above, fit.rows[below] ?? null).with(below, fit.rows[above] ?? null);
    const areFaces = [one, other].every(({ category }) => category.pattern.kind === "face");
    const kind = areFaces ? "faces" : below - above === 1 ? "neighbours" : "others";
    return logWeight({ ...candidate, fit: { ...fit, rows } }) - SWAPPED_COST[kind];
  });
}

/** The contents of cells by their pictures alone, without empty ones. */
function writtenValue(cells: readonly CellPlace[], { evidence }: SeenSheet): Written[] {
  return cells.flatMap((cell) => {
    const seen = evidence(cell);
    if (seen === null || hasNoInk(seen)) return [];
    const { written } = rawReading(seen);
    return written.kind === "unknown" ? [] : [written];
  });
}

export type CellEvidence = Map<BoxPicture, Evidence | null>;

/**
 * Reads the cells of a ruled sheet before its pad is known.
 *
 * @param isSigned whether numbers may be negative
 * @param read a cache of the evidence, which is extended
 */
export async function readCells(
  { turn, tables, cells }: Pick<ViewedTurn, "turn" | "tables" | "cells">,
  isSigned: boolean,
  digits: DigitReader,
  read: CellEvidence = new Map(),
): Promise<SeenSheet> {
  const unread = cells.flatMap(({ box }) => (box.isBlank || read.has(box) ? [] : [box]));
  const pictures = unread.map(({ picture }) => picture);
  const seen = await digits.read(pictures, isSigned);
  for (const [at, box] of unread.entries()) read.set(box, seen[at] ?? null);
  const looks = new Map<string, ReturnType<typeof limitToVisible>>();
  for (const { place, box } of cells) {
    const seen = box.isBlank ? NO_INK : (read.get(box) ?? null);
    looks.set(cellKey(place), limitToVisible(seen && inkEvidence(seen, box.isFaint), box.visible));
  }
  return {
    turn,
    cells: cells.map(({ place }) => place),
    evidence: (place) => looks.get(cellKey(place))?.evidence ?? null,
    partialEvidence: (place) => looks.get(cellKey(place))?.partialEvidence ?? null,
    columns: tables.map(({ down }) => down.length - 1),
  };
}

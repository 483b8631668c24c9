import { platform } from "../../platform/node.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import { getElement, median } from "../../rules/arrays.ts";
import { msg } from "../../rules/problem/message.ts";
import { type Result, refusal, success } from "../../rules/problem/problem.ts";
import type { DigitReader } from "../digits/reader.ts";
import { annotateImage } from "../image/annotate.ts";
import type { Photo } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { hasNoInk, rawReading } from "../inference/picture-reading.ts";
import { findTables, tablesOnPapers } from "../tables/find-tables.ts";
import {
  cellArea,
  lineExtent,
  QUARTERS,
  type Quarters,
  type RuledSheet,
  turnSheet,
  turnTables,
} from "../tables/ruled-sheet.ts";
import { foundRows, type PadFit } from "./fit-rows.ts";
import type { Pad } from "./pad.ts";
import { type NewPad, NO_HINTS, type PadHints, proposePads, uprightness } from "./propose-pad.ts";
import { splitSheet } from "./split-sheet.ts";
import { fitProposals, noTable, numberCells, viewTurn } from "./view-tables.ts";
import { type Candidate, rankCandidates, readCells, type SeenSheet } from "./weigh-pads.ts";

/** Finds the sheet with the most lines on a photo, for a pad of a game. @param turn clockwise, in quarters; null turns it until its labels are on the left */
export function sheetToLearn(
  photo: Photo,
  turn: Quarters | null,
  tools: PhotoTools,
  file: string,
  wanted: WantedPad,
): Result<RuledSheet> {
  const usual = findTables(photo, tools);
  const [found] = usual.length > 0 ? usual : tablesOnPapers(photo, tools);
  if (found === undefined) return noTable(file);
  const upright = (quarters: Quarters) => uprightness(turnTables(found, quarters));
  const ways = turn === null ? QUARTERS : [turn];
  const best = ways.reduce((best, one) => (upright(one) > upright(best) ? one : best));
  return success(partToLearn(turnSheet(found, best), wanted));
}

/** The pad that is to be learned, and those whose rows it may have. */
export interface WantedPad {
  readonly start: NewPad;
  readonly known: readonly Pad[];
}

/** A pad has at most this many tables, if several sheets of it are on one page. */
const MOST_TABLES = 3;

/** One of several sheets that are printed on a page, if its tables together are no pad for the game; otherwise the whole. */
export function partToLearn(sheet: RuledSheet, { start, known }: WantedPad): RuledSheet {
  const measureCost = ({ tables }: Pick<RuledSheet, "tables">) =>
    Math.min(Infinity, ...proposePads(tables, start, NO_HINTS, known).map(({ cost }) => cost));
  if (sheet.tables.length === 1 || measureCost(sheet) < Infinity) return sheet;
  return splitSheet(sheet, MOST_TABLES, measureCost)[0] ?? sheet;
}

export function rowCount({ tables }: Pick<RuledSheet, "tables">): number {
  return tables.reduce((sum, { darkness }) => sum + darkness.length, 0);
}

/**
 * Finds the most probable pad for a sheet, by the rows of known pads, the order of the game's boxes, the lines of the table and, if it is
 * filled in, by how well the rules explain its numbers.
 *
 * @param known pads whose rows it may have, those of the same game
 */
export async function learnPad(
  sheet: RuledSheet,
  start: NewPad,
  hints: PadHints,
  digits: DigitReader,
  known: readonly Pad[] = [],
): Promise<Result<LearnedPad>> {
  const proposals = proposePads(sheet.tables, start, hints, known);
  const [first] = proposals;
  if (first === undefined) {
    const rows = rowCount(sheet);
    const message = msg`scan.pad-rows-mismatch: the pad has ${rows} rows, which do not match the boxes of \`${start.game.id}\``;
    const hint = msg`scan.pad-rows-hint: name another game, or say what the rows are for: \`--rows 7=upper.sum,9=nothing\``;
    return refusal("no-such-rows", message, hint);
  }
  const fits = fitProposals(sheet.tables, proposals);
  if (fits.length === 0) return success(toLearnedPad(proposals.map(({ pad }) => pad)));
  const seen = await readCells(await viewTurn({ turn: 0, sheet }, numberCells(fits), null), false, digits);
  return success(toLearnedPad(rankFits(fits, seen).map(({ pad }) => pad)));
}

/** What is written is legible with a greater probability than this; letters printed in the cells of an empty sheet look like many numbers. */
const LEGIBLE = 0.8;

/** Fits of proposed pads, the most probable one first: in the order they are given, unless most of what is written is legible. */
export function rankFits(fits: readonly PadFit[], sheet: SeenSheet): readonly PadFit[] {
  const inked = sheet.cells.flatMap((cell) => sheet.evidence(cell) ?? []).filter((one) => !hasNoInk(one));
  if (inked.length === 0 || median(inked.map((one) => rawReading(one).probability)) < LEGIBLE) return fits;
  return rankCandidates(fits.map((fit): Candidate => ({ fit, sheet }))).map(({ fit }) => fit);
}

/** A pad as it was learned, and what it may be instead. */
export interface LearnedPad {
  readonly pad: Pad;
  /** The most probable pad with other rows, or other columns of labels; null if there is none. */
  readonly second: Pad | null;
}

/** @param pads the most probable one first, at least one */
function toLearnedPad(pads: readonly Pad[]): LearnedPad {
  const pad = getElement(pads, 0);
  const contents = ({ tables }: Pad) =>
    JSON.stringify(tables.map(({ labels, rows }) => [labels, rows.map(({ holds }) => holds)]));
  return { pad, second: pads.find((other) => contents(other) !== contents(pad)) ?? null };
}

const QUALITY = 90;
const COLOUR = "#b3261e";
/** The height of capitals as a share of the usual row, and the space around words as a share of that height. */
const WORDS = { height: 0.36, space: 0.8 } as const;

/** A PNG of the straightened sheet with framed rows. Their names are right of the table, or left of it where another table is in the way. */
export async function drawNamedRows(
  sheet: RuledSheet,
  pad: Pad,
  names: readonly string[],
  typeface: Typeface,
): Promise<Uint8Array> {
  const { rgb, pxPerMm, tables } = sheet;
  const { widthPx, heightPx } = sheet.grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  const rows = foundRows(tables);
  const capPx = WORDS.height * median(rows.map((row) => row.heightPx));
  const sizePt = (10 * capPx) / pxPerMm / typeface.height(10).capMm;
  const spacePx = WORDS.space * capPx;
  const widest = Math.max(...names.map((name) => typeface.width(name, sizePt)));
  const marginPx = Math.ceil(widest * pxPerMm + 2 * spacePx);
  const edges = tables.map(({ across, down }) => [...lineExtent(across), ...lineExtent(down)] as const);
  const margins = edges.map(([top, bottom, left, right]) => {
    const isLeft = edges.some((other) => other[2] >= right && other[0] < bottom && other[1] > top);
    return { isLeft, top, heightPx: bottom - top, left: isLeft ? left - marginPx : right };
  });
  const grounds = margins.map(
    ({ left, top, heightPx }) =>
      `<rect fill="#fff" stroke="none" x="${left}" y="${top}" width="${marginPx}" height="${heightPx}"/>`,
  );
  const drawn = rows.map(({ table, row }, at) => {
    const { down } = getElement(tables, table);
    const first = cellArea(sheet, { table, row, column: pad.tables[table]?.labels ?? 0 });
    const last = cellArea(sheet, { table, row, column: down.length - 2 });
    const frame = `<rect x="${first.xPx}" y="${first.yPx}" width="${last.xPx + last.widthPx - first.xPx}" height="${first.heightPx}"/>`;
    const x = getElement(margins, table).left + spacePx;
    const place = `translate(${x} ${first.yPx + (first.heightPx + capPx) / 2}) scale(${pxPerMm})`;
    const words = typeface.outline(getElement(names, at), sizePt);
    return `${frame}<path fill="${COLOUR}" stroke="none" transform="${place}" d="${words}"/>`;
  });
  const svg = `<g fill="none" stroke="${COLOUR}" stroke-width="1.5">${grounds.join("")}${drawn.join("")}</g>`;
  const leftPx = margins.some(({ isLeft }) => isLeft) ? marginPx : 0;
  return annotateImage(
    await platform.images.encodeJpeg(image, QUALITY),
    { svg, leftPx, rightPx: marginPx },
    "png",
  );
}

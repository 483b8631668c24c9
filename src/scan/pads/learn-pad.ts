import { platform } from "../../platform/node.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { DigitReader } from "../digits/reader.ts";
import { drawOver } from "../image/annotate.ts";
import type { Photo } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { findTables, tablesOnPapers } from "../tables/find-tables.ts";
import { cellArea, cellKey, type RuledSheet } from "../tables/found-table.ts";
import { QUARTERS, type Quarters, turned, turnedTables } from "../tables/turned.ts";
import { fitsOf } from "./fit-rows.ts";
import type { Pad } from "./pad.ts";
import { type NewPad, type PadHints, proposePads, uprightness } from "./propose-pad.ts";
import { seenSheet } from "./seen-sheet.ts";
import { noTable, viewTurn } from "./view-tables.ts";
import { type Candidate, weighPads } from "./weigh-pads.ts";

/** The ruled sheet that a pad is learned from, the right way up. */
export type LearningSheet = RuledSheet;

/** Finds the sheet with the most lines on a photo. @param turn by how many quarters to turn it clockwise; null: until its labels stand left */
export function sheetToLearn(
  photo: Photo,
  turn: Quarters | null,
  tools: PhotoTools,
  file: string,
): Result<LearningSheet> {
  const [found] = tablesOn(photo, tools);
  if (found === undefined) return noTable(file);
  if (turn !== null) return success(turned(found, turn));
  const ways = QUARTERS.map((quarters) => ({
    quarters,
    upright: uprightness(turnedTables(found, quarters)),
  }));
  const best = ways.reduce((best, one) => (one.upright > best.upright ? one : best));
  return success(turned(found, best.quarters));
}

/** The ruled sheets on a photo; where there seems to be none, those on each paper by itself. */
function tablesOn(photo: Photo, tools: PhotoTools): RuledSheet[] {
  const usual = findTables(photo, tools);
  return usual.length > 0 ? usual : tablesOnPapers(photo, tools);
}

/** How many rows a sheet has, over all its tables. */
export function rowCount({ tables }: Pick<RuledSheet, "tables">): number {
  return tables.reduce((sum, { darkness }) => sum + darkness.length, 0);
}

/**
 * The pad that a sheet most probably is of, by the order of the game's boxes, the lines of the table and, where it is filled in, by how
 * well the rules explain what is written.
 */
export async function learnPad(
  sheet: LearningSheet,
  start: NewPad,
  hints: PadHints,
  digits: DigitReader,
): Promise<Result<Pad>> {
  const proposals = proposePads(sheet.tables, start, hints);
  const [first] = proposals;
  if (first === undefined) {
    const rows = rowCount(sheet);
    const message = msg(
      "scan.rows-cant-boxes",
    )`${rows} rows can’t be the boxes of \`${start.game.id}\` in their order`;
    const hint = msg(
      "scan.name-another-game",
    )`name another game, or say what rows hold: \`--rows 7=upper.sum,9=nothing\``;
    return refusal("no-such-rows", message, hint);
  }
  const fits = proposals.flatMap(({ pad, cost }) => {
    const [fit] = fitsOf(sheet, pad).filter(({ rows }) => rows.every((cells) => cells !== null));
    return fit === undefined ? [] : [{ ...fit, cost }];
  });
  if (fits.length === 0) return success(first.pad);
  const cells = fits.flatMap(({ rows }) => rows.flatMap((row) => row ?? []));
  const places = [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()];
  const seen = await seenSheet(await viewTurn({ turn: 0, sheet }, places, null), false, digits);
  const weighed = weighPads(
    fits.map((fit): Candidate => ({ fit, sheet: seen })),
    true,
  );
  return success(weighed?.best.fit.pad ?? first.pad);
}

const QUALITY = 90;
const COLOUR = "#b3261e";
/** The size of a number for the height of its row. */
const NUMBER_SHARE = 0.62;

/** The straightened sheet with its rows numbered from the top, over all tables, and its columns of numbers framed, as PNG. */
export async function numberedPicture(
  sheet: LearningSheet,
  pad: Pad,
  typeface: Typeface,
): Promise<Uint8Array> {
  const { rgb, grey, pxPerMm } = sheet;
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  let number = 0;
  const drawn = sheet.tables.flatMap(({ darkness, down }, table) =>
    darkness.map((_, row) => {
      const labels = pad.tables[table]?.labels ?? 0;
      const first = cellArea(sheet, { table, row, column: labels });
      const last = cellArea(sheet, { table, row, column: down.length - 2 });
      const right = last.xPx + last.widthPx;
      const frame = `<rect x="${first.xPx}" y="${first.yPx}" width="${right - first.xPx}" height="${first.heightPx}"/>`;
      return frame + drawnNumber(String(++number), right, first, pxPerMm, typeface);
    }),
  );
  const svg = `<g fill="none" stroke="${COLOUR}" stroke-width="1.5">${drawn.join("")}</g>`;
  return drawOver(await platform.images.encodeJpeg(image, QUALITY), { svg, belowPx: 0 }, "png");
}

/** A number in the last column of a row. */
function drawnNumber(
  number: string,
  right: number,
  { yPx, heightPx }: { readonly yPx: number; readonly heightPx: number },
  pxPerMm: number,
  typeface: Typeface,
): string {
  const unit = typeface.height(10).capMm;
  const sizePt = (10 * NUMBER_SHARE * heightPx) / pxPerMm / unit;
  const width = typeface.width(number, sizePt) * pxPerMm;
  const top = yPx + (heightPx * (1 + NUMBER_SHARE)) / 2;
  const place = `translate(${right - width - 6} ${top}) scale(${pxPerMm})`;
  return `<path fill="${COLOUR}" stroke="none" transform="${place}" d="${typeface.outline(number, sizePt)}"/>`;
}

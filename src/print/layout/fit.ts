import type { Typeface } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { Range } from "./sizes.ts";

const STEP_PT = 0.25;

/** The largest size within the range at which a line is no wider than that; null if even the least is too large. */
export function fittingSize(face: Typeface, text: string, range: Range, widthMm: number): number | null {
  for (let size = range.usual; size > range.least; size -= STEP_PT) {
    if (face.width(text, size) <= widthMm) return size;
  }
  return face.width(text, range.least) <= widthMm ? range.least : null;
}

/** Breaks text into lines at its spaces; a word that is too long for a line stands on one of its own. */
export function brokenLines(face: Typeface, text: string, sizePt: number, widthMm: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || face.width(longer, sizePt) > widthMm) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export interface TextStyle {
  readonly face: Typeface;
  readonly weight: "regular" | "bold";
  readonly sizePt: number;
  /** Share of black. */
  readonly grey: number;
  readonly align: "left" | "right" | "centre";
  /** Whether it takes the accent colour, on pads that have one. */
  readonly isAccented?: boolean;
}

/** Puts a line of text into its cell at a baseline. */
export function placeText(
  text: string,
  style: TextStyle,
  cell: Area,
  insetMm: number,
  baselineMm: number,
): PlacedText {
  const width = style.face.width(text, style.sizePt);
  const left = cell.xMm + insetMm;
  const free = cell.widthMm - 2 * insetMm - width;
  const xMm = left + free * { left: 0, centre: 0.5, right: 1 }[style.align];
  const { aboveMm, belowMm } = style.face.ink(text, style.sizePt);
  const ink = { xMm, yMm: baselineMm - aboveMm, widthMm: width, heightMm: aboveMm + belowMm };
  const { weight, sizePt, grey, isAccented = false } = style;
  return { text, cell, ink, xMm, baselineMm, sizePt, weight, grey, isAccented, upwards: false };
}

/** Puts a line of text into its cell turned by 90 degrees, so that it reads upwards from the cell's foot, in the middle of its width. */
export function placeUpwards(text: string, style: TextStyle, cell: Area, insetMm: number): PlacedText {
  const { face, weight, sizePt, grey, isAccented = false } = style;
  const long = face.width(text, sizePt);
  const { aboveMm, belowMm } = face.ink(text, sizePt);
  const yMm = cell.yMm + cell.heightMm - insetMm;
  const xMm = cell.xMm + (cell.widthMm + face.height(sizePt).capMm) / 2;
  const ink = { xMm: xMm - aboveMm, yMm: yMm - long, widthMm: aboveMm + belowMm, heightMm: long };
  return { text, cell, ink, xMm, baselineMm: yMm, sizePt, weight, grey, isAccented, upwards: true };
}

/** Where the baseline must be for capitals and figures to stand in the middle of a height. */
export function middleBaseline(style: TextStyle, yMm: number, heightMm: number): number {
  return yMm + (heightMm + style.face.height(style.sizePt).capMm) / 2;
}

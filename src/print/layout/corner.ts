import type { TypeFamily } from "../fonts/typeface.ts";
import { blankAbove } from "./blanks.ts";
import { fittingSize, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "../geometry.ts";
import type { PadText } from "./pad-text.ts";
import { GREY, level, type Setting, type SheetParts } from "./sheet-parts.ts";
import type { Sizes } from "./sizes.ts";

/**
 * The corner between labels and turned names is as high as a name is long. Where title and fields fit into it, they save the
 * rows a line of their own.
 */
export interface CornerPlan {
  /** Null where the title stands elsewhere, or was set already. */
  readonly titlePt: number | null;
  /** How far below the top of the corner the fields' room begins. */
  readonly fromMm: number;
}

/** The title may shrink a little to fit the corner, but stays the largest thing on the sheet. */
const MIN_TITLE = 0.72;
/** A field in the corner may be this much shorter than a name. */
const FIELD_SHARE = 0.7;
/** Fields alone may stand a little closer than boxes do, and need not be further apart than this. */
const MIN_PITCH = 0.64;
const ENOUGH_PITCH_MM = 6;
/** From the last baseline to the bottom of the corner. */
const LIFT_MM = 1.8;

/**
 * Plans the corner of a table.
 *
 * @param area its size; the height is the least that it may get
 * @returns null if title and fields do not fit
 */
export function planCorner(
  text: PadText,
  area: Pick<Area, "widthMm" | "heightMm">,
  sizes: Sizes,
  family: TypeFamily,
): CornerPlan | null {
  const { usual } = sizes.titlePt;
  const width = area.widthMm - 2 * sizes.insetMm;
  const titlePt = fittingSize(family.bold, text.title, { usual, least: usual * MIN_TITLE }, width);
  if (titlePt === null || text.subtitle !== null || text.fields.length === 0) return null;
  const first = titleBaseline(text, titlePt, sizes, family);
  const pitch = fieldPitch(text, area.heightMm, first);
  if (pitch < sizes.boxMm.height) return null;
  const shortest = Math.min(...fieldRooms(text, width, sizes, family));
  return shortest < sizes.nameMm * FIELD_SHARE ? null : { titlePt, fromMm: first };
}

/**
 * Plans a corner that holds the fields only.
 *
 * @param area its size; the height is the least that it may get
 * @returns null if they do not fit
 */
export function planFieldsInCorner(
  text: PadText,
  area: Pick<Area, "widthMm" | "heightMm">,
  sizes: Sizes,
  family: TypeFamily,
): CornerPlan | null {
  if (text.fields.length === 0) return null;
  const pitch = fieldPitch(text, area.heightMm, 0);
  const shortest = Math.min(...fieldRooms(text, area.widthMm - 2 * sizes.insetMm, sizes, family));
  if (pitch < leastPitch(sizes) || shortest < sizes.nameMm * FIELD_SHARE) return null;
  return { titlePt: null, fromMm: 0 };
}

function leastPitch({ boxMm }: Sizes): number {
  return Math.min(boxMm.height * MIN_PITCH, ENOUGH_PITCH_MM);
}

/** What a corner with title and fields can give to a title of somebody's own, with the fields as close to each other as they go. */
export function cornerRoom({ fields }: PadText, cell: Area, sizes: Sizes): Area {
  const above = sizes.insetMm * 1.3;
  const below = LIFT_MM + fields.length * leastPitch(sizes);
  return {
    xMm: cell.xMm + sizes.insetMm,
    yMm: cell.yMm + above,
    widthMm: cell.widthMm - 2 * sizes.insetMm,
    heightMm: Math.min(sizes.boxMm.height * 1.4, cell.heightMm - above - below),
  };
}

/** Places the title, the fields below it and, behind the last of them, what the cells beside are for. */
export function placeCorner(
  parts: SheetParts,
  { sizes, family, grid }: Setting,
  written: PadText,
  { titlePt, fromMm: first }: CornerPlan,
  cell: Area,
): void {
  // The cells beside are for the game's columns where it has several, and not for names.
  const text = grid.columns.length > 1 ? { ...written, name: "" } : written;
  const quiet = quietStyle(sizes, family);
  const pitch = fieldPitch(text, cell.heightMm, first);
  const rooms = fieldRooms(text, cell.widthMm - 2 * sizes.insetMm, sizes, family);
  if (titlePt !== null) {
    const { bold: face } = family;
    const bold: TextStyle = {
      face,
      weight: "bold",
      sizePt: titlePt,
      grey: GREY.ink,
      align: "left",
      isAccented: true,
    };
    parts.texts.push(placeText(text.title, bold, cell, sizes.insetMm, cell.yMm + first));
  }
  text.fields.forEach((field, at) => {
    const { label } = field;
    const baseline = cell.yMm + first + (at + 1) * pitch;
    parts.texts.push(placeText(label, quiet, cell, sizes.insetMm, baseline));
    const from = cell.xMm + sizes.insetMm + family.regular.width(label, quiet.sizePt) + gapOf(sizes);
    const line = { xMm: from, widthMm: rooms[at] ?? 0 };
    parts.rules.push(level(line, baseline + 0.5, 0.4, 0.7));
    parts.blanks.push(blankAbove({ ...line, yMm: baseline + 0.5 }, field, pitch));
  });
  if (text.name === "") return;
  const last = cell.yMm + cell.heightMm - LIFT_MM;
  parts.texts.push(placeText(text.name, { ...quiet, align: "right" }, cell, sizes.insetMm, last));
}

function quietStyle(sizes: Sizes, family: TypeFamily): TextStyle {
  const sizePt = sizes.hintPt.usual;
  return { face: family.regular, weight: "regular", sizePt, grey: GREY.quiet, align: "left" };
}

function gapOf(sizes: Sizes): number {
  return sizes.insetMm * 0.7;
}

/** How far below the top of the corner the title stands. */
function titleBaseline(text: PadText, titlePt: number, sizes: Sizes, family: TypeFamily): number {
  return sizes.insetMm * 1.3 + family.bold.ink(text.title, titlePt).aboveMm;
}

/** The fields share what the title leaves of the height. */
function fieldPitch(text: PadText, heightMm: number, titleBaselineMm: number): number {
  return (heightMm - LIFT_MM - titleBaselineMm) / text.fields.length;
}

/** How long the line of each field can be; the last one leaves room for the word about names. */
function fieldRooms(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): number[] {
  const { face, sizePt } = quietStyle(sizes, family);
  const name = text.name === "" ? 0 : face.width(text.name, sizePt) + 2 * gapOf(sizes);
  return text.fields.map(({ label }, at) => {
    const room = widthMm - face.width(label, sizePt) - gapOf(sizes);
    return at === text.fields.length - 1 ? room - name : room;
  });
}

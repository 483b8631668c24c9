import type { TypeFamily } from "../fonts/typeface.ts";
import { blankAbove, placeNames } from "./blanks.ts";
import { placeColumnHead } from "./column-head.ts";
import { type CornerPlan, placeCorner } from "./corner.ts";
import { fittingSize, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "../geometry.ts";
import type { PadText } from "./pad-text.ts";
import { columnX, GREY, level, type Setting, type SheetParts } from "./sheet-parts.ts";
import type { Range, Sizes } from "./sizes.ts";

/** A field must leave room for a name or a date behind its label. */
const FIELD_MM = 25;

/** How the title and the fields stand, and how much height that takes. */
export interface TitlePlan {
  readonly titlePt: number;
  /** Fields beside the title, on a line below it, or not here. */
  readonly fields: "beside" | "below" | "elsewhere";
  /** From the top of the title's row to its baseline. */
  readonly baselineMm: number;
  readonly heightMm: number;
}

/**
 * Plans the top of the sheet: the title with its fields beside it if there is room, else below.
 *
 * @returns null if not even the title fits the width
 */
export function planTitle(
  text: PadText,
  widthMm: number,
  sizes: Sizes,
  family: TypeFamily,
): TitlePlan | null {
  const titlePt = fittingSize(family.bold, text.title, sizes.titlePt, widthMm);
  if (titlePt === null) return null;
  const { aboveMm } = family.bold.ink(text.title, titlePt);
  const fields = fieldsFitBeside(text, titlePt, widthMm, sizes, family) ? "beside" : "below";
  const row = aboveMm + 2.3 * sizes.insetMm;
  const heightMm = row + (fields === "below" ? sizes.fieldsMm : 0);
  return { titlePt, fields, baselineMm: aboveMm, heightMm };
}

/**
 * Plans the top of a sheet whose title stands between the marks.
 *
 * @param room where the title may stand; as high as the marks
 * @param below how much lies between the marks and the table
 * @param isElsewhere whether the fields have another place if there is no room beside the title
 * @returns null if not even the title fits
 */
export function planTitleBetweenMarks(
  text: PadText,
  room: Area,
  below: number,
  isElsewhere: boolean,
  sizes: Sizes,
  family: TypeFamily,
): TitlePlan | null {
  const titlePt = fittingSize(family.bold, text.title, sizes.titlePt, room.widthMm);
  if (titlePt === null) return null;
  const beside = fieldsFitBeside(text, titlePt, room.widthMm, sizes, family);
  const fields = beside ? "beside" : isElsewhere ? "elsewhere" : "below";
  const baselineMm = (room.heightMm + family.bold.height(titlePt).capMm) / 2;
  const row = room.heightMm + below;
  return { titlePt, fields, baselineMm, heightMm: row + (fields === "below" ? sizes.fieldsMm : 0) };
}

function fieldsFitBeside(
  text: PadText,
  titlePt: number,
  widthMm: number,
  sizes: Sizes,
  family: TypeFamily,
): boolean {
  if (text.fields.length === 0) return true;
  const title = family.bold.width(text.title, titlePt);
  const needed = fieldsBesideMm(text, sizes, family);
  return text.subtitle === null && title + 3 * sizes.insetMm + needed <= widthMm;
}

/** What the fields need on a line, each with room for a name or a date. */
export function fieldsBesideMm(text: PadText, sizes: Sizes, family: TypeFamily): number {
  return text.fields.reduce(
    (sum, { label }) => sum + family.regular.width(label, sizes.hintPt.usual) + FIELD_MM + 2 * sizes.insetMm,
    0,
  );
}

/**
 * Places the title, its subtitle and the fields.
 *
 * @param area the row of the title
 * @param fieldsArea the row of the fields, where they stand below
 */
export function placeTitle(
  parts: SheetParts,
  sizes: Sizes,
  family: TypeFamily,
  text: PadText,
  plan: TitlePlan,
  area: Area,
  fieldsArea: Area,
): void {
  const style: TextStyle = {
    face: family.bold,
    weight: "bold",
    sizePt: plan.titlePt,
    grey: GREY.ink,
    align: "left",
    isAccented: true,
  };
  const baseline = area.yMm + plan.baselineMm;
  const used = family.bold.width(text.title, plan.titlePt);
  parts.texts.push(placeText(text.title, style, area, 0, baseline));
  const after = {
    ...area,
    xMm: area.xMm + used + 2 * sizes.insetMm,
    widthMm: area.widthMm - used - 2 * sizes.insetMm,
  };
  if (plan.fields === "beside") placeFields(parts, sizes, family, text, after, baseline);
  else placeSubtitle(parts, sizes, family, text.subtitle, after, baseline);
  if (plan.fields !== "below") return;
  placeFields(parts, sizes, family, text, fieldsArea, fieldsArea.yMm + fieldsArea.heightMm - 2.4);
}

function placeSubtitle(
  parts: SheetParts,
  sizes: Sizes,
  family: TypeFamily,
  subtitle: string | null,
  area: Area,
  baselineMm: number,
): void {
  if (subtitle === null) return;
  const sizePt = fittingSize(family.regular, subtitle, sizes.hintPt, area.widthMm);
  if (sizePt === null) return;
  const style: TextStyle = {
    face: family.regular,
    weight: "regular",
    sizePt,
    grey: GREY.quiet,
    align: "left",
  };
  parts.texts.push(placeText(subtitle, style, area, 0, baselineMm));
}

/** Labels with a line to write on; the room is divided by the fields' shares. */
export function placeFields(
  parts: SheetParts,
  sizes: Sizes,
  family: TypeFamily,
  text: PadText,
  area: Area,
  baselineMm: number,
): void {
  const shares = text.fields.reduce((sum, { share }) => sum + share, 0);
  const gap = 2 * sizes.insetMm;
  const room = area.widthMm - gap * (text.fields.length - 1);
  let xMm = area.xMm;
  for (const field of text.fields) {
    const { label, share } = field;
    const widthMm = (room * share) / shares;
    const style: TextStyle = {
      face: family.regular,
      weight: "regular",
      sizePt: sizes.hintPt.usual,
      grey: GREY.quiet,
      align: "left",
    };
    const cell = { xMm, yMm: area.yMm, widthMm, heightMm: area.heightMm };
    parts.texts.push(placeText(label, style, cell, 0, baselineMm));
    const from = xMm + family.regular.width(label, style.sizePt) + sizes.insetMm * 0.7;
    const line = { xMm: from, widthMm: xMm + widthMm - from };
    parts.rules.push(level(line, baselineMm + 0.5, 0.4, 0.7));
    parts.blanks.push(blankAbove({ ...line, yMm: baselineMm + 0.5 }, field, area.heightMm));
    xMm += widthMm + gap;
  }
}

/** The height that the head of the table asks for: names lying or turned, or columns with their order. */
export function headHeight(boxMm: number, columns: number, sizes: Sizes): Range {
  if (columns > 1) return sizes.columnHeadMm;
  if (boxMm >= sizes.nameMm) return sizes.nameHeadMm;
  return { usual: sizes.nameMm * 1.08, least: sizes.nameMm };
}

/** Places the head of the table: a blank cell for each name, or each column with its order as word and arrow. */
export function placeTableHead(
  parts: SheetParts,
  setting: Setting,
  text: PadText,
  headMm: number,
  gutterMm: number,
  corner: CornerPlan | null,
): void {
  const { grid, sizes, family } = setting;
  const { xMm, yMm, widthMm } = grid.table;
  const cell = { xMm: xMm + gutterMm, yMm, widthMm: grid.labelsMm - gutterMm, heightMm: headMm };
  if (corner !== null) placeCorner(parts, setting, text, corner, cell);
  if (grid.columns.length === 1) {
    placeNames(parts, setting, text, headMm);
    if (corner !== null) return;
    const style: TextStyle = {
      face: family.regular,
      weight: "regular",
      sizePt: sizes.hintPt.usual,
      grey: GREY.quiet,
      align: "right",
    };
    parts.texts.push(placeText(text.name, style, cell, sizes.insetMm, yMm + headMm - 1.8));
    return;
  }
  const heads = { xMm: xMm + grid.labelsMm, yMm, widthMm: widthMm - grid.labelsMm, heightMm: headMm };
  parts.tints.push({ ...heads, grey: GREY.head });
  for (let player = 0; player < grid.players; player++) {
    grid.columns.forEach((id, at) => {
      const head = text.columns.get(id);
      const cell = { xMm: columnX(grid, player, at), yMm, widthMm: grid.boxMm, heightMm: headMm };
      if (head !== undefined) placeColumnHead(parts, setting, head, cell);
    });
  }
}

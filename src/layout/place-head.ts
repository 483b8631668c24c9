import type { TypeFamily } from "../type/typeface.ts";
import { placeColumnHead } from "./column-head.ts";
import { type CornerPlan, placeCorner } from "./corner.ts";
import { brokenLines, fittingSize, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { columnX, GREY, level, type Setting, type SheetParts } from "./sheet-parts.ts";
import type { Sizes } from "./sizes.ts";

/** A field must leave room for a name or a date behind its label. */
const FIELD_MM = 25;

/** How the title and the fields stand, and how much height that takes. */
export interface TitlePlan {
  readonly titlePt: number;
  /** Fields beside the title or on a line below it. */
  readonly fieldsBelow: boolean;
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
  const title = family.bold.width(text.title, titlePt);
  const needed = text.fields.reduce(
    (sum, { label }) => sum + family.regular.width(label, sizes.hintPt.usual) + FIELD_MM + 2 * sizes.insetMm,
    0,
  );
  const isTight = title + 3 * sizes.insetMm + needed > widthMm;
  const fieldsBelow = text.subtitle !== null || (text.fields.length > 0 && isTight);
  const row = aboveMm + 2.3 * sizes.insetMm;
  return { titlePt, fieldsBelow, heightMm: row + (fieldsBelow ? 8 : 0) };
}

/** Places the title, its subtitle and the fields into the area that the plan asked for. */
export function placeTitle(
  parts: SheetParts,
  { sizes, family }: Setting,
  text: PadText,
  plan: TitlePlan,
  area: Area,
): void {
  const { aboveMm } = family.bold.ink(text.title, plan.titlePt);
  const style: TextStyle = {
    face: family.bold,
    weight: "bold",
    sizePt: plan.titlePt,
    grey: GREY.ink,
    align: "left",
  };
  const baseline = area.yMm + aboveMm;
  const used = family.bold.width(text.title, plan.titlePt);
  parts.texts.push(placeText(text.title, style, area, 0, baseline));
  const after = {
    ...area,
    xMm: area.xMm + used + 2 * sizes.insetMm,
    widthMm: area.widthMm - used - 2 * sizes.insetMm,
  };
  if (plan.fieldsBelow) {
    placeSubtitle(parts, sizes, family, text.subtitle, after, baseline);
    placeFields(parts, sizes, family, text, area, area.yMm + area.heightMm - 2.4);
  } else placeFields(parts, sizes, family, text, after, baseline);
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
function placeFields(
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
  for (const { label, share } of text.fields) {
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
    parts.rules.push(level({ xMm: from, widthMm: xMm + widthMm - from }, baselineMm + 0.5, 0.4, 0.7));
    xMm += widthMm + gap;
  }
}

/** The height that the head of the table asks for: names lying or turned, or columns with their order. */
export function headHeight(boxMm: number, columns: number, sizes: Sizes): { usual: number; least: number } {
  if (columns > 1) return { usual: 13.5, least: 11 };
  if (boxMm >= sizes.nameMm) return { usual: 10, least: 8 };
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
  if (grid.columns.length === 1) {
    const cell = { xMm: xMm + gutterMm, yMm, widthMm: grid.labelsMm - gutterMm, heightMm: headMm };
    if (corner !== null) {
      placeCorner(parts, setting, text, corner, cell);
      return;
    }
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

/** How high the small print is. */
export function footHeight(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): number {
  const lines = footLines(text, widthMm, sizes, family);
  return lines.length === 0 ? 0 : lines.length * footStep(sizes).stepMm + 1.2;
}

function footLines(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): string[] {
  return text.foot.flatMap((line) => brokenLines(family.regular, line, sizes.footPt.usual, widthMm));
}

/** From line to line, and from the top of a line to its baseline. */
function footStep(sizes: Sizes): { stepMm: number; baselineMm: number } {
  const emMm = (sizes.footPt.usual * 25.4) / 72;
  return { stepMm: 1.25 * emMm, baselineMm: 0.95 * emMm };
}

/** Places the small print below the table. */
export function placeFoot(parts: SheetParts, { sizes, family }: Setting, text: PadText, area: Area): void {
  const style: TextStyle = {
    face: family.regular,
    weight: "regular",
    sizePt: sizes.footPt.usual,
    grey: 0.7,
    align: "left",
  };
  const { stepMm, baselineMm } = footStep(sizes);
  footLines(text, area.widthMm, sizes, family).forEach((line, at) => {
    parts.texts.push(placeText(line, style, area, 0, area.yMm + 1.2 + at * stepMm + baselineMm));
  });
}

import type { Area, Size } from "../geometry.ts";
import { blankAbove } from "./blanks.ts";
import type { Frame } from "./frame.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadField, PadText } from "./pad-text.ts";
import {
  type SheetDraft,
  fittingSize,
  level,
  placeText,
  quietStyle,
  type Typesetting,
  textStyle,
} from "./parts.ts";
import type { Sizes } from "./sizes.ts";

/** How title and fields stand on a sheet without words or a picture of somebody's own. */
export interface HeadPlan {
  /** Above the table; null where title and fields stand in the table's corner. */
  readonly title: TitlePlan | null;
  readonly corner: CornerPlan | null;
}

/** The title's row, and how much height that takes. */
interface TitlePlan {
  readonly titlePt: number;
  /** Fields beside the title, on a line below it, or in the table's corner. */
  readonly fields: "beside" | "below" | "corner";
  /** From the top of the title's row to its baseline. */
  readonly baselineMm: number;
  readonly heightMm: number;
}

/** The corner between labels and turned names, as high as a name is long: there, title and fields take no line of their own. */
export interface CornerPlan {
  /** Null where the title stands elsewhere. */
  readonly titlePt: number | null;
  /** How far below the top of the corner the fields' room begins. */
  readonly fromMm: number;
}

/**
 * Plans the head of a sheet. With marks the title stands between them, and the fields beside it, in the table's corner or on a line of
 * their own. Without marks both stand in the corner where names are turned, else above the table.
 *
 * @param corner the least size of the table's corner
 * @param isTurned whether names are turned beside it
 * @returns null if not even the title fits
 */
export function planHead(
  text: PadText,
  frame: Frame | null,
  widthMm: number,
  corner: Size,
  isTurned: boolean,
  setting: Typesetting,
): HeadPlan | null {
  const { bold } = setting.family;
  if (frame === null) {
    const whole = isTurned ? planCorner(text, corner, setting) : null;
    if (whole !== null) return { title: null, corner: whole };
    const title = planTitle(text, widthMm, false, setting, (titlePt) => {
      const { aboveMm } = bold.ink(text.title, titlePt);
      return { baselineMm: aboveMm, heightMm: aboveMm + 2.3 * setting.sizes.insetMm };
    });
    return title === null ? null : { title, corner: null };
  }
  const { title: strip, marks } = frame;
  const fields = planFieldsInCorner(text, corner, setting);
  const title = planTitle(text, strip.widthMm, fields !== null, setting, (titlePt) => ({
    baselineMm: (strip.heightMm + bold.height(titlePt).capMm) / 2,
    heightMm: strip.heightMm + marks.clearMm,
  }));
  return title === null ? null : { title, corner: title.fields === "corner" ? fields : null };
}

function planTitle(
  text: PadText,
  widthMm: number,
  hasCorner: boolean,
  setting: Typesetting,
  rowOf: (titlePt: number) => Pick<TitlePlan, "baselineMm" | "heightMm">,
): TitlePlan | null {
  const { sizes, family } = setting;
  const titlePt = fittingSize(family.bold, text.title, sizes.titlePt, widthMm);
  if (titlePt === null) return null;
  const titleMm = family.bold.width(text.title, titlePt);
  const neededMm = titleMm + 3 * sizes.insetMm + fieldsBesideMm(text.fields, setting);
  const fitBeside = text.fields.length === 0 || (text.subtitle === null && neededMm <= widthMm);
  const fields = fitBeside ? "beside" : hasCorner ? "corner" : "below";
  const row = rowOf(titlePt);
  const heightMm = row.heightMm + (fields === "below" ? sizes.fieldsMm : 0);
  return { titlePt, fields, baselineMm: row.baselineMm, heightMm };
}

/** A field must leave room for a name or a date behind its label. */
const FIELD_MM = 25;

/** What the fields need on a line, each with room for a name or a date. */
export function fieldsBesideMm(fields: readonly PadField[], { sizes, family }: Typesetting): number {
  return fields.reduce(
    (sum, { label }) => sum + family.regular.width(label, sizes.hintPt.usual) + FIELD_MM + 2 * sizes.insetMm,
    0,
  );
}

/** Places labels with a line to write on; the room is divided by the fields' shares. */
export function placeFields(
  draft: SheetDraft,
  fields: readonly PadField[],
  area: Area,
  baselineMm: number,
): void {
  const shares = fields.reduce((sum, { share }) => sum + share, 0);
  const gap = 2 * draft.sizes.insetMm;
  const room = area.widthMm - gap * (fields.length - 1);
  let { xMm } = area;
  for (const field of fields) {
    const widthMm = (room * field.share) / shares;
    const cell = { ...area, xMm, widthMm };
    const label = placeText(field.label, quietStyle(draft), cell, 0, baselineMm);
    const from = xMm + label.ink.widthMm + gapMm(draft.sizes);
    placeField(draft, field, label, { xMm: from, widthMm: xMm + widthMm - from }, area.heightMm);
    xMm += widthMm + gap;
  }
}

function placeField(
  { parts }: SheetDraft,
  field: PadField,
  label: PlacedText,
  line: Pick<Area, "xMm" | "widthMm">,
  roomMm: number,
): void {
  const yMm = label.baselineMm + 0.5;
  parts.texts.push(label);
  parts.rules.push(level(line, yMm, 0.4, 0.7));
  parts.blanks.push(blankAbove({ ...line, yMm }, field, roomMm));
}

/** Between a label and its line. */
function gapMm({ insetMm }: Sizes): number {
  return insetMm * 0.7;
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

/** A corner that holds title and fields; null if they do not fit. */
function planCorner(text: PadText, area: Size, setting: Typesetting): CornerPlan | null {
  const { sizes, family } = setting;
  const { usual } = sizes.titlePt;
  const widthMm = area.widthMm - 2 * sizes.insetMm;
  const titlePt = fittingSize(family.bold, text.title, { usual, least: usual * MIN_TITLE }, widthMm);
  if (titlePt === null || text.subtitle !== null) return null;
  const fromMm = aboveMm(sizes) + family.bold.ink(text.title, titlePt).aboveMm;
  return fieldsFit(text, area, fromMm, sizes.boxMm.height, setting) ? { titlePt, fromMm } : null;
}

/** A corner that holds the fields only; null if they do not fit. @param area the least that it may get */
export function planFieldsInCorner(text: PadText, area: Size, setting: Typesetting): CornerPlan | null {
  return fieldsFit(text, area, 0, minPitchMm(setting.sizes), setting) ? { titlePt: null, fromMm: 0 } : null;
}

function fieldsFit(
  text: PadText,
  area: Size,
  fromMm: number,
  pitchMm: number,
  setting: Typesetting,
): boolean {
  const { nameMm, insetMm } = setting.sizes;
  const rooms = fieldRooms(text, area.widthMm - 2 * insetMm, setting);
  if (rooms.length === 0 || fieldPitch(text, area.heightMm, fromMm) < pitchMm) return false;
  return rooms.every(({ roomMm }) => roomMm >= nameMm * FIELD_SHARE);
}

function minPitchMm({ boxMm }: Sizes): number {
  return Math.min(boxMm.height * MIN_PITCH, ENOUGH_PITCH_MM);
}

/** Between the top of the corner and its title. */
function aboveMm({ insetMm }: Sizes): number {
  return insetMm * 1.3;
}

/** What a corner with title and fields can give to a title of somebody's own, with the fields as close to each other as they go. */
export function cornerRoom({ fields }: PadText, cell: Area, sizes: Sizes): Area {
  const above = aboveMm(sizes);
  const below = LIFT_MM + fields.length * minPitchMm(sizes);
  return {
    xMm: cell.xMm + sizes.insetMm,
    yMm: cell.yMm + above,
    widthMm: cell.widthMm - 2 * sizes.insetMm,
    heightMm: Math.min(sizes.boxMm.height * 1.4, cell.heightMm - above - below),
  };
}

/** Places the title, the fields below it and, behind the last of them, what the cells beside are for. */
export function placeCorner(
  draft: SheetDraft,
  text: PadText,
  { titlePt, fromMm }: CornerPlan,
  cell: Area,
): void {
  const { parts, sizes, family } = draft;
  const { insetMm } = sizes;
  const quiet = quietStyle(draft);
  if (titlePt !== null) {
    const style = textStyle(family, "bold", titlePt, { isAccented: true });
    parts.texts.push(placeText(text.title, style, cell, insetMm, cell.yMm + fromMm));
  }
  const pitch = fieldPitch(text, cell.heightMm, fromMm);
  fieldRooms(text, cell.widthMm - 2 * insetMm, draft).forEach(({ field, roomMm: widthMm }, at) => {
    const label = placeText(field.label, quiet, cell, insetMm, cell.yMm + fromMm + (at + 1) * pitch);
    const xMm = label.xMm + label.ink.widthMm + gapMm(sizes);
    placeField(draft, field, label, { xMm, widthMm }, pitch);
  });
  if (text.name === "") return;
  const last = cell.yMm + cell.heightMm - LIFT_MM;
  parts.texts.push(placeText(text.name, { ...quiet, align: "right" }, cell, insetMm, last));
}

/** The fields share what the title leaves of the height. */
function fieldPitch({ fields }: PadText, heightMm: number, fromMm: number): number {
  return (heightMm - LIFT_MM - fromMm) / fields.length;
}

/** How long the line of each field can be; the last one leaves room for the word about names. */
function fieldRooms({ fields, name }: PadText, widthMm: number, setting: Typesetting) {
  const { face, sizePt } = quietStyle(setting);
  const gap = gapMm(setting.sizes);
  const nameMm = name === "" ? 0 : face.width(name, sizePt) + 2 * gap;
  return fields.map((field, at) => {
    const roomMm = widthMm - face.width(field.label, sizePt) - gap;
    return { field, roomMm: at === fields.length - 1 ? roomMm - nameMm : roomMm };
  });
}

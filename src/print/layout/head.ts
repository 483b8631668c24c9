import type { Area, Size } from "../geometry.ts";
import type { Frame } from "./frame.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadField } from "./pad-text.ts";
import {
  addRule,
  fittingSize,
  placeText,
  quietStyle,
  type SheetDraft,
  type Typesetting,
  textStyle,
} from "./parts.ts";

/** How title and fields stand on a sheet. */
export interface HeadPlan {
  /** The title's row above the table; null where title and fields stand in the table's corner. */
  readonly title: {
    readonly titlePt: number;
    /** Fields beside the title, on a line below it, or in the table's corner. */
    readonly fields: "beside" | "below" | "corner";
    /** From the top of the title's row to its baseline. */
    readonly baselineMm: number;
    /** What the row takes, with fields below. */
    readonly heightMm: number;
  } | null;
  readonly corner: CornerPlan | null;
}

/** The corner between labels and turned names, as high as a name is long: there, title and fields take no line of their own. */
export interface CornerPlan {
  /** Null where the title stands elsewhere. */
  readonly titlePt: number | null;
  /** How far below the top of the corner the fields' room begins. */
  readonly fromMm: number;
}

/**
 * Plans the head of a sheet: the title stands in a row of its own, between the marks where there are some, and the fields in the
 * table's corner. Null if not even the title fits, or if the corner has no room for the fields.
 */
export function planHead(
  setting: Typesetting,
  frame: Frame | null,
  widthMm: number,
  cornerMm: number,
): HeadPlan | null {
  const { text, sizes } = setting;
  const titlePt = fittingSize(
    setting.family.bold,
    text.title,
    sizes.titlePt,
    frame?.title.widthMm ?? widthMm,
  );
  if (titlePt === null || fieldsCornerMm(setting) > cornerMm + ROUNDING_MM) return null;
  const hasFields = text.fields.length > 0;
  const corner = hasFields ? { titlePt: null, fromMm: 0 } : null;
  return { title: { titlePt, fields: "corner", ...titleRow(setting, frame, titlePt) }, corner };
}

/** Widths that were divided and put together again are not quite the same. */
const ROUNDING_MM = 1e-6;

/** The width that the fields need where they stand one below the other, each with its line; 0 without fields. */
export function fieldsCornerMm(setting: Typesetting): number {
  const { text, sizes } = setting;
  const { face, sizePt } = quietStyle(setting);
  const linesMm = text.fields.map(
    ({ label }, at) =>
      face.width(label, sizePt) +
      sizes.fieldGapMm +
      sizes.fieldMm +
      besideLine(setting, at) +
      2 * sizes.insetMm,
  );
  return Math.max(0, ...linesMm);
}

/** The height that the table's head needs for the fields in its corner. */
export function fieldsHeadMm({ text: { fields }, sizes }: Typesetting): number {
  return fields.length === 0 ? 0 : fields.length * sizes.minPitchMm + LIFT_MM;
}

function titleRow({ text, sizes, family: { bold } }: Typesetting, frame: Frame | null, titlePt: number) {
  const { aboveMm } = bold.ink(text.title, titlePt);
  const [baselineMm, heightMm] =
    frame === null
      ? [aboveMm, aboveMm + 2.3 * sizes.insetMm]
      : [(frame.title.heightMm + bold.height(titlePt).capMm) / 2, frame.title.heightMm + frame.marks.clearMm];
  return { baselineMm, heightMm };
}

/**
 * Plans the head of a sheet of the first layout. With marks the title stands between them, and the fields beside it, in the table's corner or on a line of
 * their own. Without marks both stand in the corner where names are turned, else above the table. Null if not even the title fits.
 * @param corner the least size of the table's corner. @param isTurned whether names are turned beside it
 */
export function planFirstHead(
  setting: Typesetting,
  frame: Frame | null,
  widthMm: number,
  corner: Size,
  isTurned: boolean,
): HeadPlan | null {
  const { text, sizes } = setting;
  const { bold } = setting.family;
  const whole = frame === null && isTurned ? planCorner(setting, corner, true) : null;
  if (whole !== null) return { title: null, corner: whole };
  const roomMm = frame?.title.widthMm ?? widthMm;
  const titlePt = fittingSize(bold, text.title, sizes.titlePt, roomMm);
  if (titlePt === null) return null;
  const fieldsCorner = frame === null ? null : planCorner(setting, corner, false);
  const neededMm = bold.width(text.title, titlePt) + 3 * sizes.insetMm + fieldsBesideMm(setting);
  const fitBeside = text.fields.length === 0 || (text.subtitle === null && neededMm <= roomMm);
  const fields = fitBeside ? "beside" : fieldsCorner === null ? "below" : "corner";
  const { baselineMm, heightMm: rowMm } = titleRow(setting, frame, titlePt);
  const heightMm = rowMm + (fields === "below" ? sizes.fieldsMm : 0);
  return {
    title: { titlePt, fields, baselineMm, heightMm },
    corner: fields === "corner" ? fieldsCorner : null,
  };
}

/** A field must leave room for a name or a date behind its label. */
const FIELD_MM = 25;

/** What the fields need on a line, each with room for a name or a date. */
function fieldsBesideMm({ text, sizes, family }: Typesetting): number {
  const { insetMm, hintPt } = sizes;
  const labels = text.fields.map(({ label }) => family.regular.width(label, hintPt.usual));
  return labels.reduce((sum, labelMm) => sum + labelMm + FIELD_MM + 2 * insetMm, 0);
}

/** Places labels with a line to write on; the room is divided by the fields' shares. */
export function placeFields(draft: SheetDraft, area: Area, baselineMm: number): void {
  const { fields } = draft.text;
  const shares = fields.reduce((sum, { share }) => sum + share, 0);
  const gap = 2 * draft.sizes.insetMm;
  const room = area.widthMm - gap * (fields.length - 1);
  let { xMm } = area;
  for (const field of fields) {
    const widthMm = (room * field.share) / shares;
    const label = placeText(field.label, quietStyle(draft), { ...area, xMm, widthMm }, 0, baselineMm);
    placeField(draft, field, label, xMm + widthMm, area.heightMm);
    xMm += widthMm + gap;
  }
}

/** The height of a line of handwriting. */
const LINE_MM = 5;

/** A label, a line behind it and the place above the line to write on. @param roomMm how much height there is */
function placeField(
  draft: SheetDraft,
  { label, purpose }: PadField,
  placed: PlacedText,
  endMm: number,
  roomMm: number,
): void {
  const { parts, sizes } = draft;
  const xMm = placed.xMm + placed.ink.widthMm + sizes.fieldGapMm;
  const lineMm = placed.baselineMm + 0.5;
  const heightMm = Math.min(LINE_MM, roomMm);
  parts.texts.push(placed);
  addRule(draft, [xMm, lineMm, endMm, lineMm], 0.4, sizes.ink.fields);
  const area = { xMm, yMm: lineMm - heightMm, widthMm: endMm - xMm, heightMm };
  parts.blanks.push({ ...area, player: null, label, purpose, upwards: false });
}

/** The title may shrink a little to fit the corner, but stays the largest thing on the sheet. */
const MIN_TITLE = 0.72;
/** A field in the corner may be this much shorter than a name. */
const FIELD_SHARE = 0.7;
/** From the last baseline to the bottom of the corner. */
const LIFT_MM = 1.8;

/** A corner of the first layout, with the fields and perhaps the title; null if they do not fit or there are none. @param area the least that it may get */
function planCorner(setting: Typesetting, area: Size, hasTitle: boolean): CornerPlan | null {
  const { text, sizes } = setting;
  const { bold } = setting.family;
  const { usual } = sizes.titlePt;
  const widthMm = area.widthMm - 2 * sizes.insetMm;
  const range = { usual, least: usual * MIN_TITLE };
  const titlePt = hasTitle ? fittingSize(bold, text.title, range, widthMm) : null;
  if (hasTitle && (titlePt === null || text.subtitle !== null)) return null;
  const fromMm = titlePt === null ? 0 : sizes.cornerTopMm + bold.ink(text.title, titlePt).aboveMm;
  const pitchMm = hasTitle ? sizes.boxMm.height : sizes.minPitchMm;
  if (text.fields.length === 0 || fieldPitch(setting, area.heightMm, fromMm) < pitchMm) return null;
  const { face, sizePt } = quietStyle(setting);
  const isWide = text.fields.every(({ label }, at) => {
    const lineMm = widthMm - face.width(label, sizePt) - sizes.fieldGapMm - besideLine(setting, at);
    return lineMm >= sizes.nameMm * FIELD_SHARE;
  });
  return isWide ? { titlePt, fromMm } : null;
}

/** The fields share what the title leaves of the height. */
function fieldPitch({ text }: Typesetting, heightMm: number, fromMm: number): number {
  return (heightMm - LIFT_MM - fromMm) / text.fields.length;
}

/** What the line of a field leaves free at its end: the last one has the word about names there. */
function besideLine(setting: Typesetting, field: number): number {
  const { name, fields } = setting.text;
  const { face, sizePt } = quietStyle(setting);
  return name === "" || field < fields.length - 1
    ? 0
    : face.width(name, sizePt) + 2 * setting.sizes.fieldGapMm;
}

/**
 * Places the title, the fields below it and, behind the last of them, what the cells beside are for.
 * @param besideMm what pictures take of the cell, from its left
 */
export function placeCorner(
  draft: SheetDraft,
  { titlePt, fromMm }: CornerPlan,
  whole: Area,
  besideMm = 0,
): void {
  const cell = { ...whole, xMm: whole.xMm + besideMm, widthMm: whole.widthMm - besideMm };
  const { parts, text, sizes, family } = draft;
  const { insetMm } = sizes;
  const quiet = quietStyle(draft);
  if (titlePt !== null) {
    const style = textStyle(family, "bold", titlePt, { isAccented: true });
    parts.texts.push(placeText(text.title, style, cell, insetMm, cell.yMm + fromMm));
  }
  const pitch = fieldPitch(draft, cell.heightMm, fromMm);
  const right = cell.xMm + cell.widthMm - insetMm;
  text.fields.forEach((field, at) => {
    const label = placeText(field.label, quiet, cell, insetMm, cell.yMm + fromMm + (at + 1) * pitch);
    placeField(draft, field, label, right - besideLine(draft, at), pitch);
  });
  if (text.name === "") return;
  const last = cell.yMm + cell.heightMm - LIFT_MM;
  parts.texts.push(placeText(text.name, { ...quiet, align: "right" }, cell, insetMm, last));
}

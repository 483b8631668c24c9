import { msg } from "../../rules/problem/message.ts";
import { problem } from "../../rules/problem/problem.ts";
import type { Area, Size } from "../geometry.ts";
import type { Frame } from "./frame.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { Branding } from "../brand.ts";
import type { PadField, PadText } from "./pad-form.ts";
import {
  addRule,
  firstFitting,
  fittingSize,
  placeText,
  quietStyle,
  reportTooLong,
  ROUNDING_MM,
  type SheetDraft,
  type Typesetting,
  textStyle,
} from "./parts.ts";
import { MIN_PT } from "./sizes.ts";

/** What placing the head needs of a sheet's plan. */
interface PlannedHead extends Typesetting {
  readonly frame: Frame | null;
  /** From the top of the title to the tables, as wide as the sheet. */
  readonly titleRow: Area;
}

/**
 * The height of the title's row, between the marks where there are some. Null if the title does not fit, or if the table's corner has no
 * room for the fields.
 * @param cornerMm the width of the corner; null if the fields are elsewhere
 */
export function planTitleRow(
  setting: Typesetting,
  frame: Frame | null,
  widthMm: number,
  cornerMm: number | null,
): number | null {
  const { text, sizes, family } = setting;
  const titlePt = fittingSize(family.bold, text.title, sizes.titlePt, frame?.title.widthMm ?? widthMm);
  if (titlePt === null) return null;
  if (cornerMm !== null && fieldsCornerMm(setting) > cornerMm + ROUNDING_MM) return null;
  if (frame !== null) return frame.title.heightMm + frame.fiducials.clearMm;
  return family.bold.ink(text.title, titlePt).aboveMm + 2.3 * sizes.insetMm;
}

/** The width of the fields one below the other, each with its line; 0 without fields. */
export function fieldsCornerMm(setting: Typesetting): number {
  const { text, sizes } = setting;
  const { face, sizePt } = quietStyle(setting);
  const moreMm = sizes.fieldGapMm + sizes.fieldMm + 2 * sizes.insetMm;
  const linesMm = text.fields.map(
    ({ label }, at) => face.width(label, sizePt) + measureLineEnd(setting, at) + moreMm,
  );
  return Math.max(0, ...linesMm);
}

/** The height that the table's head needs for the fields in its corner. */
export function fieldsHeadMm({ text: { fields }, sizes }: Typesetting): number {
  return fields.length === 0 ? 0 : fields.length * sizes.minPitchMm + LIFT_MM;
}

/** Places title and subtitle, as large as they fit between the marks or above the table. */
export function placeHead(draft: SheetDraft, plan: PlannedHead, brand: Branding): void {
  const own = combineTitles(draft.text, brand);
  const { frame, titleRow, sizes } = plan;
  const area = frame?.title ?? { ...titleRow, heightMm: titleRow.heightMm - sizes.insetMm };
  const words = firstFitting(
    sizes.titlePt,
    (sizePt) => placeTitle(sizePt, { ...plan, text: own }, area),
    TITLE_STEP_PT,
  );
  if (words === null) reportTooLong(draft, [own.title, own.subtitle].filter(Boolean).join(" – "));
  draft.parts.texts.push(...(words ?? []));
}

/** Title and subtitle of a branded pad: unless they name the game, its name begins the subtitle. */
function combineTitles(text: PadText, { title, subtitle }: Branding): PadText {
  const own = subtitle ?? text.subtitle;
  if (title === null) return { ...text, subtitle: own };
  const isNamed = [title, own ?? ""].some((words) => words.toLowerCase().includes(text.title.toLowerCase()));
  const parts = isNamed ? [own] : [text.title, own];
  return { ...text, title, subtitle: parts.filter(Boolean).join(" · ") || null };
}

export function cropLeft(area: Area, xMm: number): Area {
  return { ...area, xMm, widthMm: area.xMm + area.widthMm - xMm };
}

const TITLE_STEP_PT = 0.5;
/** The largest subtitle, as a share of its title. */
const SUBTITLE_SHARE = 0.58;
/** Between the title's descenders and the subtitle's capitals. */
const LEADING_MM = 0.7;

/** Sets title and subtitle into an area: the subtitle below the title, else behind it. Null if they don't fit at this size. */
function placeTitle(sizePt: number, setting: Typesetting, area: Area): PlacedText[] | null {
  const { sizes, family } = setting;
  const { title, subtitle } = setting.text;
  const style = textStyle(family, "bold", sizePt, { isAccented: true, role: "title" });
  const { aboveMm, belowMm } = family.bold.ink(title, sizePt);
  const widthMm = family.bold.width(title, sizePt);
  const restMm = area.heightMm - aboveMm - belowMm;
  if (widthMm > area.widthMm || restMm < 0) return null;
  // Centred, but kept inside the area.
  const middle = area.yMm + (area.heightMm + family.bold.height(sizePt).capMm) / 2;
  const lowest = area.yMm + area.heightMm - belowMm;
  const alone = Math.max(area.yMm + aboveMm, Math.min(middle, lowest));
  const placeMainTitle = (baselineMm: number) => placeText(title, style, area, 0, baselineMm);
  if (subtitle === null) return [placeMainTitle(alone)];
  const placeSubtitle = (pt: number, cell: Area, baselineMm: number) =>
    placeText(subtitle, { ...quietStyle(setting, pt), role: "subtitle" }, cell, 0, baselineMm);
  const { usual, least } = sizes.hintPt;
  const subtitlePt = { usual: Math.max(usual, SUBTITLE_SHARE * sizePt), least };
  const titleAbove = (lowPt: number): PlacedText[] | null => {
    const low = family.regular.ink(subtitle, lowPt);
    const leftMm = restMm - LEADING_MM - low.aboveMm - low.belowMm;
    if (leftMm < 0 || family.regular.width(subtitle, lowPt) > area.widthMm) return null;
    const baseline = area.yMm + leftMm / 2 + aboveMm;
    const lowMm = baseline + belowMm + LEADING_MM + low.aboveMm;
    return [placeMainTitle(baseline), placeSubtitle(lowPt, area, lowMm)];
  };
  const below = firstFitting(subtitlePt, titleAbove, TITLE_STEP_PT);
  if (below !== null) return below;
  const behind = cropLeft(area, area.xMm + widthMm + sizes.titleGapMm);
  const behindPt = fittingSize(family.regular, subtitle, subtitlePt, behind.widthMm);
  return behindPt === null ? null : [placeMainTitle(alone), placeSubtitle(behindPt, behind, alone)];
}

/** The height of a line of handwriting. */
const LINE_MM = 5;

/** Places a label with a line behind it, and the blank above that line. @param roomMm the available height @param labelMm the width for the label, if it is shorter and that leaves room for the line */
function placeField(
  draft: SheetDraft,
  { label, purpose }: PadField,
  placed: PlacedText,
  endMm: number,
  roomMm: number,
  labelMm = 0,
): void {
  const { parts, sizes } = draft;
  const mostMm = endMm - placed.xMm - sizes.fieldGapMm - sizes.fieldMm;
  const widthMm = Math.max(placed.ink.widthMm, Math.min(labelMm, mostMm));
  const xMm = placed.xMm + widthMm + sizes.fieldGapMm;
  const lineMm = placed.baselineMm + 0.5;
  const heightMm = Math.min(LINE_MM, roomMm);
  parts.texts.push(placed);
  addRule(draft, [xMm, lineMm, endMm, lineMm], "field");
  const area = { xMm, yMm: lineMm - heightMm, widthMm: endMm - xMm, heightMm };
  parts.blanks.push({ ...area, player: null, label, purpose, upwards: false });
}

/** From the last baseline to the bottom of the corner. */
const LIFT_MM = 1.8;

/** The width at the end of a field's line that stays free: the last line ends before the word for names. */
function measureLineEnd(setting: Typesetting, field: number): number {
  const { name, fields } = setting.text;
  const { face, sizePt } = quietStyle(setting);
  return name === "" || field < fields.length - 1
    ? 0
    : face.width(name, sizePt) + 2 * setting.sizes.fieldGapMm;
}

/**
 * Places the fields and, behind the last one, the word for the name cells to the right.
 * @param besideMm the width of the pictures at the left of the cell
 */
export function placeCorner(draft: SheetDraft, whole: Area, besideMm: number): void {
  const cell = { ...whole, xMm: whole.xMm + besideMm, widthMm: whole.widthMm - besideMm };
  const { parts, text, sizes } = draft;
  const { insetMm } = sizes;
  const quiet = quietStyle(draft);
  const pitch = (cell.heightMm - LIFT_MM) / text.fields.length;
  const right = cell.xMm + cell.widthMm - insetMm;
  const labels = text.fields.map((field, at) => ({
    field,
    label: placeText(field.label, quiet, cell, insetMm, cell.yMm + (at + 1) * pitch),
  }));
  const widestMm = Math.max(...labels.map(({ label }) => label.ink.widthMm));
  for (const [at, { field, label }] of labels.entries())
    placeField(draft, field, label, right - measureLineEnd(draft, at), pitch, widestMm);
  if (text.name === "") return;
  const last = cell.yMm + cell.heightMm - LIFT_MM;
  parts.texts.push(placeText(text.name, { ...quiet, align: "right" }, cell, insetMm, last));
}

/** The fields in the head of one of the tables of a sheet of games: the name is in the first, the others are in the last. */
function fieldsOfTable({ fields }: PadText, tables: number, at: number): readonly PadField[] {
  return tables === 1 ? fields : at === 0 ? fields.slice(0, 1) : fields.slice(1);
}

/** The share of a field's label and line in a row of fields, from its left end. */
function shareRow(setting: Typesetting, fields: readonly PadField[], widthMm: number) {
  const { sizes } = setting;
  const style = quietStyle(setting);
  const labelMm = (words: string) => style.face.width(words, style.sizePt) + sizes.fieldGapMm;
  const labelsMm = fields.reduce((sum, { label }) => sum + labelMm(label), 0);
  const freeMm = widthMm - labelsMm - (fields.length + 1) * sizes.insetMm;
  const shares = fields.reduce((sum, { share }) => sum + share, 0);
  return fields.map((field) => ({
    field,
    labelMm: labelMm(field.label),
    lineMm: (freeMm * field.share) / shares,
  }));
}

/** Whether the fields of a sheet of games have room side by side above its columns. */
export function hasRoomForFields(setting: Typesetting, tables: 1 | 2, tableMm: number): boolean {
  return Array.from({ length: tables }, (_, at) => fieldsOfTable(setting.text, tables, at)).every((fields) =>
    shareRow(setting, fields, tableMm).every(({ lineMm }) => lineMm >= setting.sizes.fieldMm),
  );
}

/**
 * Places the fields of a sheet of games side by side above the columns of a table.
 * @param at the index of the table @param besideMm the width of the pictures at the left of the cell
 */
export function placeFieldRow(
  draft: SheetDraft,
  cell: Area,
  besideMm: number,
  tables: number,
  at: number,
): void {
  const { insetMm } = draft.sizes;
  const quiet = quietStyle(draft);
  const baseline = cell.yMm + cell.heightMm - LIFT_MM;
  let xMm = cell.xMm + besideMm;
  const fields = fieldsOfTable(draft.text, tables, at);
  for (const { field, labelMm, lineMm } of shareRow(draft, fields, cell.widthMm - besideMm)) {
    const endMm = xMm + insetMm + labelMm + lineMm;
    const area = { ...cell, xMm, widthMm: endMm - xMm };
    const label = placeText(field.label, quiet, area, insetMm, baseline);
    placeField(draft, field, label, endMm, cell.heightMm - LIFT_MM);
    xMm = endMm;
  }
}

/** The branding's pictures in the table's corner. */
export interface CornerPictures {
  readonly logo: Area | null;
  /** The QR code with a link. */
  readonly link: Area | null;
  /** The width of both at the left of the corner. */
  readonly widthMm: number;
}

const MAX_LOGO_MM = 20;
/** A larger QR code is no easier to photograph, unless its modules are smaller than {@link GOOD_MODULE_MM}. */
const MAX_LINK_MM = 16;
/** Modules of this size are read from any usual distance. */
export const GOOD_MODULE_MM = 0.4;
/** A code with more modules across holds a whole game. */
const MANY_MODULES = 33;
/** The least module that phones read easily, and the white modules that they need around the QR code. */
const MIN_MODULE_MM = 0.33;
const QUIET_MODULES = 4;
/** Next to pictures, lines to write on may shrink to this share of their least length. */
const FIELD_SHARE = 0.85;
/** The same for the line that ends before the word for names, and next to a QR code that has no room otherwise. */
const LAST_FIELD_SHARE = 0.6;
/** Between pictures, and around them. */
const GAP_MM = 1.6;

type Pictures = Pick<Branding, "logoRatio" | "linkModules" | "linkCaption">;

/**
 * Places logo and QR code at the left of the table's corner; fields keep the width that they need, and no box moves.
 * @param cell the corner
 */
export function placePictures(draft: SheetDraft, cell: Area, pictures: Pictures): CornerPictures {
  const { linkModules } = pictures;
  const sized = sizePictures(draft, cell, pictures);
  const { gapMm, captionMm } = sized;
  if (linkModules !== null && (sized.link?.widthMm ?? 0) < linkModules * MIN_MODULE_MM) reportLink(draft);
  let xMm = cell.xMm + draft.sizes.insetMm;
  const place = (size: Size | null, belowMm = 0): Area | null => {
    if (size === null) return null;
    const area = { ...size, xMm, yMm: cell.yMm + (cell.heightMm - size.heightMm - belowMm) / 2 };
    xMm += size.widthMm + gapMm;
    return area;
  };
  const logo = place(sized.logo);
  const link = place(sized.link, captionMm);
  if (link !== null && sized.caption !== null) {
    const { words, style, lowMm } = sized.caption;
    const isBelow = captionMm > 0;
    const moreMm = style.face.width(words, style.sizePt) - link.widthMm;
    const shiftMm = Math.max(0, Math.min(moreMm, draft.sizes.insetMm) / 2);
    const below = { ...cell, xMm: link.xMm - shiftMm, widthMm: link.widthMm + gapMm };
    const room = isBelow ? below : cropLeft(cell, xMm);
    const baselineMm = isBelow
      ? link.yMm + link.heightMm + captionMm - lowMm
      : cell.yMm + cell.heightMm - LIFT_MM;
    draft.parts.texts.push(placeText(words, style, room, 0, baselineMm));
  }
  return { logo, link, widthMm: xMm - cell.xMm - draft.sizes.insetMm };
}

/** The sizes of the pictures, and of the caption with the white above it: that is 0 for one right of the QR code. */
function sizePictures(setting: Typesetting, cell: Area, pictures: Pictures) {
  const { logoRatio, linkModules, linkCaption = null } = pictures;
  const quiet = linkModules === null ? 0 : QUIET_MODULES / linkModules;
  const leastMm = (linkModules ?? 0) * MIN_MODULE_MM;
  const highMm = Math.max(cell.heightMm - 2 * GAP_MM, Math.min(leastMm, cell.heightMm / (1 + 2 * quiet)));
  const measureRoom = (share: number) =>
    cell.widthMm - setting.sizes.insetMm - GAP_MM - fieldsMm(setting, share);
  const usualMm = measureRoom(FIELD_SHARE);
  const roomMm = usualMm < leastMm * (1 + quiet) ? measureRoom(LAST_FIELD_SHARE) : usualMm;
  const measureLink = (heightMm: number) =>
    linkModules === null ? 0 : linkSide(linkModules, roomMm, heightMm, logoRatio !== null);
  const style = quietStyle(setting, MIN_PT);
  const { aboveMm, belowMm: lowMm } = style.face.ink(linkCaption ?? "", MIN_PT);
  const captionedMm = measureLink((highMm - aboveMm - lowMm) / (1 + quiet));
  const wordsMm = style.face.width(linkCaption ?? "", MIN_PT);
  const isCaptioned = linkCaption !== null && captionedMm >= leastMm && wordsMm <= captionedMm * (1 + quiet);
  const besideMm = (roomMm - wordsMm) / (1 + quiet);
  const isBeside = logoRatio === null && setting.text.fields.length === 0 && besideMm >= leastMm;
  const plainMm = Math.min(measureLink(highMm), isBeside ? besideMm : Number.POSITIVE_INFINITY);
  const linkMm = isCaptioned ? captionedMm : plainMm;
  const gapMm = linkModules === null ? GAP_MM : Math.max(GAP_MM, quiet * linkMm);
  return {
    gapMm,
    logo: logoRatio === null ? null : logoSize(logoRatio, roomMm - linkMm - gapMm, highMm),
    link: linkModules === null ? null : { widthMm: linkMm, heightMm: linkMm },
    caption: linkCaption !== null && (isCaptioned || isBeside) ? { words: linkCaption, style, lowMm } : null,
    captionMm: isCaptioned ? quiet * linkMm + aboveMm + lowMm : 0,
  };
}

/** The least size of pictures next to the word for names, as a share of their size without it. */
const NAMED_SHARE = 0.6;

/** Whether the word for the cells of names has room next to the pictures. */
export function hasRoomForName(setting: Typesetting, cell: Area, pictures: Pictures): boolean {
  const named = sizePictures(setting, cell, pictures);
  const nameless = sizePictures({ ...setting, text: { ...setting.text, name: "" } }, cell, pictures);
  const modules = pictures.linkModules ?? 0;
  const leastMm = modules * (modules > MANY_MODULES ? GOOD_MODULE_MM : MIN_MODULE_MM);
  const mostMm = nameless.link?.widthMm ?? 0;
  return (
    (named.link?.widthMm ?? 0) >= Math.min(mostMm, Math.max(leastMm, NAMED_SHARE * mostMm)) &&
    (named.logo?.heightMm ?? 0) >= NAMED_SHARE * (nameless.logo?.heightMm ?? 0)
  );
}

/** The side of the QR code: as large as fits; next to a logo, at most half of the room. */
function linkSide(modules: number, roomMm: number, highMm: number, hasLogo: boolean): number {
  const quiet = 1 + QUIET_MODULES / modules;
  const shareMm = hasLogo ? Math.max(modules * MIN_MODULE_MM * quiet * 1.1, roomMm / 2) : roomMm;
  return Math.min(Math.max(MAX_LINK_MM, modules * GOOD_MODULE_MM), highMm, Math.min(shareMm, roomMm) / quiet);
}

function logoSize(ratio: number, roomMm: number, highMm: number): Size {
  const heightMm = Math.max(0, Math.min(MAX_LOGO_MM, highMm, roomMm / ratio));
  return { widthMm: heightMm * ratio, heightMm };
}

/** The least width of the fields: their labels, each with a share of the shortest line, and the word for names behind the last one. */
function fieldsMm(setting: Typesetting, usualShare: number): number {
  const { text, sizes } = setting;
  const { face, sizePt } = quietStyle(setting);
  if (text.fields.length === 0)
    return text.name === "" ? 0 : face.width(text.name, sizePt) + sizes.fieldGapMm + sizes.insetMm;
  const linesMm = text.fields.map(({ label }, at) => {
    const nameMm = measureLineEnd(setting, at);
    const share = nameMm === 0 ? usualShare : LAST_FIELD_SHARE;
    return face.width(label, sizePt) + share * sizes.fieldMm + nameMm;
  });
  return Math.max(...linesMm) + sizes.fieldGapMm + sizes.insetMm;
}

function reportLink({ paper, problems }: SheetDraft): void {
  const message = msg`print.link-symbol-too-fine: the link is too long: its QR code would be too fine to read on ${paper.name}`;
  const hint = msg`print.link-symbol-too-fine-hint: use a shorter link or larger paper, or leave out the logo`;
  problems.push(problem("link-too-long", message, { hint }));
}

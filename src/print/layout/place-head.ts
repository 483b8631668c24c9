import type { Area } from "../geometry.ts";
import type { Branding, PadText } from "./pad-text.ts";
import { type CornerPlan, cornerRoom, fieldsBesideMm, placeFields, planFieldsInCorner } from "./head.ts";
import type { PlacedText } from "./pad-layout.ts";
import {
  type SheetDraft,
  firstFitting,
  fittingSize,
  placeText,
  quietStyle,
  type Typesetting,
  textStyle,
} from "./parts.ts";
import type { SheetPlan } from "./plan-sheet.ts";
import { labelCell } from "./table.ts";

/** How a head stands in its room. */
interface Head {
  readonly words: readonly PlacedText[];
  /** Where lines to write on stand; null where they stand in the table's corner, or where there are none. */
  readonly fields: { readonly area: Area; readonly baselineMm: number } | null;
  /** What is left to be placed with the table. */
  readonly corner: CornerPlan | null;
  /** The picture of whoever prints the pad. */
  readonly logo: Area | null;
}

/** Places the title, and the fields as far as they stand above the table. A branded head has the room of the plain one. */
export function placeHead(draft: SheetDraft, plan: SheetPlan, branding: Branding) {
  const { text } = plan;
  const { title, subtitle, logoRatio } = branding;
  const own = { ...text, title: title ?? text.title, subtitle: subtitle ?? text.subtitle };
  const isPlain = title === null && subtitle === null && logoRatio === null;
  const branded = isPlain ? null : brandedHead(own, logoRatio, roomOf(plan), draft);
  const { words, fields, corner, logo } = branded ?? plainHead(plan, draft);
  draft.parts.texts.push(...words);
  if (fields !== null) placeFields(draft, text.fields, fields.area, fields.baselineMm);
  if (isPlain || branded !== null) return { corner, logo, tooLong: [] };
  return { corner, logo, tooLong: [[own.title, own.subtitle].filter(Boolean).join(" – ")] };
}

/** From the bottom of a row of fields up to their baseline. */
const FIELDS_BASELINE_MM = 2.4;

function plainHead(plan: SheetPlan, setting: Typesetting): Head {
  const { text, frame } = plan;
  const { title, corner } = plan.head;
  if (title === null) return { words: [], fields: null, corner, logo: null };
  const row = titleRow(plan);
  const area = frame?.title ?? row;
  const baselineMm = area.yMm + title.baselineMm;
  const style = textStyle(setting.family, "bold", title.titlePt, { isAccented: true });
  const placed = placeText(text.title, style, area, 0, baselineMm);
  const after = rightOf(area, area.xMm + placed.ink.widthMm + 2 * setting.sizes.insetMm);
  const words = [placed];
  const subtitle = text.subtitle ?? "";
  const subtitlePt = fittingSize(setting.family.regular, subtitle, setting.sizes.hintPt, after.widthMm);
  if (subtitle !== "" && subtitlePt !== null)
    words.push(placeText(subtitle, quietStyle(setting, subtitlePt), after, 0, baselineMm));
  const fields = { beside: { area: after, baselineMm }, below: inRow(row), corner: null }[title.fields];
  return { words, fields, corner, logo: null };
}

/** Fields at the bottom of a row. */
function inRow(area: Area) {
  return { area, baselineMm: area.yMm + area.heightMm - FIELDS_BASELINE_MM };
}

/** From the top of the title to the table, as wide as the sheet. */
function titleRow({ head, tables, widthMm }: SheetPlan): Area {
  const [{ area }] = tables;
  const heightMm = head.title?.heightMm ?? 0;
  return { xMm: area.xMm, yMm: area.yMm - heightMm, widthMm, heightMm };
}

/** The room that the plain head of a sheet leaves to a branded one. */
function roomOf(plan: SheetPlan) {
  const { sizes, frame, division, tables } = plan;
  const { title } = plan.head;
  const [{ area, heights }] = tables;
  // Where names or columns do not begin yet.
  const corner = labelCell(area, division, { yMm: area.yMm, heightMm: heights.headMm });
  const row = titleRow(plan);
  const fieldsMm = title?.fields === "below" ? sizes.fieldsMm : 0;
  const fieldsRow = fieldsMm === 0 ? null : { ...row, yMm: area.yMm - fieldsMm, heightMm: fieldsMm };
  const between = frame?.title ?? row;
  // For title and picture, down to the table or the fields; null where the table's corner has to hold everything.
  const strip = title === null ? null : { ...between, heightMm: area.yMm - fieldsMm - between.yMm };
  // How high title and picture may be, from the top of the strip.
  const wordsMm = frame?.title.heightMm ?? row.heightMm - fieldsMm - sizes.insetMm;
  return { strip, wordsMm, fieldsRow, corner };
}

/** A picture takes no more than this share of the width. */
const LOGO_SHARE = 0.34;
/** As long as the title keeps this share of its usual size, the fields stay where they are. */
const GOOD_TITLE = 0.72;
/** From a row's lines to write on down to the table. */
const FIELDS_LIFT_MM = 1.4;
const ABOVE_FIELDS_MM = 0.4;
/** Lines that stand below a title in its own strip have this share of a box's height, as long as that is not more. */
const LOW_FIELDS = 0.6;
const LOW_FIELDS_MM = 4.6;

/**
 * The head of a sheet with a title, a subtitle or a picture of somebody's own. What the title leaves no room for moves: lines to
 * write on go into the table's corner, or below the title.
 *
 * @param text with that title and subtitle
 * @returns null if it does not fit
 */
function brandedHead(
  text: PadText,
  logoRatio: number | null,
  room: ReturnType<typeof roomOf>,
  setting: Typesetting,
): Head | null {
  const { strip, wordsMm, fieldsRow } = room;
  const { insetMm, titlePt } = setting.sizes;
  if (strip === null) return brandedCorner(text, logoRatio, room.corner, setting);
  const [logo, rest] = besideLogo(strip, wordsMm, logoRatio, 1.5 * insetMm);
  const line = { ...rest, heightMm: wordsMm };
  if (fieldsRow !== null || text.fields.length === 0) {
    const words = fitTitle(text, line, setting);
    return words === null ? null : { logo, words, fields: fieldsRow && inRow(fieldsRow), corner: null };
  }
  const corner = planFieldsInCorner(text, room.corner, setting);
  const besideCorner = corner === null ? null : fitTitle(text, line, setting);
  const ways = [
    fieldsBeside(text, line, setting),
    besideCorner === null ? null : { words: besideCorner, fields: null, corner },
    fieldsBelow(text, rest, setting),
  ].filter((way) => way !== null);
  const good = ways.find(({ words }) => words[0].sizePt >= GOOD_TITLE * titlePt.usual);
  const best = good ?? ways.sort((one, other) => other.words[0].sizePt - one.words[0].sizePt)[0];
  return best === undefined ? null : { logo, ...best };
}

/** A title with its subtitle, where there is one. */
type Title = readonly [title: PlacedText, ...subtitle: PlacedText[]];
/** A way for title and fields to share their room. */
type Way = Omit<Head, "logo"> & { readonly words: Title };

function fieldsBeside(text: PadText, line: Area, setting: Typesetting): Way | null {
  const { sizes, family } = setting;
  const needed = fieldsBesideMm(text.fields, setting) + 3 * sizes.insetMm;
  const words = fitTitle(text, { ...line, widthMm: line.widthMm - needed }, setting);
  if (words === null) return null;
  const end = Math.max(...words.map(({ ink }) => ink.xMm + ink.widthMm));
  const { capMm } = family.bold.height(sizes.titlePt.usual);
  const baselineMm = line.yMm + (line.heightMm + capMm) / 2;
  return { words, fields: { area: rightOf(line, end + 3 * sizes.insetMm), baselineMm }, corner: null };
}

function fieldsBelow(text: PadText, area: Area, setting: Typesetting): Way | null {
  const lineMm = Math.min(LOW_FIELDS_MM, setting.sizes.boxMm.height * LOW_FIELDS);
  const heightMm = area.heightMm - FIELDS_LIFT_MM - lineMm - ABOVE_FIELDS_MM;
  const words = fitTitle(text, { ...area, heightMm }, setting);
  if (words === null || fieldsBesideMm(text.fields, setting) > area.widthMm) return null;
  const baselineMm = area.yMm + area.heightMm - FIELDS_LIFT_MM;
  const fields = { ...area, yMm: baselineMm - lineMm, heightMm: lineMm + FIELDS_LIFT_MM };
  return { words, fields: { area: fields, baselineMm }, corner: null };
}

/** Picture, title and lines to write on, one below the other in the corner of the table. */
function brandedCorner(
  text: PadText,
  logoRatio: number | null,
  cell: Area,
  setting: Typesetting,
): Head | null {
  const strip = cornerRoom(text, cell, setting.sizes);
  const [logo, rest] = besideLogo(strip, strip.heightMm, logoRatio, setting.sizes.insetMm);
  const words = fitTitle(text, rest, setting);
  if (words === null) return null;
  const corner = { titlePt: null, fromMm: strip.yMm + strip.heightMm - cell.yMm };
  return { logo, words, fields: null, corner };
}

/** A picture at the left of a strip, in the middle of its height, and what is left of the strip. */
function besideLogo(
  strip: Area,
  maxHeightMm: number,
  ratio: number | null,
  gapMm: number,
): [logo: Area | null, rest: Area] {
  if (ratio === null) return [null, strip];
  const widthMm = Math.min(maxHeightMm * ratio, strip.widthMm * LOGO_SHARE);
  const heightMm = widthMm / ratio;
  const logo = { xMm: strip.xMm, yMm: strip.yMm + (maxHeightMm - heightMm) / 2, widthMm, heightMm };
  return [logo, rightOf(strip, logo.xMm + widthMm + gapMm)];
}

function rightOf(area: Area, xMm: number): Area {
  return { ...area, xMm, widthMm: area.xMm + area.widthMm - xMm };
}

const TITLE_STEP_PT = 0.5;
/** A subtitle may be as large as this share of its title. */
const SUBTITLE_SHARE = 0.58;
/** Between what hangs below the title and the subtitle's capitals. */
const LEADING_MM = 0.7;

/** Sets title and subtitle into an area, as large as they fit: the subtitle below the title, else behind it. Null if they don't. */
function fitTitle(text: PadText, area: Area, setting: Typesetting): Title | null {
  return firstFitting(setting.sizes.titlePt, (sizePt) => titleAt(sizePt, text, area, setting), TITLE_STEP_PT);
}

function titleAt(
  sizePt: number,
  { title, subtitle }: PadText,
  area: Area,
  setting: Typesetting,
): Title | null {
  const { sizes, family } = setting;
  const style = textStyle(family, "bold", sizePt, { isAccented: true });
  const { aboveMm, belowMm } = family.bold.ink(title, sizePt);
  const widthMm = family.bold.width(title, sizePt);
  if (widthMm > area.widthMm || aboveMm + belowMm > area.heightMm) return null;
  // In the middle, as far as nothing of it leaves the area.
  const middle = area.yMm + (area.heightMm + family.bold.height(sizePt).capMm) / 2;
  const lowest = area.yMm + area.heightMm - belowMm;
  const alone = Math.max(area.yMm + aboveMm, Math.min(middle, lowest));
  if (subtitle === null) return [placeText(title, style, area, 0, alone)];
  const { usual, least } = sizes.hintPt;
  const subtitlePt = { usual: Math.max(usual, SUBTITLE_SHARE * sizePt), least };
  const below = firstFitting(
    subtitlePt,
    (lowPt) => {
      const low = family.regular.ink(subtitle, lowPt);
      const isHigh = aboveMm + belowMm + LEADING_MM + low.aboveMm + low.belowMm > area.heightMm;
      return isHigh || family.regular.width(subtitle, lowPt) > area.widthMm ? null : { lowPt, ...low };
    },
    TITLE_STEP_PT,
  );
  if (below !== null) {
    const leftMm = area.heightMm - aboveMm - belowMm - LEADING_MM - below.aboveMm - below.belowMm;
    const baseline = area.yMm + leftMm / 2 + aboveMm;
    const low = baseline + belowMm + LEADING_MM + below.aboveMm;
    return [
      placeText(title, style, area, 0, baseline),
      placeText(subtitle, quietStyle(setting, below.lowPt), area, 0, low),
    ];
  }
  const behind = rightOf(area, area.xMm + widthMm + 2 * sizes.insetMm);
  const behindPt = fittingSize(family.regular, subtitle, subtitlePt, behind.widthMm);
  if (behindPt === null) return null;
  return [
    placeText(title, style, area, 0, alone),
    placeText(subtitle, quietStyle(setting, behindPt), behind, 0, alone),
  ];
}

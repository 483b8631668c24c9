import type { Area } from "../geometry.ts";
import { type CornerPlan, cornerRoom, fieldsBesideMm, placeFields, planCorner } from "./head.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { Branding } from "./pad-text.ts";
import { type SheetDraft, firstFitting, fittingSize, placeText, reportTooLong } from "./parts.ts";
import { quietStyle, type Typesetting, textStyle } from "./parts.ts";
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
export function placeHead(draft: SheetDraft, plan: SheetPlan, { title, subtitle, logoRatio }: Branding) {
  const { text } = draft;
  const own = { ...text, title: title ?? text.title, subtitle: subtitle ?? text.subtitle };
  const isPlain = title === null && subtitle === null && logoRatio === null;
  const branded = isPlain ? null : brandedHead({ ...draft, text: own }, logoRatio, plan);
  const { words, fields, corner, logo } = branded ?? plainHead(plan);
  draft.parts.texts.push(...words);
  if (fields !== null) placeFields(draft, fields.area, fields.baselineMm);
  if (!isPlain && branded === null)
    reportTooLong(draft, [own.title, own.subtitle].filter(Boolean).join(" – "));
  return { corner, logo };
}

function plainHead(plan: SheetPlan): Head {
  const { text, sizes, family, frame, titleRow } = plan;
  const { title, corner } = plan.head;
  if (title === null) return { words: [], fields: null, corner, logo: null };
  const area = frame?.title ?? titleRow;
  const baselineMm = area.yMm + title.baselineMm;
  const style = textStyle(family, "bold", title.titlePt, { isAccented: true });
  const words = [placeText(text.title, style, area, 0, baselineMm)];
  const after = rightOf(area, area.xMm + family.bold.width(text.title, title.titlePt) + 2 * sizes.insetMm);
  const subtitle = text.subtitle ?? "";
  const subtitlePt = fittingSize(family.regular, subtitle, sizes.hintPt, after.widthMm);
  if (subtitle !== "" && subtitlePt !== null)
    words.push(placeText(subtitle, quietStyle(plan, subtitlePt), after, 0, baselineMm));
  const fields = { beside: { area: after, baselineMm }, below: inRow(titleRow), corner: null }[title.fields];
  return { words, fields, corner, logo: null };
}

/** From the bottom of a row of fields up to their baseline. */
const FIELDS_BASELINE_MM = 2.4;

/** Fields at the bottom of a row. */
function inRow(area: Area) {
  return { area, baselineMm: area.yMm + area.heightMm - FIELDS_BASELINE_MM };
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
 * The head with a title, subtitle or picture of one's own, in the room of the plain head; null if it does not fit. What the title
 * leaves no room for moves: lines to write on go into the table's corner, or below the title.
 */
function brandedHead(setting: Typesetting, logoRatio: number | null, plan: SheetPlan): Head | null {
  const { sizes, frame, titleRow } = plan;
  const { title } = plan.head;
  const [table] = plan.tables;
  if (table === undefined) return null;
  // Where names or columns do not begin yet.
  const cornerCell = labelCell(table.area, plan.division, { ...table.area, heightMm: table.headMm });
  if (title === null) return brandedCorner(setting, logoRatio, cornerCell);
  const top = table.area.yMm;
  const fieldsMm = title.fields === "below" ? sizes.fieldsMm : 0;
  const between = frame?.title ?? titleRow;
  // Down to the table or the fields; title and picture have less of it.
  const strip = { ...between, heightMm: top - fieldsMm - between.yMm };
  const wordsMm = frame?.title.heightMm ?? titleRow.heightMm - fieldsMm - sizes.insetMm;
  const [logo, rest] = besideLogo(strip, wordsMm, logoRatio, 1.5 * sizes.insetMm);
  const line = { ...rest, heightMm: wordsMm };
  const alone = fitTitle(setting, line);
  if (fieldsMm > 0 || setting.text.fields.length === 0) {
    const fields = fieldsMm > 0 ? inRow({ ...titleRow, yMm: top - fieldsMm, heightMm: fieldsMm }) : null;
    return alone && { logo, words: alone, fields, corner: null };
  }
  const corner = planCorner(setting, cornerCell, false);
  const ways = [
    fieldsBeside(setting, line),
    corner && alone && { words: alone, fields: null, corner },
    fieldsBelow(setting, rest),
  ].filter((way) => way !== null);
  const good = ways.find(({ words }) => words[0].sizePt >= GOOD_TITLE * sizes.titlePt.usual);
  const best = good ?? ways.sort((one, other) => other.words[0].sizePt - one.words[0].sizePt)[0];
  return best === undefined ? null : { logo, ...best };
}

/** A title with its subtitle, where there is one. */
type Title = readonly [title: PlacedText, ...subtitle: PlacedText[]];
/** A way for title and fields to share their room. */
type Way = Omit<Head, "logo"> & { readonly words: Title };

function fieldsBeside(setting: Typesetting, line: Area): Way | null {
  const { sizes, family } = setting;
  const needed = fieldsBesideMm(setting) + 3 * sizes.insetMm;
  const words = fitTitle(setting, { ...line, widthMm: line.widthMm - needed });
  if (words === null) return null;
  const end = Math.max(...words.map(({ ink }) => ink.xMm + ink.widthMm));
  const { capMm } = family.bold.height(sizes.titlePt.usual);
  const baselineMm = line.yMm + (line.heightMm + capMm) / 2;
  return { words, fields: { area: rightOf(line, end + 3 * sizes.insetMm), baselineMm }, corner: null };
}

function fieldsBelow(setting: Typesetting, area: Area): Way | null {
  const lineMm = Math.min(LOW_FIELDS_MM, setting.sizes.boxMm.height * LOW_FIELDS);
  const heightMm = area.heightMm - FIELDS_LIFT_MM - lineMm - ABOVE_FIELDS_MM;
  const words = fitTitle(setting, { ...area, heightMm });
  if (words === null || fieldsBesideMm(setting) > area.widthMm) return null;
  const baselineMm = area.yMm + area.heightMm - FIELDS_LIFT_MM;
  const fields = { ...area, yMm: baselineMm - lineMm, heightMm: lineMm + FIELDS_LIFT_MM };
  return { words, fields: { area: fields, baselineMm }, corner: null };
}

/** Picture, title and lines to write on, one below the other in the corner of the table. */
function brandedCorner(setting: Typesetting, logoRatio: number | null, cell: Area): Head | null {
  const strip = cornerRoom(setting, cell);
  const [logo, rest] = besideLogo(strip, strip.heightMm, logoRatio, setting.sizes.insetMm);
  const words = fitTitle(setting, rest);
  const corner = { titlePt: null, fromMm: strip.yMm + strip.heightMm - cell.yMm };
  return words && { logo, words, fields: null, corner };
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
function fitTitle(setting: Typesetting, area: Area): Title | null {
  return firstFitting(setting.sizes.titlePt, (sizePt) => titleAt(sizePt, setting, area), TITLE_STEP_PT);
}

function titleAt(sizePt: number, setting: Typesetting, area: Area): Title | null {
  const { sizes, family } = setting;
  const { title, subtitle } = setting.text;
  const style = textStyle(family, "bold", sizePt, { isAccented: true });
  const { aboveMm, belowMm } = family.bold.ink(title, sizePt);
  const widthMm = family.bold.width(title, sizePt);
  const restMm = area.heightMm - aboveMm - belowMm;
  if (widthMm > area.widthMm || restMm < 0) return null;
  // In the middle, as far as nothing of it leaves the area.
  const middle = area.yMm + (area.heightMm + family.bold.height(sizePt).capMm) / 2;
  const lowest = area.yMm + area.heightMm - belowMm;
  const alone = Math.max(area.yMm + aboveMm, Math.min(middle, lowest));
  const titled = (baselineMm: number) => placeText(title, style, area, 0, baselineMm);
  if (subtitle === null) return [titled(alone)];
  const subtitled = (pt: number, cell: Area, baselineMm: number) =>
    placeText(subtitle, quietStyle(setting, pt), cell, 0, baselineMm);
  const { usual, least } = sizes.hintPt;
  const subtitlePt = { usual: Math.max(usual, SUBTITLE_SHARE * sizePt), least };
  const titleAbove = (lowPt: number): Title | null => {
    const low = family.regular.ink(subtitle, lowPt);
    const leftMm = restMm - LEADING_MM - low.aboveMm - low.belowMm;
    if (leftMm < 0 || family.regular.width(subtitle, lowPt) > area.widthMm) return null;
    const baseline = area.yMm + leftMm / 2 + aboveMm;
    return [titled(baseline), subtitled(lowPt, area, baseline + belowMm + LEADING_MM + low.aboveMm)];
  };
  const below = firstFitting(subtitlePt, titleAbove, TITLE_STEP_PT);
  if (below !== null) return below;
  const behind = rightOf(area, area.xMm + widthMm + 2 * sizes.insetMm);
  const behindPt = fittingSize(family.regular, subtitle, subtitlePt, behind.widthMm);
  return behindPt === null ? null : [titled(alone), subtitled(behindPt, behind, alone)];
}

import type { Area } from "../geometry.ts";
import { placeFields } from "./head.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { Branding, PadText } from "./pad-text.ts";
import {
  firstFitting,
  fittingSize,
  placeText,
  quietStyle,
  reportTooLong,
  type SheetDraft,
  type Typesetting,
  textStyle,
} from "./parts.ts";
import type { SheetPlan } from "./plan-sheet.ts";

/** Places the title and, in the first layout, the fields as far as they stand above the table. Words of one's own have the room of the plain title. */
export function placeHead(draft: SheetDraft, plan: SheetPlan, brand: Branding): void {
  const own = titled(draft.text, brand);
  const isPlain = own.title === draft.text.title && own.subtitle === draft.text.subtitle;
  const words = isPlain ? placePlainHead(draft, plan) : fitTitle({ ...draft, text: own }, titleArea(plan));
  if (words === null) reportTooLong(draft, [own.title, own.subtitle].filter(Boolean).join(" – "));
  draft.parts.texts.push(...(words ?? []));
}

/** The words at the head: a title of one's own does not hide the game's name, which then begins the subtitle. */
function titled(text: PadText, { title, subtitle }: Branding): PadText {
  const own = subtitle ?? text.subtitle;
  if (title === null) return { ...text, subtitle: own };
  const isTold = [title, own ?? ""].some((words) => words.toLowerCase().includes(text.title.toLowerCase()));
  const parts = isTold ? [own] : [text.title, own];
  return { ...text, title, subtitle: parts.filter(Boolean).join(" · ") || null };
}

/** Where the title stands, between the marks or above the table. */
function titleArea({ frame, titleRow, sizes }: SheetPlan): Area {
  return frame?.title ?? { ...titleRow, heightMm: titleRow.heightMm - sizes.insetMm };
}

/** The title as planned, its subtitle behind it, and fields beside or below them; no words where they stand in the corner. */
function placePlainHead(draft: SheetDraft, plan: SheetPlan): PlacedText[] {
  const { text, sizes, family, frame, titleRow } = plan;
  const { title } = plan.head;
  if (title === null) return [];
  const area = frame?.title ?? titleRow;
  const baselineMm = area.yMm + title.baselineMm;
  const style = textStyle(family, "bold", title.titlePt, { isAccented: true });
  const words = [placeText(text.title, style, area, 0, baselineMm)];
  const after = rightOf(area, area.xMm + family.bold.width(text.title, title.titlePt) + 2 * sizes.insetMm);
  const subtitle = text.subtitle ?? "";
  const subtitlePt = fittingSize(family.regular, subtitle, sizes.hintPt, after.widthMm);
  if (subtitle !== "" && subtitlePt !== null)
    words.push(placeText(subtitle, quietStyle(plan, subtitlePt), after, 0, baselineMm));
  if (title.fields === "beside") placeFields(draft, after, baselineMm);
  if (title.fields === "below")
    placeFields(draft, titleRow, titleRow.yMm + titleRow.heightMm - FIELDS_BASELINE_MM);
  return words;
}

/** From the bottom of a row of fields up to their baseline. */
const FIELDS_BASELINE_MM = 2.4;

function rightOf(area: Area, xMm: number): Area {
  return { ...area, xMm, widthMm: area.xMm + area.widthMm - xMm };
}

/** A title with its subtitle, where there is one. */
type Title = readonly [title: PlacedText, ...subtitle: PlacedText[]];

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

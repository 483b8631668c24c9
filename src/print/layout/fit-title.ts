import type { TypeFamily } from "../fonts/typeface.ts";
import { fittingSize, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "../geometry.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { GREY } from "./sheet-parts.ts";
import type { Range, Sizes } from "./sizes.ts";

const STEP_PT = 0.5;
/** A subtitle may be as large as this share of its title. */
const SUBTITLE_SHARE = 0.58;
/** Between what hangs below the title and the subtitle's capitals. */
const LEADING_MM = 0.7;

/**
 * Sets title and subtitle into an area, as large as they fit: the subtitle below the title, else behind it.
 *
 * @returns the title and, where there is one, the subtitle; null if they do not fit
 */
export function fitTitle(
  text: Pick<PadText, "title" | "subtitle">,
  area: Area,
  sizes: Sizes,
  family: TypeFamily,
): PlacedText[] | null {
  const { usual, least } = sizes.titlePt;
  for (let sizePt = usual; ; sizePt = Math.max(least, sizePt - STEP_PT)) {
    const placed = titleAt(sizePt, text, area, sizes, family);
    if (placed !== null || sizePt <= least) return placed;
  }
}

function titleAt(
  sizePt: number,
  { title, subtitle }: Pick<PadText, "title" | "subtitle">,
  area: Area,
  sizes: Sizes,
  family: TypeFamily,
): PlacedText[] | null {
  const style = styleOf(family, "bold", sizePt);
  const { aboveMm, belowMm } = family.bold.ink(title, sizePt);
  const widthMm = family.bold.width(title, sizePt);
  if (widthMm > area.widthMm || aboveMm + belowMm > area.heightMm) return null;
  const { capMm } = family.bold.height(sizePt);
  // In the middle, as far as nothing of it leaves the area.
  const middle = area.yMm + (area.heightMm + capMm) / 2;
  const lowest = area.yMm + area.heightMm - belowMm;
  const alone = Math.max(area.yMm + aboveMm, Math.min(middle, lowest));
  if (subtitle === null) return [placeText(title, style, area, 0, alone)];
  const subtitlePt = {
    usual: Math.max(sizes.hintPt.usual, SUBTITLE_SHARE * sizePt),
    least: sizes.hintPt.least,
  };
  const lowPt = fittingBelow(subtitle, subtitlePt, area, aboveMm + belowMm, family);
  if (lowPt !== null) {
    const low = family.regular.ink(subtitle, lowPt);
    const leftMm = area.heightMm - aboveMm - belowMm - LEADING_MM - low.aboveMm - low.belowMm;
    const baseline = area.yMm + leftMm / 2 + aboveMm;
    const below = baseline + belowMm + LEADING_MM + low.aboveMm;
    return [
      placeText(title, style, area, 0, baseline),
      placeText(subtitle, styleOf(family, "regular", lowPt), area, 0, below),
    ];
  }
  const behind = { ...area, xMm: area.xMm + widthMm + 2 * sizes.insetMm };
  const room = area.widthMm - widthMm - 2 * sizes.insetMm;
  const behindPt = fittingSize(family.regular, subtitle, subtitlePt, room);
  if (behindPt === null) return null;
  return [
    placeText(title, style, area, 0, alone),
    placeText(subtitle, styleOf(family, "regular", behindPt), { ...behind, widthMm: room }, 0, alone),
  ];
}

/** The largest size at which a subtitle fits below a title that is so high. */
function fittingBelow(
  subtitle: string,
  range: Range,
  area: Area,
  titleMm: number,
  { regular }: TypeFamily,
): number | null {
  for (let sizePt = range.usual; ; sizePt = Math.max(range.least, sizePt - STEP_PT)) {
    const { aboveMm, belowMm } = regular.ink(subtitle, sizePt);
    const isHigh = titleMm + LEADING_MM + aboveMm + belowMm > area.heightMm;
    if (!isHigh && regular.width(subtitle, sizePt) <= area.widthMm) return sizePt;
    if (sizePt <= range.least) return null;
  }
}

function styleOf(family: TypeFamily, weight: keyof TypeFamily, sizePt: number): TextStyle {
  const isTitle = weight === "bold";
  const grey = isTitle ? GREY.ink : GREY.quiet;
  return { face: family[weight], weight, sizePt, grey, align: "left", isAccented: isTitle };
}

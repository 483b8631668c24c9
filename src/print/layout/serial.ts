import type { TypeFamily } from "../fonts/typeface.ts";
import { middleBaseline, placeText, type TextStyle } from "./fit.ts";
import { type Area, overlaps } from "../geometry.ts";
import type { PadLayout, PlacedText } from "./pad-layout.ts";
import { GREY } from "./sheet-parts.ts";
import { MIN_LARGE_PT } from "./sizes.ts";

/** From the largest to the least size that people read without effort. */
const SIZES_PT = [12, 11, 10, 9, 8, 7];
const LARGE_SIZES_PT = [18, 16, MIN_LARGE_PT];
/** Nothing else may be this close, in mm. */
const CLEAR_MM = 1.2;
/** From the paper's edge on pads without marks, and as high as this, in mm. */
const EDGE_MM = 5;
const STRIP_MM = 6;

/**
 * Finds a place for the number of a sheet: at the right of its foot or of its head, wherever it can be larger.
 *
 * @param text the widest that is to stand there, such as `No. 0888`
 * @param isLargePrint whether it has to be read without glasses
 * @returns its place in bold, flush right; null if there is none
 */
export function placeSerial(
  layout: PadLayout,
  text: string,
  family: TypeFamily,
  isLargePrint = false,
): PlacedText | null {
  const taken = takenAreas(layout);
  for (const sizePt of isLargePrint ? LARGE_SIZES_PT : SIZES_PT) {
    const style: TextStyle = {
      face: family.bold,
      weight: "bold",
      sizePt,
      grey: GREY.ink,
      align: "right",
    };
    for (const strip of stripsOf(layout)) {
      const baseline = middleBaseline(style, strip.yMm, strip.heightMm);
      const placed = placeText(text, style, strip, 0, baseline);
      if (!taken.some((area) => overlaps(area, placed.ink, CLEAR_MM))) return placed;
    }
  }
  return null;
}

/** The foot and the head of a sheet, between what stands in the corners. */
function stripsOf({ page, marginMm, marks, code }: PadLayout): Area[] {
  const left = { xMm: marginMm, widthMm: page.widthMm - 2 * marginMm };
  const mark = marks.find(({ place }) => place === 2);
  const letters = code?.letters[0];
  if (mark === undefined || letters === undefined) {
    const strip = { ...left, heightMm: STRIP_MM };
    return [
      { ...strip, yMm: page.heightMm - EDGE_MM - STRIP_MM },
      { ...strip, yMm: marginMm },
    ];
  }
  const upTo = (xMm: number, area: Area) => ({ ...area, ...left, widthMm: xMm - CLEAR_MM - left.xMm });
  return [
    upTo(mark.xMm - CLEAR_MM, mark),
    upTo(letters.xMm - CLEAR_MM, { ...mark, yMm: code?.areas[0].yMm ?? 0 }),
  ];
}

function takenAreas({ texts, rules, tints, boxes, marks, code, logo }: PadLayout): Area[] {
  const lines = rules.map((rule) => ({
    xMm: Math.min(rule.fromXMm, rule.toXMm),
    yMm: Math.min(rule.fromYMm, rule.toYMm),
    widthMm: Math.abs(rule.toXMm - rule.fromXMm),
    heightMm: Math.abs(rule.toYMm - rule.fromYMm),
  }));
  const coded = code === null ? [] : [...code.areas, ...code.letters.map(({ cell }) => cell)];
  return [
    ...texts.map(({ ink }) => ink),
    ...lines,
    ...tints,
    ...boxes,
    ...marks,
    ...coded,
    ...(logo === null ? [] : [logo]),
  ];
}

import type { AnyFamily } from "../fonts/typeface.ts";
import { type Area, grown, MM_PER_INCH, MM_PER_PT, overlaps, segmentArea, within } from "../geometry.ts";
import type { PadLayout, PadRule, PlacedText } from "../layout/pad-layout.ts";

/**
 * A sheet for a printer that prints nothing but black dots: without tints, which it would break into patterns, in bold where that has
 * room, and with lines that cover whole dots, so that all lines of one weight look alike. Boxes stay as they are; lines move by half a
 * dot at most.
 */
export function printInDots(layout: PadLayout, family: AnyFamily, dotsPerInch: number): PadLayout {
  const dotMm = MM_PER_INCH / dotsPerInch;
  const { decoration } = layout;
  const isBlackOrWhite = (fill: number | null) => fill === null || fill === 0 || fill === 1;
  const shapes = decoration?.shapes.filter(({ fill }) => isBlackOrWhite(fill)) ?? [];
  return {
    ...layout,
    tints: [],
    texts: thickenTexts(layout, family),
    rules: layout.rules.map((rule) => alignRule(rule, dotMm)),
    ...(decoration && { decoration: { ...decoration, shapes } }),
  };
}

/** A line as thick as a whole number of dots, with its edges between dots. */
function alignRule(rule: PadRule, dotMm: number): PadRule {
  const dots = Math.max(1, Math.round((rule.weightPt * MM_PER_PT) / dotMm));
  const weightPt = (dots * dotMm) / MM_PER_PT;
  const align = (mm: number) => (Math.round(mm / dotMm - dots / 2) + dots / 2) * dotMm;
  if (rule.fromYMm === rule.toYMm) {
    const yMm = align(rule.fromYMm);
    return { ...rule, weightPt, fromYMm: yMm, toYMm: yMm };
  }
  if (rule.fromXMm !== rule.toXMm) return { ...rule, weightPt };
  const xMm = align(rule.fromXMm);
  return { ...rule, weightPt, fromXMm: xMm, toXMm: xMm };
}

/** From bold text to other words, and to dice. */
const CLEAR_MM = 0.3;

/** From bold text to the sides of its cell, if it had as much room before. */
const INSET_MM = 0.4;

/** Sets plain words in bold, whose strokes are two dots thick, where they fit between the other words and dice. */
function thickenTexts({ texts, dice, rules }: PadLayout, family: AnyFamily): PlacedText[] {
  const squares = dice.map(({ sideMm, ...place }) => ({ ...place, widthMm: sideMm, heightMm: sideMm }));
  const lines = rules.filter(({ rank }) => rank === "field").map(segmentArea);
  const taken: Area[] = [...squares, ...lines, ...texts.map(({ ink }) => ink)];
  const thick = texts.map((text): PlacedText | null => {
    if (text.weight !== "regular" || text.upwards) return text;
    // Lines of a label that are near each other stay so.
    const others = taken.filter((area) => !overlaps(area, text.ink, CLEAR_MM));
    const leftMm = text.ink.xMm - text.cell.xMm;
    const rightMm = text.cell.widthMm - text.ink.widthMm - leftMm;
    const cell = grown(text.cell, -Math.max(0, Math.min(INSET_MM, leftMm, rightMm)));
    const { aboveMm, belowMm } = family.bold.ink(text.text, text.sizePt);
    const widthMm = family.bold.width(text.text, text.sizePt);
    const moreMm = widthMm - text.ink.widthMm;
    // What ends at the right still does.
    const shares = rightMm < leftMm - CLEAR_MM ? [1, 0.5, 0] : [0, 0.5, 1];
    const places = shares.map((share): Area => {
      const xMm = text.ink.xMm - share * moreMm;
      return { xMm, yMm: text.baselineMm - aboveMm, widthMm, heightMm: aboveMm + belowMm };
    });
    const ink = places.find(
      (place) =>
        within(place, { ...text.cell, xMm: cell.xMm, widthMm: cell.widthMm }) &&
        !others.some((other) => overlaps(other, place, CLEAR_MM)),
    );
    return ink === undefined ? null : { ...text, weight: "bold", ink, xMm: ink.xMm };
  });
  // Lines of one paragraph share their weight.
  const thin = texts.filter((_, at) => thick[at] === null);
  const staysThin = (text: PlacedText) =>
    thin.some(({ cell, sizePt }) => cell === text.cell && sizePt === text.sizePt);
  return texts.map((text, at) => (staysThin(text) ? text : (thick[at] ?? text)));
}

import type { TypeFamily } from "../fonts/typeface.ts";
import { brokenLines, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "../geometry.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { GREY } from "./sheet-parts.ts";
import type { Sizes } from "./sizes.ts";
import { FOOT_GAP_MM, footStep, smallPrint } from "./small-print.ts";

const STEP_PT = 0.25;
/** Nobody reads what is smaller. */
const MIN_PT = 5.5;
/** A footer may take so many lines. */
const MAX_LINES = 2;
/** Between small print and a footer on the same line. */
const GAP_MM = 4;

/**
 * Sets the small print with a footer of somebody's own below it, or right of its last line, as large as both fit.
 *
 * @param room from the table down to where nothing may be printed any more
 * @returns null if they do not fit
 */
export function footWithFooter(
  text: PadText,
  footer: string,
  room: Area,
  sizes: Sizes,
  family: TypeFamily,
): PlacedText[] | null {
  const { usual, least } = sizes.footPt;
  const smallest = Math.min(usual, Math.max(least, MIN_PT));
  for (let sizePt = usual; ; sizePt = Math.max(smallest, sizePt - STEP_PT)) {
    const placed = footAt(sizePt, text, footer, room, family);
    if (placed !== null || sizePt <= smallest) return placed;
  }
}

function footAt(
  sizePt: number,
  text: PadText,
  footer: string,
  room: Area,
  family: TypeFamily,
): PlacedText[] | null {
  const print = smallPrint(family, sizePt);
  const own: TextStyle = { ...print, sizePt: Math.max(sizePt, MIN_PT), grey: GREY.ink };
  const lines = text.foot.flatMap((line) => brokenLines(family.regular, line, sizePt, room.widthMm));
  const ownLines = brokenLines(family.regular, footer, own.sizePt, room.widthMm);
  if (ownLines.some((line) => family.regular.width(line, own.sizePt) > room.widthMm)) return null;
  const { stepMm } = footStep(own.sizePt);
  const below = (lines.length + ownLines.length) * stepMm <= room.heightMm - FOOT_GAP_MM;
  if (below && ownLines.length <= MAX_LINES) {
    const styled = [
      ...lines.map((line) => [line, print] as const),
      ...ownLines.map((line) => [line, own] as const),
    ];
    return placeLines(styled, room, stepMm);
  }
  const last = lines.at(-1) ?? "";
  const taken = family.regular.width(last, sizePt) + GAP_MM + family.regular.width(footer, own.sizePt);
  if (taken > room.widthMm || lines.length * stepMm > room.heightMm - FOOT_GAP_MM) return null;
  const placed = placeLines(
    lines.map((line) => [line, print] as const),
    room,
    stepMm,
  );
  const baseline = placed.at(-1)?.baselineMm;
  if (baseline === undefined) return null;
  return [...placed, placeText(footer, { ...own, align: "right" }, room, 0, baseline)];
}

/** Lines one below the other, in the middle of their room. */
function placeLines(
  lines: readonly (readonly [string, TextStyle])[],
  room: Area,
  stepMm: number,
): PlacedText[] {
  const free = room.heightMm - FOOT_GAP_MM - lines.length * stepMm;
  const top = room.yMm + FOOT_GAP_MM + free / 2;
  return lines.map(([line, style], at) => {
    const { baselineMm } = footStep(style.sizePt);
    return placeText(line, style, room, 0, top + at * stepMm + baselineMm);
  });
}

import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT } from "../geometry.ts";
import type { Frame } from "./frame.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import type { Paper } from "./paper.ts";
import {
  brokenLines,
  type SheetDraft,
  firstFitting,
  GREY,
  placeText,
  type Typesetting,
  type TextStyle,
  textStyle,
} from "./parts.ts";

/** The foot of a sheet. */
export interface FootPlan {
  /** Where the small print stands. */
  readonly area: Area;
  /** From the tables down to where nothing may be printed any more, as wide as the small print. */
  readonly room: Area;
  /** Whether the code stands there, too. */
  readonly hasCode: boolean;
}

/** Printers hardly reach closer to the edge of the paper than this. */
const EDGE_MM = 5;
/** Between the table and the small print. */
const GAP_MM = 1.2;

/**
 * Plans the small print below the table: between the marks, where there are any, as long as it fits there. The code stands beside it
 * unless that would take room from the table. The best foot comes first.
 */
export function planFeet(
  text: PadText,
  paper: Paper,
  frame: Frame | null,
  setting: Typesetting,
): [FootPlan, ...FootPlan[]] {
  const { marginMm } = setting.sizes;
  if (frame === null) {
    const widthMm = paper.widthMm - 2 * marginMm;
    const heightMm = footHeight(text, widthMm, setting);
    const area = { xMm: marginMm, yMm: paper.heightMm - marginMm - heightMm, widthMm, heightMm };
    return [footPlan(area.yMm, paper.heightMm - EDGE_MM, area, false)];
  }
  const between = (strip: Area, hasCode: boolean): FootPlan => {
    const heightMm = footHeight(text, strip.widthMm, setting);
    const rest = strip.heightMm - heightMm;
    const area = { ...strip, yMm: strip.yMm + Math.min(rest / 2, rest), heightMm };
    const tableEndMm = Math.min(strip.yMm - frame.marks.clearMm, area.yMm);
    return footPlan(tableEndMm, strip.yMm + strip.heightMm, area, hasCode);
  };
  const plain = between(frame.foot, false);
  const coded = between(frame.footBesideCode, true);
  const { regular } = setting.family;
  const { usual } = setting.sizes.footPt;
  const { widthMm } = frame.footBesideCode;
  const wordsFit = footLines(text, widthMm, setting).every((line) => regular.width(line, usual) <= widthMm);
  const hasRoom = wordsFit && coded.room.yMm >= plain.room.yMm;
  return hasRoom ? [coded, plain] : [plain];
}

function footPlan(tableEndMm: number, endMm: number, area: Area, hasCode: boolean): FootPlan {
  return { area, room: { ...area, yMm: tableEndMm, heightMm: endMm - tableEndMm }, hasCode };
}

/** How high the small print is. */
function footHeight(text: PadText, widthMm: number, setting: Typesetting): number {
  const lines = footLines(text, widthMm, setting);
  return lines.length === 0 ? 0 : lines.length * lineSteps(setting.sizes.footPt.usual).stepMm + GAP_MM;
}

function footLines(
  { foot }: PadText,
  widthMm: number,
  { sizes, family }: Typesetting,
  sizePt = sizes.footPt.usual,
): string[] {
  return foot.flatMap((line) => brokenLines(family.regular, line, sizePt, widthMm));
}

/** From line to line, and from the top of a line to its baseline. */
function lineSteps(sizePt: number): { stepMm: number; baselineMm: number } {
  const emMm = sizePt * MM_PER_PT;
  return { stepMm: 1.25 * emMm, baselineMm: 0.95 * emMm };
}

function smallPrint(family: TypeFamily, sizePt: number): TextStyle {
  return textStyle(family, "regular", sizePt, { grey: 0.7 });
}

/** Places the small print and a footer of somebody's own in the first foot that holds them. */
export function placeFoot(
  draft: SheetDraft,
  text: PadText,
  feet: readonly [FootPlan, ...FootPlan[]],
  footer: string | null,
) {
  const { parts, sizes, family } = draft;
  const [best] = feet;
  const { usual, least } = sizes.footPt;
  const range = { usual, least: Math.min(usual, Math.max(least, MIN_PT)) };
  if (footer !== null)
    for (const { room, hasCode } of feet) {
      const placed = firstFitting(range, (sizePt) => footAt(sizePt, text, footer, room, draft));
      if (placed === null) continue;
      parts.texts.push(...placed);
      return { hasCode, tooLong: [] };
    }
  const style = smallPrint(family, sizes.footPt.usual);
  const lines = footLines(text, best.area.widthMm, draft).map((line): StyledLine => [line, style]);
  const { stepMm } = lineSteps(style.sizePt);
  parts.texts.push(...placeLines(lines, best.area, best.area.yMm + GAP_MM, stepMm));
  return { hasCode: best.hasCode, tooLong: footer === null ? [] : [footer] };
}

/** Nobody reads what is smaller. */
const MIN_PT = 5.5;
/** A footer may take so many lines. */
const MAX_LINES = 2;
/** Between small print and a footer on the same line. */
const FOOTER_GAP_MM = 4;

/** The small print with a footer of somebody's own below it, or right of its last line; null if they do not fit the room. */
function footAt(
  sizePt: number,
  text: PadText,
  footer: string,
  room: Area,
  setting: Typesetting,
): PlacedText[] | null {
  const { regular } = setting.family;
  const print = smallPrint(setting.family, sizePt);
  const own: TextStyle = { ...print, sizePt: Math.max(sizePt, MIN_PT), grey: GREY.ink };
  const lines = footLines(text, room.widthMm, setting, sizePt).map((line): StyledLine => [line, print]);
  const ownLines = brokenLines(regular, footer, own.sizePt, room.widthMm);
  if (ownLines.some((line) => regular.width(line, own.sizePt) > room.widthMm)) return null;
  const roomMm = room.heightMm - GAP_MM;
  const { stepMm } = lineSteps(own.sizePt);
  const below = [...lines, ...ownLines.map((line): StyledLine => [line, own])];
  if (below.length * stepMm <= roomMm && ownLines.length <= MAX_LINES) return inMiddle(below, room, stepMm);
  const lastMm = regular.width(lines.at(-1)?.[0] ?? "", sizePt);
  const fits = lastMm + FOOTER_GAP_MM + regular.width(footer, own.sizePt) <= room.widthMm;
  if (!fits || lines.length * stepMm > roomMm) return null;
  const placed = inMiddle(lines, room, stepMm);
  const baseline = placed.at(-1)?.baselineMm;
  if (baseline === undefined) return null;
  return [...placed, placeText(footer, { ...own, align: "right" }, room, 0, baseline)];
}

type StyledLine = readonly [line: string, style: TextStyle];

/** Lines one below the other, in the middle of their room. */
function inMiddle(lines: readonly StyledLine[], room: Area, stepMm: number): PlacedText[] {
  const free = room.heightMm - GAP_MM - lines.length * stepMm;
  return placeLines(lines, room, room.yMm + GAP_MM + free / 2, stepMm);
}

function placeLines(lines: readonly StyledLine[], cell: Area, topMm: number, stepMm: number): PlacedText[] {
  return lines.map(([line, style], at) => {
    const { baselineMm } = lineSteps(style.sizePt);
    return placeText(line, style, cell, 0, topMm + at * stepMm + baselineMm);
  });
}

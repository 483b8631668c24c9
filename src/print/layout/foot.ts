import { type Area, MM_PER_PT } from "../geometry.ts";
import type { Frame } from "./frame.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { Paper } from "./paper.ts";
import {
  brokenLines,
  firstFitting,
  placeText,
  reportTooLong,
  type SheetDraft,
  type TextStyle,
  type Typesetting,
  textStyle,
} from "./parts.ts";
import { MIN_PT } from "./sizes.ts";

/** The foot of a sheet. */
interface FootPlan {
  readonly area: Area;
  /** From the tables down to the lowest printable place, as wide as the small print. */
  readonly room: Area;
  /** Whether the code is repeated to the left. */
  readonly hasCode: boolean;
}

/** The possible feet of a sheet, the best first. */
export type Feet = readonly [FootPlan, ...FootPlan[]];

/** Printers leave about this margin. */
const EDGE_MM = 5;
/** Between the table and the small print. */
const GAP_MM = 1.2;

/** Plans the small print below the table: between the marks, and next to a second code unless that takes room from the table. */
export function planFeet(paper: Paper, frame: Frame | null, setting: Typesetting): Feet {
  const { marginMm, footPt } = setting.sizes;
  const measureSmallPrint = (widthMm: number) => {
    const lines = smallPrint(setting, widthMm);
    return lines.length === 0 ? 0 : lines.length * stepMm(footPt.usual) + GAP_MM;
  };
  const foot = (area: Area, tableEndMm: number, endMm: number, hasCode: boolean): FootPlan => {
    return { area, room: { ...area, yMm: tableEndMm, heightMm: endMm - tableEndMm }, hasCode };
  };
  if (frame === null) {
    const widthMm = paper.widthMm - 2 * marginMm;
    const heightMm = measureSmallPrint(widthMm);
    const area = { xMm: marginMm, yMm: paper.heightMm - marginMm - heightMm, widthMm, heightMm };
    return [foot(area, area.yMm, paper.heightMm - EDGE_MM, false)];
  }
  const between = (strip: Area, hasCode: boolean) => {
    const heightMm = measureSmallPrint(strip.widthMm);
    const rest = strip.heightMm - heightMm;
    const area = { ...strip, yMm: strip.yMm + Math.min(rest / 2, rest), heightMm };
    const tableEndMm = Math.min(strip.yMm - frame.fiducials.clearMm, area.yMm);
    return foot(area, tableEndMm, strip.yMm + strip.heightMm, hasCode);
  };
  const plain = between(frame.foot, false);
  if (frame.footBesideCode === null) return [plain];
  const coded = between(frame.footBesideCode, true);
  const hasRoom = coded.room.yMm >= plain.room.yMm;
  return hasRoom && fitWidth(smallPrint(setting, coded.area.widthMm), coded.area) ? [coded, plain] : [plain];
}

type StyledLine = readonly [line: string, style: TextStyle];

/** More lines are higher than the marks next to them. */
const LOW_LINES = 2;

/** The small print, broken into lines; on small paper as one text where that makes it lower. */
function smallPrint(setting: Typesetting, widthMm: number, sizePt = setting.sizes.footPt.usual) {
  const { foot } = setting.text;
  const style = textStyle(setting.family, "regular", sizePt);
  const lines = foot.flatMap((text) => styledLines(text, style, widthMm));
  if (lines.length <= LOW_LINES || setting.sizes.footPt.usual > MIN_PT) return lines;
  const joined = styledLines(foot.join(" "), style, widthMm);
  return joined.length < lines.length && fitWidth(joined, { widthMm }) ? joined : lines;
}

function styledLines(text: string, style: TextStyle, widthMm: number): StyledLine[] {
  const lines = brokenLines(style.face, text, style.sizePt, widthMm);
  const whole = brokenLines(style.face, joinSteps(text), style.sizePt, widthMm);
  const fits = whole.every((line) => style.face.width(line, style.sizePt) <= widthMm);
  return (fits && whole.length === lines.length ? whole : lines).map((line) => [
    line.replaceAll(NO_BREAK, " ").replace(/ ·$/, ""),
    style,
  ]);
}

const NO_BREAK = "\u00a0";

/** A list of steps that breaks between them only. */
function joinSteps(text: string): string {
  return text
    .split(" · ")
    .map((step) => step.replaceAll(" ", NO_BREAK))
    .join(`${NO_BREAK}· `);
}

function fitWidth(lines: readonly StyledLine[], { widthMm }: Pick<Area, "widthMm">): boolean {
  return lines.every(([line, { face, sizePt }]) => face.width(line, sizePt) <= widthMm);
}

/** From line to line. */
function stepMm(sizePt: number, leading = 1.25): number {
  return leading * sizePt * MM_PER_PT;
}

/** Places lines one below the other. */
function placeLines(lines: readonly StyledLine[], cell: Area, topMm: number, step: number): PlacedText[] {
  return lines.map(([line, style], at) =>
    placeText(line, style, cell, 0, topMm + at * step + 0.95 * style.sizePt * MM_PER_PT),
  );
}

/** Places small print and a branding's footer in the first foot that holds them. @returns whether it has a second code, too */
export function placeFoot(draft: SheetDraft, feet: Feet, footer: string | null): boolean {
  const { texts } = draft.parts;
  const { usual, least } = draft.sizes.footPt;
  const range = { usual, least: Math.min(usual, Math.max(least, MIN_PT)) };
  if (footer !== null)
    for (const { room, hasCode } of feet) {
      const placed = firstFitting(range, (sizePt) => placeFooter(sizePt, footer, room, draft));
      if (placed === null) continue;
      texts.push(...placed);
      return hasCode;
    }
  if (footer !== null) reportTooLong(draft, footer);
  const [{ area, hasCode }] = feet;
  texts.push(...placeLines(smallPrint(draft, area.widthMm), area, area.yMm + GAP_MM, stepMm(usual)));
  return hasCode;
}

/** With a footer, lines are set closer. */
const FOOTER_LEADING = 1.18;
/** The most lines of a footer. */
const MAX_LINES = 2;
/** Between small print and a footer on the same line. */
const FOOTER_GAP_MM = 4;

/** The small print with the footer below it or to the right of its last line; null if they do not fit. */
function placeFooter(sizePt: number, footer: string, room: Area, setting: Typesetting): PlacedText[] | null {
  const { family } = setting;
  const own = textStyle(family, "regular", Math.max(sizePt, MIN_PT));
  const lines = smallPrint(setting, room.widthMm, sizePt);
  const ownLines = styledLines(footer, own, room.widthMm);
  if (!fitWidth(ownLines, room)) return null;
  const step = stepMm(own.sizePt, FOOTER_LEADING);
  const freeMm = (count: number) => room.heightMm - GAP_MM - count * step;
  const inMiddle = (placed: readonly StyledLine[]) =>
    placeLines(placed, room, room.yMm + GAP_MM + freeMm(placed.length) / 2, step);
  const below = [...lines, ...ownLines];
  if (freeMm(below.length) >= 0 && ownLines.length <= MAX_LINES) return inMiddle(below);
  const placed = inMiddle(lines);
  const last = placed.at(-1);
  if (last === undefined || freeMm(lines.length) < 0) return null;
  const widthMm = last.ink.widthMm + FOOTER_GAP_MM + family.regular.width(footer, own.sizePt);
  if (widthMm > room.widthMm) return null;
  return [...placed, placeText(footer, { ...own, align: "right" }, room, 0, last.baselineMm)];
}

import type { AnyFamily, Typeface } from "../fonts/typeface.ts";
import { type Area, grown, MM_PER_PT, overlaps } from "../geometry.ts";
import type { DecorationShape, PadLayout, PlacedText } from "../layout/pad-layout.ts";
import { cropLeft } from "../layout/head.ts";
import { placeText, type TextStyle, textStyle } from "../layout/parts.ts";
import { MIN_PT } from "../layout/sizes.ts";
import { styledDie } from "../shapes/figures.ts";
import { diamond, listSides, plainArea, roundedArea, turnSteps } from "./shapes.ts";
import type { PadStyle } from "./style.ts";

/** The title of a sheet in its style: its words in place of the plain ones, and what is drawn around them. */
export interface DressedTitle {
  readonly texts: readonly PlacedText[];
  readonly shapes: readonly DecorationShape[];
}

/** The room for title and subtitle. */
interface TitleRoom {
  readonly title: PlacedText;
  readonly subtitle: PlacedText | null;
  /** Whether the subtitle is on the line of the title, rather than below it. */
  readonly isBeside: boolean;
  /** Where both may be. */
  readonly area: Area;
}

/** Between title and subtitle on one line. */
const GAP_MM = 3.2;
/** From the title down to a subtitle below it, at least. */
const ABOVE_SUBTITLE_MM = 0.7;
/** Between the title and the table, on sheets without fiducials, where the title's row reaches down to the table. */
const ABOVE_TABLE_MM = 1.7;
/** Clear space around what is printed in the title's row. */
const CLEAR_MM = 1.2;
/** From the edges of a band to its words. */
const BAND_INSET_MM = { across: 2.4, down: 1.1 };
/** A band without room for its words in a low row is this much nearer to them, above and below, and reaches as far beyond the row. */
const TIGHT_MM = 0.5;
const STEP_PT = 0.25;

/** Sets the title in the style's face as large as its room allows. @param reserved areas that must stay free, such as the sheet's number */
export function dressTitle(
  layout: PadLayout,
  style: PadStyle,
  family: AnyFamily,
  reserved: readonly Area[],
): DressedTitle {
  const room = findRoom(layout, reserved);
  if (room === null) return { texts: [], shapes: [] };
  const whole = dressRoom(room, style, family);
  if (style.align !== "centre") return whole;
  const { xMm, widthMm } = room.area;
  const sideMm = Math.max(xMm, layout.page.widthMm - xMm - widthMm);
  const area = { ...room.area, xMm: sideMm, widthMm: layout.page.widthMm - 2 * sideMm };
  const middle = area.widthMm <= 0 ? whole : dressRoom({ ...room, area }, style, family);
  const sizePt = ({ texts }: DressedTitle) => texts.find(({ role }) => role === "title")?.sizePt ?? 0;
  const isAlike = middle.shapes.length === whole.shapes.length && !middle.texts.includes(room.title);
  return isAlike && sizePt(middle) >= CENTRED_SHARE * sizePt(whole) ? middle : whole;
}

/** The least size of a title in the middle of the sheet, as a share of that in the middle of its room, which ends at the code. */
const CENTRED_SHARE = 0.9;

function dressRoom(room: TitleRoom, style: PadStyle, family: AnyFamily): DressedTitle {
  if (style.head === "band" || style.head === "pill") {
    const band = dressBand(room, style, family) ?? dressBand(room, style, family, TIGHT_MM);
    // A band without room for its words is left out.
    return band ?? dressRoom(room, { ...style, head: "plain" }, family);
  }
  const texts = setWords(room, style, family);
  if (texts === null) return { texts: [room.title, room.subtitle ?? []].flat(), shapes: [] };
  if (style.head === "dice") return { texts, shapes: drawDice(room.area, texts, style) };
  return { texts, shapes: style.head === "lines" ? drawLines(room.area) : [] };
}

/** Light words on a band of ink; null without room for them. */
function dressBand(room: TitleRoom, style: PadStyle, family: AnyFamily, tightMm = 0): DressedTitle | null {
  const { across, down } = BAND_INSET_MM;
  const band = grown(room.area, 0, tightMm);
  const inside = fitSubtitle({ ...room, area: grown(band, -across, tightMm - down) }, family);
  const texts = inside && setWords(inside, style, family);
  if (texts === null) return null;
  const light = texts.map((text) => ({ ...text, grey: 0, isAccented: false }));
  return { texts: light, shapes: drawBand(band, texts, style) };
}

/** The height of a subtitle below its title, as a share of their room. */
const BELOW_SHARE = 0.42;

/** The room with its subtitle small enough to stay inside; null if it would be too small to read. */
function fitSubtitle(room: TitleRoom, family: AnyFamily): TitleRoom | null {
  const { subtitle, isBeside, area } = room;
  if (subtitle === null) return room;
  const { aboveMm, belowMm } = family.regular.ink(subtitle.text, subtitle.sizePt);
  const mostMm = area.heightMm * (isBeside ? 1 : BELOW_SHARE);
  const factor = Math.min(1, mostMm / (aboveMm + belowMm));
  const sizePt = subtitle.sizePt * factor;
  if (sizePt < MIN_PT) return null;
  const look = textStyle(family, "regular", sizePt, { grey: subtitle.grey, role: subtitle.role });
  const baselineMm = isBeside ? subtitle.baselineMm : area.yMm + area.heightMm - belowMm * factor;
  return { ...room, subtitle: placeText(subtitle.text, look, area, 0, baselineMm) };
}

function findRoom({ texts, tables, marks }: PadLayout, reserved: readonly Area[]): TitleRoom | null {
  const title = texts.find(({ role }) => role === "title");
  if (title === undefined) return null;
  const subtitle = texts.find(({ role }) => role === "subtitle") ?? null;
  const isBeside = subtitle !== null && subtitle.baselineMm === title.baselineMm;
  const tableMm = Math.min(...tables.map(({ yMm }) => yMm));
  const { cell } = title;
  const bottomMm = Math.min(cell.yMm + cell.heightMm, marks.length > 0 ? tableMm : tableMm - ABOVE_TABLE_MM);
  const whole = { ...cell, heightMm: bottomMm - cell.yMm };
  const taken = reserved.filter((other) => overlaps(whole, other, CLEAR_MM));
  const rightMm = Math.min(whole.xMm + whole.widthMm, ...taken.map(({ xMm }) => xMm - CLEAR_MM));
  return { title, subtitle, isBeside, area: { ...whole, widthMm: rightMm - whole.xMm } };
}

/** Title and subtitle, the title as large as wanted or as it fits; null if it fits at no size. */
function setWords(room: TitleRoom, style: PadStyle, family: AnyFamily): PlacedText[] | null {
  const { title, subtitle, area } = room;
  const [weight, face] = chooseFace(title.text, family);
  const wantedMm = family.bold.height(title.sizePt).capMm * style.titleSize;
  const wantedPt = wantedMm / face.height(1).capMm;
  for (let sizePt = wantedPt; sizePt >= LEAST_PT; sizePt -= STEP_PT) {
    const baselineMm = findBaseline(room, face, sizePt);
    const places = placeAcross(room, face.width(title.text, sizePt), style);
    if (baselineMm === null || places === null) continue;
    const { grey, isAccented, role } = title;
    const look: TextStyle = { face, weight, sizePt, grey, isAccented, role, align: "left" };
    const placed = placeText(title.text, look, cropLeft(area, area.xMm + places.titleMm), 0, baselineMm);
    if (subtitle === null) return [placed];
    const small = textStyle(family, "regular", subtitle.sizePt, { grey: subtitle.grey, role: subtitle.role });
    const belowMm = room.isBeside ? baselineMm : subtitle.baselineMm;
    return [
      placed,
      placeText(subtitle.text, small, cropLeft(area, area.xMm + places.subtitleMm), 0, belowMm),
    ];
  }
  return null;
}

/** The smallest title. */
const LEAST_PT = 8;

/** Where title and subtitle begin, from the left of their room; null if they are too wide. */
function placeAcross({ subtitle, isBeside, area }: TitleRoom, widthMm: number, { align }: PadStyle) {
  const smallMm = subtitle?.ink.widthMm ?? 0;
  const besideMm = isBeside ? GAP_MM + smallMm : 0;
  if (Math.max(widthMm + besideMm, smallMm) > area.widthMm) return null;
  const spare = (mm: number) => (align === "centre" ? (area.widthMm - mm) / 2 : 0);
  const titleMm = spare(widthMm + besideMm);
  return { titleMm, subtitleMm: isBeside ? titleMm + widthMm + GAP_MM : spare(smallMm) };
}

/** The style's face, unless it lacks a character. */
function chooseFace(words: string, { bold, title }: AnyFamily): readonly ["bold" | "title", Typeface] {
  return title === undefined || title.listMissingCharacters(words).length > 0
    ? ["bold", bold]
    : ["title", title];
}

/** Where the title's baseline is at a size: in the middle of its room, or above the subtitle; null if it has no room. */
function findBaseline(
  { title, subtitle, isBeside, area }: TitleRoom,
  face: Typeface,
  sizePt: number,
): number | null {
  const own = face.ink(title.text, sizePt);
  const { capMm } = face.height(sizePt);
  const isAbove = subtitle !== null && !isBeside;
  const beside = isBeside && subtitle !== null ? measureInk(subtitle) : { aboveMm: 0, belowMm: 0 };
  const lowestMm = isAbove
    ? subtitle.ink.yMm - ABOVE_SUBTITLE_MM - own.belowMm
    : area.yMm + area.heightMm - Math.max(own.belowMm, beside.belowMm);
  const highestMm = area.yMm + Math.max(own.aboveMm, beside.aboveMm);
  if (highestMm > lowestMm) return null;
  const middleMm = isAbove ? lowestMm : area.yMm + (area.heightMm + capMm) / 2;
  return Math.max(highestMm, Math.min(lowestMm, middleMm));
}

/** The ink of a placed text above and below its baseline. */
function measureInk({ ink, baselineMm }: PlacedText) {
  return { aboveMm: baselineMm - ink.yMm, belowMm: ink.yMm + ink.heightMm - baselineMm };
}

const LINE_PT = 0.5;
/** From the edge of a band to the light line within it. */
const INSIDE_MM = 0.55;
const INSIDE_LINE_MM = 0.13;
const DIAMOND_MM = 0.85;

/** A band of solid ink with a fine light line within it, and a light diamond at each end if they have room. */
function drawBand(area: Area, texts: readonly PlacedText[], { head, corners }: PadStyle): DecorationShape[] {
  const ink = { fill: 1, strokePt: null, isAccented: true };
  if (head === "pill") return [{ ...ink, steps: roundedArea(area, area.heightMm / 2) }];
  const band = { ...ink, steps: plainArea(area) };
  const light = { fill: 0, strokePt: null, isAccented: false };
  const inner = grown(area, -INSIDE_MM);
  const sides = listSides(inner, INSIDE_LINE_MM);
  const isClear = !sides.some((side) => texts.some((text) => overlaps(text.ink, side, INSIDE_LINE_MM)));
  const line = isClear ? sides.map((part) => ({ ...light, steps: plainArea(part) })) : [];
  if (corners === "none") return [band, ...line];
  const middle = area.yMm + area.heightMm / 2;
  const ends = [area.xMm + INSIDE_MM + 1.6, area.xMm + area.widthMm - INSIDE_MM - 1.6];
  const diamonds = ends.map((x) => ({ ...light, steps: diamond(x, middle, DIAMOND_MM) }));
  const isFree = ends.every((x) => {
    const around = { xMm: x - 1.4, yMm: middle - 1, widthMm: 2.8, heightMm: 2 };
    return !texts.some(({ ink }) => overlaps(ink, around));
  });
  return [band, ...line, ...(isFree ? diamonds : [])];
}

/** A fine line along the top and the bottom of an area. */
function drawLines({ xMm, yMm, widthMm, heightMm }: Area): DecorationShape[] {
  return [yMm, yMm + heightMm].map((y) => drawLine(xMm, xMm + widthMm, y));
}

/** A fine level line in the accent colour. */
export function drawLine(fromX: number, toX: number, y: number): DecorationShape {
  const steps = [["M", fromX, y] as const, ["L", toX, y] as const];
  return { steps, fill: null, strokePt: LINE_PT, isAccented: true };
}

/** The side of dice behind the title, as a share of the height of its row, and the most. */
const DICE_SHARE = 0.7;
const DICE_MM = 6;
/** From the left of the first of these dice to that of the second, as a share of their side. */
const DICE_PITCH = 1.3;
/** How far each is turned to the right, in radians. */
const TURNS = [-0.21, 0.16];

/** Two dice as they fell, behind the title; none without room for them. */
function drawDice(area: Area, texts: readonly PlacedText[], { dice }: PadStyle): DecorationShape[] {
  const sideMm = Math.min(DICE_MM, DICE_SHARE * area.heightMm);
  const left = Math.max(...texts.map(({ ink }) => ink.xMm + ink.widthMm)) + GAP_MM;
  if (left + 2 * DICE_PITCH * sideMm > area.xMm + area.widthMm) return [];
  return TURNS.flatMap((turn, at) => {
    const middle = [left + (DICE_PITCH * at + 0.5) * sideMm, area.yMm + area.heightMm / 2] as const;
    return styledDie(5 + at, dice, null).flatMap((shape): DecorationShape[] => {
      if (shape.kind === "numeral" || shape.kind === "path") return [];
      const { radius, line, fill } = shape;
      const box =
        shape.kind === "circle"
          ? grown({ xMm: shape.centerX, yMm: shape.centerY, widthMm: 0, heightMm: 0 }, radius)
          : { xMm: shape.x, yMm: shape.y, widthMm: shape.width, heightMm: shape.height };
      const strokePt = line === null ? null : (line.weight * sideMm) / MM_PER_PT;
      const steps = turnSteps(roundedArea(box, radius), middle, sideMm, turn);
      return [{ steps, fill, strokePt, isAccented: true }];
    });
  });
}

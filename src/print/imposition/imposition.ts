import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { Area, Segment, Size } from "../geometry.ts";

/** Where something lies on a page, and whether it lies there upside down. */
export interface Placement extends Area {
  readonly isTurned: boolean;
}

/** The edge around which a duplex printer turns its paper. */
export const FLIPS = ["long-edge", "short-edge"] as const;
export type Flip = (typeof FLIPS)[number];

/**
 * In which order sheets lie on the pages. `in-turn`: the first page carries the first sheets. `stacked` (cut and stack): the first page
 * carries the first sheet of every pile, so that the piles are in order when the cut pages are laid on each other.
 */
export type SheetOrder = "in-turn" | "stacked";

/** How the sheets of a block lie on the pages that are printed. */
export interface Imposition {
  readonly page: Size;
  /** One for each sheet on a page: row by row from the top, each from the left. */
  readonly slots: readonly Placement[];
}

/** As little as this is left on a sheet instead of being cut off. */
const LEFT_ON_SHEET_MM = 2;
/** Paper sizes are rounded to whole mm, half a sheet of paper is not. */
const ROUNDING_MM = 0.01;

/**
 * Puts as many sheets on a page as possible (n-up), upright, and turns the page if that helps. They lie side by side, so that one cut
 * parts two; what the paper has left over lies around them, or on them where it is next to nothing.
 */
export function impose(sheet: Size, paper: Size & { readonly name: string }): Result<Imposition> {
  const { widthMm, heightMm } = paper;
  const upright = slotsOn({ widthMm, heightMm }, sheet);
  const turned = slotsOn({ widthMm: heightMm, heightMm: widthMm }, sheet);
  const best = turned.slots.length > upright.slots.length ? turned : upright;
  if (best.slots.length > 0) return success(best);
  const size = `${sheet.widthMm} × ${sheet.heightMm} mm`;
  const hint = "take larger paper with --on, or a smaller sheet with --paper";
  return failure([
    problem("does-not-fit", `a sheet of ${size} does not fit on paper of ${paper.name}`, { hint }),
  ]);
}

function slotsOn(page: Size, { widthMm, heightMm }: Size): Imposition {
  const across = starts(page.widthMm, widthMm);
  const down = starts(page.heightMm, heightMm);
  const slot = { widthMm, heightMm, isTurned: false };
  return { page, slots: down.flatMap((yMm) => across.map((xMm) => ({ ...slot, xMm, yMm }))) };
}

/** Where sheets begin along one side of a page. */
function starts(roomMm: number, sideMm: number): number[] {
  const count = Math.floor((roomMm + ROUNDING_MM) / sideMm);
  const leftMm = roomMm - count * sideMm;
  const onEachMm = leftMm <= LEFT_ON_SHEET_MM * count ? leftMm / count : 0;
  const startMm = (roomMm - count * (sideMm + onEachMm)) / 2;
  return Array.from({ length: count }, (_, at) => startMm + at * (sideMm + onEachMm) + onEachMm / 2);
}

/** How many pages it takes, fronts only. */
export function pagesFor({ slots }: Imposition, sheets: number): number {
  return Math.ceil(sheets / slots.length);
}

/** Which sheet lies in a slot of a page, all counted from 0; null where none is left. */
export function sheetAt(
  imposition: Imposition,
  order: SheetOrder,
  sheets: number,
  page: number,
  slot: number,
): number | null {
  const sheet =
    order === "stacked" ? slot * pagesFor(imposition, sheets) + page : page * imposition.slots.length + slot;
  return sheet < sheets ? sheet : null;
}

/** Where the back of each slot lies on the other side, so that a sheet that is turned over like the page of a book reads upright. */
export function backSlots(
  { page, slots }: Imposition,
  flip: Flip,
  offset: { readonly xMm: number; readonly yMm: number } = { xMm: 0, yMm: 0 },
): Placement[] {
  const isUpright = page.heightMm >= page.widthMm;
  // Turned around an edge at its side, left and right change places; around one at its top, so do top and bottom.
  const aroundSide = (flip === "long-edge") === isUpright;
  return slots.map(({ xMm, yMm, widthMm, heightMm }) => ({
    xMm: (aroundSide ? page.widthMm - xMm - widthMm : xMm) + offset.xMm,
    yMm: (aroundSide ? yMm : page.heightMm - yMm - heightMm) + offset.yMm,
    widthMm,
    heightMm,
    isTurned: !aroundSide,
  }));
}

/** Cuts are shown as lines from edge to edge, or as ticks at the edges and where two cross. */
export const CUT_GUIDES = ["lines", "ticks", "none"] as const;
export type CutGuides = (typeof CUT_GUIDES)[number];

const TICK_MM = 4;

/** What shows where to cut. Nothing is cut along the edge of the page itself. */
export function cutLines({ page, slots }: Imposition, guides: CutGuides): Segment[] {
  if (guides === "none") return [];
  const { widthMm, heightMm } = page;
  const sides = slots.flatMap((slot) => [slot.xMm, slot.xMm + slot.widthMm]);
  const levels = slots.flatMap((slot) => [slot.yMm, slot.yMm + slot.heightMm]);
  const [xs, ys] = [cutsAcross(sides, widthMm), cutsAcross(levels, heightMm)];
  const along = (roomMm: number, crossings: readonly number[]): Span[] => {
    if (guides === "lines") return [[0, roomMm]];
    const around = crossings.map((at): Span => [at - TICK_MM / 2, at + TICK_MM / 2]);
    return [[0, TICK_MM], ...around, [roomMm - TICK_MM, roomMm]];
  };
  return linesAt(xs, along(heightMm, ys), ys, along(widthMm, xs));
}

type Span = readonly [from: number, to: number];

/** Upright lines at each x and level ones at each y, as far as the spans reach. */
function linesAt(
  xs: readonly number[],
  down: readonly Span[],
  ys: readonly number[],
  across: readonly Span[],
): Segment[] {
  return [
    ...xs.flatMap((x) => down.map(([from, to]) => ({ fromXMm: x, fromYMm: from, toXMm: x, toYMm: to }))),
    ...ys.flatMap((y) => across.map(([from, to]) => ({ fromXMm: from, fromYMm: y, toXMm: to, toYMm: y }))),
  ];
}

/** Where to cut along one side of a page: at the edges of sheets, and halfway between two edges that are next to each other. */
function cutsAcross(edges: readonly number[], roomMm: number): number[] {
  const inside = edges.filter((edge) => edge > LEFT_ON_SHEET_MM && edge < roomMm - LEFT_ON_SHEET_MM);
  const cuts: number[] = [];
  for (const edge of [...new Set(inside)].sort((one, other) => one - other)) {
    const last = cuts.at(-1);
    if (last !== undefined && edge - last <= 2 * LEFT_ON_SHEET_MM) cuts[cuts.length - 1] = (last + edge) / 2;
    else cuts.push(edge);
  }
  return cuts;
}

/** Crop marks begin this far from the cut and are as long. */
export const CROP_MARK_MM = 2.5;

/** Two lines at each corner of a sheet, outside of it. */
export function cropMarks({ xMm, yMm, widthMm, heightMm }: Area): Segment[] {
  const outside = (low: number, high: number): Span[] => [
    [low - 2 * CROP_MARK_MM, low - CROP_MARK_MM],
    [high + CROP_MARK_MM, high + 2 * CROP_MARK_MM],
  ];
  const [right, bottom] = [xMm + widthMm, yMm + heightMm];
  return linesAt([xMm, right], outside(yMm, bottom), [yMm, bottom], outside(xMm, right));
}

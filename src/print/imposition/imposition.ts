import type { Area, Size } from "../geometry.ts";
import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";

/** A rectangle on a page, and whether what lies there stands on its head. */
export interface Placement extends Area {
  readonly isTurned: boolean;
}

/** Around which edge a printer that prints on both sides turns its paper. */
export const FLIPS = ["long-edge", "short-edge"] as const;
export type Flip = (typeof FLIPS)[number];

/**
 * In which order sheets lie on the pages. `in-turn`: the first page carries the first sheets. `stacked`: cut apart and laid on each
 * other, pile by pile, they are in order, so the first page carries the first sheet of every pile.
 */
export type SheetOrder = "in-turn" | "stacked";

/** How the sheets of a block lie on the pages that are printed. */
export interface Imposition {
  readonly page: Size;
  /** Row by row from the top, each from the left. */
  readonly places: readonly Placement[];
  readonly columns: number;
  readonly rows: number;
}

/** So little is left on a sheet instead of being cut off, in mm. */
const LEFT_ON_SHEET_MM = 2;

/**
 * Puts as many sheets on a page as go, upright, turning the page if that helps. They lie side by side, so that one cut parts two;
 * what the paper has left over lies around them, or on them where it is next to nothing.
 *
 * @returns a problem if not even one goes
 */
export function impose(sheet: Size, paper: Size & { readonly name: string }): Result<Imposition> {
  const turned = { widthMm: paper.heightMm, heightMm: paper.widthMm };
  const [best] = [countOn(sheet, paper), countOn(sheet, turned)].sort(
    (one, other) => other.columns * other.rows - one.columns * one.rows,
  );
  if (best === undefined || best.columns * best.rows === 0) {
    const size = `${sheet.widthMm} × ${sheet.heightMm} mm`;
    const hint = "take larger paper with --on, or a smaller sheet with --paper";
    return failure([
      problem("does-not-fit", `a sheet of ${size} does not fit on paper of ${paper.name}`, { hint }),
    ]);
  }
  const { page, columns, rows } = best;
  const across = divide(page.widthMm, sheet.widthMm, columns);
  const down = divide(page.heightMm, sheet.heightMm, rows);
  const { widthMm, heightMm } = sheet;
  const places = down.flatMap((yMm) =>
    across.map((xMm) => ({ xMm, yMm, widthMm, heightMm, isTurned: false })),
  );
  return success({ page, places, columns, rows });
}

function countOn(sheet: Size, { widthMm, heightMm }: Size) {
  // Paper sizes are rounded to whole mm, half a sheet of paper is not.
  const count = (room: number, side: number) => Math.floor((room + 0.01) / side);
  const columns = count(widthMm, sheet.widthMm);
  return { page: { widthMm, heightMm }, columns, rows: count(heightMm, sheet.heightMm) };
}

/** Where sheets begin along one side of a page. */
function divide(roomMm: number, sideMm: number, count: number): number[] {
  const leftMm = roomMm - count * sideMm;
  const onEachMm = leftMm <= LEFT_ON_SHEET_MM * count ? leftMm / count : 0;
  const startMm = (roomMm - count * (sideMm + onEachMm)) / 2;
  return Array.from({ length: count }, (_, at) => startMm + at * (sideMm + onEachMm) + onEachMm / 2);
}

/** How many pages it takes, fronts only. */
export function pagesFor({ places }: Imposition, sheets: number): number {
  return Math.ceil(sheets / places.length);
}

/**
 * Which sheet lies at a place of a page, all counted from 0.
 *
 * @returns null where none is left
 */
export function sheetAt(
  imposition: Imposition,
  order: SheetOrder,
  sheets: number,
  page: number,
  place: number,
): number | null {
  const sheet =
    order === "stacked"
      ? place * pagesFor(imposition, sheets) + page
      : page * imposition.places.length + place;
  return sheet < sheets ? sheet : null;
}

/**
 * Where the back of each place lies on the other side of the page, so that a sheet that is turned over like the page of a book reads upright.
 *
 * @param offset by how much backs are moved to the right and down, in mm, for printers that miss
 */
export function backsOf(
  { page, places }: Imposition,
  flip: Flip,
  offset: { readonly xMm: number; readonly yMm: number } = { xMm: 0, yMm: 0 },
): Placement[] {
  const isUpright = page.heightMm >= page.widthMm;
  // Turned around an edge at its side, left and right change places; around one at its top, so do top and bottom.
  const aroundSide = (flip === "long-edge") === isUpright;
  return places.map(({ xMm, yMm, widthMm, heightMm }) => ({
    xMm: (aroundSide ? page.widthMm - xMm - widthMm : xMm) + offset.xMm,
    yMm: (aroundSide ? yMm : page.heightMm - yMm - heightMm) + offset.yMm,
    widthMm,
    heightMm,
    isTurned: !aroundSide,
  }));
}

/** A straight line where paper is cut, in mm from the top left corner of the page. */
export interface Cut {
  readonly fromXMm: number;
  readonly fromYMm: number;
  readonly toXMm: number;
  readonly toYMm: number;
}

/** Cuts are shown as lines from edge to edge, or as ticks at the edges and where two cross. */
export const CUT_GUIDES = ["lines", "ticks", "none"] as const;
export type CutGuides = (typeof CUT_GUIDES)[number];

const TICK_MM = 4;

/** What shows where to cut. Nothing is cut along the edge of the page itself. */
export function cutsOf(imposition: Imposition, guides: CutGuides): Cut[] {
  if (guides === "none") return [];
  const { widthMm, heightMm } = imposition.page;
  const xs = edgesOf(
    imposition.places.map(({ xMm, widthMm }) => [xMm, xMm + widthMm]),
    widthMm,
  );
  const ys = edgesOf(
    imposition.places.map(({ yMm, heightMm }) => [yMm, yMm + heightMm]),
    heightMm,
  );
  const along = (room: number, crossings: readonly number[]): [number, number][] =>
    guides === "lines" ? [[0, room]] : ticksAlong(room, crossings);
  const down = xs.flatMap((x) =>
    along(heightMm, ys).map(([from, to]) => ({ fromXMm: x, fromYMm: from, toXMm: x, toYMm: to })),
  );
  const across = ys.flatMap((y) =>
    along(widthMm, xs).map(([from, to]) => ({ fromXMm: from, fromYMm: y, toXMm: to, toYMm: y })),
  );
  return [...down, ...across];
}

/** Where sheets end along one side of a page: halfway between two that are as good as side by side. */
function edgesOf(stretches: readonly (readonly [from: number, to: number])[], roomMm: number): number[] {
  const all = [...new Set(stretches.flat())].sort((one, other) => one - other);
  const edges: number[] = [];
  for (const edge of all.filter((at) => at > LEFT_ON_SHEET_MM && at < roomMm - LEFT_ON_SHEET_MM)) {
    const last = edges.at(-1);
    if (last !== undefined && edge - last <= 2 * LEFT_ON_SHEET_MM)
      edges[edges.length - 1] = (last + edge) / 2;
    else edges.push(edge);
  }
  return edges;
}

function ticksAlong(roomMm: number, crossings: readonly number[]): [number, number][] {
  const around = crossings.map((at): [number, number] => [at - TICK_MM / 2, at + TICK_MM / 2]);
  return [[0, TICK_MM], ...around, [roomMm - TICK_MM, roomMm]];
}

import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { DASHES } from "../../rules/problem/wording.ts";
import { A4, type Area, grown, PT_PER_MM, type Segment, type Size } from "../geometry.ts";

/** A place on a page, upright or upside down. */
export interface Placement extends Area {
  readonly isTurned: boolean;
}

/** A shift to the right and down. */
type Offset = Pick<Area, "xMm" | "yMm">;

const OFFSET = /^(-?\d{1,2}(?:\.\d{1,2})?), ?(-?\d{1,2}(?:\.\d{1,2})?)$/;

export function parseOffset(text: string): Offset | null {
  const [, x, y] = OFFSET.exec(text.replace(new RegExp(`[${DASHES}]`, "g"), "-")) ?? [];
  return x === undefined || y === undefined ? null : { xMm: Number(x), yMm: Number(y) };
}

/** The edge around which a duplex printer turns its paper. */
export const FLIPS = ["long-edge", "short-edge"] as const;
export type Flip = (typeof FLIPS)[number];

/** The content of backs with the flip: the rules by a flip alone, or the strategy card. */
export const BACKS = [...FLIPS, "strategy", "strategy-short-edge"] as const;
export type Back = (typeof BACKS)[number];

export function chooseFlipEdge(back: Back): Flip {
  return back === "short-edge" || back === "strategy-short-edge" ? "short-edge" : "long-edge";
}

/** Whether the back has the strategy card instead of the rules. */
export function showsStrategy(back: Back | undefined): boolean {
  return back === "strategy" || back === "strategy-short-edge";
}

/** Cut guides: lines from edge to edge, or ticks at the edges and where cuts cross. */
export const CUT_GUIDES = ["lines", "ticks", "none"] as const;

/** The edge of a sheet that is kept free for glue. */
export const GLUE_EDGES = ["top", "left", "none"] as const;
export type GlueEdge = (typeof GLUE_EDGES)[number];

/**
 * The order of sheets on pages. `in-turn`: the first page has the first sheets. `stacked` (cut and stack): the first page has the first
 * sheet of every pile, so that piles of cut pages are in order once stacked.
 */
export const ORDERS = ["in-turn", "stacked"] as const;

/** How a pad is printed. */
export interface PrintSettings {
  /** The paper that sheets share; null for pages of the size of one sheet. */
  readonly on: (Size & { readonly name: string }) | null;
  readonly order: (typeof ORDERS)[number];
  readonly cuts: (typeof CUT_GUIDES)[number];
  readonly glueEdge: GlueEdge;
  readonly glueMm: number;
  /** How far ink may reach beyond the cut; null for pages without boxes for a print shop. */
  readonly bleedMm: number | null;
  readonly cropMarks: boolean;
  /** Whether the file is PDF/A-2b. */
  readonly isArchived: boolean;
  /** Whether the file is for a press (PDF/X-1a). */
  readonly isForPress: boolean;
  /** The dots per inch of a printer that prints nothing but black dots, such as one for receipts; null for others. */
  readonly dotsPerInch: number | null;
  /** How the printer flips paper for the back; null for blank backs. */
  readonly back: Flip | null;
  /** Shifts backs, for printers whose sides do not register. */
  readonly backOffset: Offset;
}

const HOME: PrintSettings = {
  on: null,
  order: "in-turn",
  cuts: "ticks",
  glueEdge: "none",
  glueMm: 10,
  bleedMm: null,
  cropMarks: false,
  isArchived: false,
  isForPress: false,
  dotsPerInch: null,
  back: null,
  backOffset: { xMm: 0, yMm: 0 },
};

/** The settings of each profile; flags can change each of them. */
export const PROFILES = {
  home: HOME,
  copyshop: { ...HOME, on: { name: "a4", ...A4 }, order: "stacked", cuts: "lines" },
  printshop: { ...HOME, cuts: "none", glueEdge: "top", bleedMm: 3, isForPress: true },
  archive: { ...HOME, isArchived: true },
  receipt: { ...HOME, cuts: "none", dotsPerInch: 203 },
} as const satisfies Readonly<Record<string, PrintSettings>>;

/** The profiles by name, with those that don't change how sheets come onto pages. */
export const PROFILE_NAMES = [
  "home",
  "copyshop",
  "printshop",
  "archive",
  "large-print",
  "receipt",
  "fillable",
] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** The settings of a profile; those of large print and fillable pads are the home profile's. */
export function profileSettings(profile: ProfileName): PrintSettings {
  switch (profile) {
    case "large-print":
    case "fillable":
      return PROFILES.home;
    case "home":
    case "copyshop":
    case "printshop":
    case "archive":
    case "receipt":
      return PROFILES[profile];
    default:
      return profile satisfies never;
  }
}

/** How sheets are placed on a page. */
export interface Imposition {
  readonly page: Size;
  /** One for each sheet on a page, row by row from the top left. */
  readonly slots: readonly Placement[];
}

/** How the sheets of a block are printed on pages. */
export interface PrintRun extends Pick<PrintSettings, "order"> {
  readonly imposition: Imposition;
  /** Cut guides. */
  readonly cuts: readonly Segment[];
  readonly cutStyle: { readonly weightPt: number; readonly ink: number };
  /** The place of the layout in a slot: off its corner if an edge is kept free for glue. */
  readonly sheet: Placement;
  /** The places of backs: of each slot, and of the print in a slot; null for blank backs. */
  readonly backs: { readonly slots: readonly Placement[]; readonly sheet: Placement } | null;
  /** The trim and bleed boxes; null if they are the page. */
  readonly trim: Area | null;
  readonly bleed: Area | null;
}

/** Thin and grey, but visible. */
const CUT_STYLE = { weightPt: 0.25, ink: 0.5 } as const;
const CROP_STYLE = { weightPt: 0.1 * PT_PER_MM, ink: 1 } as const;

/** One sheet on each page of its size. */
export function onePerPage({ widthMm, heightMm }: Size): PrintRun {
  const sheet = { xMm: 0, yMm: 0, widthMm, heightMm, isTurned: false };
  const imposition = { page: { widthMm, heightMm }, slots: [sheet] };
  const plain = { cuts: [], cutStyle: CUT_STYLE, backs: null, trim: null, bleed: null };
  return { imposition, order: "in-turn", sheet, ...plain };
}

/** How sheets come onto pages; a problem if a sheet does not fit the paper, or two settings exclude each other. */
export function printRun(paper: Size, settings: PrintSettings): Result<PrintRun> {
  const { on, order, cuts, glueEdge, glueMm, back, backOffset } = settings;
  const isForShop = settings.bleedMm !== null || settings.cropMarks;
  if (isForShop && on !== null) {
    const hint = msg`print.imposition-for-print-shop-hint: use \`--profile printshop\` without --on: a print shop imposes the sheets itself`;
    return refusal(
      "flags-collide",
      msg`print.bleed-needs-own-page: sheets with bleed or crop marks need a page each`,
      hint,
    );
  }
  const plain = isForShop ? withBleed(paper, settings) : onePerPage(paper);
  const imposed = on === null ? success(plain.imposition) : impose(paper, on);
  if (!imposed.ok) return imposed;
  const imposition = imposed.value;
  const shared = on === null ? {} : { order, cuts: cutLines(imposition, cuts) };
  const xMm = glueEdge === "left" ? glueMm : 0;
  const yMm = glueEdge === "top" ? glueMm : 0;
  const area = { xMm, yMm, widthMm: paper.widthMm - xMm, heightMm: paper.heightMm - yMm };
  const sheet = { ...area, isTurned: false };
  // Glue at the left of the front is at the right of the back.
  const onBack = { ...sheet, xMm: 0 };
  const backs = back === null ? null : { slots: backSlots(imposition, back, backOffset), sheet: onBack };
  return success({ ...plain, ...shared, imposition, sheet, backs });
}

/** The distance of crop marks from the cut, unless the bleed is wider, and their length. */
const MARK_OFF_MM = 3;
const MARK_LONG_MM = 5;

/** A page with bleed around the sheet, and with crop marks if they are wanted. */
function withBleed(paper: Size, { bleedMm, cropMarks }: PrintSettings): PrintRun {
  const markMm = Math.max(bleedMm ?? 0, MARK_OFF_MM);
  const slugMm = cropMarks ? markMm + MARK_LONG_MM : (bleedMm ?? 0);
  const trim = { xMm: slugMm, yMm: slugMm, widthMm: paper.widthMm, heightMm: paper.heightMm };
  const run = onePerPage(grown(trim, slugMm));
  const { page } = run.imposition;
  const crops = cropMarks ? { cuts: cornerLines(trim, markMm), cutStyle: CROP_STYLE } : {};
  const imposition = { page, slots: [{ ...trim, isTurned: false }] };
  return { ...run, imposition, trim, bleed: grown(trim, bleedMm ?? 0), ...crops };
}

/** A strip this narrow is left on a sheet instead of being cut off. */
const LEFT_ON_SHEET_MM = 2;
/** Paper sizes are rounded to whole mm; half a paper is not. */
const ROUNDING_MM = 0.01;

/**
 * Puts as many upright sheets on a page as possible (n-up), and turns the page if that helps. Sheets touch, so that one cut separates
 * two; the margin is around all of them, or on the sheets if it is tiny.
 */
export function impose(sheet: Size, paper: Size & { readonly name: string }): Result<Imposition> {
  const { widthMm, heightMm } = paper;
  const upright = arrangeSlots({ widthMm, heightMm }, sheet);
  const turned = arrangeSlots({ widthMm: heightMm, heightMm: widthMm }, sheet);
  const best = turned.slots.length > upright.slots.length ? turned : upright;
  if (best.slots.length > 0) return success(best);
  const size = `${sheet.widthMm} × ${sheet.heightMm} mm`;
  const hint = msg`print.sheet-exceeds-paper-hint: use larger paper with --on, or a smaller sheet with --paper`;
  return refusal(
    "does-not-fit",
    msg`print.sheet-exceeds-paper: a sheet of ${size} does not fit on ${paper.name} paper`,
    hint,
  );
}

function arrangeSlots(page: Size, { widthMm, heightMm }: Size): Imposition {
  const across = starts(page.widthMm, widthMm);
  const down = starts(page.heightMm, heightMm);
  const slot = { widthMm, heightMm, isTurned: false };
  return { page, slots: down.flatMap((yMm) => across.map((xMm) => ({ ...slot, xMm, yMm }))) };
}

/** The starts of sheets along one side of a page. */
function starts(roomMm: number, sideMm: number): number[] {
  const count = Math.floor((roomMm + ROUNDING_MM) / sideMm);
  const leftMm = roomMm - count * sideMm;
  const onEachMm = leftMm <= LEFT_ON_SHEET_MM * count ? leftMm / count : 0;
  const startMm = (roomMm - count * (sideMm + onEachMm)) / 2;
  return Array.from({ length: count }, (_, at) => startMm + at * (sideMm + onEachMm) + onEachMm / 2);
}

/** The number of pages, fronts only. */
export function countPages({ slots }: Imposition, sheets: number): number {
  return Math.ceil(sheets / slots.length);
}

/** The sheet in a slot of a page, all from 0; null after the last sheet. */
export function findSlotSheet(
  imposition: Imposition,
  order: PrintSettings["order"],
  sheets: number,
  page: number,
  slot: number,
): number | null {
  const isStacked = order === "stacked";
  const sheet = isStacked
    ? slot * countPages(imposition, sheets) + page
    : page * imposition.slots.length + slot;
  return sheet < sheets ? sheet : null;
}

/** The place of each slot's back, so that a sheet that is turned like the page of a book reads upright. */
export function backSlots({ page, slots }: Imposition, flip: Flip, offset = HOME.backOffset): Placement[] {
  const isUpright = page.heightMm >= page.widthMm;
  // A flip on an edge at the side swaps left and right; on one at the top, top and bottom.
  const aroundSide = (flip === "long-edge") === isUpright;
  return slots.map(({ xMm, yMm, widthMm, heightMm }) => ({
    xMm: (aroundSide ? page.widthMm - xMm - widthMm : xMm) + offset.xMm,
    yMm: (aroundSide ? yMm : page.heightMm - yMm - heightMm) + offset.yMm,
    widthMm,
    heightMm,
    isTurned: !aroundSide,
  }));
}

/** The pages of a booklet, from 0, on one side of a sheet, left and right; null for a blank page. */
export type FoldedSide = readonly [left: number | null, right: number | null];

/**
 * The sides of the sheets that are printed on both sides, put into each other and folded in the middle: front and back of the outermost
 * sheet first. Blank pages are at the end.
 */
export function listFoldSides(pages: number): FoldedSide[] {
  const all = Math.ceil(pages / 4) * 4;
  const page = (at: number) => (at < pages ? at : null);
  return Array.from({ length: all / 2 }, (_, side): FoldedSide => {
    const [early, late] = [page(side), page(all - 1 - side)];
    return side % 2 === 0 ? [late, early] : [early, late];
  });
}

const TICK_MM = 4;

/** The cut guides of a page. The edge of the page is not cut. */
export function cutLines({ page, slots }: Imposition, guides: PrintSettings["cuts"]): Segment[] {
  if (guides === "none") return [];
  const { widthMm, heightMm } = page;
  const sides = slots.flatMap((slot) => [slot.xMm, slot.xMm + slot.widthMm]);
  const ends = slots.flatMap((slot) => [slot.yMm, slot.yMm + slot.heightMm]);
  const [xs, ys] = [cutsAcross(sides, widthMm), cutsAcross(ends, heightMm)];
  const along = (roomMm: number, crossings: readonly number[]): Span[] => {
    if (guides === "lines") return [[0, roomMm]];
    const around = crossings.map((at): Span => [at - TICK_MM / 2, at + TICK_MM / 2]);
    return [[0, TICK_MM], ...around, [roomMm - TICK_MM, roomMm]];
  };
  return buildCropLines(xs, along(heightMm, ys), ys, along(widthMm, xs));
}

/** The cuts along one side of a page: at the edges of sheets, and halfway between two edges that almost touch. */
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

/** Crop marks: two lines at each corner of a sheet. @param offMm their distance from it */
function cornerLines({ xMm, yMm, widthMm, heightMm }: Area, offMm: number): Segment[] {
  const outside = (low: number, high: number): Span[] => [
    [low - offMm - MARK_LONG_MM, low - offMm],
    [high + offMm, high + offMm + MARK_LONG_MM],
  ];
  const [right, bottom] = [xMm + widthMm, yMm + heightMm];
  return buildCropLines([xMm, right], outside(yMm, bottom), [yMm, bottom], outside(xMm, right));
}

type Span = readonly [from: number, to: number];

/** Vertical lines at each x and horizontal ones at each y, one for each span. */
function buildCropLines(xs: number[], down: Span[], ys: number[], across: Span[]): Segment[] {
  return [
    ...xs.flatMap((x) => down.map(([from, to]) => ({ fromXMm: x, fromYMm: from, toXMm: x, toYMm: to }))),
    ...ys.flatMap((y) => across.map(([from, to]) => ({ fromXMm: from, fromYMm: y, toXMm: to, toYMm: y }))),
  ];
}

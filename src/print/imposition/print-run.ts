import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import { type Area, PT_PER_MM, type Segment, type Size } from "../geometry.ts";
import {
  backSlots,
  CROP_MARK_MM,
  type CutGuides,
  cropMarks,
  cutLines,
  type Flip,
  type Imposition,
  impose,
  type Placement,
  type SheetOrder,
} from "./imposition.ts";

/** How the sheets of a block come onto the pages that are printed. */
export interface PrintRun {
  readonly imposition: Imposition;
  readonly order: SheetOrder;
  /** What shows where to cut. */
  readonly cuts: readonly Segment[];
  readonly cutStyle: { readonly weightPt: number; readonly ink: number };
  /** Where, in a slot of the imposition, the layout lies: not at its corner where an edge is kept free for glue. */
  readonly sheet: Placement;
  /** Where the back of each slot lies, and what may be printed on it there; null for blank backs. */
  readonly backs: { readonly slots: readonly Placement[]; readonly sheet: Placement } | null;
  /** What is left of the page once it is cut, and how far ink reaches beyond; null where that is the page itself. */
  readonly trim: Area | null;
  readonly bleed: Area | null;
}

/** Thin and grey, but visible. */
const CUT_STYLE = { weightPt: 0.25, ink: 0.5 } as const;
const CROP_STYLE = { weightPt: 0.1 * PT_PER_MM, ink: 1 } as const;

/** One sheet on each page, which has its size. */
export function onePerPage({ widthMm, heightMm }: Size): PrintRun {
  const sheet = { xMm: 0, yMm: 0, widthMm, heightMm, isTurned: false };
  const imposition = { page: { widthMm, heightMm }, slots: [sheet] };
  const plain = { cuts: [], cutStyle: CUT_STYLE, backs: null, trim: null, bleed: null };
  return { imposition, order: "in-turn", sheet, ...plain };
}

/** An edge of a sheet that is kept free, because the block is glued there. */
export const GLUE_EDGES = ["none", "top", "left"] as const;
export type GlueEdge = (typeof GLUE_EDGES)[number];

/** How a pad is printed. */
export interface PrintSettings {
  /** The paper that sheets share; null for one sheet on each page, which has its size. */
  readonly on: (Size & { readonly name: string }) | null;
  readonly order: SheetOrder;
  readonly cuts: CutGuides;
  readonly glueEdge: GlueEdge;
  readonly glueMm: number;
  /** How far ink may reach beyond the cut; null where pages have no boxes for a print shop. */
  readonly bleedMm: number | null;
  readonly cropMarks: boolean;
  /** Whether the file is to be kept for long (PDF/A-2b). */
  readonly isArchived: boolean;
  /** The edge around which the printer turns the paper to print the rules on the back; null for blank backs. */
  readonly back: Flip | null;
  /** By how far backs are moved to the right and down, for printers whose sides do not register. */
  readonly backOffset: { readonly xMm: number; readonly yMm: number };
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
  back: null,
  backOffset: { xMm: 0, yMm: 0 },
};

/** What each profile sets; every switch can be set on its own as well. */
export const PROFILES = {
  home: HOME,
  copyshop: { ...HOME, on: { name: "a4", widthMm: 210, heightMm: 297 }, order: "stacked", cuts: "lines" },
  printshop: { ...HOME, cuts: "none", glueEdge: "top", bleedMm: 3 },
  archive: { ...HOME, isArchived: true },
} as const satisfies Readonly<Record<string, PrintSettings>>;

/** How sheets come onto pages; a problem if a sheet, cut, does not fit the paper or two settings exclude each other. */
export function printRun(paper: Size, settings: PrintSettings): Result<PrintRun> {
  const fronts = frontsOf(paper, settings);
  if (!fronts.ok || settings.back === null) return fronts;
  const { imposition, sheet } = fronts.value;
  const slots = backSlots(imposition, settings.back, settings.backOffset);
  // Glue at the left of a sheet is at the right of its back.
  const back = { ...sheet, xMm: paper.widthMm - sheet.xMm - sheet.widthMm };
  return success({ ...fronts.value, backs: { slots, sheet: back } });
}

function frontsOf(paper: Size, settings: PrintSettings): Result<PrintRun> {
  const { on, order, cuts, glueEdge, glueMm } = settings;
  const xMm = glueEdge === "left" ? glueMm : 0;
  const yMm = glueEdge === "top" ? glueMm : 0;
  const area = { xMm, yMm, widthMm: paper.widthMm - xMm, heightMm: paper.heightMm - yMm };
  const run = { ...onePerPage(paper), sheet: { ...area, isTurned: false } };
  if (settings.bleedMm !== null || settings.cropMarks) {
    if (on === null) return success(withBleed(paper, settings, run));
    const hint = "take `--profile printshop` and no --on: a print shop lays the sheets out itself";
    const message = "sheets with bleed or crop marks stand one on a page";
    return failure([problem("flags-collide", message, { hint })]);
  }
  if (on === null) return success(run);
  const imposed = impose(paper, on);
  if (!imposed.ok) return imposed;
  return success({ ...run, imposition: imposed.value, order, cuts: cutLines(imposed.value, cuts) });
}

/** A page with room for bleed around the sheet, and with crop marks if they are wanted. */
function withBleed(paper: Size, settings: PrintSettings, run: PrintRun): PrintRun {
  const bleedMm = settings.bleedMm ?? 0;
  const slugMm = Math.max(bleedMm, settings.cropMarks ? 2 * CROP_MARK_MM : 0);
  const around = (mm: number): Area => ({
    xMm: slugMm - mm,
    yMm: slugMm - mm,
    widthMm: paper.widthMm + 2 * mm,
    heightMm: paper.heightMm + 2 * mm,
  });
  const trim = around(0);
  const { widthMm, heightMm } = around(slugMm);
  return {
    ...run,
    imposition: { page: { widthMm, heightMm }, slots: [{ ...trim, isTurned: false }] },
    trim,
    bleed: around(bleedMm),
    ...(settings.cropMarks ? { cuts: cropMarks(trim), cutStyle: CROP_STYLE } : {}),
  };
}

import { failure, problem, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import { PT_PER_MM, type Size } from "../geometry.ts";
import {
  backsOf,
  type Cut,
  type CutGuides,
  cutsOf,
  type Flip,
  impose,
  type Imposition,
  type Placement,
  type SheetOrder,
} from "./imposition.ts";

/** How the sheets of a block come onto the pages that are printed. */
export interface PrintRun {
  readonly imposition: Imposition;
  readonly order: SheetOrder;
  /** What shows where to cut. */
  readonly cuts: readonly Cut[];
  readonly cutStyle: { readonly weightPt: number; readonly ink: number };
  /** Where, on a place of the imposition, that lies what was laid out: not at its corner where an edge is kept free for glue. */
  readonly sheet: Placement;
  /** Where the back of each place lies, and what may be printed on it there; null for blank backs. */
  readonly backs: { readonly places: readonly Placement[]; readonly sheet: Placement } | null;
  /** What is left of the page once it is cut, and how far ink reaches beyond; null where that is the page itself. */
  readonly trim: Omit<Placement, "isTurned"> | null;
  readonly bleed: Omit<Placement, "isTurned"> | null;
}

/** One sheet on each page, which has its size. */
export function onePerPage(sheet: Size): PrintRun {
  const { widthMm, heightMm } = sheet;
  const place = { xMm: 0, yMm: 0, widthMm, heightMm, isTurned: false };
  return {
    imposition: { page: { widthMm, heightMm }, places: [place], columns: 1, rows: 1 },
    order: "in-turn",
    cuts: [],
    cutStyle: GUIDE,
    sheet: place,
    backs: null,
    trim: null,
    bleed: null,
  };
}

/** Thin and grey, but there. */
const GUIDE = { weightPt: 0.25, ink: 0.5 } as const;

/** An edge of a sheet that is kept free, because the block is glued there. */
export const GLUE_EDGES = ["none", "top", "left"] as const;
export type GlueEdge = (typeof GLUE_EDGES)[number];

/** Paper with a name, as it is asked for. */
interface NamedPaper extends Size {
  readonly name: string;
}

/** How a pad is printed. */
export interface PrintSettings {
  /** The paper that sheets share; null for one sheet on each page, which has its size. */
  readonly on: NamedPaper | null;
  readonly order: SheetOrder;
  readonly cuts: CutGuides;
  readonly glueEdge: GlueEdge;
  readonly glueMm: number;
  /** How far ink may reach beyond the cut; null where pages have no boxes for a print shop. */
  readonly bleedMm: number | null;
  readonly cropMarks: boolean;
  /** Whether the file is to be kept for long (PDF/A-2b). */
  readonly isArchived: boolean;
  /** Whether the rules stand on the back, and around which edge the printer turns the paper; null for blank backs. */
  readonly back: Flip | null;
  /** By how much backs are moved to the right and down, for printers that miss. */
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

const A4: NamedPaper = { name: "a4", widthMm: 210, heightMm: 297 };

/** What each profile sets; every switch can be set on its own as well. */
export const PROFILES = {
  home: HOME,
  copyshop: { ...HOME, on: A4, order: "stacked", cuts: "lines" },
  printshop: { ...HOME, cuts: "none", glueEdge: "top", bleedMm: 3 },
  archive: { ...HOME, isArchived: true },
} as const satisfies Readonly<Record<string, PrintSettings>>;

/** Crop marks begin this far from the cut and are so long, in mm. */
const CROP = { offMm: 2.5, longMm: 2.5, weightPt: 0.1 * PT_PER_MM } as const;

/**
 * How sheets come onto pages.
 *
 * @param paper of one sheet, cut
 * @returns a problem if the sheet does not fit the paper, or if two settings can't be had together
 */
export function printRun(paper: Size, settings: PrintSettings): Result<PrintRun> {
  const problems = contradictions(settings);
  if (problems.length > 0) return failure(problems);
  const front = fronts(paper, settings);
  return front.ok ? success({ ...front.value, backs: backsFor(front.value, paper, settings) }) : front;
}

function fronts(paper: Size, settings: PrintSettings): Result<PrintRun> {
  const { on, order, cuts, bleedMm, cropMarks } = settings;
  const run = { ...onePerPage(paper), sheet: besideGlue(paper, settings) };
  if (bleedMm !== null || cropMarks) return success(withBleed(paper, bleedMm ?? 0, cropMarks, run));
  if (on === null) return success(run);
  const imposed = impose(paper, on);
  if (!imposed.ok) return imposed;
  const imposition = imposed.value;
  return success({ ...run, imposition, order, cuts: cutsOf(imposition, cuts) });
}

/** Glue at the left of a sheet is at the right of its back. */
function backsFor({ imposition, sheet }: PrintRun, paper: Size, settings: PrintSettings): PrintRun["backs"] {
  if (settings.back === null) return null;
  const places = backsOf(imposition, settings.back, settings.backOffset);
  return { places, sheet: { ...sheet, xMm: paper.widthMm - sheet.xMm - sheet.widthMm } };
}

function contradictions({ on, bleedMm, cropMarks }: PrintSettings): Problem[] {
  if (on === null || (bleedMm === null && !cropMarks)) return [];
  const hint = "take `--profile printshop` and no --on: a print shop lays the sheets out itself";
  return [problem("flags-collide", "sheets with bleed or crop marks stand one on a page", { hint })];
}

/** Where what is laid out lies on its sheet: beside the glue. */
function besideGlue({ widthMm, heightMm }: Size, { glueEdge, glueMm }: PrintSettings): PrintRun["sheet"] {
  const xMm = glueEdge === "left" ? glueMm : 0;
  const yMm = glueEdge === "top" ? glueMm : 0;
  return { xMm, yMm, widthMm: widthMm - xMm, heightMm: heightMm - yMm, isTurned: false };
}

/** A page with room for bleed around the sheet and, where they are asked for, with crop marks. */
function withBleed(paper: Size, bleedMm: number, cropMarks: boolean, run: PrintRun): PrintRun {
  const slugMm = Math.max(bleedMm, cropMarks ? CROP.offMm + CROP.longMm : 0);
  const around = (mm: number) => ({
    xMm: slugMm - mm,
    yMm: slugMm - mm,
    widthMm: paper.widthMm + 2 * mm,
    heightMm: paper.heightMm + 2 * mm,
  });
  const trim = around(0);
  const { widthMm, heightMm } = around(slugMm);
  const places = [{ ...trim, isTurned: false }];
  return {
    ...run,
    imposition: { page: { widthMm, heightMm }, places, columns: 1, rows: 1 },
    trim,
    bleed: around(bleedMm),
    cuts: cropMarks ? cropLines(trim) : [],
    cutStyle: cropMarks ? { weightPt: CROP.weightPt, ink: 1 } : GUIDE,
  };
}

/** Two lines at each corner of the cut, outside of it. */
function cropLines({ xMm, yMm, widthMm, heightMm }: Size & { xMm: number; yMm: number }): PrintRun["cuts"] {
  const { offMm, longMm } = CROP;
  const xs = [xMm, xMm + widthMm] as const;
  const ys = [yMm, yMm + heightMm] as const;
  const outside = ([low, high]: readonly [number, number]) =>
    [
      [low - offMm - longMm, low - offMm],
      [high + offMm, high + offMm + longMm],
    ] as const;
  return [
    ...xs.flatMap((x) =>
      outside(ys).map(([from, to]) => ({ fromXMm: x, fromYMm: from, toXMm: x, toYMm: to })),
    ),
    ...ys.flatMap((y) =>
      outside(xs).map(([from, to]) => ({ fromXMm: from, fromYMm: y, toXMm: to, toYMm: y })),
    ),
  ];
}

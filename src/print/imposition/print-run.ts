import type { Size } from "../geometry.ts";
import type { Cut, Imposition, Placement, SheetOrder } from "./imposition.ts";

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
export const GUIDE = { weightPt: 0.25, ink: 0.5 } as const;

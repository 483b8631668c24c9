import { getElement } from "../../../rules/arrays.ts";

/** A place where a line may end. */
export interface LineEnd {
  readonly kind: keyof typeof END_COSTS;
}

/** Costs of ending a line: between words, where a space should not be broken, in a word at a hyphen, and anywhere in a word. */
const END_COSTS = { space: 0, hyphen: 4, bound: 1e3, chop: 1e5 } as const;
/** Added for a second hyphen in a row. */
const HYPHEN_AGAIN_COST = 4;
/** A last line must not begin with the rest of a word. */
const DIVIDED_LAST_COST = 1e4;
/** Each line takes room. */
const LINE_COST = 0.5;
/** What a line costs that is left blank. It grows with the square of the blank share. */
const BLANK_COST = 100;
/** A last line shorter than this share of the measure (a runt) looks like a mistake. */
const MAX_RUNT = 0.15;
const RUNT_COST = 2.5;
const OVERFULL_COST = 1e7;
/** Rounding of sums, in mm. */
const HAIR_MM = 1e-6;

interface Path {
  readonly cost: number;
  readonly end: number;
  readonly before: Path | null;
}

/**
 * Chooses where the lines of a paragraph end so that all of them together cost least (Knuth and Plass, Breaking Paragraphs into Lines, 1981,
 * for text set flush left, in which a line costs by the square of what it leaves blank).
 *
 * @param ends the places where lines may end, in order; the last one ends the paragraph
 * @param widthOf the width in mm of what is between two ends by their indices; -1 is the beginning
 * @returns the indices of the ends chosen
 */
export function chooseLineEnds(
  ends: readonly LineEnd[],
  measureMm: number,
  widthOf: (from: number, to: number) => number,
): number[] {
  const paths: Path[] = [{ cost: 0, end: -1, before: null }];
  const last = ends.length - 1;
  for (let to = 0; to <= last; to++) {
    let best: Path | null = null;
    for (let from = to - 1; from >= -1; from--) {
      const blank = (measureMm - widthOf(from, to)) / measureMm;
      const isOver = blank * measureMm < -HAIR_MM;
      if (isOver && from < to - 1) break;
      const before = getElement(paths, from + 1);
      const cost = before.cost + (isOver ? OVERFULL_COST : lineCost(ends, from, to, blank));
      if (best === null || cost < best.cost) best = { cost, end: to, before };
    }
    if (best !== null) paths.push(best);
  }
  const chosen: number[] = [];
  for (let path = getElement(paths, last + 1); path.before !== null; path = path.before)
    chosen.unshift(path.end);
  return chosen;
}

function lineCost(ends: readonly LineEnd[], from: number, to: number, blank: number): number {
  const isBelowHyphen = from >= 0 && ends[from]?.kind === "hyphen";
  if (to === ends.length - 1) {
    const isRunt = from >= 0 && 1 - blank < MAX_RUNT;
    return LINE_COST + (isBelowHyphen ? DIVIDED_LAST_COST : 0) + (isRunt ? RUNT_COST : 0);
  }
  const { kind } = getElement(ends, to);
  const again = isBelowHyphen && kind === "hyphen" ? HYPHEN_AGAIN_COST : 0;
  return LINE_COST + BLANK_COST * blank ** 2 + END_COSTS[kind] + again;
}

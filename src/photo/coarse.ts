import { type Bend, bendBy } from "./bend.ts";
import type { Likeness } from "./match.ts";
import type { PageSize } from "./page-fit.ts";

/** A point of the page, from -1 to 1 across and down between its marks. */
type Form = (across: number, down: number) => number;

/** Ways in which paper and lens shift what lies between marks that are in their places. */
const BETWEEN: readonly Form[] = [
  (_, down) => 1 - down * down,
  (across, _) => 1 - across * across,
  (across, down) => across * (1 - down * down),
  (across, down) => down * (1 - across * across),
  (_, down) => down * (1 - down * down),
  (across, _) => across * (1 - across * across),
];

/** Around a corner without a mark, everything may be shifted. */
const AT_CORNER: readonly Form[] = [
  (across, down) => ((1 - across) * (1 - down)) / 4,
  (across, down) => ((1 + across) * (1 - down)) / 4,
  (across, down) => ((1 + across) * (1 + down)) / 4,
  (across, down) => ((1 - across) * (1 + down)) / 4,
];

/** Shifts of the middle, as shares of the reach, from which the search starts: paper is bent up or down, seen from above or below. */
const STARTS = [0, 1 / 3, -1 / 3, 2 / 3, -2 / 3];
const STEPS_MM = [1, 0.5, 0.25];
const ROUNDS = 6;
/** What a mm of shift costs in likeness: of two ways that look alike, the lesser is right. */
const COST_PER_MM = 0.003;

/**
 * Where the paper roughly is: the simple bend under which most pieces of the print are seen where they should be. Lines of a table all
 * look alike; all pieces together can be in one place only.
 *
 * @param reachMm how far from where the marks put it the paper may be
 * @param missing the corners without a mark, by their place
 */
export function coarseBend(
  likenesses: readonly Likeness[],
  page: PageSize,
  pxPerMm: number,
  reachMm: number,
  missing: readonly number[],
): Bend {
  const forms = [...BETWEEN, ...missing.flatMap((place) => AT_CORNER[place] ?? [])];
  const pieces = likenesses.map((likeness) => ({
    likeness,
    // As the strength of the forms at the middle of the piece.
    shares: forms.map((form) => {
      const { xMm, yMm } = likeness.tile;
      return form((2 * xMm) / page.widthMm - 1, (2 * yMm) / page.heightMm - 1);
    }),
  }));
  let best: readonly number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const down of STARTS)
    for (const across of down === 0 ? STARTS : [0]) {
      const start = forms.flatMap((_, at) => (at === 0 ? [across * reachMm, down * reachMm] : [0, 0]));
      const [strengths, worth] = climb(pieces, start, pxPerMm);
      if (worth <= most) continue;
      most = worth;
      best = strengths;
    }
  return bendBy(page, (xMm, yMm) => {
    const [x, y] = [(2 * xMm) / page.widthMm - 1, (2 * yMm) / page.heightMm - 1];
    return shiftBy(
      forms.map((form) => form(x, y)),
      best,
    );
  });
}

interface Piece {
  readonly likeness: Likeness;
  readonly shares: readonly number[];
}

/** Changes one strength at a time for as long as that makes more pieces alike. */
function climb(pieces: readonly Piece[], start: readonly number[], pxPerMm: number) {
  let strengths = [...start];
  let worth = worthOf(pieces, strengths, pxPerMm);
  for (const step of STEPS_MM)
    for (let round = 0; round < ROUNDS; round++) {
      const before = worth;
      for (let at = 0; at < strengths.length; at++)
        for (const by of [step, -step]) {
          const next = strengths.with(at, (strengths[at] ?? 0) + by);
          const nextWorth = worthOf(pieces, next, pxPerMm);
          if (nextWorth > worth) [strengths, worth] = [next, nextWorth];
        }
      if (worth === before) break;
    }
  return [strengths, worth] as const;
}

function shiftBy(shares: readonly number[], strengths: readonly number[]): [across: number, down: number] {
  let across = 0;
  let down = 0;
  for (let at = 0; at < shares.length; at++) {
    across += (shares[at] ?? 0) * (strengths[2 * at] ?? 0);
    down += (shares[at] ?? 0) * (strengths[2 * at + 1] ?? 0);
  }
  return [across, down];
}

function worthOf(pieces: readonly Piece[], strengths: readonly number[], pxPerMm: number): number {
  let worth = 0;
  for (const { likeness, shares } of pieces) {
    const [across, down] = shiftBy(shares, strengths);
    worth += likenessAt(likeness, across * pxPerMm, down * pxPerMm);
  }
  const size = strengths.reduce((sum, strength) => sum + Math.abs(strength), 0);
  return worth / Math.max(1, pieces.length) - COST_PER_MM * size;
}

/** The likeness for a shift between whole pixels. */
function likenessAt({ reachPx, values }: Likeness, right: number, below: number): number {
  const side = 2 * reachPx + 1;
  const x = Math.max(0, Math.min(side - 1.001, right + reachPx));
  const y = Math.max(0, Math.min(side - 1.001, below + reachPx));
  const at = Math.floor(y) * side + Math.floor(x);
  const [partX, partY] = [x - Math.floor(x), y - Math.floor(y)];
  const upper = (values[at] ?? 0) * (1 - partX) + (values[at + 1] ?? 0) * partX;
  const lower = (values[at + side] ?? 0) * (1 - partX) + (values[at + side + 1] ?? 0) * partX;
  const alike = upper * (1 - partY) + lower * partY;
  return alike > 0 ? alike * alike : 0;
}

import type { Bend } from "./bend.ts";
import { disagreement, fitFaithful } from "./faithful.ts";
import { likelyShifts } from "./likely-shifts.ts";
import { absolute, type Likeness, sightingNear } from "./match.ts";

/** A bend, and how much speaks for it. */
export interface BendFound {
  readonly bend: Bend;
  /** The share of the print's pieces that were seen where they should be, 0 to 1. */
  readonly agreement: number;
}

const STIFFNESS = 1;
const OUTLIER_MM = 0.5;
/** A large piece is seen in its place if it is no farther off; paper that is bent distorts it. */
const AGREES_MM = 1;

/**
 * Where the paper roughly is, from large pieces of the print that each may be anywhere within a reach: the smooth bend under which all
 * of them together look most alike.
 *
 * @param likenesses how alike each piece and the photo are around where the start puts it
 */
export function coarseBend(likenesses: readonly Likeness[], start: Bend, pxPerMm: number): BendFound {
  const shifts = likelyShifts(likenesses, pxPerMm);
  const seen = likenesses.flatMap((likeness, at) =>
    absolute(sightingNear(likeness, shifts[at] ?? [0, 0], pxPerMm), start),
  );
  const bend = fitFaithful(start, seen, STIFFNESS, OUTLIER_MM);
  const agreeing = seen.filter((sighting) => disagreement(sighting, bend) < AGREES_MM);
  return { bend, agreement: agreeing.length / Math.max(1, likenesses.length) };
}

import type { Evidence } from "../digits/evidence.ts";

/** Of marks that are far fainter than the ink of their sheet and look like a single stroke: no ink, but a smear, a ring, a shadow. */
const SMEARS = 0.9;
/** The numbers that a single stroke looks like. */
const STROKES = ["1", "-1", "7"] as const;

/**
 * What the picture of a faint mark says. The reader of numbers sees all ink equally dark, so that it takes the ring of a glass
 * for a strike or a 1: most of these are no ink. A number that is more than a stroke stays what it is.
 */
export function perhapsSmear(evidence: Evidence): Evidence {
  const { kinds } = evidence;
  const strokes = STROKES.reduce((sum, text) => sum + evidence.probability(text), 0);
  const smeared = {
    number: SMEARS * Math.min(1, strokes) * kinds.number,
    struck: SMEARS * kinds.struck,
    scribble: SMEARS * kinds.scribble,
  };
  return {
    kinds: {
      ...kinds,
      empty: kinds.empty + smeared.number + smeared.struck + smeared.scribble,
      number: kinds.number - smeared.number,
      struck: kinds.struck - smeared.struck,
      scribble: kinds.scribble - smeared.scribble,
    },
    probability: (text) => evidence.probability(text),
    likely: evidence.likely,
  };
}

import { effortOfTotals } from "../../game/totals.ts";
import { problem } from "../../problem/problem.ts";
import { usable } from "../reader.ts";
import { keyPlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** A few seconds of work; the games that people play take a hundredth of that. */
const MOST_EFFORT = 2_000_000;

/** The highest and the lowest total can be worked out in reasonable time. */
export const totalsCountable: Check = (draft, legal) => {
  const { dice, tree } = draft;
  if (dice === null || draft.abstract) return [];
  const boxes = new Map(
    usable(draft.categories).map(([id, category]) => [id, { id, legal: legal.of(dice, category) }]),
  );
  const sections = usable(draft.sections).map(([, { rows }]) => ({
    categories: rows.flatMap((row) => boxes.get(row) ?? []),
  }));
  const constraints = usable(draft.constraints).map(([, constraint]) => constraint);
  if (effortOfTotals({ sections, constraints }) <= MOST_EFFORT) return [];
  const tied = constraints.length > 0;
  const message = tied
    ? "the constraints tie so many boxes together that totals cannot be worked out"
    : "the scores are so high that totals cannot be worked out";
  const hint = tied ? "let constraints tie a few boxes of one section" : "use smaller scores or fewer boxes";
  return [problem("too-much", message, { place: keyPlace(tree, [tied ? "constraints" : "sections"]), hint })];
};

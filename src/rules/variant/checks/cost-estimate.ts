import { costEstimate, largestTotal } from "../../sums/cost-estimate.ts";
import type { Countable } from "../../sums/running-totals.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import { countableParts } from "../build-game.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { keyPlace } from "../tree.ts";
import type { DraftCheck } from "./check.ts";

/** A few seconds of work; the games that people play take a hundredth of that. */
const MAX_COST = 2_000_000;
/** Larger numbers are not read from a sheet. */
const MAX_TOTAL = 1_000_000;

/** The highest and the lowest total can be worked out in reasonable time. */
export const totalsCountable: DraftCheck = (draft) => {
  if (draft.dice === null || draft.abstract) return [];
  const game: Countable = countableParts(draft);
  if (largestTotal(game) > MAX_TOTAL) return [tooMuch(draft, false)];
  const isTooMuch = (bonuses: Countable["bonuses"]) => costEstimate({ ...game, bonuses }) > MAX_COST;
  if (!isTooMuch(game.bonuses)) return [];
  if (isTooMuch([])) return [tooMuch(draft, game.constraints.length > 0)];
  return [tooManyBonuses(draft, (without) => isTooMuch(game.bonuses.filter(({ id }) => id !== without)))];
};

function tooMuch({ tree }: Draft, isTied: boolean): Problem {
  const message = isTied
    ? "the constraints tie so many boxes together that totals cannot be worked out"
    : "the scores are so high that totals cannot be worked out";
  const hint = isTied
    ? "let constraints tie a few boxes of one section"
    : "use smaller scores or fewer boxes";
  return problem("too-much", message, { place: keyPlace(tree, [isTied ? "constraints" : "sections"]), hint });
}

/**
 * Bonuses that each look at a row, over columns whose boxes are tied, make it necessary to keep every way to fill them.
 *
 * @param isTooMuchWithout whether that is still so if the bonus of this id is left out
 */
function tooManyBonuses({ tree, bonuses }: Draft, isTooMuchWithout: (id: string) => boolean): Problem {
  const enough = usable(bonuses)
    .map(([id]) => id)
    .filter((id) => !isTooMuchWithout(id));
  const path = ["bonuses", ...enough.slice(-1)];
  const message = "the bonuses look at so many boxes of tied rows that totals cannot be worked out";
  const one = enough.map((id) => `\`${id}\``).join(" or ");
  const hint =
    enough.length === 0
      ? "leave some of them out, or measure the column or the sheet instead of rows (`scope: column`)"
      : `leave out ${one}, or measure the column or the sheet instead of a row (\`scope: column\`)`;
  return problem("too-much", message, { place: keyPlace(tree, path), hint });
}

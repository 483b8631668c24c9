import { handsOf } from "../../rules/dice/dice.ts";
import type { Game } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { costEstimate } from "../../rules/sums/cost-estimate.ts";
import { touchesOthers } from "./checks/strike-pays.ts";
import { measuredBonuses } from "./measured-bonuses.ts";

/** A few seconds of work for all choices of a variant together; the games that people play take a hundredth of that. */
export const MAX_LINT_COST = 8_000_000;

/** What looking at one hand in one box costs beside one step of working out totals. */
const PER_HAND = 10;

/** How often totals are worked out for a bonus, and for a box on which more hangs than its own points. */
const TOTALS_PER_BONUS = 4;
const TOTALS_PER_BOX = 3;

/** What it costs to look for bad rules in a game, in steps of working out a total. */
export function lintCost(game: Game): number {
  const boxes = categoriesOf(game);
  const totals =
    TOTALS_PER_BONUS * measuredBonuses(game).length +
    TOTALS_PER_BOX * boxes.filter((box) => touchesOthers(game, box)).length;
  const columns = game.bonuses.length > 0 ? game.columns : game.columns.slice(0, 1);
  const perTotal = costEstimate({ ...game, columns, repeats: null });
  return PER_HAND * handsOf(game.dice).length * boxes.length + totals * perTotal;
}

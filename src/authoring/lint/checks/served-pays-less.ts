import { handsOf } from "../../../rules/dice/hands.ts";
import { claimsOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { categoriesOf } from "../../../rules/game/rows.ts";
import { type Check, oddity } from "../oddity.ts";

/** Served dice that are worth less than the same dice gathered in several throws. */
export const servedPaysLess: Check = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return categoriesOf(game).flatMap((category) => {
    const loss = lossOf(game, category);
    if (loss === null) return [];
    const { id } = category;
    const message = `${loss.hand.join("-")} is worth ${loss.served} in \`${id}\` when it falls in one throw, but ${loss.usual} otherwise`;
    const hint = "let `served` be worth more than `score`";
    return [oddity("served-pays-less", [id], ["categories", id, "served"], { message, hint })];
  });
};

interface Loss {
  readonly hand: readonly number[];
  readonly served: number;
  readonly usual: number;
}

/** The first hand that is worth less served; null if there is none. */
function lossOf({ dice }: Game, { pattern, score, served }: Category): Loss | null {
  if (served === null || score.kind !== "formula") return null;
  for (const hand of handsOf(dice)) {
    const usual = claimsOfHand(dice, { pattern, score, served: null }, hand);
    const quick = claimsOfHand(
      dice,
      { pattern, score: { kind: "formula", formula: served }, served: null },
      hand,
    );
    const at = usual.findIndex((claim, i) => (quick[i]?.score ?? claim.score) < claim.score);
    const [worse, better] = [quick[at], usual[at]];
    if (worse !== undefined && better !== undefined)
      return { hand, served: worse.score, usual: better.score };
  }
  return null;
}

import { categoriesOf } from "../../../rules/game/rows.ts";
import { type Check, oddity } from "../oddity.ts";

/** A box that is worth more in a later throw: whoever has it at once would throw again for nothing. */
export const laterThrowPays: Check = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return categoriesOf(game).flatMap(({ id, score }) => {
    const values = score.kind === "by-throw" ? score.values : [];
    const at = values.findIndex((value, i) => value > (values[i - 1] ?? value));
    if (at === -1) return [];
    const message = `\`${id}\` is worth ${values[at]} in throw ${at + 1} but ${values[at - 1]} in the throw before, so it pays to be late`;
    const hint = "list the values of `by_roll` from the first throw to the last, the highest first";
    return [oddity("later-throw-pays", [id], ["categories", id, "score"], { message, hint })];
  });
};

import { type Dice, facesOf } from "../../../rules/dice/dice.ts";
import { handsInRoll, handsOf } from "../../../rules/dice/hands.ts";
import { hitsOf } from "../../../rules/dice/hits.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { categoriesOf } from "../../../rules/game/rows.ts";
import { type Check, type Oddity, oddity } from "../oddity.ts";
import { deadEnd } from "./dead-end.ts";

/** A sheet that cannot be finished: the last box is left, and nothing may stand in it. */
export const cannotFinish: Check = ({ game }) => [
  ...categoriesOf(game).flatMap((box) => unfitting(game, box) ?? []),
  ...game.constraints.flatMap((constraint) => {
    const end = deadEnd(game, constraint);
    if (end === null) return [];
    const { box, others } = end;
    const written = others.map(({ id, value }) =>
      value === 0 ? `\`${id}\` struck` : `${value} in \`${id}\``,
    );
    const message = `with ${written.join(" and ")}, nothing can be entered in \`${box.id}\`: no score fits, and ${
      box.strike === "allowed" ? "a strike counts as 0, which does not fit either" : "it cannot be struck"
    }`;
    const hint =
      box.strike === "allowed"
        ? `write \`constraints: {${constraint.id}: {between: scored}}\`, so that struck boxes are exempt`
        : `write \`categories: {${box.id}: {strike: allowed}}\``;
    // Where struck boxes are bound, that is what the way out is about.
    const path = ["constraints", constraint.id, box.strike === "allowed" ? "between" : "expr"];
    return [oddity("cannot-finish", [constraint.id], path, { message, hint })];
  }),
];

/** More different rolls than this are not looked at, one by one, for a box that they all must fit. */
const MAX_ROLLS = 20_000;

/** At most as many different rolls as the dice have. */
function rollsUpTo(dice: Dice): number {
  const faces = facesOf(dice).length;
  return dice.dice.reduce((rolls, _, i) => (rolls * (faces + i)) / (i + 1), 1);
}

/** A box that cannot be struck and that not every roll fits. */
function unfitting(game: Game, { id, strike, pattern }: Category): Oddity | null {
  const { dice } = game;
  if (strike !== "never" || pattern.kind === "any" || rollsUpTo(dice) > MAX_ROLLS) return null;
  const rolls = handsOf({ ...dice, scored: dice.dice.length });
  const misfit = rolls.find((roll) =>
    handsInRoll(dice, roll).every((hand) => hitsOf(pattern, hand, dice).length === 0),
  );
  if (misfit === undefined) return null;
  const message = `\`${id}\` cannot be struck, but not every roll fits it (${misfit.join("-")} does not), so a sheet can get stuck`;
  const hint = `write \`categories: {${id}: {strike: allowed}}\`, or \`pattern: any\``;
  return oddity("cannot-finish", [id], ["categories", id, "strike"], { message, hint });
}

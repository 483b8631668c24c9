import { handsOf, type Roll } from "../dice/dice.ts";
import { scoresOfHand } from "../dice/scores.ts";
import { remembered } from "../remembered.ts";
import type { Category, Column, Game, Repeats } from "./game.ts";
import { categoryOf } from "./rows.ts";

/**
 * Further rolls of the top category. The sheet does not tell in which turn a box was filled, so this is about possibility: a box
 * "holds" a further roll if it can have been entered there, with the value that stands there, and can have earned the extra points.
 */

/** The values (0 for a strike) with which a further roll can stand in a box and have earned its extra points. @param category in its column */
export function repeatValues(game: Game, category: Category): ReadonlySet<number> {
  return valuesByCategory(game)(category);
}

/** By object, as a category may have other scores in another column. Checks of many sheets need the values again and again. */
const valuesByCategory = remembered((game: Game) => {
  const { dice, repeats } = game;
  const top = repeats === null ? undefined : categoryOf(game, repeats.of);
  return remembered((category: Category): ReadonlySet<number> => {
    if (repeats === null || repeats.bonus === 0 || top === undefined) return new Set();
    const rolls = handsOf(dice).filter((hand) => scoresOfHand(dice, top, hand).length > 0);
    const strike = repeats.gate.ownNumber === null && category.strike !== "never" ? [0] : [];
    return new Set([...rolls.flatMap((roll) => valuesFor(game, repeats, category, roll)), ...strike]);
  });
});

/** Whether a further roll can have been entered in this box with this value (0 for a strike) and counted. */
export function holdsRepeat(game: Game, category: Category, value: number): boolean {
  return repeatValues(game, category).has(value);
}

/** A box that is not empty. */
export interface FilledBox {
  readonly category: Category;
  /** 0 for a strike. */
  readonly value: number;
}

/** The most further rolls that a player's filled boxes can hold. Where any earlier one is enough, one of the boxes holds the first. */
export function mostRepeats(game: Game, filled: readonly FilledBox[]): number {
  const holding = boxesForRepeats(game, filled);
  return game.repeats?.gate.thrownBefore ? Math.max(0, holding.length - 1) : holding.length;
}

/** What a further roll earns that is entered in this column. */
export function repeatBonus(repeats: Repeats, { multiplier }: Pick<Column, "multiplier">): number {
  return repeats.multiplied ? repeats.bonus * multiplier : repeats.bonus;
}

/** All extra points that a player with these filled boxes can have, ascending, 0 included. */
export function possibleExtras(
  game: Game,
  filled: readonly (FilledBox & { readonly column: Pick<Column, "multiplier"> })[],
): number[] {
  const { repeats } = game;
  if (repeats === null) return [0];
  const bonuses = boxesForRepeats(game, filled).map(({ column }) => repeatBonus(repeats, column));
  const sums = new Set([0]);
  for (const bonus of bonuses) for (const sum of [...sums]) sums.add(sum + bonus);
  // One of the boxes holds the first one, so that not all of them can have earned something.
  if (repeats.gate.thrownBefore && bonuses.length > 0)
    sums.delete(bonuses.reduce((sum, bonus) => sum + bonus, 0));
  return [...sums].sort((a, b) => a - b);
}

/** Those of the filled boxes that a further roll can have been entered in. */
function boxesForRepeats<B extends FilledBox>(game: Game, filled: readonly B[]): B[] {
  if (game.repeats === null) return [];
  const { of, gate } = game.repeats;
  const tops = filled.filter(({ category }) => category.id === of);
  // The box of the first one shows what the gate requires, in every column.
  const isOpening = gate.box === "filled" || tops.every(({ value }) => value !== 0);
  if (gate.box !== null && !(isOpening && tops.length >= game.columns.length)) return [];
  const holding = filled.filter(({ category, value }) => holdsRepeat(game, category, value));
  return gate.thrownBefore ? holding : holding.filter(({ category }) => category.id !== of);
}

/** What such a roll can be entered as so that its extra points count. A joker never adds to the scores that a box can have. */
function valuesFor(game: Game, repeats: Repeats, category: Category, roll: Roll): number[] {
  const natural = scoresOfHand(game.dice, category, roll);
  const isOwn = category.pattern.kind === "face" && natural.length > 0;
  const { ownNumber } = repeats.gate;
  if (ownNumber === "free") return isOwn ? natural : [];
  if (ownNumber === "filled" && isOwn) return [];
  const claims = jokerClaims(game, repeats, category, roll);
  return [...natural, ...claims.filter((value) => category.legal.includes(value))];
}

/** What a joker would be entered as in this box, whether or not the box can have that score. */
export function jokerClaims(game: Game, { joker }: Repeats, category: Category, roll: Roll): number[] {
  const highest = category.legal.at(-1);
  if (joker === null || highest === undefined) return [];
  if (category.pattern.kind === "face")
    return joker.upper === "any" && joker.upperValue === "max" ? [highest] : [];
  if (joker.lower === "none") return [];
  if (joker.lowerValue === "max") return [highest];
  // As if the pattern were made: the whole roll counts as the hit.
  return scoresOfHand(game.dice, { ...category, pattern: { kind: "any" } }, roll);
}

import { categoriesIn } from "../game/entering.ts";
import type { Category, Column, Game } from "../game/game.ts";
import { repeatBonus, repeatValues } from "../game/repeats.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";
import { type Counting, type Tallies, type Tally, talliesOf } from "./tallies.ts";
import { type Filling, type Gain, gainsOf, type TiedBoxes } from "./tied-boxes.ts";

/**
 * The highest and lowest total of a full sheet under all constraints.
 *
 * Boxes that constraints or formulas tie together are filled jointly, all others alone. What is carried from group to group
 * is what the running sums can have come to, because bonuses depend on them; of two ways where one is better in every respect
 * only that one goes on.
 */
export function highestTotal(game: Game): number {
  return extreme(game, "total", 1);
}

/** The lowest total of a full sheet, with every box struck that may be struck if that is lower. */
export function lowestTotal(game: Game): number {
  return extreme(game, "total", -1);
}

/** The most victory points that a full sheet can earn; 0 in a game that has none. */
export function highestPoints(game: Game): number {
  return extreme(game, "points", 1);
}

/** 1 if more is better, -1 if less is. */
type Sense = 1 | -1;

function extreme(game: Game, counting: Counting, sense: Sense): number {
  const tallies = talliesOf(game, counting);
  return stretchesOf(game, tallies).reduce(
    (total, stretch) => total + bestOf(game, stretch, tallies, counting, sense),
    0,
  );
}

/** The best that boxes can come to which share running sums; nothing where they cannot all be filled. */
function bestOf(game: Game, stretch: Stretch, tallies: Tallies, counting: Counting, sense: Sense): number {
  let reached: Gain[] = [{ sums: tallies.all.map(() => 0), value: 0 }];
  for (const { tied, complete } of stretch) {
    const fillings = fillingsOf(game, tied, counting);
    const gains = worthwhile(gainsOf(game, tied, tallies, fillings), tallies, sense);
    const extended = reached.flatMap((state) => gains.map((gain) => together(state, gain)));
    const closed = extended.map((state) => withComplete(state, complete, tallies));
    reached = worthwhile(closed, tallies, sense);
  }
  return reached.reduce(
    (best, { value }) => (value * sense > best * sense ? value : best),
    reached[0]?.value ?? 0,
  );
}

/** Every way to fill each of some boxes alone. */
function fillingsOf(game: Game, { column: at, boxes }: TiedBoxes, counting: Counting): Filling[][] {
  const column = game.columns[at];
  if (column === undefined) return [];
  const here = categoriesIn(game, column);
  return boxes.map(({ id }) =>
    here.filter((c) => c.id === id).flatMap((c) => waysToFill(game, c, column, counting)),
  );
}

function waysToFill(game: Game, category: Category, column: Column, counting: Counting): Filling[] {
  const scores = category.strike === "never" ? category.legal : [0, ...category.legal];
  const plain = scores.map((score) => ({ score, extra: 0 }));
  const { repeats } = game;
  if (repeats === null || category.id === repeats.of || (counting === "points" && game.bonuses.length === 0))
    return plain;
  const extra = repeatBonus(repeats, column);
  const values = [...repeatValues(game, category)].filter(
    (score) => score === 0 || category.legal.includes(score),
  );
  return [...plain, ...values.map((score) => ({ score, extra }))];
}

function together(state: Gain, gain: Gain): Gain {
  return {
    sums: state.sums.map((sum, at) => sum + (gain.sums[at] ?? 0)),
    value: state.value + gain.value,
  };
}

/** Takes running sums that are complete out of a state, and adds what they are worth. */
function withComplete(
  { sums: before, value: worthSoFar }: Gain,
  complete: readonly number[],
  { all }: Tallies,
): Gain {
  if (complete.length === 0) return { sums: before, value: worthSoFar };
  const sums = [...before];
  let value = worthSoFar;
  for (const at of complete) {
    const tally = all[at];
    if (tally === undefined) continue;
    const { sums: into, counts, factor } = tally.outlet;
    const worth = tally.worth(sums[at] ?? 0) * factor;
    sums[at] = 0;
    for (const further of into) sums[further] = (sums[further] ?? 0) + worth;
    if (counts) value += worth;
  }
  return { sums, value };
}

/** The states of which no other one is at least as good in every respect. */
function worthwhile(states: readonly Gain[], { all }: Tallies, sense: Sense): Gain[] {
  const alike = new Map<string, Gain[]>();
  const best = states.toSorted((a, b) => (b.value - a.value) * sense || compareSums(b.sums, a.sums, sense));
  for (const state of best) {
    // Where more is not always better, only states that are equal there can be compared.
    const key = state.sums.filter((_, at) => !all[at]?.climbs).join();
    const group = alike.get(key) ?? [];
    alike.set(key, group);
    if (!group.some((other) => isAsGood(other, state, all, sense))) group.push(state);
  }
  return [...alike.values()].flat();
}

function compareSums(a: readonly number[], b: readonly number[], sense: Sense): number {
  const at = a.findIndex((sum, i) => sum !== b[i]);
  return at === -1 ? 0 : ((a[at] ?? 0) - (b[at] ?? 0)) * sense;
}

/** Whether a state whose value is as good has sums that are as good, too. */
function isAsGood(one: Gain, other: Gain, all: readonly Tally[], sense: Sense): boolean {
  return all.every(({ climbs }, at) => !climbs || ((one.sums[at] ?? 0) - (other.sums[at] ?? 0)) * sense >= 0);
}

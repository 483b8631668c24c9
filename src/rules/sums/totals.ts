import { elementAt } from "../arrays.ts";
import { categoriesIn } from "../game/rows.ts";
import type { Category, Column, Game } from "../game/game.ts";
import { repeatBonus, repeatValues } from "../game/repeats.ts";
import {
  type Component,
  type ConstraintGroup,
  componentsOf,
  type GroupFilling,
  type Gain,
  gainsOf,
} from "./constraint-groups.ts";
import { type Counting, type RunningTotals, runningTotalsOf } from "./running-totals.ts";

/**
 * The highest and lowest total of a full sheet under all constraints, by dynamic programming over running totals.
 *
 * Boxes that constraints or formulas tie together are filled jointly, all others alone. What is carried from group to group is
 * what the running totals can have come to, because bonuses depend on them; of two ways where one is better in every respect only
 * that one is kept.
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
  const totals = runningTotalsOf(game, counting);
  return componentsOf(game, totals).reduce(
    (sum, component) => sum + bestOf(game, component, totals, sense),
    0,
  );
}

/** The best that boxes can come to which share running totals; nothing where they cannot all be filled. */
function bestOf(game: Game, component: Component, totals: RunningTotals, sense: Sense): number {
  let reached: Gain[] = [{ totals: totals.all.map(() => 0), value: 0 }];
  for (const { group, complete } of component) {
    const gains = prune(gainsOf(game, group, totals, fillingsOf(game, group, totals)), totals, sense);
    const extended = reached.flatMap((state) =>
      gains.map((gain) => withComplete(together(state, gain), complete, totals)),
    );
    reached = prune(extended, totals, sense);
  }
  const [first] = reached;
  return reached.reduce(
    (best, { value }) => (value * sense > best * sense ? value : best),
    first?.value ?? 0,
  );
}

/** Every way to fill each box of a group alone. */
function fillingsOf(
  game: Game,
  { column: id, boxes }: ConstraintGroup,
  totals: RunningTotals,
): GroupFilling[][] {
  const column = game.columns.find((other) => other.id === id);
  if (column === undefined) return [];
  const here = categoriesIn(game, column);
  return boxes.map((box) =>
    here
      .filter((other) => other.id === box.id)
      .flatMap((category) => waysToFill(game, category, column, totals)),
  );
}

function waysToFill(
  game: Game,
  category: Category,
  column: Column,
  { extras }: RunningTotals,
): GroupFilling[] {
  const scores = category.strike === "never" ? category.legal : [0, ...category.legal];
  const plain = scores.map((score) => ({ score, extra: 0 }));
  const { repeats } = game;
  if (repeats === null || category.id === repeats.of || extras.length === 0) return plain;
  const extra = repeatBonus(repeats, column);
  const values = [...repeatValues(game, category)].filter(
    (score) => score === 0 || category.legal.includes(score),
  );
  return [...plain, ...values.map((score) => ({ score, extra }))];
}

function together(state: Gain, gain: Gain): Gain {
  return {
    totals: state.totals.map((total, at) => total + elementAt(gain.totals, at)),
    value: state.value + gain.value,
  };
}

/** Takes running totals that are complete out of a state, and adds what they bring. */
function withComplete(state: Gain, complete: readonly number[], { all }: RunningTotals): Gain {
  if (complete.length === 0) return state;
  const totals = [...state.totals];
  let { value } = state;
  for (const at of complete) {
    const total = elementAt(totals, at);
    totals[at] = 0;
    for (const { to, amount } of elementAt(all, at).outlets) {
      if (to === null) value += amount(total);
      else totals[to] = elementAt(totals, to) + amount(total);
    }
  }
  return { totals, value };
}

/** The states of which no other one is at least as good in every respect (the Pareto front). */
function prune(states: readonly Gain[], { all }: RunningTotals, sense: Sense): Gain[] {
  const fronts = new Map<string, Gain[]>();
  const climbing = all.flatMap(({ climbs }, at) => (climbs ? [at] : []));
  const best = states.toSorted((a, b) => (b.value - a.value) * sense || compare(b.totals, a.totals, sense));
  for (const state of best) {
    // Where more is not always better, only states that are equal there can be compared.
    const key = state.totals.filter((_, at) => !climbing.includes(at)).join();
    const front = fronts.get(key) ?? [];
    fronts.set(key, front);
    const isAsGood = ({ totals }: Gain) =>
      climbing.every((at) => (elementAt(totals, at) - elementAt(state.totals, at)) * sense >= 0);
    if (!front.some(isAsGood)) front.push(state);
  }
  return [...fronts.values()].flat();
}

function compare(a: readonly number[], b: readonly number[], sense: Sense): number {
  const at = a.findIndex((total, i) => total !== b[i]);
  return at === -1 ? 0 : (elementAt(a, at) - elementAt(b, at)) * sense;
}

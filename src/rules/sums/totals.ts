import { getElement } from "../arrays.ts";
import type { Category, Column, Game } from "../game/game.ts";
import { repeatBonus, repeatValues } from "../game/repeats.ts";
import { memoize } from "../memoize.ts";
import { listColumnCategories, constraintHolds, possibleValues } from "../game/rows.ts";
import {
  findTotalComponents,
  type ConstraintGroup,
  type Gain,
  RunningTotals,
  addGains,
  type Component,
  type Countable,
} from "./running-totals.ts";
import { type SumNode, sumGraph, categoryOfBox, computeNodeRange } from "./sum-graph.ts";

/**
 * The highest total of a full sheet under all constraints, by dynamic programming over running totals.
 *
 * Boxes that constraints or formulas tie together are filled jointly, all others alone. The state is the values of the running totals,
 * since bonuses depend on them; only Pareto-optimal states are kept.
 */
export const highestTotal = memoize((game: Game): number => findExtremeTotal(fillings(game), 1));

/** The lowest total of a full sheet, with boxes struck where that is allowed and lower. */
export const lowestTotal = memoize((game: Game): number => findExtremeTotal(fillings(game), -1));

/** The most victory points of a full sheet; 0 in a game without any. */
export const highestPoints = memoize((game: Game): number =>
  sumGraph(game).points === null
    ? 0
    : findExtremeTotal(buildFillings(game, new RunningTotals(game, "points")), 1),
);

/** 1 if more is better, -1 if less is. */
type Sense = 1 | -1;

/** The gains of all boxes of a game, in components that share no running total. */
interface Fillings {
  readonly totals: RunningTotals;
  readonly components: readonly (readonly GroupFilling[])[];
}

interface GroupFilling {
  readonly gains: readonly Gain[];
  /** The indices of the running totals that are complete after the group. */
  readonly complete: readonly number[];
}

/** For the grand total. */
const fillings = memoize((game: Game) => buildFillings(game, new RunningTotals(game, "total")));

function buildFillings(game: Game, totals: RunningTotals): Fillings {
  const components = findTotalComponents(game, totals).map((component) =>
    component.map(({ group, complete }) => ({
      gains: listGroupGains(game, group, totals),
      complete: complete.map((node) => totals.all.indexOf(node)),
    })),
  );
  return { totals, components };
}

function findExtremeTotal({ totals, components }: Fillings, sense: Sense): number {
  return components.reduce((sum, component) => sum + findBestValue(component, totals, sense), 0);
}

/** The best value of a component; 0 if its boxes can't all be filled. */
function findBestValue(component: readonly GroupFilling[], totals: RunningTotals, sense: Sense): number {
  let reached: Gain[] = [{ totals: totals.all.map(() => 0), value: 0 }];
  // Replaces a complete running total of a state by what it adds.
  const withComplete = (state: Gain, at: number) => {
    const gain = totals.outlet(getElement(totals.all, at), getElement(state.totals, at));
    return addGains({ ...state, totals: state.totals.with(at, 0) }, gain);
  };
  for (const { gains, complete } of component) {
    const worthwhile = prune(gains, totals, sense);
    const extended = reached.flatMap((state) =>
      worthwhile.map((gain) => complete.reduce(withComplete, addGains(state, gain))),
    );
    reached = prune(extended, totals, sense);
  }
  const best = reached.reduce((best, { value }) => Math.max(best, value * sense), Number.NEGATIVE_INFINITY);
  return reached.length === 0 ? 0 : best * sense;
}

/** The gains of a group, for every way to fill it that satisfies the constraints. */
function listGroupGains(game: Game, group: ConstraintGroup, totals: RunningTotals): Gain[] {
  const { column: id } = getElement(group, 0);
  const columns = game.columns.filter((column) => column.id === id);
  const boxes = columns.flatMap((column) =>
    group.flatMap(({ row }) => listColumnCategories(game, column).find(({ id }) => id === row) ?? []),
  );
  const ways = boxes.map((box) => columns.flatMap((column) => waysToFill(game, box, column)));
  const changed = totals.after([...group, ...totals.repeats]);
  const constraints = game.constraints.filter(({ left, right }) =>
    group.some(({ row }) => row === left || row === right),
  );
  // Many ways have the same gain.
  const gains = new Map<string, Gain>();
  const scores = new Map<string, number>();
  const fill = (at: number, extra: number) => {
    const box = group[at];
    if (box === undefined) {
      const values = group.map((node): [SumNode, number] => [node, scores.get(node.row) ?? 0]);
      const extras = totals.repeats.map((node): [SumNode, number] => [node, extra]);
      const gain = totals.gain(changed, new Map([...values, ...extras]));
      gains.set([...gain.totals, gain.value].join(), gain);
      return;
    }
    for (const way of getElement(ways, at)) {
      scores.set(box.row, way.score);
      if (isAllowed(constraints, boxes, scores)) fill(at + 1, extra + way.extra);
    }
    scores.delete(box.row);
  };
  fill(0, 0);
  return [...gains.values()];
}

function isAllowed(
  constraints: Game["constraints"],
  boxes: readonly Category[],
  scores: ReadonlyMap<string, number>,
): boolean {
  const score = (id: string) => scores.get(id) ?? null;
  // A box can only score if the boxes that it requires do; on a full sheet all of them are filled.
  const mayHold = ({ id, requires, miss }: Category) =>
    [null, miss ?? 0].includes(score(id)) ||
    requires.every(({ category, is }) => is === "filled" || score(category) !== 0);
  return (
    constraints.every((one) => constraintHolds(one, score(one.left), score(one.right))) &&
    boxes.every(mayHold)
  );
}

/** How a box can be filled: its score, 0 for a strike, and the extra points if it holds a repeat. */
function waysToFill(game: Game, category: Category, column: Column) {
  const plain = possibleValues(category).map((score) => ({ score, extra: 0 }));
  const { repeats } = game;
  if (repeats === null || category.id === repeats.of) return plain;
  const extra = repeatBonus(repeats, column);
  const repeated = [...repeatValues(game, category)].map((score) => ({ score, extra }));
  return [...plain, ...repeated];
}

/** The Pareto-optimal states. */
function prune(states: readonly Gain[], totals: RunningTotals, sense: Sense): Gain[] {
  const fronts = new Map<string, Gain[]>();
  const climbing = totals.all.flatMap((total, at) => (totals.climbing.has(total) ? [at] : []));
  const best = states.toSorted((a, b) => (b.value - a.value) * sense || compare(b.totals, a.totals, sense));
  for (const state of best) {
    // Where more isn't always better, only states with equal values are comparable.
    const key = state.totals.filter((_, at) => !climbing.includes(at)).join();
    const front = fronts.get(key) ?? [];
    fronts.set(key, front);
    const isAsGood = ({ totals }: Gain) =>
      climbing.every((at) => (getElement(totals, at) - getElement(state.totals, at)) * sense >= 0);
    if (!front.some(isAsGood)) front.push(state);
  }
  return [...fronts.values()].flat();
}

function compare(a: readonly number[], b: readonly number[], sense: Sense): number {
  const at = a.findIndex((total, i) => total !== b[i]);
  return at === -1 ? 0 : (getElement(a, at) - getElement(b, at)) * sense;
}

/** A running total with more values than these counts as unlimited. */
const MAX_VALUES = 10_000;

/** An upper bound on the fillings and states for finding the totals: thousands for real games, unlimited for a hostile file. */
export function costEstimate(game: Countable): number {
  const counted = (["total", "points"] as const).map((counting) => new RunningTotals(game, counting));
  return Math.max(...counted.map((totals) => estimateGameCost(game, totals)));
}

/** An upper bound on the absolute value of the total, without extra points for repeats. */
export function largestTotal(game: Countable): number {
  return Math.max(...computeNodeRange(sumGraph(game).total, categoryOfBox(game)).map(Math.abs));
}

function estimateGameCost(game: Countable, totals: RunningTotals): number {
  const categoryOf = categoryOfBox(game);
  const listLegalScores = (box: SumNode) => categoryOf(box)?.legal ?? [];
  const waysToFill = (boxes: ConstraintGroup) => boxes.map((box) => listLegalScores(box).length + 1);
  const hasRepeats = (game.repeats?.bonus ?? 0) > 0;
  /** The number of values of each running total. */
  const valuesOf = new Map(
    totals.all.map((total) => {
      const [least, most] = computeNodeRange(total, categoryOf);
      return [total, most - least > MAX_VALUES ? Number.MAX_SAFE_INTEGER : most - least + 1];
    }),
  );
  /** Whether a higher score in any box of a group is never worse. */
  const growsWithScores = (group: ConstraintGroup): boolean => {
    const isNeverNegative = group.every((box) => (listLegalScores(box)[0] ?? 0) >= 0);
    const grows = totals.after(group).every(({ rule }) => {
      if (rule.kind === "count") return rule.of === "scored" && isNeverNegative;
      return rule.kind !== "formula";
    });
    return grows && totals.nextAfter(group).every((total) => totals.climbing.has(total));
  };
  /** An upper bound on the ways to fill a group that are kept: of ways with the same totals, only the best. */
  const worthKeeping = (group: ConstraintGroup): number => {
    if (hasRepeats || !growsWithScores(group))
      return product(waysToFill(group.filter((box) => totals.nextAfter([box]).length > 0)));
    // Of ways that differ in one box, only the best is kept.
    const ways = waysToFill(group);
    return product(ways) / Math.max(...ways);
  };
  const costOfComponent = (component: Component): number => {
    const open = new Set<SumNode>();
    let [cost, states] = [0, 1];
    for (const { group, complete } of component) {
      cost += states * product(waysToFill(group).map((ways) => ways * (hasRepeats ? 2 : 1)));
      for (const starts of [[...group, ...totals.repeats], ...complete.map((total) => [total])])
        for (const total of totals.nextAfter(starts)) open.add(total);
      for (const total of complete) open.delete(total);
      const most = product([...open].map((total) => valuesOf.get(total) ?? 1));
      states = Math.min(states * worthKeeping(group), most);
    }
    return cost;
  };
  return findTotalComponents(game, totals).reduce((cost, component) => cost + costOfComponent(component), 0);
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

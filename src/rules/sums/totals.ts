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
  together,
  type Component,
  type Countable,
} from "./running-totals.ts";
import { categoryOfBox, computeNodeRange } from "./ranges.ts";
import { type SumNode, sumGraph } from "./sum-graph.ts";

/**
 * The highest and lowest total of a full sheet under all constraints, by dynamic programming over running totals.
 *
 * Boxes that constraints or formulas tie together are filled jointly, all others alone. What is carried from group to group is
 * what the running totals can have come to, because bonuses depend on them; of two ways where one is better in every respect only
 * that one is kept.
 */
export const highestTotal = memoize((game: Game): number => extreme(fillings(game), 1));

/** The lowest total of a full sheet, with every box struck that may be struck if that is lower. */
export const lowestTotal = memoize((game: Game): number => extreme(fillings(game), -1));

/** The most victory points that a full sheet can earn; 0 in a game that has none. */
export const highestPoints = memoize((game: Game): number =>
  sumGraph(game).points === null ? 0 : extreme(buildFillings(game, new RunningTotals(game, "points")), 1),
);

/** 1 if more is better, -1 if less is. */
type Sense = 1 | -1;

/** What the boxes of a game can add, in components that share no running total. */
interface Fillings {
  readonly totals: RunningTotals;
  readonly components: readonly (readonly GroupFilling[])[];
}

interface GroupFilling {
  readonly gains: readonly Gain[];
  /** The positions of the running totals that are complete after the group. */
  readonly complete: readonly number[];
}

/** Those that count for the total. */
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

function extreme({ totals, components }: Fillings, sense: Sense): number {
  return components.reduce((sum, component) => sum + findBestValue(component, totals, sense), 0);
}

/** The best that boxes can come to which share running totals; nothing where they cannot all be filled. */
function findBestValue(component: readonly GroupFilling[], totals: RunningTotals, sense: Sense): number {
  let reached: Gain[] = [{ totals: totals.all.map(() => 0), value: 0 }];
  // Takes running totals that are complete out of a state, and adds what they bring.
  const withComplete = (state: Gain, at: number) => {
    const gain = totals.outlet(getElement(totals.all, at), getElement(state.totals, at));
    return together({ ...state, totals: state.totals.with(at, 0) }, gain);
  };
  for (const { gains, complete } of component) {
    const worthwhile = prune(gains, totals, sense);
    const extended = reached.flatMap((state) =>
      worthwhile.map((gain) => complete.reduce(withComplete, together(state, gain))),
    );
    reached = prune(extended, totals, sense);
  }
  const best = reached.reduce((best, { value }) => Math.max(best, value * sense), Number.NEGATIVE_INFINITY);
  return reached.length === 0 ? 0 : best * sense;
}

/** What a group can add, for every way to fill it in which the constraints hold. */
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
  // Many ways come to the same.
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
  // A box holds no points, or those that it waits for do; on a full sheet all of them are filled.
  const mayHold = ({ id, requires, miss }: Category) =>
    [null, miss ?? 0].includes(score(id)) ||
    requires.every(({ category, is }) => is === "filled" || score(category) !== 0);
  return (
    constraints.every((one) => constraintHolds(one, score(one.left), score(one.right))) &&
    boxes.every(mayHold)
  );
}

/** How a box can be filled: its score, 0 for a strike, and the extra points for a further roll that it brought. */
function waysToFill(game: Game, category: Category, column: Column) {
  const plain = possibleValues(category).map((score) => ({ score, extra: 0 }));
  const { repeats } = game;
  if (repeats === null || category.id === repeats.of) return plain;
  const extra = repeatBonus(repeats, column);
  const further = [...repeatValues(game, category)].map((score) => ({ score, extra }));
  return [...plain, ...further];
}

/** The states of which no other one is at least as good in every respect (the Pareto front). */
function prune(states: readonly Gain[], totals: RunningTotals, sense: Sense): Gain[] {
  const fronts = new Map<string, Gain[]>();
  const climbing = totals.all.flatMap((total, at) => (totals.climbing.has(total) ? [at] : []));
  const best = states.toSorted((a, b) => (b.value - a.value) * sense || compare(b.totals, a.totals, sense));
  for (const state of best) {
    // Where more is not always better, only states that are equal there can be compared.
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

/** Beyond this many values, a running total is taken to have any number of them. */
const MAX_VALUES = 10_000;

/** An upper bound of the fillings and states that finding the totals takes: thousands for real games, no end for a hostile file. */
export function costEstimate(game: Countable): number {
  const counted = (["total", "points"] as const).map((counting) => new RunningTotals(game, counting));
  return Math.max(...counted.map((totals) => estimateGameCost(game, totals)));
}

/** The largest number, with either sign, that a total can come to without extra points for further rolls, roughly and never less. */
export function largestTotal(game: Countable): number {
  return Math.max(...computeNodeRange(sumGraph(game).total, categoryOfBox(game)).map(Math.abs));
}

function estimateGameCost(game: Countable, totals: RunningTotals): number {
  const categoryOf = categoryOfBox(game);
  const listLegalScores = (box: SumNode) => categoryOf(box)?.legal ?? [];
  const waysToFill = (boxes: ConstraintGroup) => boxes.map((box) => listLegalScores(box).length + 1);
  const hasRepeats = (game.repeats?.bonus ?? 0) > 0;
  /** How many values each running total can have. */
  const valuesOf = new Map(
    totals.all.map((total) => {
      const [least, most] = computeNodeRange(total, categoryOf);
      return [total, most - least > MAX_VALUES ? Number.MAX_SAFE_INTEGER : most - least + 1];
    }),
  );
  /** Whether more in any box of a group is never worse, whatever the others hold. */
  const growsWithScores = (group: ConstraintGroup): boolean => {
    const isNeverNegative = group.every((box) => (listLegalScores(box)[0] ?? 0) >= 0);
    const grows = totals.after(group).every(({ rule }) => {
      if (rule.kind === "count") return rule.of === "scored" && isNeverNegative;
      return rule.kind !== "formula";
    });
    return grows && totals.nextAfter(group).every((total) => totals.climbing.has(total));
  };
  /** At most as many ways to fill a group are worth keeping: of those that lead to the same totals only the best one is. */
  const worthKeeping = (group: ConstraintGroup): number => {
    if (hasRepeats || !growsWithScores(group))
      return product(waysToFill(group.filter((box) => totals.nextAfter([box]).length > 0)));
    // Of ways that are as good in all boxes but one, only the one that is best there is kept.
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

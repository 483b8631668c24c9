import { elementAt } from "../arrays.ts";
import {
  type Component,
  type ConstraintGroup,
  componentsOf,
  sharesIn,
  totalsFrom,
} from "./constraint-groups.ts";
import { type Countable, type CountableBox, type RunningTotals, runningTotalsOf } from "./running-totals.ts";
import { type Range, rangeOf, sumOfRanges } from "./ranges.ts";
import { type SumNode, sumGraph } from "./sum-graph.ts";

/**
 * An upper bound for how many fillings and states `highestTotal` and `lowestTotal` must look at. The games that people play stay
 * in the thousands; a file that ties many boxes together could keep us busy for ever.
 */
export function costEstimate(game: Countable): number {
  return Math.max(
    costOf(game, runningTotalsOf(game, "total")),
    costOf(game, runningTotalsOf(game, "points")),
  );
}

/** The largest number, with either sign, that a total can come to without extra points for further rolls, roughly and never less. */
export function largestTotal(game: Countable): number {
  const boxes = game.sections.flatMap(({ categories }) => categories);
  const boxOf = ({ row }: SumNode) => boxes.find(({ id }) => id === row);
  return Math.max(...rangeOf(sumGraph(game).total, boxOf).map(Math.abs));
}

function costOf(game: Countable, totals: RunningTotals): number {
  return componentsOf(game, totals).reduce(
    (cost, component) => cost + costOfComponent(game, component, totals),
    0,
  );
}

function costOfComponent(game: Countable, component: Component, totals: RunningTotals): number {
  const repeats = (game.repeats?.bonus ?? 0) > 0;
  const reach = reachOfTotals(component, totals);
  const open = new Set<number>();
  let [cost, states] = [0, 1];
  for (const { group, complete } of component) {
    cost += states * product(group.boxes.map((box) => waysToFill(box) * (repeats ? 2 : 1)));
    for (const at of totalsFrom(group, totals)) open.add(at);
    for (const at of complete)
      for (const { to } of elementAt(totals.all, at).outlets) if (to !== null) open.add(to);
    for (const at of complete) open.delete(at);
    const most = product([...open].map((at) => elementAt(reach, at)));
    states = Math.min(states * worthKeeping(group, totals, repeats), most);
  }
  return cost;
}

/** At most as many ways to fill a group are worth keeping: of those that lead to the same totals only the best one is. */
function worthKeeping(group: ConstraintGroup, totals: RunningTotals, repeats: boolean): number {
  if (!repeats && growsWithScores(group, totals)) {
    // Of ways that are as good in all boxes but one, only the one that is best there is kept.
    const ways = group.boxes.map(waysToFill);
    return product(ways) / Math.max(...ways);
  }
  const shares = sharesIn(group, totals).filter(({ flows }) => flows.some(({ to }) => to !== null));
  return product(shares.flatMap(({ boxes }) => boxes).map(waysToFill));
}

function waysToFill({ legal }: CountableBox): number {
  return legal.length + 1;
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

/** Whether more in any box of a group is never worse, whatever the others hold. */
function growsWithScores(group: ConstraintGroup, totals: RunningTotals): boolean {
  const isNeverNegative = group.boxes.every(({ legal: [lowest = 0] }) => lowest >= 0);
  const grows = sharesIn(group, totals).every(({ node: { rule } }) => {
    if (rule.kind === "count") return rule.of === "scored" && isNeverNegative;
    return rule.kind !== "formula";
  });
  return grows && [...totalsFrom(group, totals)].every((at) => elementAt(totals.all, at).climbs);
}

/** Beyond this many values, what a total brings is not looked at for each. */
const MAX_LOOKED_AT = 10_000;

/** How many values each running total can have. */
function reachOfTotals(component: Component, totals: RunningTotals): number[] {
  const ranges = totals.all.map((): Range => [0, 0]);
  const grow = (to: number | null, range: Range) => {
    if (to !== null) ranges[to] = sumOfRanges([elementAt(ranges, to), range]);
  };
  for (const { group } of component) {
    for (const { node, boxes, flows } of sharesIn(group, totals)) {
      const boxOf = ({ column, row }: SumNode) =>
        column === group.column ? boxes.find(({ id }) => id === row) : undefined;
      const [least, most] = rangeOf(node, boxOf);
      for (const { to, factor } of flows) grow(to, [least * factor, most * factor]);
    }
  }
  // Each total comes before those that it adds to.
  totals.all.forEach(({ outlets }, at) => {
    const [least, most] = elementAt(ranges, at);
    if (most - least > MAX_LOOKED_AT) return;
    for (const { to, amount } of outlets) {
      const amounts = Array.from({ length: most - least + 1 }, (_, i) => amount(least + i));
      grow(to, [Math.min(...amounts), Math.max(...amounts)]);
    }
  });
  return ranges.map(([least, most]) =>
    most - least > MAX_LOOKED_AT ? Number.MAX_SAFE_INTEGER : most - least + 1,
  );
}

import { type Component, type ConstraintGroup, findTotalComponents } from "./constraint-groups.ts";
import { categoryOfBox, computeNodeRange } from "./ranges.ts";
import { type Countable, RunningTotals } from "./running-totals.ts";
import { type SumNode, sumGraph } from "./sum-graph.ts";

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

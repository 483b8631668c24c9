import { elementAt } from "../arrays.ts";
import type { Category } from "../game/game.ts";
import { constraintHolds } from "../game/rows.ts";
import type { Countable, Gain, RunningTotals } from "./running-totals.ts";
import { boxesCountedIn, nodeId, type SumNode, sumGraph } from "./sum-graph.ts";

/** Boxes of one column that have to be filled together, because constraints, requirements or formulas tie them to each other. */
export type ConstraintGroup = readonly SumNode[];

/** How a box can be filled: its score, 0 for a strike, and the extra points for a further roll that it brought. */
export interface GroupFilling {
  readonly score: number;
  readonly extra: number;
}

/** All boxes of the game in their groups; column by column, from top to bottom. */
function constraintGroupsOf(game: Countable): ConstraintGroup[] {
  const boxes = game.sections.flatMap(({ categories }) => categories);
  const tied = [
    ...game.constraints.map(({ left, right }) => [left, right]),
    ...game.sections.filter(({ total }) => total !== null).map((section) => boxesCountedIn(section)),
    ...boxes.flatMap(({ id, requires }) => requires.map(({ category }) => [id, category])),
  ];
  const groups = connected(boxes, (a, b) => tied.some((ids) => ids.includes(a.id) && ids.includes(b.id)));
  const nodes = new Map(sumGraph(game).nodes.map((node) => [node.id, node]));
  return game.columns.flatMap(({ id: column }) =>
    groups.map((group) => group.flatMap(({ id: row }) => nodes.get(nodeId({ column, row })) ?? [])),
  );
}

/**
 * What a group can add, for every way to fill it in which the constraints hold.
 *
 * @param boxes the categories of the group
 * @param fillings the ways to fill each of its boxes alone
 */
export function gainsOf(
  { constraints }: Countable,
  group: ConstraintGroup,
  totals: RunningTotals,
  boxes: readonly Category[],
  fillings: readonly (readonly GroupFilling[])[],
): Gain[] {
  const changed = totals.after([...group, ...totals.repeats]);
  const gains: Gain[] = [];
  const isAllowed = (scores: ReadonlyMap<string, number>) => {
    const score = (id: string) => scores.get(id) ?? null;
    // A box holds no points, or those that it waits for do; on a full sheet all of them are filled.
    const mayHold = ({ id, requires }: Category) =>
      !score(id) || requires.every(({ category, is }) => is === "filled" || score(category) !== 0);
    return (
      constraints.every((one) => constraintHolds(one, score(one.left), score(one.right))) &&
      boxes.every(mayHold)
    );
  };
  const fill = (at: number, scores: ReadonlyMap<string, number>, extra: number) => {
    const box = group[at];
    if (box === undefined) {
      const values = group.map((node): [SumNode, number] => [node, scores.get(node.row) ?? 0]);
      const extras = totals.repeats.map((node): [SumNode, number] => [node, extra]);
      gains.push(totals.gain(changed, new Map([...values, ...extras])));
      return;
    }
    for (const filling of elementAt(fillings, at)) {
      const filled = new Map(scores).set(box.row, filling.score);
      if (isAllowed(filled)) fill(at + 1, filled, extra + filling.extra);
    }
  };
  fill(0, new Map(), 0);
  return gains;
}

/** Groups in the order in which they are filled, each with the running totals that are complete after it, inputs first. */
export type Component = readonly {
  readonly group: ConstraintGroup;
  readonly complete: readonly SumNode[];
}[];

/**
 * All boxes of a game in components that share no running total, so that the best of each is found by itself. In a component,
 * groups are ordered so that running totals are complete soon.
 */
export function componentsOf(game: Countable, totals: RunningTotals): Component[] {
  const groups = constraintGroupsOf(game).map((group) => {
    return { group, fed: totals.fedBy([...group, ...totals.repeats]) };
  });
  const rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  const rowOf = ([first]: ConstraintGroup) => rows.indexOf(first?.row ?? "");
  return connected(groups, (a, b) => [...a.fed].some((total) => b.fed.has(total))).map((component) => {
    const isByRow = component.some(({ fed }) => [...fed].some(isOfRow));
    const order = isByRow ? component.toSorted((a, b) => rowOf(a.group) - rowOf(b.group)) : component;
    const last = new Map(order.flatMap(({ fed }, position) => [...fed].map((total) => [total, position])));
    return order.map(({ group }, position) => ({
      group,
      complete: totals.all.filter((total) => last.get(total) === position),
    }));
  });
}

/** Whether a node looks at one row across all columns. */
function isOfRow({ column, inputs }: SumNode): boolean {
  const [first] = inputs;
  return column === null && inputs.every(({ kind, row }) => kind === "box" && row === first?.row);
}

/** Connected components, in the order of their first member. */
export function connected<T>(members: readonly T[], linked: (a: T, b: T) => boolean): T[][] {
  let groups: T[][] = [];
  for (const member of members) {
    const near = groups.filter((group) => group.some((other) => linked(member, other)));
    const [first = []] = near;
    first.splice(0, first.length, ...near.flat(), member);
    groups =
      near.length === 0 ? [...groups, first] : groups.filter((one) => one === first || !near.includes(one));
  }
  return groups;
}

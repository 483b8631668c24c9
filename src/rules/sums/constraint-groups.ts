import type { Countable, RunningTotals } from "./running-totals.ts";
import { listCountedBoxes, nodeId, type SumNode, sumGraph } from "./sum-graph.ts";

/** Boxes of one column that have to be filled together, because constraints, requirements or formulas tie them to each other. */
export type ConstraintGroup = readonly SumNode[];

/** All boxes of the game in their groups; column by column, from top to bottom. */
function listConstraintGroups(game: Countable): ConstraintGroup[] {
  const boxes = game.sections.flatMap(({ categories }) => categories);
  const tied = [
    ...game.constraints.map(({ left, right }) => [left, right]),
    ...game.sections.filter(({ total }) => total !== null).map((section) => listCountedBoxes(section)),
    ...boxes.flatMap(({ id, requires }) => requires.map(({ category }) => [id, category])),
  ];
  const groups = findConnectedComponents(boxes, (a, b) =>
    tied.some((ids) => ids.includes(a.id) && ids.includes(b.id)),
  );
  const nodes = new Map(sumGraph(game).nodes.map((node) => [node.id, node]));
  return game.columns.flatMap(({ id: column }) =>
    groups.map((group) => group.flatMap(({ id: row }) => nodes.get(nodeId({ column, row })) ?? [])),
  );
}

/** Groups in the order in which they are filled, each with the running totals that are complete after it, inputs first. */
export type Component = readonly {
  readonly group: ConstraintGroup;
  readonly complete: readonly SumNode[];
}[];

/** All boxes in components that share no running total, each with groups in the order in which running totals are complete soon. */
export function findTotalComponents(game: Countable, totals: RunningTotals): Component[] {
  const groups = listConstraintGroups(game).map((group) => {
    return { group, fed: totals.listDependentTotals([...group, ...totals.repeats]) };
  });
  const rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  const findRowIndex = ([first]: ConstraintGroup) => rows.indexOf(first?.row ?? "");
  return findConnectedComponents(groups, (a, b) => [...a.fed].some((total) => b.fed.has(total))).map(
    (component) => {
      const isByRow = component.some(({ fed }) => [...fed].some(isOfRow));
      const order = isByRow
        ? component.toSorted((a, b) => findRowIndex(a.group) - findRowIndex(b.group))
        : component;
      const last = new Map(order.flatMap(({ fed }, position) => [...fed].map((total) => [total, position])));
      return order.map(({ group }, position) => ({
        group,
        complete: totals.all.filter((total) => last.get(total) === position),
      }));
    },
  );
}

/** Whether a node looks at one row across all columns. */
function isOfRow({ column, inputs }: SumNode): boolean {
  const [first] = inputs;
  return column === null && inputs.every(({ kind, row }) => kind === "box" && row === first?.row);
}

/** Connected components, in the order of their first member. */
export function findConnectedComponents<T>(members: readonly T[], linked: (a: T, b: T) => boolean): T[][] {
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

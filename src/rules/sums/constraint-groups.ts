import { elementAt } from "../arrays.ts";
import { constraintHolds } from "../game/rows.ts";
import type { Countable, CountableBox, TotalEntry, Flow, RunningTotals } from "./running-totals.ts";
import { applyRule, boxesCountedIn, type SumNode } from "./sum-graph.ts";

/** Boxes of one column that have to be filled together, because constraints, requirements or formulas tie them to each other. */
export interface ConstraintGroup {
  /** The id of the column. */
  readonly column: string;
  readonly boxes: readonly CountableBox[];
}

/** How a box can be filled: its score, 0 for a strike, and the extra points for a further roll that it brought. */
export interface GroupFilling {
  readonly score: number;
  readonly extra: number;
}

/** What some boxes add, filled in one way. */
export interface Gain {
  /** What each running total grows by, in their order. */
  readonly totals: readonly number[];
  /** What is added to the result at once. */
  readonly value: number;
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
  return game.columns.flatMap(({ id }) => groups.map((group) => ({ column: id, boxes: group })));
}

/**
 * What a group can add, for every way to fill it in which the constraints hold.
 *
 * @param fillings the ways to fill each of its boxes alone
 */
export function gainsOf(
  game: Countable,
  group: ConstraintGroup,
  totals: RunningTotals,
  fillings: readonly (readonly GroupFilling[])[],
): Gain[] {
  const gains: Gain[] = [];
  const shares = sharesIn(group, totals);
  const fill = (at: number, scores: ReadonlyMap<string, number>, extra: number) => {
    const box = group.boxes[at];
    if (box === undefined) {
      gains.push(gainOf(scores, extra, shares, totals));
      return;
    }
    for (const filling of elementAt(fillings, at)) {
      const filled = new Map(scores).set(box.id, filling.score);
      if (isAllowed(game, group, filled)) fill(at + 1, filled, extra + filling.extra);
    }
  };
  fill(0, new Map(), 0);
  return gains;
}

function isAllowed(
  { constraints }: Countable,
  { boxes }: ConstraintGroup,
  scores: ReadonlyMap<string, number>,
): boolean {
  const score = (id: string) => scores.get(id) ?? null;
  // A box holds no points, or those that it waits for do; on a full sheet all of them are filled.
  const mayHold = ({ id, requires }: CountableBox) =>
    (scores.get(id) ?? 0) === 0 ||
    requires.every(({ category, is }) => is === "filled" || scores.get(category) !== 0);
  return (
    constraints.every((one) => constraintHolds(one, score(one.left), score(one.right))) &&
    boxes.every(mayHold)
  );
}

/** The share that a group has in a node that is computed from boxes: those of its inputs that are in the group. */
type Share = TotalEntry & { readonly boxes: readonly CountableBox[] };

/** Everything that the boxes of a group have a share in. */
export function sharesIn({ column, boxes }: ConstraintGroup, { entries }: RunningTotals): Share[] {
  const isInput = ({ inputs }: SumNode, { id }: CountableBox) =>
    inputs.some((input) => input.column === column && input.row === id);
  return entries
    .map(({ node, flows }) => ({ node, boxes: boxes.filter((box) => isInput(node, box)), flows }))
    .filter((share) => share.boxes.length > 0);
}

/** @param scores by the boxes of a group; other boxes add nothing, and none is in the same formula */
function amountOf({ node, boxes }: Share, scores: ReadonlyMap<string, number>): number {
  const isFormula = node.rule.kind === "formula";
  const rows = isFormula ? node.inputs.map(({ row }) => row) : boxes.map(({ id }) => id);
  const values = rows.map((row) => scores.get(row) ?? null);
  return applyRule(node, values);
}

function gainOf(
  scores: ReadonlyMap<string, number>,
  extra: number,
  shares: readonly Share[],
  { all, extras }: RunningTotals,
): Gain {
  const totals = all.map(() => 0);
  let value = 0;
  const add = (amount: number, flows: readonly Flow[]) => {
    for (const { to, factor } of flows) {
      if (to === null) value += amount * factor;
      else totals[to] = elementAt(totals, to) + amount * factor;
    }
  };
  for (const share of shares) add(amountOf(share, scores), share.flows);
  add(extra, extras);
  return { totals, value };
}

/** The positions of the running totals that grow by the boxes of a group directly. */
export function totalsFrom(group: ConstraintGroup, totals: RunningTotals): Set<number> {
  const flows = [...sharesIn(group, totals).flatMap((share) => share.flows), ...totals.extras];
  return new Set(flows.flatMap(({ to }) => to ?? []));
}

/** Groups in the order in which they are filled, each with the running totals that are complete after it. */
export type Component = readonly {
  readonly group: ConstraintGroup;
  /** Positions of running totals, each before those that it adds to. */
  readonly complete: readonly number[];
}[];

/**
 * All boxes of a game in components that share no running total, so that the best of each is found by itself. In a component,
 * groups are ordered so that running totals are complete soon.
 */
export function componentsOf(game: Countable, totals: RunningTotals): Component[] {
  const groups = constraintGroupsOf(game).map((group) => ({
    group,
    reached: reachedFrom(totalsFrom(group, totals), totals),
  }));
  const rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  const rowOf = ({ boxes }: ConstraintGroup) => rows.indexOf(boxes[0]?.id ?? "");
  const components = connected(groups, (a, b) => [...a.reached].some((at) => b.reached.has(at)));
  return components.map((component) => {
    const isByRow = component.some(({ reached }) =>
      [...reached].some((at) => isOfRow(elementAt(totals.all, at).node)),
    );
    const order = component.map(({ group }) => group);
    return completed(isByRow ? order.toSorted((a, b) => rowOf(a) - rowOf(b)) : order, totals);
  });
}

/** These running totals with all that they add to. */
function reachedFrom(direct: ReadonlySet<number>, { all }: RunningTotals): Set<number> {
  const reached = new Set(direct);
  // Each total comes before those that it adds to, so one pass is enough.
  all.forEach(({ outlets }, at) => {
    if (reached.has(at)) for (const { to } of outlets) if (to !== null) reached.add(to);
  });
  return reached;
}

/** Whether a node looks at one row across all columns. */
function isOfRow({ column, inputs }: SumNode): boolean {
  const [first] = inputs;
  return column === null && inputs.every(({ kind, row }) => kind === "box" && row === first?.row);
}

function completed(order: readonly ConstraintGroup[], totals: RunningTotals): Component {
  const last = totals.all.map(() => -1);
  order.forEach((group, position) => {
    for (const at of totalsFrom(group, totals)) last[at] = position;
  });
  totals.all.forEach(({ outlets }, at) => {
    for (const { to } of outlets)
      if (to !== null) last[to] = Math.max(elementAt(last, to), elementAt(last, at));
  });
  return order.map((group, position) => ({
    group,
    complete: totals.all.flatMap((_, at) => (last[at] === position ? [at] : [])),
  }));
}

/** Connected components, in the order of their first member. */
export function connected<T>(members: readonly T[], linked: (a: T, b: T) => boolean): T[][] {
  const groups: T[][] = [];
  for (const member of members) {
    const near = groups.filter((group) => group.some((other) => linked(member, other)));
    const merged = [...near.flat(), member];
    const first = near[0] === undefined ? groups.length : groups.indexOf(near[0]);
    const rest = groups.filter((group) => !near.includes(group));
    groups.length = 0;
    groups.push(...rest.slice(0, first), merged, ...rest.slice(first));
  }
  return groups;
}

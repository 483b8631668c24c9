import { getElement } from "../arrays.ts";
import type { Bonus, Game } from "../game/game.ts";
import {
  applyRule,
  type Summable,
  type SumNode,
  sumGraph,
  listCountedBoxes,
  nodeId,
  categoryOfBox,
  computeNodeRange,
  sumOfRanges,
} from "./sum-graph.ts";

/** The parts of a game that decide its possible totals. */
export type Countable = Summable & Pick<Game, "constraints">;

/** What some numbers add to the totals. */
export interface Gain {
  /** By running total, in their order. */
  readonly totals: readonly number[];
  /** What they add to the result directly. */
  readonly value: number;
}

/** Finds the running totals (the inputs of bonuses and floors), and what each adds once complete; all other nodes are linear. */
export class RunningTotals {
  /** In topological order. */
  readonly all: readonly SumNode[];
  /** The monotone ones: more never lowers the result. */
  readonly climbing: ReadonlySet<SumNode>;
  /** The extra points for repeats, if they count. */
  readonly repeats: readonly SumNode[];
  readonly #result: SumNode | null;
  readonly #running: ReadonlySet<SumNode>;
  /** The nodes that use each node, as far as the result depends on them. */
  readonly #users = new Map<SumNode, SumNode[]>();
  readonly #categoryOf: ReturnType<typeof categoryOfBox>;
  readonly #outlets = new Map<SumNode, { changed: readonly SumNode[]; gains: Map<number, Gain> }>();

  /** @param counting the result: the grand total or the victory points */
  constructor(game: Countable, counting: Bonus["to"]) {
    const { nodes, total, points } = sumGraph(game);
    this.#result = counting === "total" ? total : points;
    if (this.#result !== null) this.#users.set(this.#result, []);
    for (const node of nodes.toReversed()) {
      if (this.#users.has(node))
        for (const input of node.inputs) this.#users.set(input, [...this.#listUsers(input), node]);
    }
    // Linear nodes can be added up at once.
    const isLinear = ({ rule }: SumNode) => rule.kind === "sum" || rule.kind === "times";
    const needed = nodes.filter((node) => this.#users.has(node));
    this.all = needed.filter((node) => node.kind !== "box" && !this.#listUsers(node).every(isLinear));
    this.#running = new Set(this.all);
    this.repeats = needed.filter(({ kind }) => kind === "repeats");
    this.#categoryOf = categoryOfBox(game);
    this.climbing = new Set(this.all.filter((total) => this.#climbs(total)));
  }

  #listUsers(node: SumNode): readonly SumNode[] {
    return this.#users.get(node) ?? [];
  }

  /** The nodes that depend on these, up to the next running totals, in topological order. */
  after(starts: readonly SumNode[]): SumNode[] {
    const reached = new Set(starts);
    // The set grows while it is walked through.
    for (const node of reached) {
      if (starts.includes(node) || !this.#running.has(node))
        for (const user of this.#listUsers(node)) reached.add(user);
    }
    return [...reached].filter((node) => !starts.includes(node)).sort((a, b) => a.at - b.at);
  }

  /** The running totals that depend directly on these nodes. */
  nextAfter(starts: readonly SumNode[]): SumNode[] {
    return this.after(starts).filter((node) => this.#running.has(node));
  }

  /** All running totals that depend on these nodes. */
  listDependentTotals(starts: readonly SumNode[]): Set<SumNode> {
    const fed = new Set(this.nextAfter(starts));
    for (const total of fed) for (const next of this.nextAfter([total])) fed.add(next);
    return fed;
  }

  /** What the given values add. @param changed the nodes after them */
  gain(changed: readonly SumNode[], given: ReadonlyMap<SumNode, number>): Gain {
    const values = new Map(given);
    const totals = this.all.map(() => 0);
    let value = 0;
    for (const node of changed) {
      const inputs = node.inputs.map((input) => values.get(input) ?? null);
      const result = applyRule(node, inputs);
      if (this.#running.has(node)) totals[this.all.indexOf(node)] = result;
      else values.set(node, result);
      if (node === this.#result) value = result;
    }
    return { totals, value };
  }

  /** What a running total adds once it is complete. */
  outlet(node: SumNode, total: number): Gain {
    const known = this.#outlets.get(node) ?? { changed: this.after([node]), gains: new Map<number, Gain>() };
    this.#outlets.set(node, known);
    const gain = known.gains.get(total) ?? this.gain(known.changed, new Map([[node, total]]));
    known.gains.set(total, gain);
    return gain;
  }

  #climbs(total: SumNode): boolean {
    return this.after([total]).every(
      (node) => this.#rises(node) && (!this.#running.has(node) || this.#climbs(node)),
    );
  }

  #rises({ rule, inputs }: SumNode): boolean {
    if (rule.kind !== "tiers") return true;
    const [least] = sumOfRanges(inputs.map((input) => computeNodeRange(input, this.#categoryOf)));
    return rule.tiers.every(({ from, add }, at) => {
      if (rule.tierMode === "sum") return add >= 0;
      const isAlwaysReached = at === 0 && from <= least;
      return isAlwaysReached || add >= (rule.tiers[at - 1]?.add ?? 0);
    });
  }
}

export function addGains(a: Gain, b: Gain): Gain {
  return { totals: a.totals.map((total, at) => total + getElement(b.totals, at)), value: a.value + b.value };
}

/** Boxes of one column that constraints, requirements or formulas tie to each other, so that they are filled together. */
export type ConstraintGroup = readonly SumNode[];

/** The groups of all boxes; column by column, from top to bottom. */
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

/** Groups in filling order, each with the running totals that are complete after it, in topological order. */
export type Component = readonly { readonly group: ConstraintGroup; readonly complete: readonly SumNode[] }[];

/** Splits the groups into components that share no running total, each ordered so that running totals are complete early. */
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

/** Whether a node measures one row across all columns. */
function isOfRow({ column, inputs }: SumNode): boolean {
  const [first] = inputs;
  return column === null && inputs.every(({ kind, row }) => kind === "box" && row === first?.row);
}

/** Connected components, ordered by their first member. */
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

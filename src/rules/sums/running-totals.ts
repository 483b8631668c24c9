import { elementAt } from "../arrays.ts";
import type { Bonus, Category, Constraint } from "../game/game.ts";
import { applyRule, type Summable, type SumNode, sumGraph } from "./sum-graph.ts";

/**
 * What a full sheet comes to depends on running totals: the numbers of the sum graph that a bonus or a floor is computed from.
 * Everything else is added up as it comes. This file finds the running totals of a game, and where each adds what once it is
 * complete.
 */

/** Which of a game's two results is meant: the grand total or the victory points. */
export type Counting = Bonus["to"];

/** As much of a box as decides what it can add. */
export type CountableBox = Pick<Category, "id" | "legal" | "strike" | "requires">;

/** As much of a game as decides what its sheets can come to. */
export interface Countable extends Summable {
  readonly sections: readonly (Summable["sections"][number] & {
    readonly categories: readonly CountableBox[];
  })[];
  readonly constraints: readonly Omit<Constraint, "id">[];
}

/** A way from a number to where it is added. */
export interface Flow {
  /** The position of a running total; null for the result. */
  readonly to: number | null;
  readonly factor: number;
}

/** What a complete running total adds somewhere else. */
type Outlet = Pick<Flow, "to"> & { readonly amount: (total: number) => number };

interface RunningTotal {
  readonly node: SumNode;
  readonly outlets: readonly Outlet[];
  /** Whether a larger total never brings less, here and wherever it is added. */
  readonly climbs: boolean;
}

/** A node that is computed from boxes, and where it is added. */
export interface TotalEntry {
  readonly node: SumNode;
  readonly flows: readonly Flow[];
}

export interface RunningTotals {
  /** Each comes before those that it adds to. */
  readonly all: readonly RunningTotal[];
  readonly entries: readonly TotalEntry[];
  /** Where extra points for further rolls are added. */
  readonly extras: readonly Flow[];
}

/** The running totals that a game needs for one of its results. */
export function runningTotalsOf(game: Countable, counting: Counting): RunningTotals {
  const { nodes, total, points } = sumGraph(game);
  const result = counting === "total" ? total : points;
  return result === null
    ? { all: [], entries: [], extras: [] }
    : new Flows(game, nodes, result).runningTotals();
}

/** Follows numbers through the graph to a result. */
class Flows {
  readonly #nodes: readonly SumNode[];
  readonly #result: SumNode;
  /** The nodes that each node is an input of, as far as the result depends on them. */
  readonly #users = new Map<SumNode, SumNode[]>();
  readonly #running: readonly SumNode[];
  readonly #canBeNegative: boolean;

  constructor(game: Countable, nodes: readonly SumNode[], result: SumNode) {
    this.#result = result;
    this.#users.set(result, []);
    for (const node of nodes.toReversed()) {
      if (this.#users.has(node))
        for (const input of node.inputs) this.#users.set(input, [...(this.#users.get(input) ?? []), node]);
    }
    this.#nodes = nodes.filter((node) => this.#users.has(node));
    // The others grow in proportion to each of their inputs.
    const isLinear = ({ rule }: SumNode) => rule.kind === "sum" || rule.kind === "times";
    this.#running = this.#nodes.filter((node) => node.kind !== "box" && !this.#usersOf(node).every(isLinear));
    const boxes = game.sections.flatMap(({ categories }) => categories);
    this.#canBeNegative = boxes.some(({ legal: [lowest = 0] }) => lowest < 0);
  }

  runningTotals(): RunningTotals {
    const entries = this.#nodes.filter(({ inputs: [first] }) => first?.kind === "box");
    return {
      all: this.#running.map((node) => {
        return { node, outlets: this.#outletsOf(node), climbs: this.#climbs(node) };
      }),
      entries: entries.map((node) => ({ node, flows: this.#flowsFrom(node) })),
      extras: this.#nodes.filter(({ kind }) => kind === "repeats").flatMap((node) => this.#flowsFrom(node)),
    };
  }

  /** One outlet to each place. */
  #outletsOf(node: SumNode): Outlet[] {
    const outlets = new Map<Flow["to"], Outlet>();
    for (const user of this.#usersOf(node)) {
      for (const { to, factor } of this.#flowsFrom(user)) {
        const before = outlets.get(to)?.amount ?? (() => 0);
        outlets.set(to, { to, amount: (total) => before(total) + applyRule(user, [total]) * factor });
      }
    }
    return [...outlets.values()];
  }

  #climbs(node: SumNode): boolean {
    return this.#usersOf(node).every(
      (user) =>
        this.#rises(user) &&
        this.#flowsFrom(user).every(({ to }) => to === null || this.#climbs(elementAt(this.#running, to))),
    );
  }

  #usersOf(node: SumNode): readonly SumNode[] {
    return this.#users.get(node) ?? [];
  }

  /** Where a number is added as it is. */
  #flowsFrom(node: SumNode): Flow[] {
    const at = this.#running.indexOf(node);
    if (at !== -1) return [{ to: at, factor: 1 }];
    if (node === this.#result) return [{ to: null, factor: 1 }];
    return this.#usersOf(node).flatMap((user) =>
      this.#flowsFrom(user).map(({ to, factor }) => ({ to, factor: applyRule(user, [1]) * factor })),
    );
  }

  /** Whether more never brings less. A first tier at 0 or below is always reached, unless scores are negative. */
  #rises({ rule }: SumNode): boolean {
    if (rule.kind !== "tiers") return true;
    return rule.tiers.every(({ from, add }, at) => {
      if (rule.tierMode === "sum") return add >= 0;
      const isGiven = at === 0 && from <= 0 && !this.#canBeNegative;
      return isGiven || add >= (rule.tiers[at - 1]?.add ?? 0);
    });
  }
}

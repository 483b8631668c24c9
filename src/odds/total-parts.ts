import type { Game } from "../rules/game/game.ts";
import { applyRule, bonusFor, bonusMeasure, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";

/** What the grand total is made of: a number per point in each box, and what depends on several boxes together. */
export interface TotalParts {
  /** What a point in a box adds to the total at once, by the box's node; boxes that add nothing are left out. */
  readonly weights: ReadonlyMap<SumNode, number>;
  readonly extras: readonly Extra[];
  /** Bonuses that are left out, as they are measured on sums that hold other bonuses. */
  readonly unmeasured: readonly SumNode[];
}

/** A part of the total that follows from several boxes together: a bonus, a floor, a formula. */
export type Extra = SumExtra | FormulaExtra;

/** What follows from one running sum. */
interface SumExtra {
  readonly kind: "sum";
  readonly node: SumNode;
  /** What an entry adds to the running sum. */
  readonly measures: ReadonlyMap<SumNode, (value: number) => number>;
  /** What the sum adds to the total in the end. */
  readonly pays: (sum: number) => number;
  /** How many tiers the sum has reached. */
  readonly tiers: (sum: number) => number;
}

/** What follows from the values of some boxes by a formula, once all of them are filled. */
interface FormulaExtra {
  readonly kind: "formula";
  readonly node: SumNode;
  readonly boxes: readonly SumNode[];
  readonly pays: (values: readonly number[]) => number;
}

/** Takes the grand total of a game apart. */
export function splitTotal(game: Game): TotalParts {
  const weights = new Map<SumNode, number>();
  const extras: Extra[] = [];
  const unmeasured: SumNode[] = [];
  const add = (node: SumNode, weight: number): void => {
    const { rule, kind } = node;
    if (kind === "box") weights.set(node, (weights.get(node) ?? 0) + weight);
    else if (rule.kind === "sum") for (const input of node.inputs) add(input, weight);
    else if (rule.kind === "times") for (const input of node.inputs) add(input, weight * rule.factor);
    // Extra points for further rolls depend on the throw, not on the sums.
    else if (rule.kind !== "written") {
      const extra = makeExtra(node, weight);
      if (extra === null) unmeasured.push(node);
      else extras.push(extra);
    }
  };
  add(sumGraph(game).total, 1);
  return { weights, extras, unmeasured };
}

/** What follows from a node, or null where that is more than boxes decide. */
function makeExtra(node: SumNode, weight: number): Extra | null {
  const formula = formulaBelow(node);
  if (formula !== null) {
    const { inputs } = formula;
    const through = chainFrom(formula, node);
    const pays = (values: readonly number[]) => weight * through(applyRule(formula, values));
    return { kind: "formula", node, boxes: inputs, pays };
  }
  const base = chainBase(node);
  const measures = boxMeasures(base);
  if (measures === null) return null;
  const through = chainFrom(base, node);
  const { rule } = node;
  return {
    kind: "sum",
    node,
    measures,
    pays: (sum) => weight * through(sum),
    tiers: (sum) =>
      rule.kind === "tiers" ? rule.tiers.filter(({ from }) => chainBelow(base, node)(sum) >= from).length : 0,
  };
}

/** The formula that a chain of rules begins with, if it does. */
function formulaBelow(node: SumNode): SumNode | null {
  if (node.rule.kind === "formula") return node;
  const [only, ...others] = node.inputs;
  return only === undefined || others.length > 0 || only.kind === "box" ? null : formulaBelow(only);
}

/** The sum or count that a chain of rules begins with. */
function chainBase(node: SumNode): SumNode {
  const { rule, inputs } = node;
  const [only] = inputs;
  return (rule.kind === "tiers" || rule.kind === "at-least") && only !== undefined ? chainBase(only) : node;
}

/** What the chain of rules from `base`, which is given, makes of it at `node`. */
function chainFrom(base: SumNode, node: SumNode): (value: number) => number {
  if (node === base) return (value) => value;
  const below = chainBelow(base, node);
  const { rule } = node;
  if (rule.kind === "tiers") return (value) => bonusFor(rule, below(value));
  return (value) => applyRule(node, [below(value)]);
}

function chainBelow(base: SumNode, { inputs }: SumNode): (value: number) => number {
  const [only] = inputs;
  return only === undefined ? (value) => value : chainFrom(base, only);
}

/** What each box adds to a sum or count of boxes; null where it is made of more than boxes. */
function boxMeasures(node: SumNode): Map<SumNode, (value: number) => number> | null {
  const { rule, inputs } = node;
  if (rule.kind === "count")
    return new Map(inputs.map((box) => [box, (value: number) => bonusMeasure(rule, value)]));
  const weights = new Map<SumNode, number>();
  const add = (part: SumNode, weight: number): boolean => {
    if (part.kind === "box") {
      weights.set(part, (weights.get(part) ?? 0) + weight);
      return true;
    }
    const factor = part.rule.kind === "times" ? part.rule.factor : 1;
    const isSum = part.rule.kind === "sum" || part.rule.kind === "times";
    return isSum && part.inputs.every((input) => add(input, weight * factor));
  };
  if (!add(node, 1)) return null;
  return new Map([...weights].map(([box, weight]) => [box, (value: number) => weight * value]));
}

import type { Game } from "../rules/game/game.ts";
import { applyRule, computeBonus, bonusMeasure, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";

/** The grand total as a weighted sum of boxes, plus what depends on several boxes together. */
export interface TotalParts {
  /** What one point of a box adds to the total at once; boxes that add nothing are left out. */
  readonly weights: ReadonlyMap<SumNode, number>;
  readonly extras: readonly Extra[];
  /** Bonuses that depend on sums with other bonuses. They are left out. */
  readonly unmeasured: readonly SumNode[];
}

/** A part of the total that depends on several boxes: a bonus, a floor, a formula. */
export type Extra = SumExtra | FormulaExtra;

export interface SumExtra {
  readonly kind: "sum";
  readonly node: SumNode;
  /** What an entry adds to the running sum. */
  readonly measures: ReadonlyMap<SumNode, (value: number) => number>;
  /** What the final sum adds to the total. */
  readonly pays: (sum: number) => number;
  /** How many tiers a sum reaches. */
  readonly tiers: (sum: number) => number;
}

/** A formula of some boxes, paid once all of them are filled. */
interface FormulaExtra {
  readonly kind: "formula";
  readonly node: SumNode;
  readonly boxes: readonly SumNode[];
  readonly pays: (values: readonly number[]) => number;
}

/** Splits the grand total of a game. */
export function splitTotal(game: Game): TotalParts {
  const weights = new Map<SumNode, number>();
  const extras: Extra[] = [];
  const unmeasured: SumNode[] = [];
  const add = (node: SumNode, weight: number): void => {
    const { rule, kind } = node;
    if (kind === "box") weights.set(node, (weights.get(node) ?? 0) + weight);
    else if (rule.kind === "sum") for (const input of node.inputs) add(input, weight);
    else if (rule.kind === "times") for (const input of node.inputs) add(input, weight * rule.factor);
    // Extra points for repeats depend on the roll, not on the sums.
    else if (rule.kind !== "written") {
      const extra = makeExtra(node, weight);
      if (extra === null) unmeasured.push(node);
      else extras.push(extra);
    }
  };
  add(sumGraph(game).total, 1);
  return { weights, extras, unmeasured };
}

/** Null where a node depends on more than boxes. */
function makeExtra(node: SumNode, weight: number): Extra | null {
  const formula = formulaBelow(node);
  if (formula !== null) {
    const { inputs } = formula;
    const through = chain(formula, node);
    const pays = (values: readonly number[]) => weight * through(applyRule(formula, values));
    return { kind: "formula", node, boxes: inputs, pays };
  }
  const base = chainBase(node);
  const measures = boxMeasures(base);
  if (measures === null) return null;
  const through = chain(base, node);
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

/** The formula at the start of a chain of rules; null if there is none. */
function formulaBelow(node: SumNode): SumNode | null {
  if (node.rule.kind === "formula") return node;
  const [only, ...others] = node.inputs;
  return only === undefined || others.length > 0 || only.kind === "box" ? null : formulaBelow(only);
}

/** The sum or count at the start of a chain of rules. */
function chainBase(node: SumNode): SumNode {
  const { rule, inputs } = node;
  const [only] = inputs;
  return (rule.kind === "tiers" || rule.kind === "at-least") && only !== undefined ? chainBase(only) : node;
}

/** The value at `node`, from the value at `base`. */
function chain(base: SumNode, node: SumNode): (value: number) => number {
  if (node === base) return (value) => value;
  const below = chainBelow(base, node);
  const { rule } = node;
  if (rule.kind === "tiers") return (value) => computeBonus(rule, below(value));
  return (value) => applyRule(node, [below(value)]);
}

function chainBelow(base: SumNode, { inputs }: SumNode): (value: number) => number {
  const [only] = inputs;
  return only === undefined ? (value) => value : chain(base, only);
}

/** What each box adds to a sum or count of boxes; null where other nodes take part. */
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

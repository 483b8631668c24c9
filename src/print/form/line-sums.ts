import { type Formula, foldFormula } from "../../rules/dice/formula.ts";
import type { Game, TierMode } from "../../rules/game/game.ts";
import { type SumNode, sumGraph } from "../../rules/sums/sum-graph.ts";

/**
 * What a line comes to, as something that a viewer can work out: a number, what stands in a field of the player, or an operation on
 * others. `templates/form.js` is the other half; tests hold both to `game/`.
 */
export type Sum =
  | number
  | string
  | readonly ["+" | "-" | "*", readonly Sum[]]
  /** At least as much as the number. */
  | readonly ["least", number, Sum]
  /** Nothing as long as one of the fields is empty. */
  | readonly ["all", readonly string[], Sum]
  /** How many of the fields hold points, or are struck. */
  | readonly ["scored" | "struck", readonly string[]]
  /** What the steps that were reached are worth: the last of them, or all. */
  | readonly ["steps", TierMode, readonly (readonly [from: number, add: number])[], Sum];

/** The lines of a game that can be computed, by the names of their fields, each from the boxes alone. */
export function lineSums(game: Game): Map<string, Sum> {
  const lines = sumGraph(game).nodes.filter(({ kind, rule }) => kind !== "part" && rule.kind !== "written");
  return new Map(lines.map((node) => [node.id, expressionOf(node)]));
}

function expressionOf({ id, rule, inputs }: SumNode): Sum {
  const parts = () => inputs.map(expressionOf);
  const [first] = inputs;
  const only = (): Sum => (first === undefined ? 0 : expressionOf(first));
  const fields = inputs.map((input) => input.id);
  switch (rule.kind) {
    case "written":
      return id;
    case "sum":
      return inputs.length === 1 ? only() : ["+", parts()];
    case "times":
      return ["*", [rule.factor, only()]];
    case "at-least":
      return ["least", rule.floor, only()];
    case "formula":
      return ["all", fields, formulaExpression(rule.formula, inputs)];
    case "count":
      return [rule.of, fields];
    case "tiers":
      return ["steps", rule.tierMode, rule.tiers.map(({ from, add }) => [from, add] as const), only()];
    default:
      return rule satisfies never;
  }
}

function formulaExpression(formula: Formula<string>, boxes: readonly SumNode[]): Sum {
  return foldFormula<string, Sum>(formula, {
    number: (value) => value,
    name: (name) => boxes.find(({ row }) => row === name)?.id ?? 0,
    binary: (op, left, right) => [op, [left, right]],
  });
}

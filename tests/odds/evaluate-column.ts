import type { Game } from "../../src/rules/game/game.ts";
import { applyRule, type SumNode, sumGraph } from "../../src/rules/sums/sum-graph.ts";
import { categoriesOf } from "../../src/rules/game/rows.ts";

/** The total of a full sheet of one column. @param values from top to bottom */
export function evaluateColumn(game: Game, values: readonly (number | null)[]): number {
  const ids = categoriesOf(game).map(({ id }) => id);
  const worthOf = (node: SumNode): number =>
    node.kind === "box" ? (values[ids.indexOf(node.row)] ?? 0) : applyRule(node, node.inputs.map(worthOf));
  return worthOf(sumGraph(game).total);
}

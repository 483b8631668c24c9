import type { Category, Game } from "../game/game.ts";
import { foldFormula, operate } from "../dice/formula.ts";
import { memoize } from "../memoize.ts";
import { applyRule, type SumNode, sumGraph } from "./sum-graph.ts";

/** The range of possible values. */
export type Range = readonly [least: number, most: number];

const NOTHING: Range = [0, 0];

/** Finds the category of a box. */
export function categoryOfBox({ sections }: Pick<Game, "sections">) {
  const categories = new Map(sections.flatMap((section) => section.categories.map((one) => [one.id, one])));
  return ({ row }: SumNode): Category | undefined => categories.get(row);
}

/** Whether any box or line of the game can be below 0. */
export const canBeNegative = memoize((game: Game): boolean => {
  const boxOf = categoryOfBox(game);
  return (
    sumGraph(game).nodes.some((node) => computeNodeRange(node, boxOf)[0] < 0) ||
    (game.repeats?.bonus ?? 0) < 0
  );
});

/** A bound on the range of a box or line; 0 if the game has no such row. @param row a category or line */
export function computeEntryRange(game: Game, column: string | null, row: string): Range {
  const node = sumGraph(game).nodes.find((one) => one.row === row && one.column === column);
  if (node === undefined) return NOTHING;
  if (node.kind === "repeats") return [Math.min(0, game.repeats?.bonus ?? 0), Number.POSITIVE_INFINITY];
  return computeNodeRange(node, categoryOfBox(game));
}

/** A bound on the range of a node, without extra points. @param boxOf the scores of a box; undefined to leave it out */
export function computeNodeRange(
  node: SumNode,
  boxOf: (node: SumNode) => Pick<Category, "legal"> | undefined,
): Range {
  const { rule, inputs } = node;
  const ranges = inputs.map((input) => computeNodeRange(input, boxOf));
  const [only = NOTHING] = ranges;
  switch (rule.kind) {
    case "written": {
      const { legal = [] } = boxOf(node) ?? {};
      return [Math.min(0, legal[0] ?? 0), Math.max(0, legal.at(-1) ?? 0)];
    }
    case "sum":
      return sumOfRanges(ranges);
    case "times":
    case "at-least":
      return [applyRule(node, [only[0]]), applyRule(node, [only[1]])];
    case "formula":
      return foldFormula<string, Range>(rule.formula, {
        number: (value) => [value, value],
        name: (name) => ranges[inputs.findIndex((input) => input.row === name)] ?? NOTHING,
        binary: (op, left, right) => {
          const ends = left.flatMap((a) => right.map((b) => operate(op, a, b)));
          return computeHull([ends]);
        },
      });
    case "count":
      return [0, inputs.filter((input) => boxOf(input) !== undefined).length];
    case "tiers": {
      const measured = [only[0], ...rule.tiers.map(({ from }) => from)];
      return computeHull([measured.map((value) => applyRule(node, [value]))]);
    }
    default:
      return rule satisfies never;
  }
}

/** The smallest range that contains all these numbers. */
export function computeHull(ranges: readonly (readonly number[])[]): Range {
  return [Math.min(...ranges.flat()), Math.max(...ranges.flat())];
}

export function sumOfRanges(ranges: readonly Range[]): Range {
  return ranges.reduce<Range>(([least, most], range) => [least + range[0], most + range[1]], NOTHING);
}

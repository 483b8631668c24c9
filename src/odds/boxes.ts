import { getElement, groupByKey } from "../rules/arrays.ts";
import type { Category, Column, Game } from "../rules/game/game.ts";
import {
  listColumnCategories,
  listCategories,
  isBonusPerColumn,
  possibleValues,
} from "../rules/game/rows.ts";
import { nodeId, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";
import type { SumExtra, TotalParts } from "./total-parts.ts";

/** A box of the sheet, or equal boxes in different columns. */
export interface Box {
  readonly at: number;
  /** The index of its column group. */
  readonly columnGroup: number;
  readonly row: number;
  readonly category: Category;
  /** The first of its columns. */
  readonly column: Column;
  /** The nodes of its boxes, one for each column. */
  readonly nodes: readonly SumNode[];
  /** What one point adds to the total at once. */
  readonly weight: number;
  /** Every value that may be written here, ascending; 0 is a strike. */
  readonly values: readonly number[];
}

/** Columns that differ in their name only; usually one. */
export type ColumnGroup = readonly Column[];

/** The columns of a game; equal ones form a group. */
export function groupColumns(game: Game): ColumnGroup[] {
  const groups = groupByKey(game.columns, (column) => {
    const { order, entry, multiplier } = column;
    const isTurned = column.after !== null || game.columns.some(({ after }) => after === column.id);
    const isPlain = order.kind === "free" && !isTurned && !hasColumnRules(game);
    return isPlain ? JSON.stringify([entry, multiplier]) : column.id;
  });
  return [...groups.values()];
}

/** Whether a rule ties boxes of one column to each other, so that equal columns can't be merged. */
function hasColumnRules({ sections, constraints, bonuses }: Game): boolean {
  return (
    constraints.length > 0 ||
    bonuses.some((bonus) => isBonusPerColumn(bonus) && bonus.to === "total") ||
    sections.some(
      ({ tiers, floor, total, categories }) =>
        tiers.length > 0 ||
        floor !== null ||
        total !== null ||
        categories.some(({ requires }) => requires.length > 0),
    )
  );
}

/** All boxes: group by group, from top to bottom. */
export function makeBoxes(
  game: Game,
  columnGroups: readonly ColumnGroup[],
  { weights }: Pick<TotalParts, "weights">,
): Box[] {
  const nodes = new Map(sumGraph(game).nodes.map((node) => [node.id, node]));
  const boxes = columnGroups.flatMap((columns, columnGroup) => {
    const [column] = columns;
    if (column === undefined) return [];
    const categories = listColumnCategories(game, column);
    return listCategories(game).map(({ id }, row) => {
      const category = categories.find((one) => one.id === id);
      const mine = columns.flatMap((one) => nodes.get(nodeId({ column: one.id, row: id })) ?? []);
      const [first] = mine;
      if (category === undefined || first === undefined) throw new RangeError(`no box ${column.id}.${id}`);
      const values = [...new Set(possibleValues(category))].sort((a, b) => a - b);
      return { columnGroup, row, category, column, nodes: mine, weight: weights.get(first) ?? 0, values };
    });
  });
  return boxes.map((box, at) => ({ at, ...box }));
}

/** What an entry adds to a sum, by box; only boxes that take part. */
export type SumMeasures = ReadonlyMap<number, (value: number) => number>;

/** What the entries of each box add to the sum of a rule. */
export function sumMeasures({ measures }: SumExtra, boxes: readonly Box[]): SumMeasures {
  return new Map(
    boxes.flatMap(({ at, nodes }) => {
      const measure = nodes.flatMap((node) => measures.get(node) ?? [])[0];
      return measure === undefined ? [] : [[at, measure] as const];
    }),
  );
}

/** All sums that the boxes of a rule can have, ascending. @param count how many entries of a box take part; all if left out */
export function possibleSums(
  boxes: readonly Box[],
  measures: SumMeasures,
  count: (box: Box) => number = ({ nodes }) => nodes.length,
): number[] {
  let sums = new Set([0]);
  for (const [at, measure] of measures) {
    const box = getElement(boxes, at);
    const gains = new Set(box.values.map(measure));
    for (let n = count(box); n > 0; n--)
      sums = new Set([...sums].flatMap((sum) => [...gains].map((gain) => sum + gain)));
  }
  return [...sums].sort((a, b) => a - b);
}

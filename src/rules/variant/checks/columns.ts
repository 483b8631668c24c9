import type { Order } from "../../game/game.ts";
import { hintFor } from "../../problem/near.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import { usable } from "../reader.ts";
import { keyPlace, type MapNode, type Path, shorten, valuePlace } from "../tree.ts";
import { type Check, rowsOf } from "./check.ts";

/** An order names rows that there are, and every box can be filled in it. */
export const ordersFit: Check = (draft) => {
  const rows = rowsOf(draft);
  if (rows === null || rows.length === 0) return [];
  return usable(draft.columns).flatMap(([id, { order }]) => orderProblems(draft.tree, id, order, rows));
};

function orderProblems(tree: MapNode, id: string, order: Order, rows: readonly string[]): Problem[] {
  const path: Path = ["columns", id, "order", order.kind];
  if (order.kind === "outward") return outwardProblems(tree, path, order, rows);
  if (order.kind === "stages") return stageProblems(tree, path, order.stages, rows);
  return [];
}

function outwardProblems(
  tree: MapNode,
  path: Path,
  order: { readonly up: string; readonly down: string },
  rows: readonly string[],
): Problem[] {
  const unknown = unknownRows(
    tree,
    [
      [order.up, [...path, 0]],
      [order.down, [...path, 1]],
    ],
    rows,
  );
  if (unknown.length > 0 || rows.indexOf(order.down) === rows.indexOf(order.up) + 1) return unknown;
  const next = rows[rows.indexOf(order.up) + 1];
  const message = `\`${order.down}\` does not stand right below \`${order.up}\`, so some boxes could never be filled`;
  const hint = next === undefined ? null : `right below \`${order.up}\` stands \`${next}\``;
  return [problem("order-gap", message, { place: valuePlace(tree, path), hint })];
}

function stageProblems(
  tree: MapNode,
  path: Path,
  stages: readonly (readonly string[])[],
  rows: readonly string[],
): Problem[] {
  const named = stages.flatMap((stage, s) => stage.map((row, i): [string, Path] => [row, [...path, s, i]]));
  const problems = unknownRows(tree, named, rows);
  named.forEach(([row, at], i) => {
    if (named.findIndex(([other]) => other === row) === i) return;
    const message = `\`${shorten(row)}\` stands in two stages`;
    problems.push(problem("category-twice", message, { place: valuePlace(tree, at) }));
  });
  const left = rows.filter((row) => !named.some(([other]) => other === row));
  if (left.length > 0) {
    const message = `the stages leave out ${left.map((row) => `\`${row}\``).join(", ")}`;
    problems.push(
      problem("order-gap", message, { place: valuePlace(tree, path), hint: "every row belongs to a stage" }),
    );
  }
  return problems;
}

function unknownRows(tree: MapNode, named: readonly [string, Path][], rows: readonly string[]): Problem[] {
  return named
    .filter(([row]) => !rows.includes(row))
    .map(([row, at]) => {
      const place = valuePlace(tree, at);
      return problem("unknown-category", `there is no row \`${shorten(row)}\``, {
        place,
        hint: hintFor(row, rows),
      });
    });
}

/** Several columns are told apart by their labels; one alone needs none. */
export const columnsNamed: Check = ({ tree, columns }) =>
  (columns.size < 2 ? [] : usable(columns))
    .filter(([, { label }]) => Object.keys(label).length === 0)
    .map(([id]) => {
      const place = keyPlace(tree, ["columns", id]);
      const hint = "a game with several columns names each: `label: {de: …, en: …}`";
      return problem("missing-key", `\`columns.${id}\` needs \`label\``, { place, hint });
    });

/** Every turn fills as many boxes as the dice have layers and hands, so the boxes must come out even. */
export const turnsComeOut: Check = (draft) => {
  const rows = rowsOf(draft);
  const entries = Math.max(1, draft.layers.length) * draft.hands;
  if (draft.abstract || rows === null || entries < 2) return [];
  const boxes = rows.length * draft.columns.size;
  if (boxes % entries === 0) return [];
  const parts = draft.hands > 1 ? "hands" : "layers";
  const message = `every turn fills ${entries} boxes, one for each ${parts.slice(0, -1)}, but ${boxes} boxes cannot be shared out so`;
  const hint = "add a category or take one away";
  return [problem("uneven-boxes", message, { place: valuePlace(draft.tree, ["dice", parts]), hint })];
};

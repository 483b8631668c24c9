import type { Order } from "../../game/game.ts";
import { problem, type Problem } from "../../problem/problem.ts";
import { enumerated, hintFor, nearest, shorten } from "../../problem/wording.ts";
import { entriesPerTurn } from "../build-game.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { child, keyPlace, type MapNode, type Path, valuePlace } from "../tree.ts";
import { type Check, rowsOf } from "./check.ts";

/** Every row of a section is a category. */
export const knownRows: Check = ({ tree, categories, partial }) =>
  // Without categories every row would be unknown.
  (categories.size === 0 ? [] : usable(partial.rows)).flatMap(([id, ids]) =>
    ids.flatMap((row, i) => {
      if (categories.has(row)) return [];
      const place = valuePlace(tree, ["sections", id, "rows", i]);
      const message = `section \`${id}\` has a row \`${shorten(row)}\`, but there is no such category`;
      return [problem("unknown-category", message, { place, hint: hintFor(row, [...categories.keys()]) })];
    }),
  );

/** A category stands in one section, once. */
export const rowsOnce: Check = ({ tree, partial }) => {
  const seen = new Map<string, readonly (string | number)[]>();
  const problems: Problem[] = [];
  for (const [id, ids] of usable(partial.rows)) {
    ids.forEach((row, i) => {
      const path = ["sections", id, "rows", i];
      const before = seen.get(row);
      if (before === undefined) {
        seen.set(row, path);
        return;
      }
      const related = [{ message: "the first time is here", place: valuePlace(tree, before) }];
      const said = { place: valuePlace(tree, path), related, hint: "keep one of them" };
      problems.push(problem("category-twice", `the category \`${shorten(row)}\` is listed twice`, said));
    });
  }
  return problems;
};

/** A category stands in some section; otherwise nobody could fill it. */
export const rowsAll: Check = (draft) => {
  const rows = rowsOf(draft);
  if (draft.abstract || rows === null || rows.length === 0) return [];
  const known = [...draft.categories.keys()];
  // A misspelt row has been told; the category that was meant by it is not lost as well.
  const meant = rows.filter((row) => !known.includes(row)).map((row) => nearest(row, known));
  const lost = known.filter((id) => !rows.includes(id) && !meant.includes(id));
  const isOwn = (id: string) => keyPlace(draft.tree, ["categories", id]).file === draft.tree.place.file;
  return [
    ...nowhere(draft, lost.filter(isOwn), true),
    ...nowhere(
      draft,
      lost.filter((id) => !isOwn(id)),
      false,
    ),
  ];
};

/** One problem about all lost categories: at the category, or, for inherited ones, at the rows that leave them out. */
function nowhere({ tree, sections }: Draft, lost: readonly string[], own: boolean): Problem[] {
  const [first] = lost;
  if (first === undefined) return [];
  const names = lost.map((id) => `\`${id}\``);
  const message = `${names.length === 1 ? "the category" : "the categories"} ${enumerated(names)} ${
    names.length === 1 ? "stands" : "stand"
  } in no section`;
  const category = keyPlace(tree, ["categories", first]);
  const hint = `add to the \`rows\` of ${enumerated(
    [...sections.keys()].map((s) => `\`${s}\``),
    "or",
  )}`;
  if (own) return [problem("category-nowhere", message, { place: category, hint })];
  const place = valuePlace(tree, ["sections", [...sections.keys()].at(-1) ?? "", "rows"]);
  const related = [{ message: `\`${first}\` comes from here`, place: category }];
  return [problem("category-nowhere", message, { place, hint, related })];
}

/** A game has at least one category, one section and one column. */
export const somethingToFill: Check = ({ tree, abstract }) => {
  if (abstract) return [];
  return ["categories", "sections", "columns"]
    .filter((key) => {
      const node = child(tree, key);
      return node?.kind === "map" && node.entries.size === 0;
    })
    .map((key) => problem("empty", `\`${key}\` is empty`, { place: keyPlace(tree, [key]) }));
};

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
  const entries = entriesPerTurn(draft);
  if (draft.abstract || rows === null || entries < 2) return [];
  const boxes = rows.length * draft.columns.size;
  if (boxes % entries === 0) return [];
  const parts = draft.hands > 1 ? "hands" : "layers";
  const message = `every turn fills ${entries} boxes, one for each ${parts.slice(0, -1)}, but ${boxes} boxes cannot be shared out so`;
  const hint = "add a category or take one away";
  return [problem("uneven-boxes", message, { place: valuePlace(draft.tree, ["dice", parts]), hint })];
};

/** A column does not ask for a later throw than a turn has. */
export const throwsFit: Check = ({ tree, turn, columns }) =>
  usable(columns).flatMap(([id, { entry }]): Problem[] => {
    if (turn === null || entry.kind !== "max_roll" || entry.throws <= turn.rolls) return [];
    const message = `\`max_roll: ${entry.throws}\` is more than the ${turn.rolls} throws of a turn`;
    return [
      problem("contradiction", message, { place: valuePlace(tree, ["columns", id, "entry", "max_roll"]) }),
    ];
  });

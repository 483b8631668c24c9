import { elementAt } from "../../arrays.ts";
import type { Order, PlainOrder } from "../../game/game.ts";
import { problem, type Problem } from "../../problem/problem.ts";
import { hintFor, nearest, backticked, shorten } from "../../problem/wording.ts";
import { entriesPerTurn } from "../build-game.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { child, keyPlace, keysAt, type MapNode, type Path, valuePlace } from "../tree.ts";
import { type DraftCheck, rowsOf } from "./check.ts";

/** Every row of a section is a category. */
export const knownRows: DraftCheck = ({ tree, categories, partial }) =>
  // Without categories every row would be unknown.
  (categories.size === 0 ? [] : usable(partial.rows)).flatMap(([id, ids]) =>
    ids.flatMap((row, i) => {
      if (categories.has(row)) return [];
      const place = valuePlace(tree, ["sections", id, "rows", i]);
      const message = `section \`${id}\` has a row \`${shorten(row)}\`, but there is no such category`;
      return [problem("unknown-category", message, { place, hint: hintFor(row, [...categories.keys()]) })];
    }),
  );

/** A category is listed once, in one section. */
export const rowsOnce: DraftCheck = ({ tree, partial }) => {
  const seen = new Map<string, Path>();
  const problems: Problem[] = [];
  for (const [id, ids] of usable(partial.rows)) {
    for (const [i, row] of ids.entries()) {
      const path = ["sections", id, "rows", i];
      const before = seen.get(row);
      seen.set(row, before ?? path);
      if (before === undefined) continue;
      const related = [{ message: "the first time is here", place: valuePlace(tree, before) }];
      const said = { place: valuePlace(tree, path), related, hint: "keep one of them" };
      problems.push(problem("category-twice", `the category \`${shorten(row)}\` is listed twice`, said));
    }
  }
  return problems;
};

/** Every category is listed in some section; otherwise it could not be filled. */
export const rowsAll: DraftCheck = (draft) => {
  const rows = rowsOf(draft);
  if (draft.abstract || rows === null || rows.length === 0) return [];
  const known = [...draft.categories.keys()];
  // A misspelt row has been reported; the category that was meant by it is not lost as well.
  const meant = rows.filter((row) => !known.includes(row)).map((row) => nearest(row, known));
  const lost = known.filter((id) => !rows.includes(id) && !meant.includes(id));
  const isOwn = (id: string) => keyPlace(draft.tree, ["categories", id]).file === draft.tree.place.file;
  const inherited = lost.filter((id) => !isOwn(id));
  return [...nowhere(draft, lost.filter(isOwn), true), ...nowhere(draft, inherited, false)];
};

/** One problem about all lost categories: at the category, or, for inherited ones, at the rows that leave them out. */
function nowhere({ tree, sections }: Draft, lost: readonly string[], own: boolean): Problem[] {
  const [first, second] = lost;
  if (first === undefined) return [];
  const [which, stand] = second === undefined ? ["the category", "stands"] : ["the categories", "stand"];
  const message = `${which} ${backticked(lost)} ${stand} in no section`;
  const ids = [...sections.keys()];
  const hint = `add to the \`rows\` of ${backticked(ids, "or")}`;
  const category = keyPlace(tree, ["categories", first]);
  if (own) return [problem("category-nowhere", message, { place: category, hint })];
  const place = valuePlace(tree, ["sections", elementAt(ids, ids.length - 1), "rows"]);
  const related = [{ message: `\`${first}\` comes from here`, place: category }];
  return [problem("category-nowhere", message, { place, hint, related })];
}

/** A game has at least one category, one section and one column. */
export const somethingToFill: DraftCheck = ({ tree, abstract }) => {
  if (abstract) return [];
  return ["categories", "sections", "columns"]
    .filter((key) => child(tree, key)?.kind === "map" && keysAt(tree, [key]).length === 0)
    .map((key) => problem("empty", `\`${key}\` is empty`, { place: keyPlace(tree, [key]) }));
};

/** An order names rows of the game, and every box can be filled in it. */
export const ordersFit: DraftCheck = (draft) => {
  const rows = rowsOf(draft);
  if (rows === null || rows.length === 0) return [];
  return usable(draft.columns).flatMap(([id, { order }]) =>
    orderProblems(draft.tree, ["columns", id, "order", order.kind], order, rows),
  );
};

function orderProblems(tree: MapNode, path: Path, order: Order, rows: readonly string[]): Problem[] {
  switch (order.kind) {
    case "outward":
      return outwardProblems(tree, path, order.up, order.down, rows);
    case "stages":
      return stageProblems(tree, path, order.stages, rows);
    default:
      order satisfies PlainOrder;
      return [];
  }
}

function outwardProblems(
  tree: MapNode,
  path: Path,
  up: string,
  down: string,
  rows: readonly string[],
): Problem[] {
  const named = [up, down].map((row, i): [string, Path] => [row, [...path, i]]);
  const unknown = unknownRows(tree, named, rows);
  const next = rows[rows.indexOf(up) + 1];
  if (unknown.length > 0 || next === down) return unknown;
  const message = `\`${down}\` does not stand right below \`${up}\`, so some boxes could never be filled`;
  const hint = next === undefined ? null : `right below \`${up}\` stands \`${next}\``;
  return [problem("order-gap", message, { place: valuePlace(tree, path), hint })];
}

function stageProblems(
  tree: MapNode,
  path: Path,
  stages: readonly (readonly string[])[],
  rows: readonly string[],
): Problem[] {
  const named = stages.flatMap((stage, s) => stage.map((row, i): [string, Path] => [row, [...path, s, i]]));
  const ids = named.map(([row]) => row);
  const twice = named.filter(([row], i) => ids.indexOf(row) !== i);
  const problems = twice.map(([row, at]) =>
    problem("category-twice", `\`${shorten(row)}\` stands in two stages`, { place: valuePlace(tree, at) }),
  );
  const left = rows.filter((row) => !ids.includes(row)).map((row) => `\`${row}\``);
  if (left.length > 0) {
    const said = { place: valuePlace(tree, path), hint: "every row belongs to a stage" };
    problems.push(problem("order-gap", `the stages leave out ${left.join(", ")}`, said));
  }
  return [...unknownRows(tree, named, rows), ...problems];
}

function unknownRows(tree: MapNode, named: readonly [string, Path][], rows: readonly string[]): Problem[] {
  return named
    .filter(([row]) => !rows.includes(row))
    .map(([row, at]) => {
      const said = { place: valuePlace(tree, at), hint: hintFor(row, rows) };
      return problem("unknown-category", `there is no row \`${shorten(row)}\``, said);
    });
}

/** Several columns have labels that tell them apart; a single one needs none. */
export const columnsNamed: DraftCheck = ({ tree, columns }) =>
  (columns.size < 2 ? [] : usable(columns))
    .filter(([, { label }]) => Object.keys(label).length === 0)
    .map(([id]) => {
      const place = keyPlace(tree, ["columns", id]);
      const hint = "a game with several columns names each: `label: {de: …, en: …}`";
      return problem("missing-key", `\`columns.${id}\` needs \`label\``, { place, hint });
    });

/** Every turn fills as many boxes as the dice have layers and hands, so the number of boxes is a multiple of that. */
export const turnsComeOut: DraftCheck = (draft) => {
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

/** The last throw that a column accepts is one of the turn. */
export const throwsFit: DraftCheck = ({ tree, turn, columns }) =>
  usable(columns).flatMap(([id, { entry }]): Problem[] => {
    if (turn === null || entry.kind !== "max_roll" || entry.throws <= turn.rolls) return [];
    const message = `\`max_roll: ${entry.throws}\` is more than the ${turn.rolls} throws of a turn`;
    const place = valuePlace(tree, ["columns", id, "entry", "max_roll"]);
    return [problem("contradiction", message, { place })];
  });

import { msg } from "../../problem/message.ts";
import { getElement } from "../../arrays.ts";
import type { PlainOrder } from "../../game/game.ts";
import { type Problem, problem, relatedPlace } from "../../problem/problem.ts";
import { suggestWord, nearest, joinCodeWords, shorten } from "../../problem/wording.ts";
import { entriesPerTurn } from "../build-game.ts";
import { type VariantDraft, atKey, atValue, type DraftCheck, listRowIds } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { child, keyPlace, listKeys, type Path, valuePlace } from "../tree.ts";

/** The rows of all sections, with their paths. */
function placedRows({ partial }: VariantDraft) {
  return usable(partial.rows).flatMap(([id, ids]) =>
    ids.map((row, i) => ({ id, row, path: ["sections", id, "rows", i] })),
  );
}

/** Every row of a section is a category. */
export const knownRows: DraftCheck = (draft) => {
  const known = [...draft.categories.keys()];
  // Without categories every row would be unknown.
  return (known.length === 0 ? [] : placedRows(draft))
    .filter(({ row }) => !known.includes(row))
    .map(({ id, row, path }) => {
      const message = msg`rules.section-unknown-row: section \`${id}\` has a row \`${shorten(row)}\`, but there is no such category`;
      return atValue(draft, path, "unknown-category", message, suggestWord(row, known));
    });
};

/** A category is listed once, in one section. */
export const listedOnce: DraftCheck = (draft) => {
  const placed = placedRows(draft);
  const first = new Map(placed.toReversed().map(({ row, path }) => [row, path]));
  return placed.flatMap(({ row, path }) => {
    const before = first.get(row) ?? path;
    if (before === path) return [];
    const related = [
      relatedPlace(msg`rules.listed-here-first: it is listed here first`, valuePlace(draft.tree, before)),
    ];
    const message = msg`rules.repeated-category: the category \`${shorten(row)}\` is listed twice`;
    return [
      {
        ...atValue(draft, path, "category-twice", message, msg`rules.keep-one-hint: keep one of them`),
        related,
      },
    ];
  });
};

/** Every category is listed in a section; otherwise it couldn't be filled. */
export const allListed: DraftCheck = (draft) => {
  const rows = listRowIds(draft);
  if (draft.abstract || rows === null || rows.length === 0) return [];
  const known = [...draft.categories.keys()];
  // A misspelt row has been reported; the category that it means isn't reported as well.
  const meant = rows.filter((row) => !known.includes(row)).map((row) => nearest(row, known));
  const lost = known.filter((id) => !rows.includes(id) && !meant.includes(id));
  const isOwn = (id: string) => keyPlace(draft.tree, ["categories", id]).file === draft.tree.place.file;
  const inherited = lost.filter((id) => !isOwn(id));
  return [...unlistedProblems(draft, lost.filter(isOwn), true), ...unlistedProblems(draft, inherited, false)];
};

/** One problem about all lost categories: at the category, or, for inherited ones, at the rows that lack them. */
function unlistedProblems(draft: VariantDraft, lost: readonly string[], own: boolean): Problem[] {
  const [first, second] = lost;
  if (first === undefined) return [];
  const message =
    second === undefined
      ? msg`rules.category-without-section: the category \`${first}\` is not in any section`
      : msg`rules.categories-without-section: the categories ${joinCodeWords(lost)} are not in any section`;
  const ids = [...draft.sections.keys()];
  const hint = msg`rules.category-without-section-hint: add to the \`rows\` of ${joinCodeWords(ids, "or")}`;
  const here = keyPlace(draft.tree, ["categories", first]);
  if (own) return [problem("category-nowhere", message, { place: here, hint })];
  const place = valuePlace(draft.tree, ["sections", getElement(ids, ids.length - 1), "rows"]);
  const related = [relatedPlace(msg`rules.inherited-from: \`${first}\` comes from here`, here)];
  return [problem("category-nowhere", message, { place, hint, related })];
}

/** A game has at least one category, one section and one column. */
export const somethingToFill: DraftCheck = (draft) =>
  (draft.abstract ? [] : ["categories", "sections", "columns"])
    .filter((key) => child(draft.tree, key)?.kind === "map" && listKeys(draft.tree, [key]).length === 0)
    .map((key) => atKey(draft, [key], "empty", msg`rules.empty-key: \`${key}\` is empty`));

/** An order is about rows of the game, and every box can be filled in it. */
export const ordersFit: DraftCheck = (draft) => {
  const rows = listRowIds(draft);
  if (rows === null || rows.length === 0) return [];
  return usable(draft.columns).flatMap(([id, { order }]) => {
    const path = ["columns", id, "order", order.kind];
    switch (order.kind) {
      case "outward":
        return outwardProblems(draft, path, order.up, order.down, rows);
      case "stages":
        return stageProblems(draft, path, order.stages, rows);
      default:
        order satisfies PlainOrder;
        return [];
    }
  });
};

type Rows = readonly string[];

function outwardProblems(draft: VariantDraft, path: Path, up: string, down: string, rows: Rows): Problem[] {
  const unknown = [up, down].flatMap((row, i) => unknownRow(draft, [...path, i], row, rows));
  const next = rows[rows.indexOf(up) + 1];
  if (unknown.length > 0 || next === down) return unknown;
  const message = msg`rules.outward-gap: \`${down}\` is not right below \`${up}\`, so some boxes could never be filled`;
  const hint =
    next === undefined ? undefined : msg`rules.outward-gap-hint: right below \`${up}\` is \`${next}\``;
  return [atValue(draft, path, "order-gap", message, hint)];
}

function stageProblems(draft: VariantDraft, path: Path, stages: readonly Rows[], rows: Rows): Problem[] {
  const ids = stages.flat();
  const paths = stages.flatMap((stage, s) => stage.map((_, i) => [...path, s, i]));
  const problems = ids.flatMap((row, at) => {
    const here = getElement(paths, at);
    const message = msg`rules.repeated-in-stages: \`${shorten(row)}\` is in two stages`;
    const twice = ids.indexOf(row) === at ? [] : [atValue(draft, here, "category-twice", message)];
    return [...unknownRow(draft, here, row, rows), ...twice];
  });
  const left = rows.filter((row) => !ids.includes(row)).map((row) => `\`${row}\``);
  if (left.length === 0) return problems;
  const message = msg`rules.missing-in-stages: missing from the stages: ${left.join(", ")}`;
  const hint = msg`rules.missing-in-stages-hint: every row belongs to a stage`;
  return [...problems, atValue(draft, path, "order-gap", message, hint)];
}

function unknownRow(draft: VariantDraft, path: Path, row: string, rows: Rows): Problem[] {
  if (rows.includes(row)) return [];
  const message = msg`rules.unknown-row: there is no row \`${shorten(row)}\``;
  return [atValue(draft, path, "unknown-category", message, suggestWord(row, rows))];
}

/** Each of several columns has a label; a single column needs none. */
export const columnsNamed: DraftCheck = (draft) =>
  (draft.columns.size < 2 ? [] : usable(draft.columns))
    .filter(([, { label }]) => Object.keys(label).length === 0)
    .map(([id]) => {
      const hint = msg`rules.column-without-label-hint: a game with several columns names each: \`label: {de: …, en: …}\``;
      const message = msg`rules.column-without-label: \`columns.${id}\` needs \`label\``;
      return atKey(draft, ["columns", id], "missing-key", message, hint);
    });

/** A column waits for another column of the game, and never for itself. */
export const columnsCanStart: DraftCheck = (draft) => {
  const known = [...draft.columns.keys()];
  return usable(draft.columns).flatMap(([id, { after }]) => {
    const path = ["columns", id, "after"];
    if (after === null) return [];
    if (!known.includes(after)) {
      const message = msg`rules.unknown-column: there is no column \`${shorten(after)}\``;
      return [atValue(draft, path, "unknown-column", message, suggestWord(after, known))];
    }
    if (!waitsForItself(draft, id)) return [];
    const message = msg`rules.column-waits-for-itself: the column \`${id}\` waits for itself, so nobody could ever begin it`;
    return [atValue(draft, path, "contradiction", message)];
  });
};

function waitsForItself({ columns }: VariantDraft, id: string): boolean {
  const reached = new Set<string>();
  for (let next = columns.get(id)?.after; next != null && !reached.has(next); next = columns.get(next)?.after)
    reached.add(next);
  return reached.has(id);
}

/** The number of boxes is a multiple of the entries per turn. */
export const boxesFillTurns: DraftCheck = (draft) => {
  const rows = listRowIds(draft);
  const entries = entriesPerTurn(draft);
  if (draft.abstract || rows === null) return [];
  const boxes = rows.length * draft.columns.size;
  if (boxes % entries === 0) return [];
  const parts = draft.hands > 1 ? "hands" : "layers";
  const message =
    draft.hands > 1
      ? msg`rules.uneven-hands: every turn fills ${entries} boxes, one for each hand, but ${boxes} boxes cannot be divided evenly`
      : msg`rules.uneven-layers: every turn fills ${entries} boxes, one for each layer, but ${boxes} boxes cannot be divided evenly`;
  const hint = msg`rules.uneven-boxes-hint: add or remove a category`;
  return [atValue(draft, ["dice", parts], "uneven-boxes", message, hint)];
};

/** The last roll that a column accepts is one of the turn. */
export const maxRollsFit: DraftCheck = (draft) =>
  usable(draft.columns).flatMap(([id, { entry }]) => {
    const { turn } = draft;
    if (turn === null || entry.kind !== "max_roll" || entry.throws <= turn.rolls) return [];
    const message = msg`rules.max-roll-too-large: \`max_roll: ${entry.throws}\` is too high: a turn has at most this many rolls: ${turn.rolls}`;
    return [atValue(draft, ["columns", id, "entry", "max_roll"], "contradiction", message)];
  });

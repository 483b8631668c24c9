import { hintFor, nearest } from "../../problem/near.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { enumerated } from "../expected.ts";
import { usable } from "../reader.ts";
import { child, keyPlace, shorten, valuePlace } from "../tree.ts";
import { type Check, rowsOf } from "./check.ts";

/** Every row of a section is a category. */
export const knownRows: Check = ({ tree, categories, pieces }) =>
  // Without categories every row would be unknown.
  (categories.size === 0 ? [] : usable(pieces.rows)).flatMap(([id, ids]) =>
    ids.flatMap((row, i) => {
      if (categories.has(row)) return [];
      const place = valuePlace(tree, ["sections", id, "rows", i]);
      const message = `section \`${id}\` has a row \`${shorten(row)}\`, but there is no such category`;
      return [problem("unknown-category", message, { place, hint: hintFor(row, [...categories.keys()]) })];
    }),
  );

/** A category stands in one section, once. */
export const rowsOnce: Check = ({ tree, pieces }) => {
  const seen = new Map<string, readonly (string | number)[]>();
  const problems: Problem[] = [];
  for (const [id, ids] of usable(pieces.rows)) {
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

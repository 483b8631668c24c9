import { hintFor } from "../../problem/near.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import { keyPlace, shorten, valuePlace } from "../tree.ts";
import { type Check, rowsOf, usable } from "./check.ts";

/** Every row of a section is a category. */
export const knownRows: Check = ({ tree, categories, sections }) =>
  usable(sections).flatMap(([id, section]) =>
    section.rows.flatMap((row, i) => {
      if (categories.has(row)) return [];
      const place = valuePlace(tree, ["sections", id, "rows", i]);
      const message = `section \`${id}\` has a row \`${shorten(row)}\`, but there is no such category`;
      return [problem("unknown-category", message, { place, hint: hintFor(row, [...categories.keys()]) })];
    }),
  );

/** A category stands in one section, once. */
export const rowsOnce: Check = ({ tree, sections }) => {
  const seen = new Map<string, readonly (string | number)[]>();
  const problems: Problem[] = [];
  for (const [id, section] of usable(sections)) {
    section.rows.forEach((row, i) => {
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
  return [...draft.categories.keys()]
    .filter((id) => !rows.includes(id))
    .map((id) => {
      const place = keyPlace(draft.tree, ["categories", id]);
      const hint = `add it to the \`rows\` of ${[...draft.sections.keys()].map((s) => `\`${s}\``).join(" or ")}`;
      return problem("category-nowhere", `the category \`${id}\` stands in no section`, { place, hint });
    });
};

/** A game has at least one section and one column. */
export const somethingToFill: Check = ({ tree, abstract, ...parts }) => {
  if (abstract) return [];
  return (["categories", "sections", "columns"] as const)
    .filter((key) => tree.entries.get(key)?.value.kind === "map" && parts[key].size === 0)
    .map((key) => problem("empty", `\`${key}\` is empty`, { place: keyPlace(tree, [key]) }));
};

import { namesIn } from "../../dice/formula.ts";
import { hintFor } from "../../problem/near.ts";
import { type Place, type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../reader.ts";
import { nodeAt, type Path, shorten, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** What a section comes to is said about boxes of the game, and every box of the section has a say in it. */
export const sectionTotalsFit: Check = (draft) =>
  usable(draft.sections).flatMap(([id, { rows, total }]) => {
    if (total === null) return [];
    const names = namesIn(total);
    const path: Path = ["sections", id, "total"];
    const unknown = names.filter((name) => !draft.categories.has(name));
    const idle = rows.filter((row) => !names.includes(row));
    return [
      ...unknown.map((name) => noCategory(draft, name, placeInText(draft, path, name))),
      ...(idle.length > 0 && unknown.length === 0 ? [idleRow(draft, id, idle[0] ?? "")] : []),
    ];
  });

function noCategory({ categories }: Draft, name: string, place: Place): Problem {
  const message = `there is no category \`${shorten(name)}\``;
  return problem("unknown-category", message, { place, hint: hintFor(name, [...categories.keys()]) });
}

/** Where a name stands within a text. */
function placeInText({ tree }: Draft, path: Path, name: string): Place {
  const node = nodeAt(tree, path);
  const text = node?.kind === "scalar" && typeof node.value === "string" ? node : null;
  const at = new RegExp(`\\b${name}\\b`).exec(String(text?.value ?? ""))?.index ?? 0;
  return text?.within?.(at, name.length) ?? valuePlace(tree, path);
}

function idleRow({ tree }: Draft, section: string, row: string): Problem {
  const place = valuePlace(tree, ["sections", section, "total"]);
  const message = `\`${row}\` stands in the section \`${section}\`, but counts for nothing in its total`;
  const hint = "name it in the formula, or put it into another section";
  return problem("idle-category", message, { place, hint });
}

/** A bonus that looks at a row looks at one of the game. */
export const bonusRowsFit: Check = (draft) =>
  usable(draft.bonuses).flatMap(([id, { row }]) => {
    if (row === null || draft.categories.has(row)) return [];
    return [noCategory(draft, row, valuePlace(draft.tree, ["bonuses", id, "row"]))];
  });

import { namesIn } from "../../dice/formula.ts";
import { type Place, problem, type Problem } from "../../problem/problem.ts";
import { hintFor, shorten } from "../../problem/wording.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, nodeAt, type Path, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** A constraint compares two different categories of the game. */
export const constraintsFit: Check = (draft) =>
  usable(draft.constraints).flatMap(([id, constraint]) => {
    const unknown = [
      ...unknownSide(draft, id, constraint.left, constraint.rightOffset, "left"),
      ...unknownSide(draft, id, constraint.right, constraint.rightOffset, "right"),
    ];
    if (unknown.length > 0 || constraint.left !== constraint.right) return unknown;
    const place = valuePlace(draft.tree, ["constraints", id, "expr"]);
    return [problem("contradiction", `\`${constraint.left}\` is compared with itself`, { place })];
  });

function unknownSide(
  draft: Draft,
  id: string,
  category: string,
  rightOffset: number,
  side: "left" | "right",
): Problem[] {
  if (draft.categories.has(category)) return [];
  const path = ["constraints", id, "expr"];
  const node = nodeAt(draft.tree, path);
  const text = node?.kind === "scalar" && typeof node.value === "string" ? node : null;
  const offset = side === "right" ? rightOffset : Math.max(0, String(text?.value ?? "").indexOf(category));
  const place = text?.within?.(offset, category.length) ?? valuePlace(draft.tree, path);
  const message = `there is no category \`${shorten(category)}\``;
  return [
    problem("unknown-category", message, { place, hint: hintFor(category, [...draft.categories.keys()]) }),
  ];
}

/** Further rolls are of a category of the game; rules about own numbers need a number box for every face. */
export const repeatsFit: Check = ({ tree, repeats, categories, dice, abstract }) => {
  if (repeats === null) return [];
  if (!categories.has(repeats.of)) {
    const place = valuePlace(tree, ["repeats", "of"]);
    const message = `there is no category \`${shorten(repeats.of)}\``;
    return [
      problem("unknown-category", message, { place, hint: hintFor(repeats.of, [...categories.keys()]) }),
    ];
  }
  const { joker, gate } = repeats;
  const asksOwn =
    gate.ownNumber !== null ||
    (joker !== null && (joker.gate.ownNumber !== null || joker.upper === "own" || joker.upperFirst));
  if (!asksOwn || dice === null || abstract) return [];
  const boxed = new Set(
    usable(categories).flatMap(([, c]) => (c.pattern.kind === "face" ? [c.pattern.face] : [])),
  );
  const bare = dice.dice.flatMap(({ low, high }) => [low, high]).filter((face) => !boxed.has(face));
  if (bare.length === 0) return [];
  const message = `the rule for further \`${repeats.of}\` speaks of a face's own number box, but ${bare[0]} has none`;
  return [problem("no-number-box", message, { place: keyPlace(tree, ["repeats"]) })];
};

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

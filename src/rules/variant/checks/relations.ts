import { hintFor } from "../../problem/near.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../reader.ts";
import { keyPlace, nodeAt, shorten, valuePlace } from "../tree.ts";
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

import { hintFor } from "../../problem/near.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../reader.ts";
import { keyPlace, shorten, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** A box that has to wait waits for other boxes of the game, not for itself, and can be struck if they never come. */
export const requirementsFit: Check = (draft) =>
  usable(draft.categories).flatMap(([id, { requires, strike }]) => {
    if (requires.length === 0) return [];
    const unknown = requires.flatMap(({ category }) => unknownBox(draft, id, category));
    if (unknown.length > 0) return unknown;
    return [...circle(draft, id), ...(strike === "never" ? [stuck(draft, id)] : [])];
  });

function unknownBox({ tree, categories }: Draft, id: string, wanted: string): Problem[] {
  if (categories.has(wanted)) return [];
  const place = keyPlace(tree, ["categories", id, "requires", wanted]);
  const message = `there is no category \`${shorten(wanted)}\``;
  return [problem("unknown-category", message, { place, hint: hintFor(wanted, [...categories.keys()]) })];
}

/** Boxes that wait for each other would wait for ever. */
function circle({ tree, categories }: Draft, id: string): Problem[] {
  const waitsFor = (box: string) => categories.get(box)?.requires.map(({ category }) => category) ?? [];
  const reached = new Set<string>();
  for (const open = waitsFor(id); open.length > 0; ) {
    const next = open.pop() ?? "";
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...waitsFor(next));
  }
  if (!reached.has(id)) return [];
  const place = keyPlace(tree, ["categories", id, "requires"]);
  return [
    problem("contradiction", `\`${id}\` waits for itself, so nobody could ever score in it`, { place }),
  ];
}

function stuck({ tree }: Draft, id: string): Problem {
  const message = `\`${id}\` may have to wait for ever, but cannot be struck either`;
  const hint = "a box with `requires` needs `strike: allowed`";
  return problem("contradiction", message, { place: valuePlace(tree, ["categories", id, "strike"]), hint });
}

import { hintFor, shorten } from "../../problem/wording.ts";
import { type Place, type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { nodeAt, type Path, valuePlace } from "../tree.ts";

/**
 * One thing that must hold between the parts of a variant. Parts that could not be read are passed over: they have been reported
 * already.
 */
export type DraftCheck = (draft: Draft) => Problem[];

/** All rows of a column from top to bottom; null if those of a section cannot be read, so that they are not known. */
export function rowsOf({ partial }: Draft): string[] | null {
  const known = usable(partial.rows);
  return known.length < partial.rows.size ? null : known.flatMap(([, ids]) => ids);
}

/** The problem of a category that is named somewhere but does not exist. */
export function unknownCategory({ categories }: Draft, name: string, place: Place): Problem {
  const hint = hintFor(name, [...categories.keys()]);
  return problem("unknown-category", `there is no category \`${shorten(name)}\``, { place, hint });
}

/** Where a name first stands within a text, such as a formula. */
export function placeOfName({ tree }: Draft, path: Path, name: string): Place {
  const node = nodeAt(tree, path);
  const text = node?.kind === "scalar" && typeof node.value === "string" ? node : null;
  const at = new RegExp(`\\b${name}\\b`).exec(String(text?.value ?? ""))?.index ?? 0;
  return text?.within?.(at, name.length) ?? valuePlace(tree, path);
}

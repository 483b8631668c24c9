import { type Message, msg } from "../../problem/message.ts";
import { suggestWord, shorten } from "../../problem/wording.ts";
import { type Place, type Problem, problem } from "../../problem/problem.ts";
import type { VariantDraft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, findNode, type Path, valuePlace } from "../tree.ts";

/** Checks a relation between parts of a variant. Unreadable parts have been reported, and are skipped. */
export type DraftCheck = (draft: VariantDraft) => Problem[];

const createProblemBuilder =
  (placeOf: typeof keyPlace) =>
  (
    { tree }: VariantDraft,
    path: Path,
    code: string,
    message: Message,
    hint: Message | null = null,
  ): Problem =>
    problem(code, message, { place: placeOf(tree, path), hint });

/** A problem with the value at a path. */
export const atValue = createProblemBuilder(valuePlace);
/** A problem with the key at the end of a path, or with everything below it. */
export const atKey = createProblemBuilder(keyPlace);

/** All rows of a column from top to bottom; null if those of a section are unreadable. */
export function listRowIds({ partial }: VariantDraft): string[] | null {
  const known = usable(partial.rows);
  return known.length < partial.rows.size ? null : known.flatMap(([, ids]) => ids);
}

/** Problems with names that aren't categories of the game. */
export function unknownCategories(
  { categories }: VariantDraft,
  names: readonly string[],
  placeOf: (name: string) => Place,
): Problem[] {
  const known = [...categories.keys()];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const said = { place: placeOf(name), hint: suggestWord(name, known) };
      return problem(
        "unknown-category",
        msg("rules.unknown-category")`there is no category \`${shorten(name)}\``,
        said,
      );
    });
}

/** The same for names in a text such as a formula, each at its first occurrence. */
export function unknownInText(draft: VariantDraft, names: readonly string[], path: Path): Problem[] {
  const node = findNode(draft.tree, path);
  const [text, within] = node?.kind === "scalar" ? [String(node.value), node.within] : ["", null];
  return unknownCategories(draft, names, (name) => {
    const at = text.search(new RegExp(`\\b${name}\\b`));
    return within?.(at, name.length) ?? valuePlace(draft.tree, path);
  });
}

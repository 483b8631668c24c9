import { type Result, success } from "../problem/problem.ts";
import { blockYaml, type YamlValue } from "../source/write-yaml.ts";
import type { VariantFiles } from "./bases.ts";
import { type Choices, readOptions } from "./options.ts";
import { KEYS } from "./parts/variant.ts";
import { exampleFaults, readResolved, readVariant, type ResolvedVariant } from "./read-variant.ts";
import { type MapNode, plainValue, withEntry } from "./tree.ts";

/**
 * A variant as one file that needs no other: it is merged with everything that it extends, and the choices that were made become
 * the defaults. Reading it gives the same game.
 *
 * Examples of a base that no longer hold under house rules are left out, as in the game. Comments are not kept.
 *
 * @param file the file's name, for messages and for finding its bases beside it
 * @param text the file's text
 * @param files the way to other variant files
 * @param choices house rules by option
 * @returns the text of the file, or every problem of the variant and of the choices
 */
export function resolveVariant(
  file: string,
  text: string,
  files: VariantFiles,
  choices: Choices = {},
): Result<string> {
  const game = readVariant(file, text, files, choices);
  if (!game.ok) return game;
  const resolved = readResolved(file, text, files);
  if (!resolved.ok) return resolved;
  const chosen = Object.entries(choices).reduce(
    (before, [option, choice]) => withText(before, ["options", option, "default"], choice),
    resolved.value.tree,
  );
  const { options } = readOptions(chosen, resolved.value.basesFound);
  const tree = withoutFaults({ ...resolved.value, tree: chosen, options });
  // The top keys in the order in which they are documented, without the base, which is merged in.
  const keys = Object.keys(KEYS).filter((key) => key !== "extends" && tree.entries.has(key));
  const written = plainValue(tree) as Readonly<Record<string, YamlValue>>;
  return success(blockYaml(Object.fromEntries(keys.map((key) => [key, written[key] ?? null]))));
}

/** The tree with another text at the end of a path through maps. */
function withText(map: MapNode, [step = "", ...further]: readonly string[], text: string): MapNode {
  const entry = map.entries.get(step);
  if (entry === undefined) return map;
  const { value } = entry;
  if (value.kind === "map") return withEntry(map, step, { ...entry, value: withText(value, further, text) });
  return value.kind === "scalar" ? withEntry(map, step, { ...entry, value: { ...value, value: text } }) : map;
}

/** The tree without the examples that do not hold in it. */
function withoutFaults(resolved: ResolvedVariant): MapNode {
  const { tree } = resolved;
  const entry = tree.entries.get("examples");
  if (entry?.value.kind !== "list") return tree;
  const faults = exampleFaults(resolved, () => true);
  const items = entry.value.items.filter((_, at) => faults[at]?.length === 0);
  const left = items.length === 0 ? null : { ...entry, value: { ...entry.value, items } };
  return withEntry(tree, "examples", left);
}

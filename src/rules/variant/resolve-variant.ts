import { type Result, success } from "../problem/problem.ts";
import { blockYaml, type YamlValue } from "../source/write-yaml.ts";
import type { VariantFiles } from "./bases.ts";
import type { Choices } from "./options.ts";
import { KEYS } from "./parts/variant.ts";
import { exampleFaults, readResolved, readVariant } from "./read-variant.ts";
import { plainValue } from "./tree.ts";

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
  const written = plainValue(resolved.value.tree) as WrittenVariant;
  for (const [option, choice] of Object.entries(choices)) {
    const chosen = written.options?.[option];
    if (chosen !== undefined) chosen.default = choice;
  }
  const faults = exampleFaults(resolved.value, () => true, choices);
  const examples = written.examples?.filter((_, at) => faults[at]?.length === 0) ?? [];
  const parts: WrittenVariant = { ...written, examples: examples.length === 0 ? undefined : examples };
  // The top keys in the order in which they are documented, without the base, which is merged in.
  const keys = Object.keys(KEYS).filter((key) => key !== "extends" && parts[key] !== undefined);
  return success(blockYaml(Object.fromEntries(keys.map((key) => [key, parts[key] ?? null]))));
}

/** What a variant file says, as far as it is changed here. */
interface WrittenVariant extends Record<string, YamlValue | undefined> {
  readonly options?: Record<string, { [key: string]: YamlValue; default: string }>;
  readonly examples?: readonly YamlValue[] | undefined;
}

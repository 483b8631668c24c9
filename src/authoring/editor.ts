import { findCompletionCursor, type YamlCursor, findCursor } from "../rules/source/edit-yaml.ts";
import { listKeys, type MapNode, findNode, type Path } from "../rules/variant/tree.ts";
import { flowYaml, type YamlValue } from "../rules/source/write-yaml.ts";
import { isRecord } from "../rules/variant/parts/definition.ts";
import { type JsonSchema, wholeVariant } from "../rules/variant/schema/variant-schema.ts";

/** A suggestion of what to type. */
interface Suggestion {
  readonly word: string;
  /** The text to insert: the word, and what must follow it. */
  readonly insert: string;
  /** The explanation of the schema, in English; empty for none. */
  readonly about: string;
}

/** What can be typed in place of a part of the text. */
export interface Completion {
  /** Offsets of what was typed so far, excluding the end. */
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

/** Values that are ids of parts of the game, and the paths of those parts. `*` is any key or index. */
const NAMING: readonly (readonly [value: Path, parts: Path])[] = [
  [["sections", "*", "rows", "*"], ["categories"]],
  [["columns", "*", "after"], ["columns"]],
  [["bonuses", "*", "row"], ["categories"]],
  [["bonuses", "*", "section"], ["sections"]],
  [["repeats", "of"], ["categories"]],
  [["examples", "*", "row"], ["categories"]],
];

/**
 * What can be typed at an offset of a variant file: keys of the schema that aren't there yet, parts of the base, words of a value, ids of
 * the game.
 *
 * @param game the file merged with everything that it extends, as far as it is readable
 * @param bases the ids of variants that can be extended
 * @returns null where nothing can be typed
 */
export function findCompletion(
  text: string,
  offset: number,
  game: MapNode | null,
  bases: readonly string[],
): Completion | null {
  const cursor = findCompletionCursor(text, offset);
  if (cursor === null) return null;
  const { from, to } = cursor;
  const rest = /^[^\n]*/.exec(text.slice(offset))?.[0] ?? "";
  const suggestions =
    cursor.kind === "key" ? keys(cursor, game, /^\s*:/.test(rest) ? "" : ": ") : values(cursor, game, bases);
  return suggestions.length === 0 ? null : { from, to, suggestions };
}

function keys({ path, beside }: YamlCursor, game: MapNode | null, colon: string): Suggestion[] {
  const named = listSchemasAtPath(path).flatMap(({ properties = {} }) => Object.keys(properties));
  const had = game === null ? [] : listKeys(game, path);
  const words = [...new Set([...named, ...had])].filter((key) => !beside.includes(key));
  return words.map((word) => ({ word, insert: word + colon, about: findSchemaDescription([...path, word]) }));
}

function values({ path }: YamlCursor, game: MapNode | null, bases: readonly string[]): Suggestion[] {
  const forms = listSchemasAtPath(path);
  const written = forms.flatMap((form) => [...(form.enum ?? []), ...("const" in form ? [form.const] : [])]);
  const truth = forms.some(({ type }) => type === "boolean") ? [true, false] : [];
  const words = [...new Set([...written, ...truth, ...listNameChoices(path, game, bases)])];
  return words
    .filter((word) => word !== null)
    .map((word) => ({ word: String(word), insert: String(word), about: "" }));
}

function listNameChoices(path: Path, game: MapNode | null, bases: readonly string[]): readonly string[] {
  if (isLike(path, ["extends"])) return bases;
  if (game === null) return [];
  if (isLike(path, ["options", "*", "default"])) return listKeys(game, [...path.slice(0, -1), "choices"]);
  const parts = NAMING.find(([value]) => isLike(path, value))?.[1];
  if (parts === undefined) return [];
  const taken = findNode(game, path.slice(0, -1));
  const listed = taken?.kind === "list" ? taken.items : [];
  const had = listed.map((node) => (node.kind === "scalar" ? node.value : null));
  return listKeys(game, parts).filter((id) => !had.includes(id));
}

function isLike(path: Path, pattern: Path): boolean {
  return path.length === pattern.length && pattern.every((step, at) => step === "*" || step === path[at]);
}

/** The explanation of the value at a path, in English; empty for none. */
function findSchemaDescription(path: Path): string {
  return listSchemasAtPath(path).find(({ description }) => description !== undefined)?.description ?? "";
}

/** An explanation of a key or value in a variant file. */
export interface Explanation {
  /** Offsets of what is explained, excluding the end. */
  readonly from: number;
  readonly to: number;
  /** In English, like the schema. */
  readonly about: string;
  /** An example in YAML; null for none. */
  readonly example: string | null;
}

/** Explains the key or value at an offset of a variant file; null if there is no explanation. */
export function findExplanation(text: string, offset: number): Explanation | null {
  const cursor = findCursor(text, offset);
  if (cursor === null) return null;
  const path = cursor.kind === "key" ? [...cursor.path, cursor.word] : cursor.path;
  const about = findSchemaDescription(path);
  if (about === "") return null;
  const [example] = listSchemasAtPath(path).flatMap(({ examples = [] }) => examples);
  const shown = example === undefined ? null : flowYaml(example as YamlValue);
  return { from: cursor.from, to: cursor.to, about, example: shown };
}

let whole: JsonSchema | null = null;

/** The schemas of the value at a path of a variant file, one for each form; empty if no value is allowed. */
export function listSchemasAtPath(path: Path): JsonSchema[] {
  whole ??= wholeVariant();
  return path.reduce<JsonSchema[]>(
    (forms, step) => forms.flatMap((form) => below(form, step)),
    listAlternatives(whole),
  );
}

function below(form: JsonSchema, step: string | number): JsonSchema[] {
  const { properties = {}, patternProperties = {}, additionalProperties, items } = form;
  if (typeof step === "number")
    return (Array.isArray(items) ? items : [items]).filter(isRecord).flatMap(listAlternatives);
  if (Object.hasOwn(properties, step)) return [properties[step]].filter(isRecord).flatMap(listAlternatives);
  const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern).test(step));
  const others = matching.length > 0 ? matching.map(([, one]) => one) : [additionalProperties];
  return others.filter(isRecord).flatMap(listAlternatives);
}

/** The alternatives of a schema, each with the explanation of the whole. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf === undefined) return [schema];
  const { description, examples } = schema;
  const about = description === undefined ? {} : { description, examples: examples ?? [] };
  return schema.anyOf.filter(isRecord).flatMap((one) => listAlternatives({ ...about, ...one }));
}

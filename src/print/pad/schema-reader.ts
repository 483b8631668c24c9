import { z } from "zod";
import { type Message, msg } from "../../rules/problem/message.ts";
import {
  failure,
  type Place,
  type Problem,
  problem,
  type Result,
  success,
} from "../../rules/problem/problem.ts";
import { describeMinimum, describeMaximum } from "../../rules/variant/part-reader.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { parsedYaml } from "../../rules/source/write-yaml.ts";
import { plainValue, type ReadText, repeatedKey, type TextNode } from "../../rules/source/text.ts";

export type SchemaIssue = z.core.$ZodIssue & { readonly place: Place };

/** A file with more unknown keys than this is of another kind. */
const MAX_UNKNOWN = 20;

/**
 * Reads YAML by a schema; repeated keys of a map are problems, too.
 *
 * @param describe turns an issue into problems
 * @param unknownKey the message about an unknown key, and the keys that are possible there; by default, `describe` has to tell
 */
export function readWithSchema<T>(
  schema: z.ZodType<T>,
  read: ReadText,
  describe: (issue: SchemaIssue) => Problem | readonly Problem[],
  unknownKey?: (key: string, path: readonly PropertyKey[]) => readonly [Message, readonly string[]],
): Result<T> {
  const twice = repeatedKeys(read.root, read);
  const parsed = schema.safeParse(plainValue(read.root), { reportInput: true });
  if (parsed.success) return twice.length === 0 ? success(parsed.data) : failure(twice);
  const issues = parsed.error.issues.flatMap((issue) => {
    const { code, path } = issue;
    if (code !== "unrecognized_keys" || unknownKey === undefined)
      return describe({ ...issue, place: locateValue(path, read) });
    return issue.keys.slice(0, MAX_UNKNOWN).map((key) => {
      const [message, known] = unknownKey(key, path);
      const map = locateNode(path, read);
      const entry = map.kind === "map" ? map.entries.find((one) => one.key === key) : undefined;
      const place = read.place(entry?.keySpan ?? map);
      return problem("unknown-key", message, { place, hint: suggestWord(key, known) });
    });
  });
  return failure([...twice, ...issues]);
}

function repeatedKeys(node: TextNode, read: ReadText): Problem[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap((one) => repeatedKeys(one, read));
  const first = new Map(node.entries.toReversed().map((entry) => [entry.key, entry]));
  return node.entries.flatMap((entry) => {
    const before = first.get(entry.key);
    const below = repeatedKeys(entry.value, read);
    return before === undefined || before === entry
      ? below
      : [repeatedKey(entry.key, read.place(entry.keySpan), read.place(before.keySpan)), ...below];
  });
}

/** The problem of a key without a value. */
export function emptyKey(
  key: string,
  place: Place,
  hint = msg`print.empty-key-hint: give it a value or leave it out`,
): Problem {
  return problem("empty-key", msg`print.empty-key: \`${key}\` has no value`, { place, hint });
}

/** The place of the value at a path, or of its closest parent. */
export function locateValue(path: readonly PropertyKey[], read: ReadText): Place {
  return read.place(locateNode(path, read));
}

function locateNode(path: readonly PropertyKey[], read: ReadText): TextNode {
  let node = read.root;
  for (const step of path) {
    const entries = node.kind === "map" ? node.entries : [];
    const next: TextNode | undefined =
      node.kind === "list" ? node.items[Number(step)] : entries.find(({ key }) => key === step)?.value;
    if (next === undefined) break;
    node = next;
  }
  return node;
}

const EXPECTED: Readonly<Record<string, Message>> = {
  string: msg`print.expected-text: text`,
  number: msg`rules.number: a number`,
  int: msg`rules.whole-number: a whole number`,
  boolean: msg`print.expected-boolean: true or false`,
  array: msg`rules.list: a list`,
  object: msg`rules.map: a map`,
  record: msg`rules.map: a map`,
};

/** What zod expected, as the end of a sentence. */
export function expectedWord(issue: z.core.$ZodIssue): Message {
  if (issue.code === "invalid_value") return msg`print.expected-one-of: one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_type")
    return EXPECTED[issue.expected] ?? msg`rules.something-else: something else`;
  if (issue.code === "custom")
    return (issue.params?.wanted as Message | undefined) ?? msg`rules.something-else: something else`;
  if (issue.code === "too_big") return describeMaximum(Number(issue.maximum), issue.origin);
  if (issue.code !== "too_small") return msg`rules.something-else: something else`;
  return issue.inclusive === true
    ? describeMinimum(Number(issue.minimum), issue.origin)
    : msg`print.expected-more-than: more than ${Number(issue.minimum)}`;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A JSON Schema, draft 7, for editors; the example in each key's description, after " → ", moves into `examples`. */
export function editorSchema(
  schema: z.ZodType,
  head: Readonly<Record<"$id" | "title" | "description", string>>,
): JsonSchema {
  const { properties = {}, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-07" });
  const keys = Object.entries(properties as Record<string, JsonSchema>);
  return {
    ...head,
    ...rest,
    properties: Object.fromEntries(keys.map(([key, property]) => [key, extractExample(property)])),
  };
}

/** Drops `propertyNames`, which only says that keys are strings, as all keys of JSON are. */
function extractExample({ propertyNames: _, ...schema }: JsonSchema): JsonSchema {
  const [description = "", example = ""] = schema.description?.split(" → ") ?? [];
  return { ...schema, description, examples: [parsedYaml(example)] };
}

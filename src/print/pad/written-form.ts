import type { z } from "zod";
import { failure, type Place, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import type { ReadText, TextNode } from "../../rules/source/text.ts";

/** What zod found, with the place where it stands. */
export type FormIssue = z.core.$ZodIssue & { readonly place: Place };

/** Reads YAML by a schema. @param tell puts an issue into words */
export function readForm<T>(
  schema: z.ZodType<T>,
  read: ReadText,
  tell: (issue: FormIssue) => readonly Problem[],
): Result<T> {
  const parsed = schema.safeParse(writtenValue(read.root), { reportInput: true });
  if (parsed.success) return success(parsed.data);
  return failure(
    parsed.error.issues.flatMap((issue) => tell({ ...issue, place: placeOf(issue.path, read) })),
  );
}

/** Nodes as plain values. Maps are filled without a prototype, so that no key can reach one. */
function writtenValue(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(writtenValue);
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) map[key] = writtenValue(value);
  return map;
}

/** Where the value at a path stands, or as much of it as there is. */
export function placeOf(path: readonly PropertyKey[], read: ReadText): Place {
  let node = read.root;
  for (const step of path) {
    const entries = node.kind === "map" ? node.entries : [];
    const next: TextNode | undefined =
      node.kind === "list" ? node.items[Number(step)] : entries.find(({ key }) => key === step)?.value;
    if (next === undefined) break;
    node = next;
  }
  return read.place(node);
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};
/** What is counted. */
const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " long" };

/** What zod expected, for the end of a sentence. */
export function expectedWord(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? issue.expected;
  if (issue.code === "too_big") return `at most ${issue.maximum}${UNITS[issue.origin] ?? ""}`;
  if (issue.code !== "too_small") return "something else";
  return `${issue.inclusive === true ? "at least" : "more than"} ${issue.minimum}${UNITS[issue.origin] ?? ""}`;
}

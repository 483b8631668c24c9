import type { z } from "zod";
import { hintFor } from "../problem/near.ts";
import { type Node, shorten } from "./tree.ts";

/** What should have stood where something else stands. */
export interface Expected {
  readonly code: string;
  /** Completes "must be …". */
  readonly words: string;
  readonly hint: string | null;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "`true` or `false`",
  array: "a list",
  tuple: "a list",
  object: "a map of `key: value`",
  record: "a map of `key: value`",
};

/**
 * What zod would have accepted, in our words.
 *
 * @param node what stands there
 * @param key the key it stands under
 */
export function expectedBy(issue: z.core.$ZodIssue, node: Node | null, key: string): Expected {
  switch (issue.code) {
    case "invalid_type": {
      const words = KINDS[issue.expected] ?? "something else";
      return { code: "wrong-type", words, hint: typeHint(issue.expected, node, key) };
    }
    case "invalid_value": {
      const values = issue.values.map(String);
      const word = node?.kind === "scalar" ? String(node.value) : "";
      const words = enumerated(
        values.map((value) => `\`${value}\``),
        "or",
      );
      return { code: "unknown-word", words, hint: hintFor(word, values) };
    }
    case "too_small":
    case "too_big":
      return { code: "out-of-bounds", words: bound(issue), hint: null };
    default:
      return { code: "wrong-value", words: "something else", hint: null };
  }
}

function typeHint(expected: string, node: Node | null, key: string): string | null {
  if (node?.kind !== "scalar") return null;
  if (node.value === null) return emptyHint(key);
  return expected === "string" ? `put it in quotes: "${shorten(String(node.value))}"` : null;
}

/** The way out for a key without a value. In `{de: Eins, zwei, en: …}` the comma makes a key of what follows it. */
export function emptyHint(key: string): string {
  if (!key.includes(" ")) return "the value is missing";
  return "does this belong to the text before the comma? Then put all of it in quotes";
}

function bound(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const small = issue.code === "too_small";
  const limit = Number(small ? issue.minimum : issue.maximum);
  const side = small ? "at least" : "at most";
  if (issue.origin === "string")
    return small ? "a text with something in it" : `${side} ${limit} characters long`;
  if (issue.origin === "array") return `a list of ${side} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `${side} ${limit}`;
}

/** Words in a row: "a", "a and b", "a, b and c". */
export function enumerated(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

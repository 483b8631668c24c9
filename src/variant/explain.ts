import type { z } from "zod";
import { hintFor, nearest } from "../problem/near.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { saidIn } from "./parts/said.ts";
import {
  child,
  describe,
  keyPlace,
  type Node,
  nodeAt,
  type Path,
  shorten,
  showPath,
  valuePlace,
} from "./tree.ts";

type Issue = z.core.$ZodIssue;

/**
 * Words zod's findings in our own way and puts them where they belong in the file.
 *
 * @param issues what zod found, with paths below `path`
 * @param root the tree that was read
 * @param path where in the tree the value stands that zod saw
 */
export function explain(issues: readonly Issue[], root: Node, path: Path): Problem[] {
  const problems: Problem[] = [];
  const meant = new Set<string>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") problems.push(...unknownKeys(issue, root, path, meant));
  }
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") continue;
    const full = fullPath(path, issue);
    const missing = firstMissing(root, full);
    // A key that is there under a misspelt name is not missing as well.
    if (missing !== null && meant.has(showPath(missing))) continue;
    problems.push(missing === null ? wrongValue(issue, root, full) : missingKey(root, missing));
  }
  return problems;
}

function fullPath(path: Path, issue: Issue): Path {
  return [...path, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
}

/** The path down to the first key that is not there; null if all of it is. Only maps can lack a key. */
function firstMissing(root: Node, path: Path): Path | null {
  for (let length = 1; length <= path.length; length++) {
    const parent = nodeAt(root, path.slice(0, length - 1));
    if (parent?.kind === "map" && child(parent, path[length - 1] ?? "") === null)
      return path.slice(0, length);
  }
  return null;
}

function missingKey(root: Node, path: Path): Problem {
  const owner = path.slice(0, -1);
  const message = `${nameOf(owner)} needs \`${path.at(-1)}\``;
  return problem("missing-key", message, { place: keyPlace(root, owner) });
}

function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  root: Node,
  path: Path,
  meant: Set<string>,
): Problem[] {
  const owner = fullPath(path, issue);
  const known = issue.message.split(" ");
  return issue.keys.map((key) => {
    const near = nearest(key, known);
    if (near !== null) meant.add(showPath([...owner, near]));
    const message = `\`${shorten(key)}\` is no key of ${nameOf(owner)}`;
    return problem("unknown-key", message, {
      place: keyPlace(root, [...owner, key]),
      hint: hintFor(key, known),
    });
  });
}

function wrongValue(issue: Issue, root: Node, path: Path): Problem {
  if (issue.code === "custom") {
    const said = saidIn(issue.params);
    if (said !== null) {
      const node = nodeAt(root, path);
      const inside = node?.kind === "scalar" && said.stretch !== null ? node.within : null;
      const whole = said.atKey ? keyPlace(root, path) : valuePlace(root, path);
      const place =
        said.stretch === null ? whole : (inside?.(said.stretch.offset, said.stretch.length) ?? whole);
      return problem(said.code, said.message, { place, hint: said.hint });
    }
  }
  const node = nodeAt(root, path);
  const { code, expected, hint } = expectation(issue, node);
  const message = `${nameOf(path)} must be ${expected}, not ${describe(node)}`;
  return problem(code, message, { place: valuePlace(root, path), hint });
}

interface Expectation {
  readonly code: string;
  readonly expected: string;
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

/** What would have been right, for each kind of zod issue. */
function expectation(issue: Issue, node: Node | null): Expectation {
  switch (issue.code) {
    case "invalid_type":
      return {
        code: "wrong-type",
        expected: KINDS[issue.expected] ?? "something else",
        hint: typeHint(issue, node),
      };
    case "invalid_value": {
      const values = issue.values.map(String);
      const word = node?.kind === "scalar" ? String(node.value) : "";
      return { code: "unknown-word", expected: oneOf(values), hint: hintFor(word, values) };
    }
    case "too_small":
    case "too_big":
      return { code: "out-of-bounds", expected: bound(issue), hint: null };
    default:
      return { code: "wrong-value", expected: "something else", hint: null };
  }
}

function typeHint(issue: z.core.$ZodIssueInvalidType, node: Node | null): string | null {
  if (node?.kind !== "scalar") return null;
  if (node.value === null) return "the value is missing";
  if (issue.expected === "string") return `put it in quotes: "${shorten(String(node.value))}"`;
  return null;
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  if (quoted.length < 2) return quoted.join("");
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function bound(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const small = issue.code === "too_small";
  const limit = Number(small ? issue.minimum : issue.maximum);
  const side = small ? "at least" : "at most";
  if (issue.origin === "string")
    return small ? "a text that is not empty" : `${side} ${limit} characters long`;
  if (issue.origin === "array" || issue.origin === "tuple") return `a list of ${side} ${limit}`;
  return `${side} ${limit}`;
}

/** A value by its path, for the start of a sentence; the file as a whole has no path. */
function nameOf(path: Path): string {
  return path.length === 0 ? "a variant" : `\`${showPath(path)}\``;
}

import type { z } from "zod";
import { problem, type Problem } from "../problem/problem.ts";
import { hintFor, backticked, nearest, shorten } from "../problem/wording.ts";
import { emptyHint, isMerged } from "./bases.ts";
import { ownIssueIn } from "./parts/definition.ts";
import {
  child,
  describe,
  isRefused,
  keyPlace,
  type Node,
  nodeAt,
  type Path,
  showPath,
  valuePlace,
} from "./tree.ts";

type Issue = z.core.$ZodIssue;

/** A map with more unknown keys than this is something else altogether; the others are counted. */
const MAX_UNKNOWN_KEYS = 20;

/**
 * Words what zod found and finds its place in the file.
 *
 * @param issues what zod found, with paths below `path`
 * @param root the tree that was read
 * @param path where in the tree the value stands that zod saw
 * @param basesFound false if a base is missing; then nothing is reported that the base could mend
 */
export function explain(issues: readonly Issue[], root: Node, path: Path, basesFound: boolean): Problem[] {
  const problems: Problem[] = [];
  const meant = new Set<string>();
  const gaps = new Map<string, Path>();
  for (const issue of issues) {
    const full = [...path, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
    if (issue.code === "unrecognized_keys") {
      problems.push(...unknownKeys(issue, root, full, meant));
      continue;
    }
    const gap = firstGap(root, full);
    const isAboutGap = gap !== null || GAPS.includes(ownIssueIn(issue)?.code ?? "");
    if (!basesFound && isAboutGap && isMerged(gap?.slice(0, -1) ?? full)) continue;
    if (gap !== null) gaps.set(showPath(gap), gap);
    else if (!isRefused(root, full)) problems.push(wrongValue(issue, root, full));
  }
  // A key that is there under a misspelt name is not missing.
  const missing = [...gaps].filter(([shown]) => !meant.has(shown)).map(([, gap]) => gap);
  // One problem for each map that lacks keys.
  const owners = new Map(missing.map((gap) => [showPath(gap.slice(0, -1)), gap.slice(0, -1)]));
  for (const [shown, owner] of owners) {
    const gapsHere = missing.filter((gap) => showPath(gap.slice(0, -1)) === shown);
    const message = `${nameOf(owner)} needs ${backticked(gapsHere.map((gap) => String(gap.at(-1))))}`;
    problems.push(problem("missing-key", message, { place: keyPlace(root, owner) }));
  }
  return problems;
}

/** Codes of ours about a value that a missing key would give. */
const GAPS = ["missing-key", "missing-colour", "unknown-face", "too-many-hands"];

/** The path down to the first key that is missing; null if none is. Only maps can lack a key. */
function firstGap(root: Node, path: Path): Path | null {
  const at = path.findIndex((step, i) => {
    const parent = nodeAt(root, path.slice(0, i));
    return parent?.kind === "map" && child(parent, step) === null;
  });
  return at === -1 ? null : path.slice(0, at + 1);
}

/** @param meant collects the keys that were meant by unknown ones */
function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  root: Node,
  owner: Path,
  meant: Set<string>,
): Problem[] {
  const known = issue.message.split(" ");
  const problems = issue.keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => {
    const near = nearest(key, known);
    if (near !== null) meant.add(showPath([...owner, near]));
    const place = keyPlace(root, [...owner, key]);
    const message = `\`${shorten(key)}\` is no key of ${nameOf(owner)}`;
    return problem("unknown-key", message, { place, hint: hintFor(key, known) });
  });
  const [next, ...others] = issue.keys.slice(MAX_UNKNOWN_KEYS);
  if (next === undefined) return problems;
  const message = `${others.length + 1} more keys of ${nameOf(owner)} are not known`;
  return [...problems, problem("unknown-key", message, { place: keyPlace(root, [...owner, next]) })];
}

function wrongValue(issue: Issue, root: Node, path: Path): Problem {
  const own = ownIssueIn(issue);
  const node = nodeAt(root, path);
  if (own === null) {
    const { code, words, hint } = expectedBy(issue, node, String(path.at(-1)));
    const message = `${nameOf(path)} must be ${words}, not ${describe(node)}`;
    return problem(code, message, { place: valuePlace(root, path), hint });
  }
  const { code, message, hint, stretch, atKey } = own;
  const within = stretch !== null && node?.kind === "scalar" ? node.within : null;
  const all = atKey ? keyPlace(root, path) : valuePlace(root, path);
  const place = stretch === null ? all : (within?.(stretch.offset, stretch.length) ?? all);
  return problem(code, message, { place, hint });
}

/** A value by its path, for the start of a sentence; the file as a whole has no path. */
function nameOf(path: Path): string {
  return path.length === 0 ? "a variant" : `\`${showPath(path)}\``;
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

/** What zod would accept, in our words, which complete "must be …". */
function expectedBy(
  issue: Issue,
  node: Node | null,
  key: string,
): { code: string; words: string; hint: string | null } {
  switch (issue.code) {
    case "invalid_type": {
      const words = KINDS[issue.expected] ?? "something else";
      const isNull = node?.kind === "scalar" && node.value === null;
      const canBeQuoted = node?.kind === "scalar" && issue.expected === "string";
      const inQuotes = canBeQuoted ? `put it in quotes: "${shorten(String(node.value))}"` : null;
      return { code: "wrong-type", words, hint: isNull ? emptyHint(key) : inQuotes };
    }
    case "invalid_value": {
      const values = issue.values.map(String);
      const word = node?.kind === "scalar" ? String(node.value) : "";
      return { code: "unknown-word", words: backticked(values, "or"), hint: hintFor(word, values) };
    }
    case "too_small":
    case "too_big":
      return { code: "out-of-bounds", words: bound(issue), hint: null };
    default:
      return { code: "wrong-value", words: "something else", hint: null };
  }
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

import type { z } from "zod";
import { hintFor, nearest } from "../problem/near.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { enumerated, expectedBy } from "./expected.ts";
import { isLaidOver } from "./merge.ts";
import { type Said, saidIn } from "./parts/said.ts";
import {
  child,
  describe,
  isSpoilt,
  keyPlace,
  type Node,
  nodeAt,
  type Path,
  shorten,
  showPath,
  valuePlace,
} from "./tree.ts";

type Issue = z.core.$ZodIssue;

/** A map with more unknown keys than this is something else altogether. */
const MAX_UNKNOWN_KEYS = 20;

/**
 * Words zod's findings in our own way and puts them where they belong in the file.
 *
 * @param issues what zod found, with paths below `path`
 * @param root the tree that was read
 * @param path where in the tree the value stands that zod saw
 * @param grounded false if a base is missing; then nothing is said that the base could mend
 */
export function explain(issues: readonly Issue[], root: Node, path: Path, grounded: boolean): Problem[] {
  const problems: Problem[] = [];
  const meant = new Set<string>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") problems.push(...unknownKeys(issue, root, path, meant));
  }
  const gaps = new Map<string, Path>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") continue;
    const full = fullPath(path, issue);
    const gap = firstGap(root, full);
    if (!grounded && isGap(issue, gap) && isLaidOver(gap?.slice(0, -1) ?? full)) continue;
    if (gap !== null) gaps.set(showPath(gap), gap);
    else if (!isSpoilt(root, full)) problems.push(wrongValue(issue, root, full));
  }
  // A key that is there under a misspelt name is not missing as well.
  const missing = [...gaps].filter(([shown]) => !meant.has(shown)).map(([, gap]) => gap);
  return [...problems, ...missingKeys(root, missing)];
}

/** Codes of ours about what is not there. */
const GAPS = ["missing-key", "missing-colour", "unknown-face", "too-many-hands"];

/** Whether an issue is about something that is not there: a key, or what a key beside it would have said. */
function isGap(issue: Issue, gap: Path | null): boolean {
  const said = issue.code === "custom" ? saidIn(issue.params) : null;
  return gap !== null || (said !== null && GAPS.includes(said.code));
}

function fullPath(path: Path, issue: Issue): Path {
  return [...path, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
}

/** The path down to the first key that is not there; null if all of it is. Only maps can lack a key. */
function firstGap(root: Node, path: Path): Path | null {
  for (let length = 1; length <= path.length; length++) {
    const parent = nodeAt(root, path.slice(0, length - 1));
    if (parent?.kind === "map" && child(parent, path[length - 1] ?? "") === null)
      return path.slice(0, length);
  }
  return null;
}

/** One problem for each map that lacks keys. */
function missingKeys(root: Node, gaps: readonly Path[]): Problem[] {
  const owners = new Map(gaps.map((gap) => [showPath(gap.slice(0, -1)), gap.slice(0, -1)]));
  return [...owners].map(([shown, owner]) => {
    const keys = gaps.filter((gap) => showPath(gap.slice(0, -1)) === shown).map((gap) => `\`${gap.at(-1)}\``);
    const message = `${nameOf(owner)} needs ${enumerated(keys)}`;
    return problem("missing-key", message, { place: keyPlace(root, owner) });
  });
}

/**
 * Keys that are not known.
 *
 * @param meant collects the keys that were meant by them
 */
function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  root: Node,
  path: Path,
  meant: Set<string>,
): Problem[] {
  const owner = fullPath(path, issue);
  const known = issue.message.split(" ");
  const told = issue.keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => {
    const near = nearest(key, known);
    if (near !== null) meant.add(showPath([...owner, near]));
    const place = keyPlace(root, [...owner, key]);
    const message = `\`${shorten(key)}\` is no key of ${nameOf(owner)}`;
    return problem("unknown-key", message, { place, hint: hintFor(key, known) });
  });
  const [next, ...others] = issue.keys.slice(MAX_UNKNOWN_KEYS);
  if (next === undefined) return told;
  const message = `${others.length + 1} more keys of ${nameOf(owner)} are not known`;
  return [...told, problem("unknown-key", message, { place: keyPlace(root, [...owner, next]) })];
}

function wrongValue(issue: Issue, root: Node, path: Path): Problem {
  const said = issue.code === "custom" ? saidIn(issue.params) : null;
  if (said !== null) return inOurWords(said, root, path);
  const node = nodeAt(root, path);
  const { code, words, hint } = expectedBy(issue, node, String(path.at(-1)));
  const message = `${nameOf(path)} must be ${words}, not ${describe(node)}`;
  return problem(code, message, { place: valuePlace(root, path), hint });
}

function inOurWords({ code, message, hint, stretch, atKey }: Said, root: Node, path: Path): Problem {
  const node = nodeAt(root, path);
  const all = atKey ? keyPlace(root, path) : valuePlace(root, path);
  const within = node?.kind === "scalar" ? node.within : null;
  const place = stretch === null ? all : (within?.(stretch.offset, stretch.length) ?? all);
  return problem(code, message, { place, hint });
}

/** A value by its path, for the start of a sentence; the file as a whole has no path. */
function nameOf(path: Path): string {
  return path.length === 0 ? "a variant" : `\`${showPath(path)}\``;
}

import { type Message, msg, type MessageValue } from "../problem/message.ts";
import type { z } from "zod";
import { type Problem, problem } from "../problem/problem.ts";
import { joinCodeWords, suggestWord, nearest, shorten } from "../problem/wording.ts";
import { emptyHint, isMerged } from "./bases.ts";
import { memoize } from "../memoize.ts";
import { ID_HINT } from "./limits.ts";
import { unwrapIssue } from "./parts/definition.ts";
import {
  child,
  describe,
  isRefused,
  keyPlace,
  type MapNode,
  type Node,
  findNode,
  type Path,
  plainTree,
  showPath,
  valuePlace,
} from "./tree.ts";

/** Parts by id in file order; null if a part is invalid. */
export type Parts<T> = ReadonlyMap<string, T | null>;

export function usable<T>(parts: Parts<T>): [string, T][] {
  return [...parts].flatMap(([id, part]) => (part === null ? [] : [[id, part] as [string, T]]));
}

/** Reads parts of a tree separately, and collects their problems. */
export class PartReader {
  readonly problems: Problem[] = [];
  readonly #tree: MapNode;
  readonly #basesFound: boolean;

  /** @param basesFound false if a base is missing; then problems that the base could solve are left out */
  constructor(tree: MapNode, basesFound: boolean) {
    this.#tree = tree;
    this.#basesFound = basesFound;
  }

  /** One part; null if it is missing (which may be fine) or invalid (which has been reported). */
  part<T>(key: string, schema: z.ZodType<T>): T | null {
    return child(this.#tree, key) === null ? null : this.decode(schema, [key]);
  }

  /** A map of parts by id, read separately, so that an invalid one doesn't hide the others. */
  parts<T>(path: Path, schema: z.ZodRecord<z.ZodString, z.ZodType<T>>): Map<string, T | null> {
    const { keyType, valueType } = schema;
    const most = schema.meta()?.maxProperties;
    const node = this.#collection(path, "map", msg`rules.map-of-ids: a map of \`id: …\``, Number(most));
    if (node?.kind !== "map") return new Map();
    for (const [id, { keyPlace: place }] of node.entries) {
      const message = msg`rules.bad-id: \`${shorten(id)}\` cannot be an id`;
      if (!keyType.safeParse(id).success)
        this.problems.push(problem("bad-id", message, { place, hint: ID_HINT }));
    }
    return new Map([...node.entries.keys()].map((id) => [id, this.decode(valueType, [...path, id])]));
  }

  /** A list of parts, read separately. */
  list<T>(key: string, { element }: z.ZodArray<z.ZodType<T>>, most: number): (T | null)[] {
    const node = this.#collection([key], "list", msg`rules.list: a list`, most);
    return node?.kind === "list" ? node.items.map((_, i) => this.decode(element, [key, i])) : [];
  }

  /** Decodes the value at a path; null if it is invalid, which is reported. */
  decode<T>(schema: z.ZodType<T>, path: Path): T | null {
    const node = findNode(this.#tree, path);
    const read =
      node === null
        ? schema.safeParse(undefined)
        : (readings(schema) as (node: Node) => z.ZodSafeParseResult<T>)(node);
    if (read.success) return isRefused(this.#tree, path) ? null : read.data;
    this.problems.push(...explain(read.error.issues, this.#tree, path, this.#basesFound));
    return null;
  }

  /** The map or list at a path; null if it is missing, of another kind or too large, which is reported. */
  #collection(path: Path, kind: "map" | "list", expected: Message, most: number): Node | null {
    const node = findNode(this.#tree, path);
    if (node === null || isRefused(this.#tree, path)) return null;
    const name = `\`${showPath(path)}\``;
    if (node.kind === "scalar" || node.kind !== kind) {
      const message = msg`rules.wrong-value: ${name} must be ${expected}, not ${describe(node)}`;
      this.problems.push(problem("wrong-type", message, { place: valuePlace(this.#tree, path) }));
      return null;
    }
    const count = node.kind === "map" ? node.entries.size : node.items.length;
    if (count <= most) return node;
    const message = msg`rules.too-many-entries: ${name} has ${count} entries, but at most ${most} are possible`;
    this.problems.push(problem("too-many", message, { place: keyPlace(this.#tree, path) }));
    return null;
  }
}

/** Decoded values by schema and node. Options and extending variants leave most nodes of a variant as they are. */
const readings = memoize((schema: z.ZodType) => memoize((node: Node) => schema.safeParse(plainTree(node))));

type Issue = z.core.$ZodIssue;

/** Our codes of problems that a missing key can cause. */
const GAPS = ["missing-key", "missing-colour", "unknown-face", "too-many-hands"];

/** Turns zod's issues with the value at `path` into problems with places. */
function explain(issues: readonly Issue[], root: Node, path: Path, basesFound: boolean): Problem[] {
  const problems: Problem[] = [];
  const meant = new Set<string>();
  const gaps = new Map<string, Path>();
  for (const issue of issues) {
    const full = [...path, ...(issue.path as Path)];
    if (issue.code === "unrecognized_keys") {
      problems.push(...unknownKeys(issue, root, full, meant));
      continue;
    }
    const gap = firstGap(root, full);
    const isAboutGap = gap !== null || GAPS.includes(unwrapIssue(issue)?.code ?? "");
    if (!basesFound && isAboutGap && isMerged(gap?.slice(0, -1) ?? full)) continue;
    if (gap !== null) gaps.set(showPath(gap), gap);
    else if (!isRefused(root, full)) problems.push(wrongValue(issue, root, full));
  }
  // A key with a misspelt name isn't missing.
  const missing = [...gaps].filter(([shown]) => !meant.has(shown)).map(([, gap]) => gap);
  // One problem for each map that lacks keys.
  const owners = new Map(missing.map((gap) => [showPath(gap.slice(0, -1)), gap.slice(0, -1)]));
  for (const [shown, owner] of owners) {
    const lacking = missing.filter((gap) => showPath(gap.slice(0, -1)) === shown);
    const message = msg`rules.missing-keys-in: ${describePath(owner)} needs ${joinCodeWords(lacking.map((gap) => String(gap.at(-1))))}`;
    problems.push(problem("missing-key", message, { place: keyPlace(root, owner) }));
  }
  return problems;
}

/** The path to the first missing key; null if none is missing. Only maps can lack a key. */
function firstGap(root: Node, path: Path): Path | null {
  const at = path.findIndex((step, i) => {
    const parent = findNode(root, path.slice(0, i));
    return parent?.kind === "map" && child(parent, step) === null;
  });
  return at === -1 ? null : path.slice(0, at + 1);
}

/** The most unknown keys of a map to report one by one; the others are counted. */
const MAX_UNKNOWN_KEYS = 20;

/** @param meant collects the known keys that misspelt ones mean */
function unknownKeys(
  { keys, message: words }: z.core.$ZodIssueUnrecognizedKeys,
  root: Node,
  owner: Path,
  meant: Set<string>,
): Problem[] {
  const known = words.split(" ");
  const problems = keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => {
    const near = nearest(key, known);
    if (near !== null) meant.add(showPath([...owner, near]));
    const where = { place: keyPlace(root, [...owner, key]), hint: suggestWord(key, known) };
    return problem(
      "unknown-key",
      msg`rules.unknown-key: \`${shorten(key)}\` is not a key of ${describePath(owner)}`,
      where,
    );
  });
  const [next, ...others] = keys.slice(MAX_UNKNOWN_KEYS);
  if (next === undefined) return problems;
  const message = msg`rules.more-unknown-keys: ${others.length + 1} more keys of ${describePath(owner)} are unknown`;
  return [...problems, problem("unknown-key", message, { place: keyPlace(root, [...owner, next]) })];
}

function wrongValue(issue: Issue, root: Node, path: Path): Problem {
  const own = unwrapIssue(issue);
  const node = findNode(root, path);
  const place = own?.atKey ? keyPlace(root, path) : valuePlace(root, path);
  if (own === null) {
    const [code, words, hint] = describeExpectation(issue, node, String(path.at(-1)));
    return problem(
      code,
      msg`rules.wrong-value: ${describePath(path)} must be ${words}, not ${describe(node)}`,
      { place, hint },
    );
  }
  const { code, message, hint, stretch } = own;
  const within = stretch !== null && node?.kind === "scalar" ? node.within : null;
  const part = stretch === null ? null : within?.(stretch.offset, stretch.length);
  return problem(code, message, { place: part ?? place, hint });
}

/** A value by its path, for the start of a sentence; the whole file has no path. */
function describePath(path: Path): MessageValue {
  return path.length === 0 ? msg`rules.a-variant: a variant` : `\`${showPath(path)}\``;
}

const KINDS: Readonly<Record<string, Message>> = {
  string: msg`rules.text: a text`,
  number: msg`rules.number: a number`,
  int: msg`rules.whole-number: a whole number`,
  boolean: msg`rules.true-or-false: \`true\` or \`false\``,
  array: msg`rules.list: a list`,
  tuple: msg`rules.list: a list`,
  object: msg`rules.map-of-values: a map of \`key: value\``,
  record: msg`rules.map-of-values: a map of \`key: value\``,
};

/** What zod expects, in words that complete "must be …". */
function describeExpectation(
  issue: Issue,
  node: Node | null,
  key: string,
): [code: string, words: MessageValue, hint: Message | null] {
  const value = node?.kind === "scalar" ? node.value : undefined;
  switch (issue.code) {
    case "invalid_type": {
      const canBeQuoted = value !== undefined && issue.expected === "string";
      const inQuotes = canBeQuoted
        ? msg`rules.quote-value-hint: put it in quotes: "${shorten(String(value))}"`
        : null;
      const hint =
        value === null ? emptyHint(key) : isName(issue, key, value) ? inLanguages(value) : inQuotes;
      return ["wrong-type", KINDS[issue.expected] ?? msg`rules.something-else: something else`, hint];
    }
    case "invalid_value": {
      const values = issue.values.map(String);
      const hint = suggestWord(value === undefined ? "" : String(value), values);
      return ["unknown-word", joinCodeWords(values, "or"), hint];
    }
    case "too_small":
      return ["out-of-bounds", describeMinimum(Number(issue.minimum), issue.origin), null];
    case "too_big":
      return ["out-of-bounds", describeMaximum(Number(issue.maximum), issue.origin), null];
    default:
      return ["wrong-value", msg`rules.something-else: something else`, null];
  }
}

/** Whether a single text is given where each language needs one. */
function isName(issue: z.core.$ZodIssueInvalidType, key: string, value: unknown): value is string {
  return issue.expected === "object" && ["name", "label"].includes(key) && typeof value === "string";
}

function inLanguages(text: string): Message {
  return msg`rules.every-language-hint: write it in every language: \`{de: ${shorten(text)}, en: ${shorten(text)}}\``;
}

/** The least number, entries or characters that a value needs, in words that complete "must be …". @param origin zod's kind of value */
export function describeMinimum(limit: number, origin: string): Message {
  if (origin === "string") return msg`rules.filled-text: a text that is not empty`;
  if (origin !== "array") return msg`rules.at-least: at least ${limit}`;
  return limit === 1
    ? msg`rules.list-at-least-one: a list of at least 1 entry`
    : msg`rules.list-at-least: a list of at least ${limit} entries`;
}

/** The most that a value may be or hold, in words that complete "must be …". @param origin zod's kind of value */
export function describeMaximum(limit: number, origin: string): Message {
  if (origin === "string") return msg`rules.text-at-most: at most ${limit} characters long`;
  if (origin !== "array") return msg`rules.at-most: at most ${limit}`;
  return limit === 1
    ? msg`rules.list-at-most-one: a list of at most 1 entry`
    : msg`rules.list-at-most: a list of at most ${limit} entries`;
}

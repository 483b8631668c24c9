import { type Message, msg } from "../../rules/problem/message.ts";
import { shorten, suggestWord } from "../../rules/problem/wording.ts";
import { type Place, type Problem, problem, relatedPlace } from "../../rules/problem/problem.ts";
import type { TextEntry, TextMap, ReadText, Span, TextNode } from "../../rules/source/text.ts";

/** Problems beyond these are counted, not reported. */
export const MAX_REPORTED = 40;

/** The problems found so far in a file that is being read as a sheet. */
export class IssueLog {
  readonly text: ReadText;
  readonly #problems: Problem[] = [];
  /** Code and place of every problem, because a spreadsheet row is read once for each player. */
  readonly #reported = new Set<string>();
  #unreported = 0;

  constructor(text: ReadText) {
    this.text = text;
  }

  /** @param hint a function if computing it takes time @param first the earlier entry that this one collides with */
  report(
    code: string,
    message: Message,
    at: Span,
    hint: Message | (() => Message) | null = null,
    first?: Span,
  ): void {
    const key = `${code} ${at.from}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    if (this.#problems.length >= MAX_REPORTED) {
      this.#unreported++;
      return;
    }
    const before = msg`rules.first-place: the first one is here`;
    const related = first === undefined ? [] : [relatedPlace(before, this.#place(first))];
    const [place, hintMessage] = [this.#place(at), typeof hint === "function" ? hint() : hint];
    this.#problems.push(problem(code, message, { place, hint: hintMessage, related }));
  }

  /** For a list or map in brackets, only the opening one: a whole file may be in brackets on one line. */
  #place(at: Span): Place {
    const place = this.text.place(at);
    const isWhole = "kind" in at && at.kind !== "scalar";
    return isWhole && "[{".includes(place.text[place.col - 1] ?? " ") ? { ...place, length: 1 } : place;
  }

  add(problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  get problems(): readonly Problem[] {
    if (this.#unreported === 0) return this.#problems;
    return [...this.#problems, moreProblems(this.#unreported)];
  }

  /** The entries of a map with these keys; reports all others and duplicates. */
  fields(node: TextMap, allowed: readonly string[]): ReadonlyMap<string, TextEntry> {
    const fields = new Map<string, TextEntry>();
    for (const entry of node.entries) {
      const { key, keySpan } = entry;
      const message = msg`check.unknown-key: \`${shorten(key)}\` has no meaning here`;
      if (allowed.includes(key)) this.recordOnce(fields, key, entry);
      else this.report("unknown-key", message, keySpan, () => suggestWord(key, allowed));
    }
    return fields;
  }

  /** Records an entry by its id; false, after a report, for a duplicate. */
  recordOnce(seen: Map<string, TextEntry>, id: string, entry: TextEntry): boolean {
    const before = seen.get(id);
    if (before === undefined) {
      seen.set(id, entry);
      return true;
    }
    const message = msg`check.duplicate-key: \`${shorten(entry.key)}\` appears twice`;
    const hint = msg`rules.keep-one-hint: keep one of them`;
    this.report("duplicate-key", message, entry.keySpan, hint, before.keySpan);
    return false;
  }

  /** A map, or null after a report. An empty value is a map without entries. */
  map(node: TextNode, what: Message, hint: Message | null = null): TextMap | null {
    if (node.kind === "map") return node;
    if (node.kind === "scalar" && node.value === null)
      return { kind: "map", entries: [], from: node.from, to: node.to };
    const found = node.kind === "list" ? msg`rules.list: a list` : `\`${shorten(node.source)}\``;
    const message = msg`check.not-a-map: ${what} must be keys and values, not ${found}`;
    this.report("wrong-type", message, node, hint);
    return null;
  }

  /** A word or number as it was typed, trimmed; null if nothing is there, or after a report. */
  word(node: TextNode, what: Message): string | null {
    if (node.kind === "scalar") {
      const word = node.source.trim();
      return word === "" || node.value === null ? null : word;
    }
    this.report("wrong-type", msg`check.not-a-word: ${what} must be a single word or number`, node);
    return null;
  }
}

/** Replaces problems that are not reported one by one. */
export function moreProblems(count: number): Problem {
  return problem("more-problems", msg`check.more-problems: and ${count} more problems of this kind`);
}

import { type Place, type Problem, problem } from "../problem/problem.ts";
import { unprintable } from "../source/guard.ts";
import type { MapEntry, ScalarNode as Scalar, Span, TextNode } from "../source/node.ts";
import { type Entry, type MapNode, type Node, type ScalarNode, shorten, spoiltAt } from "./tree.ts";

/** Names that every JavaScript object answers to. */
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype"];

/** Grows a tree with places from text that was read, refusing on the way what a variant does without. */
export class Planter {
  readonly problems: Problem[] = [];
  /** Things that nobody writes into a variant by mistake; with them, all else in the file is beside the point. */
  readonly foreign: Problem[] = [];
  private readonly text: string;
  private readonly place: (at: Span) => Place;

  constructor(text: string, place: (at: Span) => Place) {
    this.text = text;
    this.place = place;
  }

  /** The tree of a value. */
  plant(node: TextNode): Node {
    if (node.kind === "map") return this.map(node.entries, this.place(node));
    if (node.kind === "scalar") return this.scalar(node);
    return { kind: "list", place: this.place(node), items: node.items.map((item) => this.plant(item)) };
  }

  private map(written: readonly MapEntry[], place: Place): MapNode {
    const entries = new Map<string, Entry>();
    for (const { key, keySpan, value } of written) {
      const keyPlace = this.place(keySpan);
      const before = entries.get(key);
      if (FORBIDDEN_KEYS.includes(key)) {
        this.foreign.push(problem("forbidden-key", `\`${key}\` cannot be a key`, { place: keyPlace }));
      } else if (before !== undefined) {
        const related = [{ message: "the first one is here", place: before.keyPlace }];
        const said = { place: keyPlace, related, hint: "keep one of them" };
        this.problems.push(problem("duplicate-key", `the key \`${shorten(key)}\` is given twice`, said));
      } else {
        const planted = this.plant(value);
        // A value that was left out has no spot of its own; its key speaks for it.
        const leftOut = value.kind === "scalar" && value.source === "" && value.value === null;
        entries.set(key, { keyPlace, value: leftOut ? { ...planted, place: keyPlace } : planted });
      }
    }
    return { kind: "map", place, entries };
  }

  private scalar(node: Scalar): ScalarNode {
    const { value, source } = node;
    const place = this.place(node);
    if (typeof value === "string") return this.words(node, value, place);
    if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      return { kind: "scalar", place, value, within: null, spoilt: false };
    }
    const message = `\`${shorten(source)}\` is no number to count with`;
    this.problems.push(problem("bad-number", message, { place }));
    return spoiltAt(place);
  }

  private words({ from, to }: Span, value: string, place: Place): ScalarNode {
    const odd = unprintable(value);
    if (odd !== null) {
      // An escape such as `\0` can smuggle it past whoever looks at the text.
      const message = `this text holds the character ${odd.name}, which cannot be printed`;
      this.foreign.push(problem("control-character", message, { place }));
    }
    const raw = this.text.slice(from, to);
    const quote = /^["']/.test(raw) ? 1 : 0;
    const verbatim = raw.slice(quote, raw.length - quote) === value;
    const start = from + quote;
    const within = (offset: number, length: number) =>
      this.place({ from: start + offset, to: start + offset + length });
    return { kind: "scalar", place, value, within: verbatim ? within : null, spoilt: false };
  }
}

import {
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Span } from "./text.ts";
import { blockYaml, flowYaml, type YamlValue } from "./write-yaml.ts";

/** Keys, and list indices from 0, that lead to a value. */
export type YamlPath = readonly (string | number)[];

/** A value to set at a path. */
export interface YamlSetting {
  readonly path: YamlPath;
  /** `undefined` removes the value with its key, and maps and lists above it that would become empty. */
  readonly value: YamlValue | undefined;
}

/**
 * Sets values in a YAML text, one after the other. Everything else stays as typed: comments, order, quotes and indentation. A value
 * replaces the old one in place; a new key comes after the last one of its map.
 *
 * @param text in the subset of YAML that `readYaml` reads
 * @returns the text, or null if it can't be parsed, or a path leads through a scalar
 */
export function editYaml(text: string, settings: readonly YamlSetting[]): string | null {
  return settings.reduce<string | null>(
    (before, one) => (before === null ? null : applySetting(before, one)),
    text,
  );
}

type MapPair = Pair<ParsedNode, ParsedNode | null>;
type ParsedMap = YAMLMap<ParsedNode, ParsedNode | null> & ParsedNode;
type ParsedSeq = YAMLSeq<ParsedNode> & ParsedNode;

/** Where a step of a path leads: a key of a map with its value, or an element of a list. */
type Step =
  | { readonly kind: "pair"; readonly map: ParsedMap; readonly pair: MapPair; readonly at: number }
  | { readonly kind: "item"; readonly list: ParsedSeq; readonly item: ParsedNode; readonly at: number };

function applySetting(text: string, { path, value }: YamlSetting): string | null {
  const { contents, errors } = parseDocument(text, { schema: "core", uniqueKeys: false, logLevel: "error" });
  if (errors.length > 0 || path.length === 0) return null;
  const steps = stepsAlong(contents, path);
  const last = steps.at(-1);
  if (steps.length === path.length && last !== undefined)
    return value === undefined ? without(text, steps) : replaceValue(text, last, value);
  if (value === undefined) return text;
  const holder = last === undefined ? contents : nodeAfter(last);
  const rest = path.slice(steps.length);
  if (isMap(holder)) return withPair(text, holder as ParsedMap, rest, value);
  if (isSeq(holder)) return withItem(text, holder as ParsedSeq, rest, value);
  if (!isNothing(holder)) return null;
  if (last !== undefined) return replaceValue(text, last, nestValue(rest, value));
  return `${lineEnded(text)}${newLines(rest, value, "")}`;
}

/** The steps of a path, as far as they exist. */
function stepsAlong(root: ParsedNode | null, path: YamlPath): Step[] {
  const steps: Step[] = [];
  let node = root;
  for (const name of path) {
    const step = findStep(node, name);
    if (step === null) break;
    steps.push(step);
    node = nodeAfter(step);
  }
  return steps;
}

function findStep(node: ParsedNode | null, name: string | number): Step | null {
  if (isMap(node)) {
    const map = node as ParsedMap;
    const at = map.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(name));
    const pair = map.items[at];
    return pair === undefined ? null : { kind: "pair", map, pair, at };
  }
  if (!isSeq(node) || typeof name !== "number") return null;
  const list = node as ParsedSeq;
  const item = list.items[name];
  return item === undefined ? null : { kind: "item", list, item, at: name };
}

function nodeAfter(step: Step): ParsedNode | null {
  return step.kind === "pair" ? step.pair.value : step.item;
}

/** Whether a value is missing in the text: a key without a value, an empty file. */
function isNothing(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.range[0] === node.range[1]);
}

function isBlock(node: ParsedNode | null): node is ParsedMap | ParsedSeq {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

/** Where a value ends; for a block, the end of its last entry, since comments below may belong to something else. */
function findValueEnd(node: ParsedNode, text: string): number {
  const [from, to] = node.range;
  if (!isBlock(node)) return from + text.slice(from, to).trimEnd().length;
  const last = node.items.at(-1);
  if (last === undefined) return to;
  return "key" in last ? endOfPair(last as MapPair, text) : findValueEnd(last as ParsedNode, text);
}

function endOfPair({ key, value }: MapPair, text: string): number {
  return value === null || isNothing(value) ? colonAfter(key, text) : findValueEnd(value, text);
}

/** The offset after the colon of a key, or after the key if it has none, as in `{ a, b }`. */
function colonAfter(key: ParsedNode, text: string): number {
  const [, end] = key.range;
  const colon = /^[ \t]*:/.exec(text.slice(end))?.[0].length ?? 0;
  return end + colon;
}

function replaceValue(text: string, step: Step, value: YamlValue): string {
  const old = nodeAfter(step);
  const written = flowYaml(value);
  if (step.kind === "pair" && (old === null || isNothing(old))) {
    const at = colonAfter(step.pair.key, text);
    const colon = text[at - 1] === ":" ? "" : ":";
    return `${text.slice(0, at)}${colon} ${written}${text.slice(at)}`;
  }
  if (old === null) return text;
  const end = findValueEnd(old, text);
  if (step.kind === "item" || !isBlock(old)) return text.slice(0, old.range[0]) + written + text.slice(end);
  // A block below its key becomes a value on the key's line, before any comment there.
  const at = colonAfter(step.pair.key, text);
  const between = text.slice(at, old.range[0]).trimEnd();
  return `${text.slice(0, at)} ${written}${between}${text.slice(end)}`;
}

/** Removes the last step, or the one above it that would become empty. */
function without(text: string, steps: readonly Step[]): string {
  const step = steps.findLast((one) => getContainer(one).items.length > 1) ?? steps[0];
  if (step === undefined) return text;
  const holder = getContainer(step);
  const items: readonly (MapPair | ParsedNode)[] = holder.items;
  const spans = items.map((item) => measureSpan(item, text));
  const [before, here, after] = [spans[step.at - 1], spans[step.at], spans[step.at + 1]];
  if (here === undefined) return text;
  if (isBlock(holder)) return withoutLines(text, here, step.kind === "pair" ? "" : "-", after?.from);
  if (after !== undefined) return text.slice(0, here.from) + text.slice(after.from);
  if (before !== undefined) return text.slice(0, before.to) + text.slice(here.to);
  return text.slice(0, here.from) + text.slice(here.to).replace(/^[ \t]*,?[ \t]*/, "");
}

function getContainer(step: Step): ParsedMap | ParsedSeq {
  return step.kind === "pair" ? step.map : step.list;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function measureSpan(item: MapPair | ParsedNode, text: string): Stretch {
  if ("key" in item) return { from: item.key.range[0], to: endOfPair(item, text) };
  return { from: item.range[0], to: findValueEnd(item, text) };
}

/** Removes whole lines. If the entry shares its line with the dash of an outer list, the next entry takes its place there. */
function withoutLines(text: string, { from, to }: Stretch, dash: "" | "-", next?: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const isOnOwnLine = text.slice(start, from).trim() === dash;
  if (isOnOwnLine || next === undefined) return text.slice(0, start) + text.slice(lineAfter(text, to));
  const at = (offset: number) => (dash === "" ? offset : text.lastIndexOf(dash, offset - 1));
  return text.slice(0, at(from)) + text.slice(at(next));
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

function lineEnded(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A value below the rest of its path. */
function nestValue(path: YamlPath, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>(
    (below, name) => (typeof name === "number" ? [below] : { [name]: below }),
    value,
  );
}

/** A key with a value, on separate lines. */
function newLines(path: YamlPath, value: YamlValue, indent: string): string {
  const [key = "", ...rest] = path;
  const lines = blockYaml({ [key]: nestValue(rest, value) });
  return lines.replaceAll(/^(?=.)/gm, indent);
}

function withPair(text: string, map: ParsedMap, path: YamlPath, value: YamlValue): string {
  const last = map.items.at(-1) as MapPair | undefined;
  const [key = "", ...rest] = path;
  if (isBlock(map) && last !== undefined) {
    const from = (map.items[0] as MapPair).key.range[0];
    const indent = " ".repeat(from - text.lastIndexOf("\n", from - 1) - 1);
    const at = lineAfter(text, endOfPair(last, text));
    return lineEnded(text.slice(0, at)) + newLines([key, ...rest], value, indent) + text.slice(at);
  }
  const written = `${flowYaml(String(key))}: ${flowYaml(nestValue(rest, value))}`;
  return insertItem(text, map, last === undefined ? null : endOfPair(last, text), written);
}

function withItem(text: string, list: ParsedSeq, path: YamlPath, value: YamlValue): string | null {
  const [at, ...rest] = path;
  if (at !== list.items.length) return null;
  const written = flowYaml(nestValue(rest, value));
  const last = list.items.at(-1);
  if (!isBlock(list) || last === undefined)
    return insertItem(text, list, last === undefined ? null : findValueEnd(last, text), written);
  const from = last.range[0];
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const indent = /^[ ]*/.exec(text.slice(start, from))?.[0] ?? "";
  const end = lineAfter(text, findValueEnd(last, text));
  return `${lineEnded(text.slice(0, end))}${indent}- ${written}\n${text.slice(end)}`;
}

/** Appends an entry between brackets. @param end where the last entry ends; null if there is none */
function insertItem(text: string, holder: ParsedNode, end: number | null, written: string): string {
  const [from, to] = holder.range;
  if (end !== null) return `${text.slice(0, end)}, ${written}${text.slice(end)}`;
  const [open, close] = [text[from] ?? "", text[to - 1] ?? ""];
  const inside = open === "{" ? ` ${written} ` : written;
  return text.slice(0, from) + open + inside + close + text.slice(to);
}

/** The key or value at an offset of a YAML text, possibly still being typed. */
export interface YamlCursor extends Span {
  /** A key of the map at `path`, or the value at `path`. */
  readonly kind: "key" | "value";
  /** Leads to the map of a key, or to the value itself. */
  readonly path: YamlPath;
  /** The key or value as typed so far; empty if nothing is typed yet. */
  readonly word: string;
  /** The other keys of the same map. */
  readonly beside: readonly string[];
}

/** Marks the offset of typing; a private-use character that nobody types. */
const MARK = "\ue0c0";

/** What can be typed at an offset, which may be the first letter of a key. Null where neither key nor value is possible. */
export function findCompletionCursor(text: string, offset: number): YamlCursor | null {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const rest = /^[^\n]*/.exec(text.slice(offset))?.[0] ?? "";
  // A key without a colon would be parsed as a part of the line above.
  const isNewKey = /^\s*(?:- +)*[\w.-]*$/.test(line) && /^\s*(?:#.*)?$/.test(rest);
  const word = /[\w.-]*$/.exec(line)?.[0] ?? "";
  const marks = isNewKey ? [`${MARK}:`, MARK] : [MARK];
  for (const mark of marks) {
    // YAML needs a space after a colon.
    const gap = word === "" && /\S:$/.test(line) ? " " : "";
    const found = findMatchingCursor(before + gap + mark + text.slice(offset), (scalar) =>
      scalar.includes(MARK),
    );
    if (found !== null) return { ...found, word, from: offset - word.length, to: offset };
  }
  return null;
}

/** The key or value at an offset; null between them. */
export function findCursor(text: string, offset: number): YamlCursor | null {
  return findMatchingCursor(text, (_, { from, to }) => from <= offset && offset <= to && from < to);
}

type IsMeant = (scalar: string, span: Span) => boolean;

function findMatchingCursor(text: string, isMeant: IsMeant): YamlCursor | null {
  const { contents } = parseDocument(text, { schema: "core", uniqueKeys: false, logLevel: "silent" });
  const meets = (node: ParsedNode | null) =>
    isScalar(node) && isMeant(node.source ?? String(node.value), { from: node.range[0], to: node.range[1] });
  const toCursor = (
    node: ParsedNode,
    kind: YamlCursor["kind"],
    path: YamlPath,
    beside: readonly string[],
  ) => {
    const [from, to] = node.range;
    const word = isScalar(node) ? (node.source ?? "") : "";
    return { kind, path, beside, word, from, to };
  };
  function search(node: ParsedNode | null, path: YamlPath): YamlCursor | null {
    if (node !== null && meets(node)) return toCursor(node, "value", path, []);
    if (isMap(node)) {
      const pairs = node.items as Pair<ParsedNode, ParsedNode | null>[];
      const keys = pairs.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      for (const [at, { key, value }] of pairs.entries()) {
        const beside = keys.filter((_, other) => other !== at);
        if (meets(key)) return toCursor(key, "key", path, beside);
        const below = search(value, [...path, keys[at] ?? ""]);
        if (below !== null) return below;
      }
    }
    if (isSeq(node))
      for (const [at, item] of (node.items as ParsedNode[]).entries()) {
        const below = search(item, [...path, at]);
        if (below !== null) return below;
      }
    return null;
  }
  return search(contents, []);
}

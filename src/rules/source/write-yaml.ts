import { parse, stringify } from "yaml";
import { type Scalar, SPECIAL_SPACE } from "./text.ts";

/** Values that YAML can represent. */
export type YamlValue = Scalar | readonly YamlValue[] | YamlMap;
export type YamlMap = { readonly [key: string]: YamlValue };

/** The maximum line length of files for people. */
const MAX_LINE_LENGTH = 110;
const STEP = "  ";

/** A map as YAML, in flow style where it fits on a line, otherwise key by key. Reading it gives the same map. */
export function blockYaml(map: YamlMap): string {
  return mapLines(map, "")
    .map((line) => `${line}\n`)
    .join("");
}

function mapLines(map: YamlMap, indent: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => entryLines(key, value, indent));
}

function entryLines(key: string, value: YamlValue, indent: string): string[] {
  const head = `${indent}${flowYaml(key)}:`;
  const line = `${head} ${flowYaml(value)}`;
  if (line.length <= MAX_LINE_LENGTH) return [line];
  if (isList(value)) return [head, ...value.flatMap((below) => itemLines(below, indent + STEP))];
  if (isMap(value)) return [head, ...mapLines(value, indent + STEP)];
  if (typeof value !== "string" || SPECIAL_SPACE.test(value)) return [line];
  const folded = stringify({ [key]: value }, { lineWidth: MAX_LINE_LENGTH - indent.length }).trimEnd();
  return folded.split("\n").map((part) => (part === "" ? "" : indent + part));
}

/** An element of a list; a map starts on the line of the dash. */
function itemLines(value: YamlValue, indent: string): string[] {
  const line = `${indent}- ${flowYaml(value)}`;
  if (line.length <= MAX_LINE_LENGTH || !isMap(value) || Object.keys(value).length === 0) return [line];
  const [first = "", ...others] = mapLines(value, indent + STEP);
  return [`${indent}- ${first.slice(indent.length + STEP.length)}`, ...others];
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

function isMap(value: YamlValue): value is YamlMap {
  return typeof value === "object" && value !== null && !isList(value);
}

/** A value as YAML on one line: `{ de: Eins, en: One }`, `[1, 6]`, `"2.50"`. Reading it gives the same value. */
export function flowYaml(value: YamlValue): string {
  if (isList(value)) return `[${value.map(flowYaml).join(", ")}]`;
  if (!isMap(value)) return flowScalar(value);
  const entries = Object.entries(value).map(([key, below]) => `${flowScalar(key)}: ${flowYaml(below)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A scalar with the quotation marks that flow style needs. */
function flowScalar(value: Scalar): string {
  // YAML reads JSON's escapes; its own style would continue on the next line.
  const isQuoted = (text: string) => /[\n\r\u2028\u2029\u0085]/.test(text) || SPECIAL_SPACE.test(text);
  if (typeof value === "string" && isQuoted(value)) return JSON.stringify(value);
  const list = stringify([value], { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false });
  return list.trim().slice(1, -1);
}

/** Parses a YAML text of this program, which is known to be valid. */
export function parsedYaml(text: string): YamlValue {
  return parse(text);
}

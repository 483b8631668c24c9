import { stringify } from "yaml";
import { flowYaml, type Plain } from "./flow.ts";

type PlainMap = { readonly [key: string]: Plain };

/** Lines of a file that people read are no longer than this. */
const WIDEST = 110;
const STEP = "  ";

/**
 * A map as YAML that people can go on with: what fits on a line stands on one, everything else is spread over several, key by
 * key. Reading it gives the same map again.
 */
export function blockYaml(map: PlainMap): string {
  return mapLines(map, "")
    .map((line) => `${line}\n`)
    .join("");
}

function mapLines(map: PlainMap, indent: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => entryLines(key, value, indent));
}

function entryLines(key: string, value: Plain, indent: string): string[] {
  const head = `${indent}${flowYaml(key)}:`;
  const line = `${head} ${flowYaml(value)}`;
  if (line.length <= WIDEST) return [line];
  if (isList(value)) return [head, ...value.flatMap((below) => itemLines(below, indent + STEP))];
  if (isMap(value)) return [head, ...mapLines(value, indent + STEP)];
  return typeof value === "string" ? foldedLines(key, value, indent) : [line];
}

/** An element of a list; the first line of a map stands beside the dash. */
function itemLines(value: Plain, indent: string): string[] {
  const line = `${indent}- ${flowYaml(value)}`;
  if (line.length <= WIDEST || !isMap(value) || Object.keys(value).length === 0) return [line];
  const [first = "", ...others] = mapLines(value, indent + STEP);
  return [`${indent}- ${first.slice(indent.length + STEP.length)}`, ...others];
}

/** A long text over several lines. */
function foldedLines(key: string, text: string, indent: string): string[] {
  const written = stringify({ [key]: text }, { lineWidth: WIDEST - indent.length });
  return written
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : indent + line));
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function isMap(value: Plain): value is PlainMap {
  return typeof value === "object" && value !== null && !isList(value);
}

import Handlebars from "handlebars";
import type { Text } from "../rules/game/game.ts";

/** What a template works with: what the page tells (plain data), and what its functions make of that. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Handlebars.SafeString
  | readonly Value[]
  | { readonly [name: string]: Value };

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value) && !isSafe(value);
}

/** Whether a value is to be put in as it is, because a function made it for that. */
export function isSafe(value: Value): value is Handlebars.SafeString {
  return value instanceof Handlebars.SafeString;
}

/** What a value itself has by a name, nothing that it inherits; `undefined` where it has nothing by that name. */
export function own(value: Value, name: string): Value {
  if (!isRecord(value) && !isList(value)) return undefined;
  return Object.hasOwn(value, name) ? ((value as Record<string, Value>)[name] ?? null) : undefined;
}

/** Whether a value is words in several languages. */
export function isText(value: Value): value is Text & { readonly [name: string]: Value } {
  return isRecord(value) && Object.values(value).every((word) => typeof word === "string");
}

/** A value as plain text; lists and groups have none. */
export function plain(value: Value): string {
  if (isSafe(value)) return value.toString();
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

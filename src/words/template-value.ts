import type { Text } from "../game/game.ts";

/** What a page may tell its template: texts, numbers, lists and plain objects; nothing that can be called. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Raw
  | readonly Value[]
  | { readonly [name: string]: Value };

/** A text that is put in as it is, because a function made it for that. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value) && !(value instanceof Raw);
}

/** Whether a value is words in several languages. */
export function isText(value: Value): value is Text & { readonly [name: string]: Value } {
  return isRecord(value) && Object.values(value).every((word) => typeof word === "string");
}

/** As in Handlebars: nothing, 0, the empty text and the empty list do not hold. */
export function holds(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/**
 * Turns whatever a page was made of into values: maps become objects, everything that cannot be shown becomes null.
 * Prototypes are left behind, so that a template finds only what was meant for it.
 */
export function valueFrom(thing: unknown): Value {
  if (thing instanceof Raw) return thing;
  if (typeof thing === "string" || typeof thing === "number" || typeof thing === "boolean") return thing;
  if (Array.isArray(thing)) return thing.map(valueFrom);
  if (typeof thing !== "object" || thing === null) return null;
  const entries = thing instanceof Map ? thing.entries() : Object.entries(thing);
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[String(name)] = valueFrom(value);
  return record;
}

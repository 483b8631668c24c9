import { isAtomic } from "../merge.ts";
import { childrenOf, formsOf, type JsonSchema, withBelow } from "./json-schema.ts";

/**
 * The schema of what one file lays over another: in maps nothing need be there, and `null` takes away what may be missing.
 * Lists and values that are taken whole stay as they are.
 *
 * A `null` for what must be there is refused, although a later patch of an option could put something in its place: far
 * more often it is a value that was forgotten.
 *
 * @param path the names that lead here, `*` for any
 */
export function laidOver(schema: JsonSchema, path: readonly string[] = []): JsonSchema {
  if (isAtomic(path)) return schema;
  if (schema.anyOf !== undefined)
    return { ...schema, anyOf: formsOf(schema).map((form) => laidOver(form, path)) };
  if (schema.type !== "object") return schema;
  const { required = [], ...rest } = schema;
  const names = childrenOf(schema).map(([name]) => name);
  return withBelow(rest, (below, name) => {
    if (name === null || !names.includes(name)) return below;
    const over = laidOver(below, [...path, name]);
    return required.includes(name) ? over : orNull(over);
  });
}

/** The same, or `null`. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, const: only, enum: values } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const { const: _, ...open } = schema;
  const allowed = values ?? (only === undefined ? null : [only]);
  const nullable = { ...open, type: [type, "null"] } as JsonSchema;
  return allowed === null ? nullable : { ...nullable, enum: [...allowed, null] };
}

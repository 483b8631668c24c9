import type { z } from "zod";

/** A JSON Schema, draft 7: what editors understand best. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that explain a value and demand nothing of it. */
const ANNOTATIONS = ["title", "description", "examples", "default"] as const;

type Below = JsonSchema | boolean;

/** Keywords with one schema, with a list of schemas, and with schemas by name. */
const SINGLE = ["additionalProperties", "additionalItems", "propertyNames", "not", "if", "then", "else"];
const LISTS = ["anyOf", "allOf", "oneOf"];
const MAPS = ["properties", "patternProperties", "definitions"];

/** A copy with every schema right below changed; `name` is what it stands under, `*` where anything may stand. */
export function withBelow(
  schema: JsonSchema,
  change: (below: JsonSchema, name: string | null) => JsonSchema,
): JsonSchema {
  const one = (below: unknown, name: string | null) =>
    isSchema(below) ? change(below, name) : (below as Below);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (SINGLE.includes(keyword))
        return [keyword, one(value, keyword.startsWith("additional") ? "*" : null)];
      if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map((v) => one(v, null))];
      if (keyword === "items")
        return [keyword, Array.isArray(value) ? value.map((v) => one(v, "*")) : one(value, "*")];
      if (!MAPS.includes(keyword) || !isSchema(value)) return [keyword, value];
      const entries = Object.entries(value);
      return [keyword, Object.fromEntries(entries.map(([name, below]) => [name, one(below, name)]))];
    }),
  );
}

/** Whether something is a map, as a schema is unless it is `true` or `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of a map's keys by name; those that may have any name under `*`. */
export function childrenOf(schema: JsonSchema): [name: string, below: JsonSchema][] {
  const named = Object.entries(schema.properties ?? {});
  const others: [string, unknown][] = [["*", schema.additionalProperties]];
  return [...named, ...others].flatMap(([name, below]) => (isSchema(below) ? [[name, below]] : []));
}

/** The forms that a value may have: one, unless there is a choice. */
export function formsOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter(isSchema).flatMap(formsOf);
}

/** What a schema demands, without its explanations. */
export function demandOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

/** The explanations of a schema. */
export function annotationsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.some((known) => known === keyword);
}

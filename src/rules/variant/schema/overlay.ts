import type { z } from "zod";
import { isAtomic } from "../bases.ts";
import { MAX_ENTRIES, MAX_ID_LENGTH } from "../limits.ts";
import { UNPATCHABLE } from "../options.ts";

/**
 * The schema of what one file lays over another: in maps nothing need be there, and `null` takes away what may be missing.
 * Lists and values that are replaced as a whole stay as they are.
 *
 * A `null` for what must be there is refused, although a later patch of an option could put something in its place: far
 * more often it is a value that was forgotten.
 *
 * @param path the names that lead here, `*` for any
 */
export function overlay(schema: JsonSchema, path: readonly string[] = []): JsonSchema {
  if (isAtomic(path)) return schema;
  if (schema.anyOf !== undefined)
    return { ...schema, anyOf: formsOf(schema).map((form) => overlay(form, path)) };
  if (schema.type !== "object") return schema;
  const { required = [], ...rest } = schema;
  const names = childrenOf(schema).map(([name]) => name);
  return withBelow(rest, (below, name) => {
    if (name === null || !names.includes(name)) return below;
    const over = overlay(below, [...path, name]);
    return required.includes(name) ? over : orNull(over);
  });
}

/** The same, or `null`. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, const: only, enum: values } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const { const: _, ...open } = schema;
  const allowed = values ?? (only === undefined ? null : [only]);
  const nullable = { ...open, type: [type, "null"] } as JsonSchema;
  return allowed === null ? nullable : { ...nullable, enum: [...allowed, null] };
}

/** A key, by its name or by the form that it must have. */
type Step = Readonly<{ name: string | null; form: string }>;

/**
 * The schema of what a choice sets: a map from paths to values. A path may lead to every value that is not within a list; the
 * value there is replaced as a whole, and `null` takes away what may be missing.
 *
 * @param whole the schema of a variant that needs no base
 * @param needed the keys of a variant that can't be taken away
 */
export function patches(whole: JsonSchema, needed: readonly string[]): JsonSchema {
  const open = { ...whole, required: [...needed] };
  const ways = waysBelow(open, []).filter(({ steps }) => !UNPATCHABLE.includes(steps[0]?.name ?? ""));
  const properties: Record<string, JsonSchema> = {};
  const patternProperties: Record<string, JsonSchema> = {};
  for (const { steps, schema } of ways) {
    const isExact = steps.every(({ name }) => name !== null);
    const forms = steps.map(({ form }) => form);
    const [into, key] = isExact
      ? [properties, forms.join(".")]
      : [patternProperties, `^${forms.join("\\.")}$`];
    into[key] = either(into[key], schema);
  }
  const limits = { additionalProperties: false, maxProperties: MAX_ENTRIES } as const;
  return { type: "object", properties, patternProperties, ...limits };
}

/** The ways to the values below, and what may be written there. */
function waysBelow(schema: JsonSchema, before: readonly Step[]): { steps: Step[]; schema: JsonSchema }[] {
  return formsOf(schema).flatMap((form) =>
    childrenOf(form).flatMap(([name, below]) => {
      const steps = [...before, stepTo(name, form)];
      const value = form.required?.includes(name) ? below : wholeOrNull(below);
      return [{ steps, schema: value }, ...waysBelow(below, steps)];
    }),
  );
}

function stepTo(name: string, { propertyNames }: JsonSchema): Step {
  if (name !== "*") return { name, form: name };
  const pattern = isSchema(propertyNames) ? propertyNames.pattern : undefined;
  // A key with a dot in it can't be reached, since dots part the keys of a path.
  return { name: null, form: pattern?.replace(/^\^|\$$/g, "") ?? `[^.]{1,${MAX_ID_LENGTH}}` };
}

/** The value in the form that it has elsewhere, so that both can be shared, or `null`. */
function wholeOrNull(schema: JsonSchema): JsonSchema {
  if (schema.type !== "object" && schema.type !== "array") return orNull(schema);
  return { ...annotationsOf(schema), anyOf: [demandOf(schema), { type: "null" }] };
}

/** One or the other, where two forms of a value have the same key. */
function either(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  if (one === undefined) return other;
  const forms = [one, other].flatMap(formsOf);
  const distinct = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return distinct.length === 1 ? other : { anyOf: distinct };
}

/** A JSON Schema, draft 7: what editors understand best. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that explain a value and demand nothing of it. */
const ANNOTATIONS = ["title", "description", "examples", "default"];

/** Keywords with one schema, with a list of schemas, and with schemas by name. */
const SINGLE = ["additionalProperties", "additionalItems", "propertyNames", "not", "if", "then", "else"];
const LISTS = ["anyOf", "allOf", "oneOf"];
const MAPS = ["properties", "patternProperties", "definitions"];

/** A copy with every schema right below changed; `name` is what it stands under, `*` where anything may stand. */
export function withBelow(
  schema: JsonSchema,
  change: (below: JsonSchema, name: string | null) => JsonSchema,
): JsonSchema {
  const one = (below: unknown, name: string | null) => (isSchema(below) ? change(below, name) : below);
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
function childrenOf(schema: JsonSchema): [name: string, below: JsonSchema][] {
  const named = Object.entries(schema.properties ?? {});
  const others: [string, unknown][] = [["*", schema.additionalProperties]];
  return [...named, ...others].flatMap(([name, below]) => (isSchema(below) ? [[name, below]] : []));
}

/** The forms that a value may have: one, unless there is a choice. */
function formsOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter(isSchema).flatMap(formsOf);
}

/** What a schema demands, without its explanations. */
export function demandOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword)));
}

/** The explanations of a schema. */
export function annotationsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
}

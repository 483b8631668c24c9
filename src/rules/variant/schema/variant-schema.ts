import { z } from "zod";
import { parsedYaml } from "../../source/write-yaml.ts";
import { isAtomic, OWN_KEYS } from "../bases.ts";
import { MAX_ENTRIES, MAX_ID_LENGTH } from "../limits.ts";
import { UNPATCHABLE } from "../options.ts";
import { isRecord, writtenForm } from "../parts/definition.ts";
import { KEYS, NEEDED } from "../parts/variant.ts";

/** A JSON Schema, draft 7, which editors support best. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The id of the schema, independent of its location. */
const VARIANT_SCHEMA_ID = "urn:augenblock:variant";

/**
 * The JSON Schema of variant files, draft 7, with which editors complete and explain keys, and underline mistakes.
 *
 * It is derived from the schemas that read variants (`KEYS`). It accepts everything that the reader accepts, but the reader finds more:
 * unknown ids, patterns that dice can't show, sums that don't work.
 */
export function variantSchema(): JsonSchema {
  const bare = wholeVariant();
  const set = patches(bare, NEEDED);
  const whole = withPatches(bare, set, []);
  const over = withPatches(overlay({ ...bare, required: [...NEEDED, ...OWN_KEYS] }), set, []);
  return share({
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: VARIANT_SCHEMA_ID,
    title: "augenblock variant",
    description: "The rules of one dice game: its dice, boxes, bonuses, columns and house rules.",
    type: "object",
    if: { not: { required: ["extends"] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      ...whole,
      required: ["id"],
      if: { not: { properties: { abstract: { const: true } }, required: ["abstract"] } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: [...NEEDED] },
    },
    else: { ...over, required: ["id"] },
  });
}

/** Inserts the schema of what choices may set. */
function withPatches(schema: JsonSchema, set: JsonSchema, path: readonly string[]): JsonSchema {
  return withBelow(schema, (below, name) => {
    const here = name === null ? path : [...path, name];
    if (here.join(".") !== "options.*.choices.*.set") return withPatches(below, set, here);
    const mayBeNull = Array.isArray(below.type) && below.type.includes("null");
    return { ...pickAnnotations(below), ...(mayBeNull ? { anyOf: [set, { type: "null" }] } : set) };
  });
}

/** The schema of a variant without a base. All top-level keys are optional. */
export function wholeVariant(): JsonSchema {
  const shape = Object.entries<z.ZodType>(KEYS).map(([key, rule]) => [key, rule.optional()]);
  return normalizeSchema(toJsonSchema(z.strictObject(Object.fromEntries(shape))));
}

/** zod's own translation, with the written form of values that our code reads. */
function toJsonSchema(definition: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(definition, {
    io: "input",
    target: "draft-07",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const form = writtenForm(zodSchema);
      if (form === null) return;
      const { description } = jsonSchema;
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      Object.assign(jsonSchema, toJsonSchema(form), description === undefined ? {} : { description });
    },
  });
  return made;
}

/** Moves the example of each explanation to `examples`, and adapts keys to YAML. */
function normalizeSchema(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = withBelow(schema, normalizeSchema);
  const [description = "", example] = rest.description?.split(" → ") ?? [];
  const made = example === undefined ? rest : { ...rest, description, examples: [parsedYaml(example)] };
  if (!isRecord(propertyNames)) return made;
  // To editors, the key of `1: black` is a number, which a schema of strings would underline.
  const { type: _, ...form } = propertyNames;
  return Object.keys(form).length === 0 ? made : { ...made, propertyNames: form };
}

/** Shorter schemas are repeated inline. */
const MIN_SHARED_LENGTH = 160;

/** Moves repeated schemas to `definitions`, named after the keys of their first place. Explanations stay with the value. */
function share(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  countBelow(schema);
  return { ...insertRefs(schema, []), definitions };

  function countBelow(one: JsonSchema): void {
    withBelow(one, (below) => {
      const text = JSON.stringify(stripAnnotations(below));
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      // Its parts occur as often as it does.
      if (count === 1) countBelow(below);
      return below;
    });
  }

  function insertRefs(one: JsonSchema, path: readonly string[]): JsonSchema {
    return withBelow(one, (below, name) => {
      const here = name === null || name === "*" ? path : [...path, name];
      const text = JSON.stringify(stripAnnotations(below));
      if ((counts.get(text) ?? 0) < 2 || text.length < MIN_SHARED_LENGTH) return insertRefs(below, here);
      return { ...pickAnnotations(below), $ref: `#/definitions/${nameDefinition(text, here)}` };
    });
  }

  function nameDefinition(text: string, path: readonly string[]): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const plain = path.map(plainName).join("-");
    const taken = [...names.values()].filter((n) => n === plain || n.startsWith(`${plain}--`)).length;
    const name = taken === 0 ? plain : `${plain}--${taken + 1}`;
    names.set(text, name);
    definitions[name] = insertRefs(JSON.parse(text), path);
    return name;
  }
}

/** The words of a key, or of a pattern of keys. */
function plainName(name: string): string {
  const words = name.replace(/\[[^\]]*\](\*|\{[\d,]*\})?/g, "").replace(/\\\./g, ".");
  return words
    .split(/[^a-z_]+/)
    .filter((word) => word !== "")
    .join("-");
}

/**
 * The schema of a file that extends another: everything is optional, and `null` removes what may be missing. `null` for a required key is
 * rejected, since it is usually a forgotten value. @param path the names that lead here, `*` for any
 */
function overlay(schema: JsonSchema, path: readonly string[] = []): JsonSchema {
  if (isAtomic(path)) return schema;
  if (schema.anyOf !== undefined)
    return { ...schema, anyOf: listAlternatives(schema).map((form) => overlay(form, path)) };
  if (schema.type !== "object") return schema;
  const { required = [], ...rest } = schema;
  const names = listChildren(schema).map(([name]) => name);
  return withBelow(rest, (below, name) => {
    if (name === null || !names.includes(name)) return below;
    const over = overlay(below, [...path, name]);
    return required.includes(name) ? over : orNull(over);
  });
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, const: only, ...open } = schema;
  if (open.anyOf !== undefined) return { ...schema, anyOf: [...open.anyOf, { type: "null" }] };
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const allowed = open.enum ?? (only === undefined ? null : [only]);
  const nullable = { ...open, type: [type, "null"] } as JsonSchema;
  return allowed === null ? nullable : { ...nullable, enum: [...allowed, null] };
}

/** A key, by its name or by its pattern. */
type Step = Readonly<{ name: string | null; form: string }>;

/** The schema of what a choice sets: values by path, not in lists; `null` removes what may be missing. @param needed the required keys */
function patches(whole: JsonSchema, needed: readonly string[]): JsonSchema {
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

/** The paths to all values below, with their schemas. */
function waysBelow(schema: JsonSchema, before: readonly Step[]): { steps: Step[]; schema: JsonSchema }[] {
  return listAlternatives(schema).flatMap((form) =>
    listChildren(form).flatMap(([name, below]) => {
      const steps = [...before, buildStep(name, form)];
      const value = form.required?.includes(name) ? below : wholeOrNull(below);
      return [{ steps, schema: value }, ...waysBelow(below, steps)];
    }),
  );
}

function buildStep(name: string, { propertyNames }: JsonSchema): Step {
  if (name !== "*") return { name, form: name };
  const pattern = isRecord(propertyNames) ? propertyNames.pattern : undefined;
  // Keys with dots are unreachable, since dots separate the keys of a path.
  return { name: null, form: pattern?.replace(/^\^|\$$/g, "") ?? `[^.]{1,${MAX_ID_LENGTH}}` };
}

/** The value in the same form as elsewhere, so that it can be shared, or `null`. */
function wholeOrNull(schema: JsonSchema): JsonSchema {
  if (schema.type !== "object" && schema.type !== "array") return orNull(schema);
  return { ...pickAnnotations(schema), anyOf: [stripAnnotations(schema), { type: "null" }] };
}

/** The union of two schemas for the same key. */
function either(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  if (one === undefined) return other;
  const forms = [one, other].flatMap(listAlternatives);
  const distinct = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return distinct.length === 1 ? other : { anyOf: distinct };
}

/** Keywords that explain a value without restricting it. */
const ANNOTATIONS = ["title", "description", "examples", "default"];

/** Keywords with schemas by name, and keywords with plain values. */
const MAPS = ["properties", "patternProperties", "definitions"];
const VALUES = [...ANNOTATIONS, "const", "enum"];

/** A copy with every direct subschema changed; `name` is its key, `*` for any key. */
export function withBelow(
  schema: JsonSchema,
  change: (below: JsonSchema, name: string | null) => JsonSchema,
): JsonSchema {
  const one = (below: unknown, name: string | null) => (isRecord(below) ? change(below, name) : below);
  const inside = ([keyword, value]: [string, unknown]): unknown => {
    if (VALUES.includes(keyword)) return value;
    if (MAPS.includes(keyword))
      return Object.fromEntries(Object.entries(value ?? {}).map(([name, below]) => [name, one(below, name)]));
    const name = keyword === "items" || keyword.startsWith("additional") ? "*" : null;
    return Array.isArray(value) ? value.map((below) => one(below, name)) : one(value, name);
  };
  return Object.fromEntries(Object.entries(schema).map((entry) => [entry[0], inside(entry)]));
}

/** The schemas of a map's keys; `*` for any key. */
function listChildren(schema: JsonSchema): [name: string, below: JsonSchema][] {
  const named = Object.entries(schema.properties ?? {});
  const others: [string, unknown][] = [["*", schema.additionalProperties]];
  return [...named, ...others].flatMap(([name, below]) => (isRecord(below) ? [[name, below]] : []));
}

/** The alternative forms of a value. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter(isRecord).flatMap(listAlternatives);
}

/** A schema without its explanations. */
function stripAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword)));
}

function pickAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
}

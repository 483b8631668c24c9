import { z } from "zod";
import { parsedYaml } from "../../source/write-yaml.ts";
import { isAtomic, OWN_KEYS } from "../bases.ts";
import { MAX_ENTRIES, MAX_ID_LENGTH } from "../limits.ts";
import { UNPATCHABLE } from "../options.ts";
import { isRecord, writtenForm } from "../parts/definition.ts";
import { KEYS, NEEDED } from "../parts/variant.ts";

/** A JSON Schema, draft 7: what editors understand best. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What names the schema of variants, wherever its file lies. */
const VARIANT_SCHEMA_ID = "urn:augenblock:variant";

/**
 * A JSON Schema of variant files, draft 7, for editors: it completes keys, explains them and underlines what can't be right.
 *
 * It is made from the definitions that read variants (`KEYS`), so it knows each key that they know. It underlines nothing
 * that the reading accepts, but the reading sees more: what ids name, whether dice can show a pattern, what adds up.
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

/** The schema with what choices may set put into it. */
function withPatches(schema: JsonSchema, set: JsonSchema, path: readonly string[]): JsonSchema {
  return withBelow(schema, (below, name) => {
    const here = name === null ? path : [...path, name];
    if (here.join(".") !== "options.*.choices.*.set") return withPatches(below, set, here);
    const mayBeNull = Array.isArray(below.type) && below.type.includes("null");
    return { ...pickAnnotations(below), ...(mayBeNull ? { anyOf: [set, { type: "null" }] } : set) };
  });
}

/** The schema of a variant that needs no base, made from the definitions that read it. All keys of the top may be missing. */
export function wholeVariant(): JsonSchema {
  const shape = Object.entries<z.ZodType>(KEYS).map(([key, rule]) => [key, rule.optional()]);
  return normalizeSchema(toJsonSchema(z.strictObject(Object.fromEntries(shape))));
}

/** zod's own translation; what code of ours reads is put in as the form that a file may write. */
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

/** The same with the example of each explanation in a list of its own, and with keys as YAML has them. */
function normalizeSchema(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = withBelow(schema, normalizeSchema);
  const [description = "", example] = rest.description?.split(" → ") ?? [];
  const made = example === undefined ? rest : { ...rest, description, examples: [parsedYaml(example)] };
  if (!isRecord(propertyNames)) return made;
  // Editors take the `1` of `1: black` for a number, so a schema that demands a text would underline it.
  const { type: _, ...form } = propertyNames;
  return Object.keys(form).length === 0 ? made : { ...made, propertyNames: form };
}

/** Shorter ones are written out wherever they are needed. */
const MIN_SHARED_LENGTH = 160;

/** The schema with whatever occurs twice in `definitions`, named after the keys of its first place. Explanations stay with the value. */
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
      // Whatever it contains occurs as often as it does.
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

/** The words of a key, or of the form that a key must have. */
function plainName(name: string): string {
  const words = name.replace(/\[[^\]]*\](\*|\{[\d,]*\})?/g, "").replace(/\\\./g, ".");
  return words
    .split(/[^a-z_]+/)
    .filter((word) => word !== "")
    .join("-");
}

/**
 * The schema of what one file lays over another: maps may lack anything, and `null` takes away what may be missing. For what must
 * be there, `null` is more often a forgotten value than one that an option patches. @param path the names that lead here, `*` for any
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

/** A key, by its name or by the form that it must have. */
type Step = Readonly<{ name: string | null; form: string }>;

/** The schema of what a choice sets: values by path, not within lists; `null` takes away what may be missing. @param needed what may not */
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

/** The ways to the values below, and what may be written there. */
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
  // A key with a dot in it can't be reached, since dots part the keys of a path.
  return { name: null, form: pattern?.replace(/^\^|\$$/g, "") ?? `[^.]{1,${MAX_ID_LENGTH}}` };
}

/** The value in the form that it has elsewhere, so that both can be shared, or `null`. */
function wholeOrNull(schema: JsonSchema): JsonSchema {
  if (schema.type !== "object" && schema.type !== "array") return orNull(schema);
  return { ...pickAnnotations(schema), anyOf: [stripAnnotations(schema), { type: "null" }] };
}

/** One or the other, where two forms of a value have the same key. */
function either(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  if (one === undefined) return other;
  const forms = [one, other].flatMap(listAlternatives);
  const distinct = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return distinct.length === 1 ? other : { anyOf: distinct };
}

/** Keywords that explain a value and demand nothing of it. */
const ANNOTATIONS = ["title", "description", "examples", "default"];

/** Keywords with schemas by name, and with values that are no schemas. */
const MAPS = ["properties", "patternProperties", "definitions"];
const VALUES = [...ANNOTATIONS, "const", "enum"];

/** A copy with every schema right below changed; `name` is what it stands under, `*` where anything may stand. */
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

/** The schemas of a map's keys by name; those that may have any name under `*`. */
function listChildren(schema: JsonSchema): [name: string, below: JsonSchema][] {
  const named = Object.entries(schema.properties ?? {});
  const others: [string, unknown][] = [["*", schema.additionalProperties]];
  return [...named, ...others].flatMap(([name, below]) => (isRecord(below) ? [[name, below]] : []));
}

/** The forms that a value may have: one, unless there is a choice. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter(isRecord).flatMap(listAlternatives);
}

/** What a schema demands, without its explanations. */
function stripAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword)));
}

function pickAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
}

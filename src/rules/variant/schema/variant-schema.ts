import { z } from "zod";
import { parsedYaml } from "../../source/write-yaml.ts";
import { OWN_KEYS } from "../bases.ts";
import { writtenForm } from "../parts/definition.ts";
import { KEYS, NEEDED } from "../parts/variant.ts";
import {
  annotationsOf,
  demandOf,
  isSchema,
  type JsonSchema,
  overlay,
  patches,
  withBelow,
} from "./overlay.ts";

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
    return { ...annotationsOf(below), ...(mayBeNull ? { anyOf: [set, { type: "null" }] } : set) };
  });
}

/** The schema of a variant that needs no base, made from the definitions that read it. All keys of the top may be missing. */
export function wholeVariant(): JsonSchema {
  const shape = Object.entries<z.ZodType>(KEYS).map(([key, rule]) => [key, rule.optional()]);
  return withNumberKeys(withExamples(jsonSchemaOf(z.strictObject(Object.fromEntries(shape)))));
}

/** zod's own translation; what code of ours reads is put in as the form that a file may write. */
function jsonSchemaOf(definition: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(definition, {
    io: "input",
    target: "draft-07",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const form = writtenForm(zodSchema);
      if (form === null) return;
      const { description } = jsonSchema;
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      Object.assign(jsonSchema, jsonSchemaOf(form), description === undefined ? {} : { description });
    },
  });
  return made;
}

/** The example of each explanation as JSON Schema has it: a list. */
function withExamples(schema: JsonSchema): JsonSchema {
  const made = withBelow(schema, withExamples);
  const [description = "", example] = made.description?.split(" → ") ?? [];
  return example === undefined ? made : { ...made, description, examples: [parsedYaml(example)] };
}

/**
 * Keys as YAML has them: editors take the `1` of `1: black` for a number, so a schema that demands a text would underline it.
 * The pattern of a key is demanded all the same.
 */
function withNumberKeys(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = withBelow(schema, withNumberKeys);
  if (!isSchema(propertyNames)) return propertyNames === undefined ? rest : { ...rest, propertyNames };
  const { type: _, ...form } = propertyNames;
  return Object.keys(form).length === 0 ? rest : { ...rest, propertyNames: form };
}

/** Shorter ones are written out wherever they are needed. */
const MIN_SHARED_LENGTH = 160;

/**
 * The same schema with everything that occurs twice moved to `definitions`, each named after the keys that lead to its first
 * occurrence. Explanations stay with the value.
 */
function share(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  countBelow(schema);
  return { ...replaced(schema, []), definitions };

  function countBelow(one: JsonSchema): void {
    withBelow(one, (below) => {
      const text = JSON.stringify(demandOf(below));
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      // Whatever it contains occurs as often as it does.
      if (count === 1) countBelow(below);
      return below;
    });
  }

  function replaced(one: JsonSchema, path: readonly string[]): JsonSchema {
    return withBelow(one, (below, name) => {
      const here = name === null || name === "*" ? path : [...path, name];
      const text = JSON.stringify(demandOf(below));
      if ((counts.get(text) ?? 0) < 2 || text.length < MIN_SHARED_LENGTH) return replaced(below, here);
      return { ...annotationsOf(below), $ref: `#/definitions/${nameFor(text, here)}` };
    });
  }

  function nameFor(text: string, path: readonly string[]): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const plain = path.map(plainName).join("-");
    const taken = [...names.values()].filter((n) => n === plain || n.startsWith(`${plain}--`)).length;
    const name = taken === 0 ? plain : `${plain}--${taken + 1}`;
    names.set(text, name);
    definitions[name] = replaced(JSON.parse(text), path);
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

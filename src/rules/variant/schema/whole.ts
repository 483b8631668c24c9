import { z } from "zod";
import { KEYS } from "../parts/variant.ts";
import { writtenForm } from "../parts/written.ts";
import { isSchema, type JsonSchema, withBelow } from "./json-schema.ts";

/** The schema of a variant that needs no base, made from the definitions that read it. All keys of the top may be missing. */
export function wholeVariant(): JsonSchema {
  const shape = Object.entries(KEYS).map(([key, rule]) => {
    const written: z.ZodType = "written" in rule ? rule.written : rule;
    return [key, written.optional()];
  });
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
      const said = { ...jsonSchema };
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      const words = Object.entries(said).filter(([keyword]) => ["description", "example"].includes(keyword));
      Object.assign(jsonSchema, jsonSchemaOf(form), Object.fromEntries(words));
    },
  });
  return made;
}

/** The one example of each definition as JSON Schema has it: a list. */
function withExamples(schema: JsonSchema): JsonSchema {
  const { example, ...rest } = withBelow(schema, withExamples);
  return example === undefined || !isSchema(rest) ? rest : { ...rest, examples: [example] };
}

/**
 * Keys as YAML has them: editors take the `1` of `1: black` for a number, so a schema that asks for a text would underline it.
 * What form a key has is asked for all the same.
 */
function withNumberKeys(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = withBelow(schema, withNumberKeys);
  if (!isSchema(propertyNames)) return propertyNames === undefined ? rest : { ...rest, propertyNames };
  const { type: _, ...form } = propertyNames;
  return Object.keys(form).length === 0 ? rest : { ...rest, propertyNames: form };
}

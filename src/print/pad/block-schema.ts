import { z } from "zod";
import { parsedYaml } from "../../rules/source/write-yaml.ts";
import { BLOCK } from "./block-file.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What names the schema of block files, wherever its file lies. */
const BLOCK_SCHEMA_ID = "urn:augenblock:block";

/**
 * A JSON Schema of block files, draft 7, for editors. It is made from the definition that reads them, so it knows each key with its
 * explanation, and underlines nothing that the reading accepts; whether a colour can be read or a paper exists, only the reading knows.
 */
export function blockSchema(): JsonSchema {
  const { properties = {}, ...rest } = z.toJSONSchema(BLOCK, { io: "input", target: "draft-07" });
  const keys = Object.entries(properties as Record<string, JsonSchema>);
  return {
    $id: BLOCK_SCHEMA_ID,
    title: "augenblock block",
    description: "A pad with everything that it takes to print it again: its game, paper, words and looks.",
    ...rest,
    properties: Object.fromEntries(keys.map(([key, schema]) => [key, extractExample(schema)])),
  };
}

/** The same with the example of its explanation in a list of its own. */
function extractExample({ propertyNames: _, ...schema }: JsonSchema): JsonSchema {
  const [description = "", example = ""] = schema.description?.split(" → ") ?? [];
  return { ...schema, description, examples: [parsedYaml(example)] };
}

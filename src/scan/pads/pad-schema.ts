import { z } from "zod";
import { parsedYaml } from "../../rules/source/write-yaml.ts";
import { PAD } from "./pad-file.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What names the schema of pad files, wherever its file lies. */
const PAD_SCHEMA_ID = "urn:augenblock:pad";

/**
 * A JSON Schema of pad files, draft 7, for editors, made from the definition that reads them. It underlines nothing that the reading
 * accepts; which rows a game has, only the reading knows.
 */
export function padSchema(): JsonSchema {
  const { properties = {}, ...rest } = z.toJSONSchema(PAD, { io: "input", target: "draft-07" });
  const keys = Object.entries(properties as Record<string, JsonSchema>);
  return {
    $id: PAD_SCHEMA_ID,
    title: "augenblock pad",
    description: "The rows and columns of a pad that was bought, so that photos of it can be read.",
    ...rest,
    properties: Object.fromEntries(keys.map(([key, schema]) => [key, edited(schema)])),
  };
}

/** The same with the example of its explanation in a list of its own. */
function edited(schema: JsonSchema): JsonSchema {
  const [description = "", example = ""] = schema.description?.split(" → ") ?? [];
  return { ...schema, description, examples: [parsedYaml(example)] };
}

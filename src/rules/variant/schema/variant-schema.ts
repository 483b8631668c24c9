import { NEEDED } from "../parts/variant.ts";
import { annotationsOf, type JsonSchema, withBelow } from "./json-schema.ts";
import { laidOver } from "./laid-over.ts";
import { patches } from "./patches.ts";
import { share } from "./share.ts";
import { wholeVariant } from "./whole.ts";

/** What a file says of itself; no base has it to take away. */
const OWN_KEYS = ["id", "extends", "abstract"];

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
  const over = withPatches(laidOver({ ...bare, required: [...NEEDED, ...OWN_KEYS] }), set, []);
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

import { isRecord } from "../../rules/variant/parts/definition.ts";
import { type JsonSchema, wholeVariant } from "../../rules/variant/schema/variant-schema.ts";
import type { Path } from "../../rules/variant/tree.ts";

let whole: JsonSchema | null = null;

/** Every form that a value of a variant file may have at a path, by the program's own schema; none where nothing may stand. */
export function listSchemasAtPath(path: Path): JsonSchema[] {
  whole ??= wholeVariant();
  return path.reduce<JsonSchema[]>(
    (forms, step) => forms.flatMap((form) => below(form, step)),
    listAlternatives(whole),
  );
}

function below(form: JsonSchema, step: string | number): JsonSchema[] {
  const { properties = {}, patternProperties = {}, additionalProperties, items } = form;
  if (typeof step === "number")
    return (Array.isArray(items) ? items : [items]).filter(isRecord).flatMap(listAlternatives);
  if (Object.hasOwn(properties, step)) return [properties[step]].filter(isRecord).flatMap(listAlternatives);
  const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern).test(step));
  const others = matching.length > 0 ? matching.map(([, one]) => one) : [additionalProperties];
  return others.filter(isRecord).flatMap(listAlternatives);
}

/** The forms to choose from, each with the explanation of the whole. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf === undefined) return [schema];
  const { description, examples } = schema;
  const about = description === undefined ? {} : { description, examples: examples ?? [] };
  return schema.anyOf.filter(isRecord).flatMap((one) => listAlternatives({ ...about, ...one }));
}

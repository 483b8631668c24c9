import { annotationsOf, demandOf, type JsonSchema, withBelow } from "./json-schema.ts";

/** Shorter ones are written out wherever they are needed. */
const SHORTEST = 160;

/**
 * The same schema with everything that it says twice said once, under `definitions`, each named after the keys that lead to
 * its first place. What is said about a value stays where the value is.
 */
export function share(schema: JsonSchema): JsonSchema {
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
      // What stands in it is as often there as it is itself.
      if (count === 1) countBelow(below);
      return below;
    });
  }

  function replaced(one: JsonSchema, path: readonly string[]): JsonSchema {
    return withBelow(one, (below, name) => {
      const here = name === null || name === "*" ? path : [...path, name];
      const text = JSON.stringify(demandOf(below));
      if ((counts.get(text) ?? 0) < 2 || text.length < SHORTEST) return replaced(below, here);
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

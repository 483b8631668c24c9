import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Every key that a variant file can have, from the schema that editors use; paths of options are no keys. */
function keysOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [name, below] of Object.entries(schema)) {
    if (name === "properties" && typeof below === "object" && below !== null)
      for (const key of Object.keys(below)) if (!key.includes(".")) found.add(key);
    keysOf(below, found);
  }
  return found;
}

test("docs/variants.md has every key of a variant file", () => {
  const keys = [...keysOf(JSON.parse(readFileSync("variants/variant.schema.json", "utf8")))];
  const code = (readFileSync("docs/variants.md", "utf8").match(/```[\s\S]*?```|`[^`]*`/g) ?? []).join("\n");
  const words = new Set(code.split(/[^a-z_-]+/));
  expect(keys.length).toBeGreaterThan(80);
  expect(keys.filter((key) => !words.has(key))).toEqual([]);
});

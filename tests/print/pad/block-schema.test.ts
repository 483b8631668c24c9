import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blockSchema, readBlockFile } from "../../../src/print/pad/block-file.ts";
import { variantSchema } from "../../../src/rules/variant/schema/variant-schema.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, allowMatchingProperties: true });
const validate = ajv.compile(JSON.parse(read("variants/block.schema.json")));

interface Key {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}
const KEYS = Object.entries(blockSchema().properties as Record<string, Key>);

describe("the schema of block files", () => {
  it("is made from the definition as it is; `npm run schema` makes it anew", () => {
    expect(JSON.parse(read("variants/block.schema.json"))).toEqual(blockSchema());
  });

  it("has a name of its own beside that of variants", () => {
    expect(blockSchema().$id).toBe("urn:augenblock:block");
    ajv.addSchema(variantSchema());
    for (const id of ["urn:augenblock:block", "urn:augenblock:variant"])
      expect(ajv.getSchema(id)).toBeDefined();
  });

  it("explains every key, with an example that the program reads", () => {
    expect(KEYS.length).toBeGreaterThan(25);
    for (const [key, { description, examples = [] }] of KEYS) {
      expect(description, key).toMatch(/^[A-Za-z].*\.$/);
      expect(examples, key).toHaveLength(1);
      const lines = [`${JSON.stringify(key)}: ${JSON.stringify(examples[0])}`];
      const text = [...(key === "block" ? [] : ["block: yazzo"]), ...lines].join("\n");
      expect(readBlockFile("block.yaml", text), key).toMatchObject({ ok: true });
      expect(validate(parse(text)), key).toBe(true);
    }
  });

  it("flags nothing in a block that the program accepts", () => {
    expect(validate(parse(read("examples/lion.yaml")))).toBe(true);
    expect(validate(parse("block: yazzo\ntitle: 2026\ndate: true\nplayers-named: Anna,Ben\n"))).toBe(true);
  });

  it.each([
    ["a block without a game", "title: Lion"],
    ["a key that there is not", "block: yazzo\ntitel: Lion"],
    ["a number out of bounds", "block: yazzo\nplayers: 0"],
    ["a profile that there is not", "block: yazzo\nprofile: copier"],
    ["a list for a title", "block: yazzo\ntitle: [Lion]"],
  ])("flags %s, as the program does", (_, text) => {
    expect(validate(parse(text))).toBe(false);
    expect(readBlockFile("block.yaml", text)).toMatchObject({ ok: false });
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadStyle, styleIds } from "../../../src/files/package/templates.ts";
import { BARE_STYLE } from "../../../src/print/style/style.ts";
import { readStyleFile, styleSchema } from "../../../src/print/style/style-file.ts";
import { bad, good } from "../../support/results.ts";

const read = (text: string) => readStyleFile("my.yaml", text);
const told = (text: string) =>
  bad(read(text)).map(({ code, place, message, hint }) => {
    return `${place?.line}:${place?.col} ${code}: ${message}${hint === null ? "" : ` (${hint})`}`;
  });

describe("style files", () => {
  it("look plain wherever they say nothing", () => {
    expect(good(read("style: mine"))).toEqual(BARE_STYLE);
  });

  it("are read with sizes and tints in percent", () => {
    const style = good(
      read("style: mine\nface: slab\ntitle-size: 120\ndice-size: 110\ntint-heads: 0\ntint-total: 12\n"),
    );
    expect(style).toMatchObject({ face: "slab", titleSize: 1.2, diceSize: 1.1 });
    expect(style.tints).toEqual({ heads: 0, sums: null, total: 0.12 });
  });

  it("have all their problems told at once, each with its place", () => {
    const text = "style: Mine!\nfaces: slab\nframe: triple\ntint-sums: 20\ntitle-size: big\ncorners:\n";
    expect(told(text)).toMatchInlineSnapshot(`
      [
        "1:8 bad-value: \`style\` must be lowercase letters, digits and hyphens (docs/styles.md describes the keys of a style)",
        "5:13 bad-value: \`title-size\` must be a number (docs/styles.md describes the keys of a style)",
        "3:8 bad-value: \`frame\` must be one of single, double, fine, rounded (docs/styles.md describes the keys of a style)",
        "6:9 empty-key: \`corners\` has no value (give it a value or leave it out)",
        "4:12 bad-value: \`tint-sums\` must be at most 12 (darker tints turn black on a copier)",
        "2:1 unknown-key: a style has no key \`faces\` (did you mean \`face\`?)",
      ]
    `);
  });

  it("need a name, and must be a map", () => {
    expect(told("face: slab")).toMatchInlineSnapshot(`
      [
        "1:1 missing-key: a style needs a name: \`style: …\` (docs/styles.md describes the keys of a style)",
      ]
    `);
    expect(told("- slab")).toMatchInlineSnapshot(`
      [
        "1:1 wrong-type: a style is a map of \`key: …\`",
      ]
    `);
  });

  it("tell the second of two equal keys", () => {
    expect(bad(read("style: a\nface: slab\nface: round\n")).map(({ code }) => code)).toEqual([
      "duplicate-key",
    ]);
  });
});

describe("shipped styles", () => {
  it("can all be read, are named like their files, and dress a sheet", async () => {
    expect(styleIds()).toEqual(["plain", "classic", "elegant", "kids", "pub"]);
    for (const id of styleIds()) {
      const text = readFileSync(`templates/styles/${id}.yaml`, "utf8");
      expect(text).toContain(`\nstyle: ${id}\n`);
      const style = good(readStyleFile(id, text));
      expect(good(await loadStyle(id))).toEqual(style);
      expect(style, id).not.toEqual(BARE_STYLE);
    }
  });

  it("are suggested for a name that none has", async () => {
    const [problem] = bad(await loadStyle("clasic"));
    expect(problem?.code).toBe("unknown-style");
    expect(String(problem?.hint)).toContain("classic");
  });
});

describe("the schema of style files", () => {
  it("is the one in the package", () => {
    expect(JSON.parse(readFileSync("variants/style.schema.json", "utf8"))).toEqual(styleSchema());
  });

  it("has every key with a description and an example that can be read", () => {
    const keys = Object.entries(
      styleSchema().properties as Record<string, { description?: string; examples?: unknown[] }>,
    );
    expect(keys.length).toBeGreaterThan(10);
    for (const [key, { description = "", examples = [] }] of keys) {
      expect(description, key).not.toBe("");
      const example = { style: "mine", [key]: examples[0] };
      good(read(JSON.stringify(example)));
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blockYaml } from "../../../src/rules/source/write-yaml.ts";
import type { TextNode } from "../../../src/rules/source/text.ts";
import { readYaml } from "../../../src/rules/source/yaml.ts";

/** What a text holds, as it is read here. */
function held(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(held);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, held(value)]));
}

function readBack(text: string): unknown {
  const read = readYaml("test.yaml", text);
  if (!read.ok) throw new Error(`${read.problems[0]?.message} in\n${text}`);
  return held(read.value.root);
}

describe("a map as YAML for people", () => {
  it("stands on one line where it fits, and is spread key by key where it does not", () => {
    const label = { de: "Ein Feld mit einem Namen", en: "A box with a name" };
    expect(
      blockYaml({ id: "ours", name: { de: "a", en: "b" }, boxes: { one: label, two: label, three: label } }),
    ).toBe(
      `id: ours
name: { de: a, en: b }
boxes:
  one: { de: Ein Feld mit einem Namen, en: A box with a name }
  two: { de: Ein Feld mit einem Namen, en: A box with a name }
  three: { de: Ein Feld mit einem Namen, en: A box with a name }
`,
    );
  });

  it("has lists with an element a line, and long texts on several", () => {
    const text = "Sieben Wörter und dann noch einige mehr. ".repeat(5).trim();
    const written = blockYaml({ list: [{ a: 1, text }, [1, 2]], note: text });
    expect(written.split("\n").every((line) => line.length <= 110)).toBe(true);
    expect(written).toContain("list:\n  - a: 1\n    text:");
    expect(readBack(written)).toEqual({ list: [{ a: 1, text }, [1, 2]], note: text });
  });

  it("has nothing, and what holds nothing, as one word or two signs", () => {
    expect(blockYaml({ a: null, b: {}, c: [], d: [null, {}], e: "" })).toBe(
      'a: null\nb: {}\nc: []\nd: [null, {}]\ne: ""\n',
    );
  });

  it("has short texts of several lines on one, with signs for the line breaks", () => {
    expect(blockYaml({ a: "one\ntwo", b: ["x\r", { c: "\n" }] })).toBe(
      'a: "one\\ntwo"\nb: ["x\\r", { c: "\\n" }]\n',
    );
  });

  it("leaves a value beside a key that is as long as a line", () => {
    const key = "k".repeat(120);
    expect(blockYaml({ [key]: 5, a: { [key]: true } })).toBe(`${key}: 5\na:\n  ${key}: true\n`);
  });

  it("has texts of several lines below their keys, and no blanks where lines are empty", () => {
    const text = `${"word ".repeat(30)}end\n\nlast`;
    const written = blockYaml({ a: { b: { text } } });
    expect(written).toMatch(/\n\n/);
    expect(written).not.toMatch(/ $/m);
    expect(readBack(written)).toEqual({ a: { b: { text } } });
  });

  it("reads back as what it was, whatever stands in it", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 140, unit: "grapheme" }),
      fc.constantFrom(
        "",
        "no",
        "1",
        "~",
        "- a",
        "a: b",
        "# c",
        "2.50",
        " x ",
        "“„",
        "'",
        '"',
        "{",
        "&a",
        "*",
        "!t",
        "%",
      ),
    );
    const plain = word.filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u.test(text));
    const key = plain.filter((text) => !["", "<<", "__proto__"].includes(text));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, plain, fc.integer(), fc.boolean(), tie("list"), tie("map")),
      list: fc.array(tie("value"), { maxLength: 4 }),
      map: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), (map) => {
        const written = blockYaml(map as Parameters<typeof blockYaml>[0]);
        expect(parse(written)).toEqual(map);
        expect(readBack(written)).toEqual(map);
      }),
      { numRuns: 150 },
    );
  });
});

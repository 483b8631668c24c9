import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Scalar, TextNode } from "../../../src/rules/source/text.ts";
import { readYaml } from "../../../src/rules/source/yaml.ts";

/** Keys, values and the places of both, in one comparable shape; where a map or list ends is nobody's business. */
function shape(node: TextNode): unknown {
  if (node.kind === "list") return node.items.map(shape);
  if (node.kind === "map")
    return { map: node.entries.map((e) => [e.key, e.keySpan.from, e.keySpan.to, shape(e.value)]) };
  const { value, source, from, to } = node;
  return source === "" ? { value } : { value, source, from, to };
}

function plainValue(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map((e) => [e.key, plainValue(e.value)]));
}

function rootOf(text: string): TextNode | null {
  const read = readYaml("f", text);
  return read.ok ? read.value.root : null;
}

function scalarsIn(node: TextNode): Extract<TextNode, { kind: "scalar" }>[] {
  if (node.kind === "scalar") return [node];
  if (node.kind === "list") return node.items.flatMap(scalarsIn);
  return node.entries.flatMap(({ value }) => scalarsIn(value));
}

const word = fc.constantFrom("ones", "1er", "Große Straße", "x y", "Full-House", "no", "upper.sum", "ä");
const value: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -99, max: 9999 }),
  fc.constantFrom<Scalar>(
    null,
    true,
    2.5,
    "X",
    "/",
    "–",
    "12",
    "007",
    "it's",
    'say "x"',
    "a: b",
    "#1",
    "~",
    " s ",
  ),
);
const tree: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: "small", withCrossShrink: true }, value, tie("map"), tie("list")),
  map: fc.dictionary(word, tie("node"), { maxKeys: 4 }),
  list: fc.array(tie("node"), { maxLength: 3 }),
})).map;

/** Lines as a hand may type them, sensible or not. */
const typed = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "  ", "    ", "\t", "- ", "  - ", "   "),
      fc.constantFrom("a", "b", "c d", "Ä", "12", '"q"', "-", "---", "a b:c", "", "- x", "? k"),
      fc.constantFrom(":", ": ", ":  ", ":x", "", ": - "),
      fc.constantFrom(
        "",
        "1",
        "-5",
        "- 5",
        "-",
        "X # note",
        "#c",
        "'a'",
        "'it''s'",
        '"q"',
        '"q" x',
        "{a: 1}",
        "&a",
        "a  b ",
        "1\r",
      ),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.map((parts) => parts.join("")).join("\n"));

describe("what is read", () => {
  test("is what the library reads", () => {
    fc.assert(
      fc.property(tree, (data) => {
        const text = stringify(data);
        const root = rootOf(text);
        expect(root === null ? null : plainValue(root)).toEqual(parse(text));
      }),
      { numRuns: 300 },
    );
  });

  test("stands where its places say, whatever is typed", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const root = rootOf(text);
        fc.pre(root !== null);
        for (const { source, from, to } of scalarsIn(root)) {
          const written = text.slice(from, to);
          if (!/["'&\n]/.test(written)) expect(written).toBe(source);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("is all of an ordinary sheet", () => {
    const text = `# tonight\nvariant: x\nplayers:\n  - name: "Anna B"\n    scores:\n      ones: 3   # three\n      Große Straße: X\n      chance:\n\n      extra: -\n  - name: 'Ben'\n    scores: \n`;
    const root = rootOf(text);
    expect(root === null ? null : plainValue(root)).toEqual({
      variant: "x",
      players: [
        { name: "Anna B", scores: { ones: 3, "Große Straße": "X", chance: null, extra: "-" } },
        { name: "Ben", scores: null },
      ],
    });
  });
});

describe("readYaml", () => {
  const codes = (text: string) => {
    const read = readYaml("f.yaml", text);
    return read.ok ? [] : read.problems.map((p) => `${p.code} ${p.place?.line ?? 0}:${p.place?.col ?? 0}`);
  };

  test("reads a lone dash as a word, in blocks and in braces", () => {
    const read = readYaml("f", "a: -\nb: {c: -, d: -, e: -5} # x\nf: - # struck\n");
    expect(read.ok && plainValue(read.value.root)).toEqual({ a: "-", b: { c: "-", d: "-", e: -5 }, f: "-" });
  });

  test("keeps a key that stands there twice", () => {
    const read = readYaml("f", "a: 1\na: {b: 2}\n");
    expect(read.ok && read.value.root.kind === "map" && read.value.root.entries.map((e) => e.key)).toEqual([
      "a",
      "a",
    ]);
  });

  test("keeps what was typed", () => {
    const read = readYaml("f", "stake: 2.50\nname: 007\n");
    expect(read.ok && shape(read.value.root)).toEqual({
      map: [
        ["stake", 0, 5, { value: 2.5, source: "2.50", from: 7, to: 11 }],
        ["name", 12, 16, { value: 7, source: "007", from: 18, to: 21 }],
      ],
    });
  });

  test("has one problem for each of YAML's traps", () => {
    expect(codes("a: &x 1\nb: *x\nc: *x\n")).toEqual(["yaml-alias 1:4"]);
    expect(codes("a: !!binary x\n")).toEqual(["yaml-tag 1:4"]);
    expect(codes("? {a: 1}\n: 2\n")).toEqual(["bad-key 1:3"]);
    expect(codes("a: 1\n---\nb: 2\n")).toEqual(["several-documents 2:1"]);
    expect(codes("<<: {a: 1}\n")).toEqual(["yaml-alias 1:1"]);
    expect(codes("%YAML 1.1\n---\na: yes\n")).toEqual(["yaml-directive 1:1"]);
    expect(codes("a: [1, 2\nb: 3\n")).toEqual(["yaml-syntax 2:1"]);
  });

  test("turns away what is too large, too deep or not text, each with one problem", () => {
    expect(codes("a".repeat(1_000_001))).toEqual(["file-too-large 0:0"]);
    expect(codes("a: b\u0000c")).toEqual(["control-character 1:5"]);
    expect(codes("[".repeat(100_000))).toEqual(["too-deep 1:41"]);
    expect(codes(`[${",".repeat(900_000)}]`).map((c) => c.split(" ")[0])).toEqual(["file-too-large"]);
    expect(codes('a: "\\ud800"\nb: {c: \ud800}\n')).toEqual(["control-character 2:8"]);
    const steps = Array.from({ length: 60 }, (_, i) => `${" ".repeat(i)}a:\n`).join("");
    expect(codes(steps).map((c) => c.split(" ")[0])).toEqual(["too-deep"]);
  });

  test.each([
    ["a key below a list entry, one too far left", "rows:\n  - a: 1\n   b: 2\n", "3:4 2", "no `-`"],
    ["a key that is level with the dashes", "rows:\n  - a: 1\n  bb: 2\n", "3:3 3", "indented differently"],
    ["a key after a blank line", "rows:\n  - a\n  \n  bb: 1\n", "4:3 3", "indented differently"],
    ["a tab", "a:\n\tb: 1\n", "2:1 1", "a tab"],
  ])(
    "points at the word that is indented wrongly, not at the blanks before it: %s",
    (_, text, spot, words) => {
      const read = readYaml("f", text);
      const [told, ...others] = read.ok ? [] : read.problems;
      expect(others).toEqual([]);
      expect(`${told?.place?.line}:${told?.place?.col} ${told?.place?.length}`).toBe(spot);
      expect(told?.message).toContain(words);
    },
  );

  test("never shows the parser's own words", () => {
    const read = readYaml("f", "a: 1\n b: 2\n");
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.problems[0]?.message).not.toMatch(/implicit|collection|flow/i);
  });

  const SPACES = [..."\u00a0\u1680\u2000\u2009\u200a\u200b\u2060\u202f\u205f\u3000\ufeff"];
  test.each([
    ["before a key", "a: 1\n⟦⟧b: 2\n"],
    ["before a key of a map", "a:\n⟦⟧⟦⟧b: 2\n"],
    ["behind ordinary spaces", "a:\n  ⟦⟧b: 2\n"],
    ["before the dash of a list", "a:\n⟦⟧- b: 2\n"],
    ["behind the dash of a list", "a:\n  -⟦⟧b: 2\n".replace("-⟦⟧", "- ⟦⟧")],
    ["behind a key", "a:⟦⟧1\nb: 2\n"],
    ["behind a key and an ordinary space", "a: ⟦⟧1\nb: 2\n"],
    ["behind the only key of a map", "a:\n  b:⟦⟧1\n"],
    ["behind a key in braces", "a: {b:⟦⟧1, c: 2}\n"],
    ["behind a later key in braces", "a: {b: 1, c:⟦⟧2}\n"],
    ["before a comment", "---\n⟦⟧# c\na: 1\n"],
  ])("names a special space %s, and nothing else", (_, text) => {
    expect(SPACES).toHaveLength(11);
    for (const space of SPACES) {
      const read = readYaml("f", text.replaceAll("⟦⟧", space));
      const at = text.indexOf("⟦⟧");
      const before = text.slice(0, at).split("\n");
      const name = `U+${space.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
      const told = read.ok
        ? []
        : read.problems.map(({ message, place }) => [message, place?.line, place?.col]);
      const col = (before.at(-1)?.length ?? 0) + 1;
      expect(told).toEqual([[`this special space (${name}) can’t be used here`, before.length, col]]);
    }
  });

  test("keeps special spaces within texts", () => {
    const text = "a: Full\u00a0House\nb: so:\u00a0it is\nc: '\u00a0x'\nd: |\n  \u00a0x: 1\n";
    const root = rootOf(text);
    expect(root && plainValue(root)).toEqual({
      a: "Full\u00a0House",
      b: "so:\u00a0it is",
      c: "\u00a0x",
      d: "\u00a0x: 1\n",
    });
  });

  test("takes any line end", () => {
    fc.assert(
      fc.property(fc.dictionary(word, fc.array(value)), fc.constantFrom("\r", "\r\n"), (written, end) => {
        const text = stringify(written);
        const root = rootOf(text);
        const other = rootOf(text.replaceAll("\n", end));
        expect(other && plainValue(other)).toEqual(root && plainValue(root));
      }),
    );
    expect(codes("a: 1\rb: [\rc: 2\r")).toEqual(codes("a: 1\nb: [\nc: 2\n"));
  });
});

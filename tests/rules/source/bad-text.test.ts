import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/rules/source/csv.ts";
import { readJson } from "../../../src/rules/source/json.ts";
import { guardText, SPLIT_IT, unprintable } from "../../../src/rules/source/text.ts";
import { readYaml } from "../../../src/rules/source/yaml.ts";
import { english } from "../../../src/rules/problem/message.ts";
import type { Problem, Result } from "../../../src/rules/problem/problem.ts";

/** What is wrong, with the place as "line:column+length". */
function problemsOf(read: Result<unknown>) {
  return read.ok ? [] : read.problems.map(spotted);
}

function spotted({ code, message, hint, place }: Problem) {
  const spot = place === null ? null : `${place.line}:${place.col}+${place.length}`;
  return { code, message, hint, spot };
}

/** What is wrong, how to mend it, and texts with that mistake, each with its place. */
type Mistake = readonly [message: string, hint: string | null, texts: Readonly<Record<string, string>>];

const long = "x".repeat(1100);

const YAML: readonly Mistake[] = [
  [
    "a `{` or `[` above is not closed",
    "close it with `}` or `]`",
    { "a: [1, 2\nb: 3\n": "2:1+1", "a: {b: 1\n": "1:9+1", "[1, 2": "1:6+1" },
  ],
  [
    "a quoted text is not closed",
    "add the closing quote",
    { 'a: "x\n': "1:6+1", "a: 'x\nb: 1\n": "2:5+1", '"a': "1:3+1" },
  ],
  [
    "a value cannot contain `key: value` here",
    "should the text be in quotes, or is a `{` missing?",
    { "a: {b: 1 c: 2}\n": "1:8+6", "a: {b: c: d}\n": "1:8+4", "a: [b: c: d]\n": "1:8+4" },
  ],
  [
    "a value cannot contain `key: value` here",
    "is the line below indented too far, or should a text with a `: ` be in quotes?",
    { "a: 1\n b: 2\n": "1:4+1", "a: b: c\n": "1:4+1", "a: 1\r\nb: 2\r\n c: 3\r\n": "2:4+1" },
  ],
  [
    "this does not belong here",
    "is a quote, a bracket or a comma missing before it?",
    {
      "a: [1, 2]]\n": "1:10+1",
      "a: 'x'y\n": "1:7+1",
      "a: [1,, 2]\n": "1:7+1",
      "a: - b\n": "1:4+1",
      "- a\nb: 1\n": "2:1+1",
      "- a\n  \nbb: 1\n": "3:1+2",
    },
  ],
  [
    "this line has no `key:`",
    "is a `:` missing after the key?",
    { "a: 1\nb\nc: 2\n": "2:1+1", "a: 1\n  \nbc": "3:1+2" },
  ],
  ["a space is missing before the `#`", null, { "b: 'x'#c\n": "1:7+2" }],
  ["invalid `\\` in a double-quoted text", "use single quotes", { 'a: "\\q"\n': "1:5+1" }],
  [
    "a text cannot start with this character",
    "put the text in quotes",
    { "a: @x\n": "1:4+1", "a: `x`\n": "1:4+1" },
  ],
  ["there is a tab in the indentation", "indent with spaces", { "a:\n\tb: 1\n": "2:1+1" }],
  [
    "this line is indented differently from the ones it belongs to",
    "line it up with its neighbours",
    { "rows:\n  - a: 1\n  bb: 2\n": "3:3+3", "a: |\n\tx\n": "2:1+1" },
  ],
  [
    "this line is between list entries, but has no `-` and is indented differently",
    "line it up with the keys of the entry above it, or start it with a `-`",
    { "rows:\n  - a: 1\n   b: 2\n": "3:4+2" },
  ],
  ["this key is far too long", "is a closing quote or a `:` missing?", { [`${long}: 1\n`]: "1:1+1100" }],
];

describe("a mistake in YAML is told with its place and a way out", () => {
  test.each(
    YAML.flatMap(([message, hint, texts]) =>
      Object.entries(texts).map(([text, spot]) => [text, spot, message, hint] as const),
    ),
  )("%j at %s: %s", (text, spot, message, hint) => {
    expect(problemsOf(readYaml("f", text))).toEqual([{ code: "yaml-syntax", message, hint, spot }]);
  });

  test.each<[string, readonly string[]]>([
    ["a: &x 1\nb: *x\n", ["yaml-alias 1:4+2"]],
    ["a:  &long_name [1]\n", ["yaml-alias 1:5+10"]],
    ["a: &x\n  b: 1\n", ["yaml-alias 1:4+2"]],
    ["b: *x\nc: *y\n", ["yaml-alias 1:4+2"]],
    ["a: 1\n<<: {b: 2}", ["yaml-alias 2:1+2"]],
    ["&a b: 1\n", ["yaml-alias 1:1+2"]],
    ["*a : 1\n", ["yaml-alias 1:1+2"]],
    ["a: !!binary x\n", ["yaml-tag 1:4+8"]],
    ["a: !t 5\nb: !!str 6\n", ["yaml-tag 1:4+2"]],
    ["!t b: 1\n", ["yaml-tag 1:1+2"]],
    ["a: !t 5\nb: &x 6\n[c]: 1\n", ["yaml-tag 1:4+2", "yaml-alias 2:4+2", "bad-key 3:1+3"]],
    ["? {a: 1}\n: 2\n", ["bad-key 1:3+6"]],
    ["{[a]: 1}\n", ["bad-key 1:2+3"]],
    [": 1\n", ["bad-key 1:1+1"]],
    ["b: 2\n'': 1\n[c]: 1\n", ["bad-key 2:1+2"]],
    ["&a [b]: 1\n", ["yaml-alias 1:1+2", "bad-key 1:4+3"]],
    ["a: 1\n---\nb: 2\n", ["several-documents 2:1+3"]],
    ["%YAML 1.1\n---\na: 1\n", ["yaml-directive 1:1+9"]],
    ["a: 1\n%TAG x\n", ["yaml-directive 2:1+6"]],
  ])("%j is refused once for each thing that files do without: %j", (text, expected) => {
    expect(problemsOf(readYaml("f", text)).map(({ code, spot }) => `${code} ${spot}`)).toEqual(expected);
  });

  test("in words for each such thing", () => {
    const said = ["a: *x", "a: !t 5", "[a]: 1", "a: 1\n---\nb: 2\n", "%X\n---\n"].flatMap((text) =>
      problemsOf(readYaml("f", text)).map(({ message, hint }) => `${message}: ${hint}`),
    );
    expect(said).toEqual([
      "anchors (`&name`), aliases (`*name`) and `<<` cannot be used here: write the value out; if it is text, put it in quotes",
      "tags (`!name`) cannot be used here: remove the tag; if it is text, put it in quotes",
      "a key must be a word: is a `:` missing, or quotation marks?",
      "a second document starts here, but a file can have only one: leave the `---` out, or make two files",
      "directives (`%…`) cannot be used here: leave it out",
    ]);
  });

  test("on the first twenty lines that have one, each line once", () => {
    const text = (lines: number) => Array.from({ length: lines }, () => "- {a: @x, b: @y}\n").join("");
    expect(problemsOf(readYaml("f", text(3))).map(({ spot }) => spot)).toEqual(["1:7+1", "2:7+1", "3:7+1"]);
    expect(problemsOf(readYaml("f", text(19))).length).toBe(19);
    expect(problemsOf(readYaml("f", text(30))).map(({ spot }) => spot)).toEqual(
      Array.from({ length: 20 }, (_, at) => `${at + 1}:7+1`),
    );
  });

  test("but a document may begin and end as YAML's do", () => {
    expect(problemsOf(readYaml("f", "---\na: 1\n...\n"))).toEqual([]);
  });
});

const JSON_MISTAKES: readonly Mistake[] = [
  ["the file ends too early: a value is missing", null, { "": "1:1+1", " ": "1:2+1", '{"a":': "1:6+1" }],
  ["the file ends too early: a comma or ] is missing", null, { "[1": "1:3+1", "[": "1:2+1" }],
  ["the file ends too early: a comma or } is missing", null, { '{"a": 1': "1:8+1", "{": "1:2+1" }],
  ["the file ends too early: a colon after the key is missing", null, { '{"a"': "1:5+1" }],
  [
    "this is not JSON",
    "if the file is YAML, give it the extension .yaml",
    { "a: 1": "1:1+1", " nul": "1:2+3", "\ufeffa: 1": "1:2+1" },
  ],
  ["this is not JSON: expected a value here", null, { "[1,]": "1:4+1", '{"a": }': "1:7+1" }],
  ["this is not JSON: expected a colon after the key here", null, { '{"a" 1}': "1:6+1" }],
  [
    "this is not JSON: expected a comma here",
    null,
    { '{"a": 1 "b": 2}': "1:9+3", "[1 2]": "1:4+1", "[01]": "1:3+1" },
  ],
  [
    "JSON has no such word or character",
    'put texts and keys in quotation marks: "…"',
    { "{a: 1}": "1:2+1", "[1] x": "1:5+1", "[-]": "1:2+1", '["a",\n nope]': "2:2+4", "{'a': 1}": "1:2+3" },
  ],
  [
    "JSON has no comments",
    "leave it out, or write the file in YAML",
    { "// c\n1": "1:1+4", "[1 /* x": "1:4+4" },
  ],
  ["this text has no closing quotation mark on its line", null, { '"a': "1:1+2", '["a\nb"]': "1:2+2" }],
  [
    "invalid backslash in this text",
    "write a backslash as \\\\",
    { '["\\q"]': "1:2+4", '["\\u12"]': "1:2+6" },
  ],
  ["a digit is missing in this number", null, { "[1.]": "1:2+2", "[1e]": "1:2+2" }],
  ["there is a tab in this text", "in JSON it is written \\t", { '["a\tb"]': "1:2+5" }],
  ["there is more text after the end of the JSON", null, { "[1]]": "1:4+1", '{"a": 1}}': "1:9+1" }],
];

describe("a mistake in JSON is told with its place and a way out", () => {
  test.each(
    JSON_MISTAKES.flatMap(([message, hint, texts]) =>
      Object.entries(texts).map(([text, spot]) => [text, spot, message, hint] as const),
    ),
  )("%j at %s: %s", (text, spot, message, hint) => {
    expect(problemsOf(readJson("f", text))).toEqual([{ code: "json-syntax", message, hint, spot }]);
  });

  test("with no place beyond the line that it stands on", () => {
    const read = readJson("f.json", '{\n  "a": 1,\r\n  "b"\r 2\r\n}');
    expect(read.ok ? [] : read.problems.map(({ place }) => place)).toEqual([
      { file: "f.json", line: 4, col: 2, length: 1, text: " 2" },
    ]);
  });
});

describe("a text that is refused unread", () => {
  const DEEP = "lists and maps are nested more than 40 levels deep here";
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test("has lists and maps more than forty deep", () => {
    const deep = { code: "too-deep", message: DEEP, hint: null, spot: "1:41+1" };
    expect(problemsOf(readYaml("f", nested(41)))).toEqual([deep]);
    expect(problemsOf(readJson("f", nested(41)))).toEqual([deep]);
    expect([readYaml("f", nested(40)).ok, readJson("f", nested(40)).ok]).toEqual([true, true]);
    expect(problemsOf(readJson("f", `{"a": ${nested(40)}}`))).toEqual([{ ...deep, spot: "1:46+1" }]);
  });

  test("has more words than any file of ours", () => {
    const words = (count: number) => `[${"1,".repeat(count)}]`;
    expect(problemsOf(readYaml("f.yaml", words(30_000)))).toEqual([
      {
        ...{ code: "file-too-large", hint: english(SPLIT_IT) },
        message: "`f.yaml` contains far more than this program can use",
        spot: expect.stringMatching(/^1:\d+\+1$/),
      },
    ]);
    expect(readYaml("f", words(10_000)).ok).toBe(true);
  });

  test("is longer than a million characters", () => {
    const message = "f is too large: at most 1 MB can be read";
    expect(guardText("f", "a".repeat(1_000_000))).toBe(null);
    expect([guardText("f", "a".repeat(1_000_001))].map((one) => one && spotted(one))).toEqual([
      { code: "file-too-large", message, hint: english(SPLIT_IT), spot: null },
    ]);
  });

  const odd = (name: string, spot: string) => ({
    code: "control-character",
    message: `this is not plain text: it contains the character ${name}`,
    hint: "save the file as UTF-8 text",
    spot,
  });

  test.each([
    ["\u0000", "U+0000"],
    ["\u0008", "U+0008"],
    ["\u000b", "U+000B"],
    ["\u001f", "U+001F"],
    ["\u007f", "U+007F"],
    ["\u009f", "U+009F"],
    ["\ud800", "U+D800"],
    ["\uffff", "U+FFFF"],
  ])("has the character %j, which is told by its name %s", (character, name) => {
    const text = `a: 1\nb: ${character}`;
    expect(unprintable(text)).toEqual({ offset: 8, name });
    for (const read of [readYaml("f", text), readJson("f", text), readCsv("f", text)])
      expect(problemsOf(read)).toEqual([odd(name, "2:4+1")]);
  });

  test.each(["\t", "\n", "\r\n", " ", "~", "\u00a0", "é", "🎲"])("does not have %j only", (character) => {
    expect(unprintable(character)).toBe(null);
    expect(guardText("f", character)).toBe(null);
  });
});

describe("a mistake in CSV", () => {
  test.each([
    ['a;"b', "1:3+1"],
    ['a;"b"c', "1:3+1"],
    ['a;b\n  "c" d;e', "2:3+1"],
    ['\ufeffsep=;\r\na;"b', "2:3+1"],
  ])("%j is told at %s", (text, spot) => {
    expect(problemsOf(readCsv("f", text))).toEqual([
      {
        ...{ code: "csv-syntax", spot },
        message: "this cell starts with a quotation mark that doesn’t match",
        hint: 'a cell in quotation marks starts and ends with one; inside, write two: ""',
      },
    ]);
  });
});

import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/rules/problem/problem.ts";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { shippedFiles } from "../../support/games.ts";

/** The problems of a variant of five dice, six number boxes and one column, with more said about it from line 4 on. */
function problemsOf(more: string): readonly Problem[] {
  const head = "id: test\nname: { de: Eins, en: One }\nextends: numbers5\n";
  return lintVariant("test.yaml", `${head}${more}\n`, shippedFiles).problems;
}

const told = (more: string) => problemsOf(more).map(({ message }) => message);

const many = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(", ");
const label = (i: number) => `label: { de: L${i}, en: L${i} }`;

describe("every number has bounds, and both ends are allowed", () => {
  test.each([
    ["turn: { rolls: ? }", "turn.rolls", 1, 20],
    ["dice: { count: ? }", "dice.count", 1, 10],
    ["columns: { main: { multiplier: ? } }", "columns.main.multiplier", 1, 100],
    ["players: { min: ? }", "players.min", 1, 100],
    ["players: { max: ? }", "players.max", 1, 100],
    ["turn: { chips: { count: ? } }", "turn.chips.count", 1, 12],
    ["categories: { ones: { pattern: { face: 1, min: ? } } }", "categories.ones.pattern.min", 1, 10],
  ])("%s", (text, name, low, high) => {
    const says = (value: number | string) =>
      told(text.replace("?", String(value))).filter((m) => m.includes("must"));
    expect([low, high].flatMap(says)).toEqual([]);
    expect(says(low - 1)).toEqual([`\`${name}\` must be at least ${low}, not the number ${low - 1}`]);
    expect(says(high + 1)).toEqual([`\`${name}\` must be at most ${high}, not the number ${high + 1}`]);
    expect(says("1.5")).toEqual([`\`${name}\` must be a whole number, not the number 1.5`]);
    expect(says("one")).toEqual([`\`${name}\` must be a number, not the text \`one\``]);
    expect(says("true")).toEqual([`\`${name}\` must be a number, not \`true\``]);
    expect(says("[]")).toEqual([`\`${name}\` must be a number, not an empty list`]);
  });
});

describe("there is an end to how much of anything a file may have", () => {
  const choice = (i: number) => `c${i}: { ${label(i)} }`;
  const option = (choices: string) => `options: { o: { ${label(0)}, default: c0, choices: { ${choices} } } }`;

  test.each([
    [
      "columns",
      39,
      (n: number) => `columns: { ${many(n, (i) => `c${i}: { ${label(i)}, order: free }`)} }`,
      "`columns` has 41 entries, but at most 40 are possible",
    ],
    [
      "choices",
      20,
      (n: number) => option(many(n, choice)),
      "`options.o` has 21 choices, but at most 20 are possible",
    ],
    [
      "options",
      50,
      (n: number) =>
        `options: { ${many(n, (i) => `o${i}: { ${label(i)}, default: c0, choices: { ${choice(0)} } }`)} }`,
      "`options` has 51 entries, but at most 50 are possible",
    ],
    [
      "patches",
      100,
      (n: number) =>
        option(`c0: { ${label(0)}, set: { ${many(n, (i) => `lines.l${i}: null`)} } }`).concat(
          `\nlines: { ${many(n, (i) => `l${i}: { de: L, en: L }`)} }`,
        ),
      "more than 100 patches in one choice",
    ],
    [
      "examples",
      300,
      (n: number) => `examples: [${many(n, () => "{ roll: [1, 1, 1, 1, 1], row: ones, score: 5 }")}]`,
      "`examples` has 301 entries, but at most 300 are possible",
    ],
    [
      "notes",
      100,
      (n: number) => `notes: { ${many(n, (i) => `n${i}: { at: turn, de: N, en: N }`)} }`,
      "`notes` has 101 entries, but at most 100 are possible",
    ],
    [
      "bonus steps",
      20,
      (n: number) => `sections: { upper: { tiers: [${many(n, (i) => `{ from: ${i}, add: 1 }`)}] } }`,
      "`sections.upper.tiers` must be a list of at most 20 entries, not a list of 21",
    ],
    [
      "marks",
      10,
      (n: number) => `strike: { marks: [${many(n, (i) => `x${i}`)}] }`,
      "`strike.marks` must be a list of at most 10 entries, not a list of 11",
    ],
  ])("%s", (_, most, text, message) => {
    expect(told(text(most))).toEqual([]);
    const found = problemsOf(text(most + 1)).find((problem) => problem.message === message);
    expect(found?.code).toBe(message.includes("must be") ? "out-of-bounds" : "too-many");
    expect(found?.place?.line).toBe(4);
  });

  test("at least one entry, or two in a pair", () => {
    expect(told("strike: { marks: [~] }")).toEqual(["`strike.marks[1]` must be a text, not nothing"]);
    expect(told("strike: { marks: [] }")).toEqual([
      "`strike.marks` must be a list of at least 1 entry, not an empty list",
    ]);
    expect(told("columns: { main: { order: { outward: [ones] } } }")).toEqual([
      "`columns.main.order.outward` must be a list of at least 2 entries, not a list of 1",
    ]);
  });

  test("texts are neither empty nor longer than there is room for", () => {
    const name = (text: string) => told(`lines: { grand.total: { de: "${text}", en: One } }`);
    expect(name("x".repeat(80))).toEqual([]);
    expect(name("x".repeat(81))[0]).toMatch(
      /^`lines\.grand\.total\.de` must be at most 80 characters long, not the text `x+…`$/,
    );
    expect(name("")).toEqual(["`lines.grand.total.de` must be a text that is not empty, not an empty text"]);
    expect(name("  ")).toEqual(["`lines.grand.total.de` must be a text that is not empty, not the text ` `"]);
  });
});

describe("ids", () => {
  const category = (id: string) =>
    `categories: { "${id}": { ${label(1)}, pattern: any, score: sum } }\nsections: { upper: { rows: [ones, twos, threes, fours, fives, sixes, "${id}"] } }`;

  test.each(["a", "two_pairs", "a1", "x".repeat(40)])("%s can be one", (id) => {
    expect(told(category(id))).toEqual([]);
  });

  test.each(["A", "1a", "_a", "two-pairs", "a b", "ä", "a.b"])("%s cannot", (id) => {
    expect(told(category(id))).toEqual([`\`${id}\` cannot be an id`]);
  });

  test.each([
    ["one", []],
    ["one-2", []],
    ["x".repeat(40), []],
    ["x".repeat(41), ["this cannot be the id of a variant"]],
    ["One", ["this cannot be the id of a variant"]],
    ["1one", ["this cannot be the id of a variant"]],
    ["-one", ["this cannot be the id of a variant"]],
    ["one-", ["this cannot be the id of a variant"]],
    ["one--two", ["this cannot be the id of a variant"]],
    ["one_two", ["this cannot be the id of a variant"]],
    ["../one", ["this cannot be the id of a variant"]],
  ])("%s as the id of a variant", (id, problems) => {
    const { problems: found } = lintVariant(
      "test.yaml",
      `id: "${id}"\nname: { de: Eins, en: One }\nextends: numbers5\n`,
      shippedFiles,
    );
    expect(found.map(({ message }) => message)).toEqual(problems);
  });
});

describe("what an option may change", () => {
  const set = (patch: string) => `options:
  o:
    ${label(0)}
    default: a
    choices:
      a: { ${label(1)} }
      b: { ${label(2)}, set: { ${patch} } }`;

  test.each(["id", "extends", "abstract", "options", "examples"])("not `%s`, nor what is below it", (key) => {
    const message = `an option cannot change \`${key}\` (with \`o: b\`)`;
    expect(told(set(`${key}: null`))).toEqual([message]);
    expect(told(set(`${key}.below: 1`))).toEqual([message]);
  });

  test.each([
    ["a value", "turn.rolls: 4", []],
    ["a value that was not there", "categories.ones.served: 9", []],
    ["a whole part", "turn: { rolls: 2 }", []],
    ["a part away", "players: null", []],
    ["a value away", "turn.stop_early: null", []],
    ["part of a pattern", "categories.ones.pattern.min: 2", []],
    [
      "nothing away that is not there",
      "categories.ones.served: null",
      [
        "the path `categories.ones.served` does not exist: there is no `categories.ones.served` (with `o: b`)",
      ],
    ],
    [
      "nothing below what is not there",
      "start.dice: 2",
      ["the path `start.dice` does not exist: there is no `start` (with `o: b`)"],
    ],
    [
      "nothing below a number",
      "turn.rolls.first: 2",
      ["the path `turn.rolls.first` does not exist: `turn.rolls` has no keys (with `o: b`)"],
    ],
    [
      "nothing in a list",
      "sections.upper.rows.0: twos",
      ["the path `sections.upper.rows.0` does not exist: `sections.upper.rows` has no keys (with `o: b`)"],
    ],
    [
      "nothing far below what is not there",
      "columns.other.order.stages.x: 1",
      ["the path `columns.other.order.stages.x` does not exist: there is no `columns.other` (with `o: b`)"],
    ],
  ])("%s: %s", (_, patch, problems) => {
    expect(told(set(patch))).toEqual(problems);
  });
});

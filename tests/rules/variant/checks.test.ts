import { describe, expect, test } from "vitest";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { shippedFiles } from "../../support/games.ts";

/** The problems of a variant of one of the bases, each by its line below the head and its message. */
function told(base: string, more: string): string[] {
  const head = `id: test\nname: { de: Eins, en: One }\nextends: ${base}\n`;
  const { problems } = lintVariant("test.yaml", `${head}${more}\n`, shippedFiles);
  return problems.map(({ place, message }) => `${(place?.line ?? 0) - 3} ${message}`);
}

describe("repeats that speak of a face's own number box need a box for every face", () => {
  const bare = (rest: string) => `repeats: { of: five, bonus: 50, ${rest} }\ndice: { sides: 8 }`;
  const missing = ["1 the rule for another `five` needs a number box for each face, but 7 has none"];

  test("also for those between the lowest and the highest", () => {
    const text = `categories: { fours: { pattern: { groups: [2] } } }\nrepeats: { of: five, bonus: 0, joker: { upper: own } }`;
    expect(told("kniffel-core", text)).toEqual([missing[0]?.replace("1 ", "2 ").replace("7", "4")]);
  });

  test.each([
    ["joker: none, bonus_if: { own_number: filled }"],
    ["joker: { if: { own_number: free } }"],
    ["joker: { upper: own }"],
    ["joker: { upper_first: true }"],
  ])("%s", (rest) => {
    expect(told("kniffel-core", bare(rest))).toEqual(missing);
    expect(told("kniffel-core", bare(rest).replace("sides: 8", "sides: 6"))).toEqual([]);
    expect(told("kniffel-core", bare(rest).replace("five", "fife"))).toEqual([
      "1 there is no category `fife`",
    ]);
    expect(told("kniffel-core", bare(rest).replace("sides: 8", "sides: eight"))).toEqual([
      "2 `dice.sides` must be a number, not the text `eight`",
    ]);
  });

  test.each([
    ["joker: none"],
    ["joker: none, bonus_if: { box: scored }"],
    ["joker: { if: { box: filled }, upper: any, lower: any }"],
  ])("but not %s", (rest) => {
    expect(told("kniffel-core", bare(rest))).toEqual([]);
  });
});

describe("what decides who wins is there", () => {
  const bonus = (to: string) =>
    `bonuses: { five: { label: { de: Fünf, en: Five }, scope: column, tiers: [{ from: 5, add: 1 }]${to} } }\n`;
  const columns = "columns: { other: { label: { de: Andere, en: Other }, order: up } }\n";
  const nothing = ["1 victory points decide who wins, but nothing earns any"];

  test.each([
    ["points without bonuses", "ranking: { by: points }", nothing],
    ["points with a bonus to the total", `ranking: { by: points }\n${bonus("")}`, nothing],
    ["points that a bonus brings", `ranking: { by: points }\n${bonus(", to: points")}`, []],
    [
      "points with a bonus that cannot be read",
      `ranking: { by: points }\n${bonus(", to: victory")}`,
      ["2 `bonuses.five.to` must be `total` or `points`, not the text `victory`"],
    ],
    ["several columns", `ranking: { by: columns }\n${columns}`, []],
    [
      "a column alone",
      "ranking: { by: columns }",
      ["1 the columns are won one by one, but there is only one"],
    ],
    ["the total", `ranking: { by: total }\n${columns}`, []],
    [
      "prizes for columns, and a ranking that cannot be read",
      `ranking: { by: cards }\n${columns}settlement: { per_column: { main: 1, mian: 2 } }`,
      [
        "1 `ranking.by` must be `total`, `points` or `columns`, not the text `cards`",
        "3 there is no column `mian`",
      ],
    ],
  ])("%s", (_, text, problems) => {
    expect(told("numbers5", text)).toEqual(problems);
  });
});

describe("patterns that ask for a colour need dice that have some", () => {
  const box = (pattern: string) => `categories: { chance: { pattern: ${pattern} } }`;
  const missing = ["1 the pattern of `chance` asks for a colour, but the dice have none"];

  test.each([
    ["{ colour: same }", missing],
    ["{ groups: [3], colour: same }", missing],
    ["{ all: [{ run: 5 }, { colour: same }] }", missing],
    ["{ one_of: [{ run: 5 }, { all: [{ groups: [2], colour: same }, any] }] }", missing],
    ["{ groups: [3] }", []],
    ["{ all: [{ run: 5 }, { sum: { min: 20 } }] }", []],
  ])("%s", (pattern, problems) => {
    expect(told("kniffel-core", box(pattern))).toEqual(problems);
    const colours = "\ndice: { colours: { 1: red, 2: red, 3: red, 4: black, 5: black, 6: red } }";
    expect(told("kniffel-core", box("{ groups: [2], colour: same }") + colours)).toEqual([]);
  });
});

describe("names of sum lines", () => {
  const bonuses =
    "bonuses: { five: { label: { de: F, en: F }, scope: sheet, tiers: [{ from: 5, add: 1 }] } }\n";
  const named = (line: string) => `${bonuses}lines: { ${line}: { de: Zeile, en: Line } }`;

  test.each([
    "upper.sum",
    "upper.bonus",
    "upper.total",
    "column.total",
    "bonus.five",
    "repeats",
    "grand.total",
    "points.total",
  ])("%s", (line) => {
    expect(told("numbers5", named(line))).toEqual([]);
    expect(told("numbers5", named(`${line}s`))).toEqual([`2 a sheet has no line \`${line}s\``]);
  });
});

describe("what cannot be read hides nothing else, and nothing is told twice", () => {
  test("a turn, beside scores by throw and a last throw", () => {
    const text = `turn: 3
categories: { ones: { score: { by_roll: [1, 2] } } }
columns: { main: { entry: { max_roll: 9 } } }`;
    expect(told("numbers5", text)).toEqual(["1 `turn` must be a map of `key: value`, not the number 3"]);
  });

  test("dice, beside symbols, boxes and totals", () => {
    const text = `dice: { count: 99, symbols: { 1: { de: B, en: J }, 2: { de: "-B", en: J } } }
categories: { ones: { label: { de: Sechser } } }`;
    expect(told("numbers5", text)).toEqual([
      "1 `dice.count` must be at most 10, not the number 99",
      "2 the label `Sechser` is used twice in `categories`",
      "1 `-B` cannot be a symbol on a die",
      "1 two sides have the symbol `J`",
    ]);
  });

  test("a box that another one waits for", () => {
    const text = `categories:
  five: { pattern: { groups: five } }
  large: { requires: { five: scored } }`;
    expect(told("kniffel-core", text)).toEqual([
      "2 `categories.five.pattern.groups` must be a list, not the text `five`",
    ]);
  });

  test("a comparison with a box that is not there, and with itself", () => {
    const text = 'constraints: { a: { expr: "on\\x65 < twos" }, b: { expr: ones < ones } }';
    expect(told("numbers5", text)).toEqual([
      "1 there is no category `one`",
      "1 `ones` is compared with itself",
    ]);
  });
});

describe("what the order and the entry of a column ask for", () => {
  const column = (rest: string) => `columns: { main: { ${rest} } }`;

  test.each([
    ["order: { outward: [threes, fours] }", []],
    [
      "order: { outward: [sixes, ones] }",
      ["1 `ones` is not right below `sixes`, so some boxes could never be filled"],
    ],
    ["order: free, entry: { max_roll: 3 }", []],
    [
      "order: free, entry: { max_roll: 4 }",
      ["1 `max_roll: 4` is too high: a turn has at most this many rolls: 3"],
    ],
  ])("%s", (rest, problems) => {
    expect(told("numbers5", column(rest))).toEqual(problems);
  });
});

describe("what is no pattern", () => {
  test.each([
    ["fulll", "`fulll` is not known here; expected a pattern"],
    ["x".repeat(50), `\`${"x".repeat(40)}\` is not known here; expected a pattern`],
    ["toString", "`toString` is not known here; expected a pattern"],
    ["{ toString: 1 }", "`toString` is not known here; expected a pattern"],
    ["[any]", "expected a pattern"],
    ["{}", "expected a pattern"],
    ["5", "expected a pattern"],
    ["true", "expected a pattern"],
    ["{ sum: {} }", "`sum` needs `eq`, `min` or `max`"],
    ["{ sum: { eq: x } }", "`categories.ones.pattern.sum.eq` must be a number, not the text `x`"],
    ["{ all: [{ all: [{ all: [any] }] }] }", "patterns can be nested at most 3 levels deep"],
  ])("%s", (pattern, message) => {
    expect(told("numbers5", `categories: { ones: { pattern: ${pattern} } }`)).toEqual([`1 ${message}`]);
  });

  test("but three deep is one", () => {
    const pattern = "{ all: [{ one_of: [{ face: 1 }, any] }] }";
    expect(told("numbers5", `categories: { ones: { pattern: ${pattern} } }`)).toEqual([]);
  });
});

describe("examples", () => {
  const example = (dice: string, said: string) => `dice: { ${dice} }\nexamples: [{ ${said} }]`;

  test.each([
    ["count: 3", "hand: [1, 1, 6], row: ones, score: 2", []],
    [
      "count: null, sides: null, set: [[1, 6], [1, 6], [0, 9]], keep: 2",
      "hand: [9, 6], row: sixes, score: 6",
      [],
    ],
    [
      "count: null, sides: null, set: [[1, 6], [1, 6], [0, 9]], keep: 2",
      "hand: [9, 0], row: sixes, illegal: true",
      ["2 these dice cannot show 9, 0"],
    ],
    [
      "count: null, sides: null, set: [[-1, 6], [-1, 6]]",
      "roll: [-1, 7], row: sixes, illegal: true",
      ["2 these dice cannot show \u22121, 7"],
    ],
    ["count: 3, keep: 2", "roll: [1, 1, 6], drop: 1, row: ones, score: 1", []],
    [
      "count: 4, keep: 2",
      "roll: [1, 1, 6, 6], drop: 1, row: ones, score: 1",
      ["2 `drop` names one die, but 2 are left out"],
    ],
    [
      "count: three",
      "roll: [1, 1, 6], row: ones, score: 9",
      ["1 `dice.count` must be a number, not the text `three`"],
    ],
  ])("of { %s }: %s", (dice, said, problems) => {
    expect(told("numbers5", example(dice, said))).toEqual(problems);
  });

  test("in a box that cannot be read", () => {
    const text =
      "categories: { ones: { strike: maybe } }\nexamples: [{ roll: [1, 1, 1, 1, 1], row: ones, score: 9 }]";
    expect(told("numbers5", text)).toEqual([
      "1 `categories.ones.strike` must be `allowed`, `never` or `always`, not the text `maybe`",
    ]);
  });
});

describe("what a variant lacks", () => {
  const lacking = (text: string) =>
    lintVariant("test.yaml", text, shippedFiles).problems.map(({ message, hint }) => [message, hint]);

  test("may come from a base, if it has none", () => {
    const hint = "missing keys can also come from a base: `extends: …`";
    expect(lacking("id: test\nname: { de: A, en: A }\n")).toEqual([
      ["a variant needs `dice`, `turn`, `categories`, `sections`, `columns`, `strike` and `ranking`", hint],
    ]);
    expect(lacking("id: test\nextends: numbers5\n")).toEqual([["a variant needs `name`", null]]);
  });

  test("is no fault of a base, which needs its id alone", () => {
    expect(lacking("id: test\nabstract: true\n")).toEqual([]);
    expect(lacking("abstract: true\n")).toEqual([
      ["a variant needs `id`", "missing keys can also come from a base: `extends: …`"],
    ]);
  });
});

describe("the largest total that a sheet can hold", () => {
  const boxes = (score: number) => `dice: { count: 1 }
categories: { ones: { score: ${score} }, twos: null, threes: null, fours: null, fives: null, sixes: null }
sections: { upper: { rows: [ones] } }
columns: { main: { multiplier: 100 } }`;

  test("is a million", () => {
    expect(told("numbers5", boxes(10_000))).toEqual([]);
    expect(told("numbers5", boxes(10_001))).toEqual(["3 the scores are too high to work out totals"]);
  });
});

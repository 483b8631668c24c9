import { describe, expect, test } from "vitest";
import { english, msg } from "../../../src/rules/problem/message.ts";
import type { Problem } from "../../../src/rules/problem/problem.ts";
import { lintVariant, readVariant, withChoices } from "../../../src/rules/variant/read-variant.ts";
import { gameFrom, shippedFiles, shippedText } from "../../support/games.ts";

const START = "id: test\nextends: numbers5\nname: {de: Eins, en: One}\n";

/** A small game of the number boxes and one category `extra` with the given rule. */
function withExtra(rule: string, more = ""): string {
  return `${START}categories:
  extra: {label: {de: Extra, en: Extra}, ${rule}}
sections:
  lower: {label: {de: Unten, en: Lower}, rows: [extra]}
${more}`;
}

function extraOf(rule: string, more = "") {
  const game = gameFrom(withExtra(rule, more));
  return game.sections.flatMap((s) => s.categories).find((c) => c.id === "extra");
}

function problemsWith(choices: Record<string, string>, text = shippedText("yazzo")): readonly Problem[] {
  const read = readVariant("test.yaml", text, shippedFiles, choices);
  return read.ok ? [] : read.problems;
}

describe("choices", () => {
  test("an unknown option has no place, a near miss or the possible ones", () => {
    expect(problemsWith({ bonus_tier: "both" })).toMatchObject([
      { code: "unknown-option", place: null, hint: "did you mean `bonus_tiers`?" },
    ]);
    expect(problemsWith({ colour: "red" })[0]?.hint).toBe(
      "possible here: bonus_tiers, bonus_for, striking, struck_in_min_max, tie",
    );
    expect(problemsWith({ colour: "red" }, START)[0]?.hint).toBe("it has no options");
  });

  test("an unknown choice names those that there are", () => {
    expect(problemsWith({ bonus_tiers: "bth" })).toMatchObject([
      {
        code: "unknown-choice",
        place: null,
        message: "`bth` is not a choice of `bonus_tiers`; possible here: highest, both",
        hint: "did you mean `both`?",
      },
    ]);
  });

  test("nothing is said about a choice of an option that cannot be read", () => {
    const broken = `${START}options: { cup: { label: { de: Becher, en: Cup }, choices: { big: {} } } }\n`;
    const messages = (choices: Record<string, string>) =>
      problemsWith(choices, broken).map(({ message }) => message);
    expect(messages({ cup: "none" })).toEqual([
      "`options.cup` needs `default`",
      "`options.cup.choices.big` needs `label`",
    ]);
    expect(messages({ cups: "none" })).toEqual(["this variant has no option `cups`", ...messages({})]);
  });

  test("names that every object answers to are no options", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const choices = JSON.parse(`{"${name}": "x"}`);
      expect(problemsWith(choices).map((p) => p.code)).toEqual(["unknown-option"]);
    }
  });
});

describe("the text of a file", () => {
  test("a byte order mark and Windows line ends change nothing", () => {
    const plain = gameFrom(shippedText("yazzo"));
    const windows = gameFrom(`\uFEFF${shippedText("yazzo").replaceAll("\n", "\r\n")}`);
    expect(windows).toEqual(plain);
  });

  test("words that old YAML took for truth values stay words", () => {
    const game = gameFrom(
      `${START}options:\n  pips: {label: {de: A, en: A}, default: on, choices: {on: {label: {de: An, en: "On"}}, off: {label: {de: Aus, en: "Off"}}}}\n`,
    );
    expect(game.options[0]?.choices.map((c) => c.id)).toEqual(["on", "off"]);
  });

  test("further languages are kept", () => {
    const game = gameFrom(START.replace("en: One", "en: One, fr: Un"));
    expect(game.name).toEqual({ de: "Eins", en: "One", fr: "Un" });
  });
});

describe("the vocabulary", () => {
  test.each([
    ["any", { kind: "any" }],
    ["{face: 3}", { kind: "face", face: 3, min: 1 }],
    ["{face: 3, min: 2}", { kind: "face", face: 3, min: 2 }],
    ["{groups: [2, 3]}", { kind: "groups", sizes: [3, 2], distinct: true, sameColour: false }],
    [
      "{groups: [2, 2], distinct: false}",
      { kind: "groups", sizes: [2, 2], distinct: false, sameColour: false },
    ],
    ["{run: 4}", { kind: "run", length: 4, from: null, wrap: false }],
    ["{run: 5, from: 2}", { kind: "run", length: 5, from: 2, wrap: false }],
    ["{run: 5, wrap: true}", { kind: "run", length: 5, from: null, wrap: true }],
    ["{faces: [1, 3, 5]}", { kind: "faces", faces: [1, 3, 5] }],
    ["{sum: {eq: 13}}", { kind: "sum", eq: 13, min: null, max: null }],
    ["{sum: {min: 10, max: 20}}", { kind: "sum", eq: null, min: 10, max: 20 }],
    [
      "{all: [{groups: [2]}, {one_of: [any, {run: 3}]}]}",
      {
        kind: "all",
        of: [
          { kind: "groups", sizes: [2], distinct: true, sameColour: false },
          { kind: "one_of", of: [{ kind: "any" }, { kind: "run", length: 3, from: null, wrap: false }] },
        ],
      },
    ],
  ])("pattern %s", (written, read) => {
    expect(extraOf(`pattern: ${written}, score: sum`)?.pattern).toEqual(read);
  });

  test("colours of faces, for dice of one colour", () => {
    const colours = "dice: {colours: {1: black, 6: black, 2: red, 5: red, 3: green, 4: green}}\n";
    expect(extraOf("pattern: {colour: same}, score: 35", colours)?.legal).toEqual([35]);
    const fullHouse = "pattern: {groups: [3, 2], distinct: false, colour: same}, score: 20 + sum";
    expect(extraOf(fullHouse, colours)?.legal).toEqual([25, 30, 35, 36, 37, 38, 39, 40, 45, 50]);
  });

  test("scores by throw, and for served dice", () => {
    const byThrow = extraOf("pattern: {run: 5}, score: {by_roll: [66, 56, 46]}");
    expect(byThrow?.score).toEqual({ kind: "by_roll", values: [66, 56, 46] });
    expect(byThrow?.legal).toEqual([46, 56, 66]);
    expect(extraOf("pattern: {groups: [5]}, score: 50, served: 80")?.legal).toEqual([50, 80]);
  });

  test("negative bare numbers and strikes that are the only entry", () => {
    expect(extraOf("pattern: any, score: -5")?.legal).toEqual([-5]);
    expect(extraOf("pattern: none, score: sum, strike: always")).toMatchObject({
      strike: "always",
      legal: [],
    });
  });

  test("dice written out one by one", () => {
    const dice = "dice: {count: null, sides: null, set: [[1, 6], [1, 6], [0, 9]]}\n";
    const game = gameFrom(withExtra("pattern: any, score: sum", dice));
    expect(game.dice.dice).toEqual([
      { low: 1, high: 6 },
      { low: 1, high: 6 },
      { low: 0, high: 9 },
    ]);
    expect(game.sections[1]?.categories[0]?.legal.at(-1)).toBe(21);
  });

  test("every order of a column", () => {
    const columns = `columns:
  main: null
  a: {label: {de: A, en: A}, order: free}
  b: {label: {de: B, en: B}, order: inward}
  c: {label: {de: C, en: C}, order: {outward: [threes, fours]}, multiplier: 2}
  d: {label: {de: D, en: D}, order: {stages: [[ones, twos, threes], [fours, fives, sixes]]}}
`;
    expect(gameFrom(START + columns).columns.map((c) => [c.order, c.multiplier])).toEqual([
      [{ kind: "free" }, 1],
      [{ kind: "inward" }, 1],
      [{ kind: "outward", up: "threes", down: "fours" }, 2],
      [
        {
          kind: "stages",
          stages: [
            ["ones", "twos", "threes"],
            ["fours", "fives", "sixes"],
          ],
        },
        1,
      ],
    ]);
  });

  test("an only column needs no label, several do", () => {
    const bare = "columns:\n  main: null\n  score: {order: down}\n";
    expect(gameFrom(START + bare).columns).toEqual([
      { id: "score", label: {}, order: { kind: "down" }, entry: { kind: "any" }, after: null, multiplier: 1 },
    ]);
    const two = `${START + bare}  more: {order: up, label: {de: Auf, en: Up}}\n`;
    expect(problemsWith({}, two)).toMatchObject([
      { code: "missing-key", message: "`columns.score` needs `label`", place: { line: 6 } },
    ]);
  });

  test("choices are not judged while nobody knows what the base has", () => {
    const text = START.replace("numbers5", "numbers6");
    expect(problemsWith({ tie: "shared" }, text).map((p) => p.code)).toEqual(["unknown-base"]);
  });

  test("constraints in every comparison", () => {
    const signs = ["<", "<=", ">", ">="];
    const constraints = signs.map((sign, i) => `  c${i}: {expr: ones ${sign} twos, between: all}`).join("\n");
    const game = gameFrom(`${START}constraints:\n${constraints}\n`);
    expect(game.constraints.map((c) => [c.left, c.comparison, c.right, c.between])).toEqual(
      signs.map((sign) => ["ones", sign, "twos", "all"]),
    );
  });

  test("the variant's own names for sum lines, and its notes", () => {
    const game = gameFrom(
      `${START}lines: {grand.total: {de: Endsumme, en: End}}\nnotes: {cup: {at: material, de: Becher, en: Cup}}\n`,
    );
    expect([...game.lineLabels]).toEqual([["grand.total", { de: "Endsumme", en: "End" }]]);
    expect(game.notes).toEqual([{ id: "cup", at: "material", text: { de: "Becher", en: "Cup" } }]);
  });

  test("examples that hold under other choices are shown only then", () => {
    const shown = (choice: string) =>
      gameFrom(shippedText("yatzy"), { yatzy_value: choice })
        .examples.filter((e) => e.category === "yatzy")
        .map((e) => e.score);
    expect(shown("flat")).toEqual([50]);
    expect(shown("plus_pips")).toEqual([65]);
  });
});

describe("what is wrong, told once", () => {
  const lint = (more: string) =>
    lintVariant("test.yaml", `${START}${more}`, shippedFiles).problems.map((p) => [p.place?.line, p.message]);

  test("a base cannot be played by itself", () => {
    expect(problemsWith({}, "id: core\nabstract: true\n")).toMatchObject([
      {
        code: "abstract",
        message: "`core` is a base for other variants and cannot be played by itself",
        hint: "name a variant that extends it",
        place: { file: "test.yaml", line: 2, col: 1 },
      },
    ]);
  });

  test("under the usual choices if it is there already, otherwise under the choice that brings it", () => {
    const option = (set: string) => `options:
  long: { label: { de: Lang, en: Long }, default: a, choices: { a: { label: { de: A, en: A } }, b: { label: { de: B, en: B }, set: { ${set} } } } }
  short: { label: { de: Kurz, en: Short }, default: c, choices: { c: { label: { de: C, en: C } }, d: { label: { de: D, en: D } } } }
`;
    const broken = "categories: { ones: { score: 3 * hitt } }\n";
    const message =
      "this formula cannot be read: a formula has no `hitt`; it can use sum, hit, count, high, low";
    expect(lint(broken + option("turn.rolls: 4"))).toEqual([[4, message]]);
    expect(lint(option("turn.rolls: many, categories.ones.score: 3 * hitt"))).toEqual([
      [5, `${message} (with \`long: b\`)`],
      [5, "`turn.rolls` must be a number, not the text `many` (with `long: b`)"],
    ]);
  });

  test("examples of a base are its own business; those of the file must hold", () => {
    const score = "categories: { full_house: { score: 1 } }\n";
    const example = "examples: [{ roll: [3, 3, 3, 2, 2], row: full_house, score: 53 }]\n";
    const yazzo = (more: string) =>
      lintVariant("ours.yaml", `id: ours\nextends: yazzo\n${more}`, shippedFiles).problems.map(
        (p) => p.message,
      );
    expect(yazzo(score)).toEqual([]);
    expect(yazzo(example)).toEqual([]);
    expect(yazzo(score + example)).toEqual(["this roll does not earn 53 in `full_house`"]);
  });
});

test("choices stand at the end of a message", () => {
  const said = [{}, { a: "b" }, { a: "b", c: "d" }].map((choices) =>
    english(withChoices(msg`test.no: no`, choices)),
  );
  expect(said).toEqual(["no", "no (with `a: b`)", "no (with `a: b`, `c: d`)"]);
});

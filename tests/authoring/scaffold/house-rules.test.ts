import { describe, expect, test } from "vitest";
import { compareGames } from "../../../src/authoring/diff/compare.ts";
import {
  extendingText,
  type LanguageList,
  buildNameText,
} from "../../../src/authoring/scaffold/extending.ts";
import { showProblems } from "../../../src/rules/problem/problem.ts";
import { lintVariant, readVariant } from "../../../src/rules/variant/read-variant.ts";
import { someOf } from "../../support/cases.ts";
import { gameFrom, SHIPPED, SHIPPED_FILES, shippedFiles } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { uncommentedLines, uncommentedOneByOne } from "../../support/uncomment.ts";

const LANGUAGES: LanguageList = [language("en"), language("de")];
const START = {
  id: "our-game",
  name: buildNameText("our-game", [language("de"), language("en")]),
  file: "our-game.yaml",
  schema: "variant.schema.json",
};

function textFrom(base: string, languages = LANGUAGES): string {
  const text = extendingText(START, base, shippedFiles, languages);
  if (!text.ok) throw new Error(showProblems(text.problems));
  return text.value;
}

function problemsOf(text: string): string {
  return showProblems(lintVariant(START.file, text, shippedFiles).problems);
}

/** The lines of house rules that take two lines: without the other one, neither holds. */
const PAIRED = /^(\w+: null|\w+: \{ rows: .*\}|rows: .*)$/;

/**
 * Games that can't do without any box below: their options, totals or bonuses speak of each, or their turns fill two boxes,
 * so that one less would not come out even.
 */
const INDISPENSABLE = [
  "balut",
  "doppel-yatzy",
  "double-cameroon",
  "forced-yatzy",
  "generala",
  "kniffel",
  "yamb",
];

describe.each(someOf(SHIPPED, 5))("a variant that extends %s", (base) => {
  const text = textFrom(base);
  const offers = uncommentedOneByOne(text);

  test("is short, plays as its base does, and has no problem", () => {
    expect(text.split("\n").filter((line) => !/^(#|$)/.test(line))).toEqual([
      "id: our-game",
      `extends: ${base}`,
      "name: { de: Our Game, en: Our Game }",
    ]);
    expect(problemsOf(text)).toBe("");
  });

  test("offers every option of its base with all choices", () => {
    const { options } = gameFrom(text);
    for (const { id, choices, label } of options) {
      expect(text).toContain(
        `#   # ${label.en}: ${choices.map((c) => `${c.id} = ${c.label.en}`).join("; ")}`,
      );
      expect(text).toMatch(new RegExp(`^#   ${id}: \\{ default: .* \\}$`, "m"));
    }
  });

  test("offers house rules that change the game, each of which has no problem when it is taken", () => {
    const before = gameFrom(text);
    const single = [...offers].filter(([line]) => !PAIRED.test(line));
    expect(single.length).toBeGreaterThanOrEqual(before.options.length + 3);
    for (const [line, taken] of single) {
      // Every choice of an option is looked at where the base is; the others need a look under all choices.
      if (!line.includes("{ default:")) expect(problemsOf(taken), line).toBe("");
      expect(compareGames(before, gameFrom(taken)).differences.length, line).toBeGreaterThan(0);
    }
  });

  test("offers to leave out a box, which takes two lines, if the game can do without one", () => {
    const paired = [...offers.keys()].filter((line) => PAIRED.test(line));
    expect(paired).toHaveLength(INDISPENSABLE.includes(base) ? 0 : 2);
    const taken = uncommentedLines(text, paired);
    expect(problemsOf(taken)).toBe("");
    const boxes = (t: string) => gameFrom(t).sections.flatMap((s) => s.categories).length;
    expect(boxes(taken)).toBe(boxes(text) - paired.length / 2);
  });
});

describe("a variant that extends another", () => {
  test("may extend a base that is no game by itself", () => {
    const bases = SHIPPED_FILES.map((file) => file.slice(0, -".yaml".length)).filter(
      (id) => !SHIPPED.includes(id),
    );
    expect(bases).toContain("numbers5");
    for (const base of bases) expect(problemsOf(textFrom(base))).toBe("");
  });

  test("speaks the language that is asked for", () => {
    expect(textFrom("yazzo", [language("de"), language("en")])).toContain("# Hausregeln zur Auswahl");
    expect(textFrom("yazzo")).toContain("# House rules to choose from");
  });

  test("can have a fourth column, a changed bonus and a changed score at once", () => {
    const text = textFrom("yazzo");
    const wanted = [...uncommentedOneByOne(text).keys()].filter((line) =>
      /^(inward|upper|straight):/.test(line),
    );
    expect(wanted).toHaveLength(3);
    const game = gameFrom(uncommentedLines(text, wanted));
    expect(game.columns.map(({ id }) => id)).toEqual(["mixed", "down", "up", "inward"]);
    expect(game.sections[0]?.tiers).toEqual([
      { from: 60, add: 70 },
      { from: 70, add: 80 },
    ]);
    expect(game.sections[1]?.categories.find(({ id }) => id === "straight")?.legal).toEqual([40]);
  });

  test("keeps the examples of its base that still hold, and leaves out the others", () => {
    const text = "id: our-game\nextends: yazzo\nname: {de: A, en: A}\ncategories: {straight: {score: 40}}\n";
    const game = gameFrom(text);
    expect(game.examples.map(({ category }) => category)).toContain("full_house");
    expect(game.examples.map(({ category }) => category)).not.toContain("straight");
    const own = `${text}examples: [{roll: [1, 2, 3, 4, 5], row: straight, score: 30}]\n`;
    const read = readVariant(START.file, own, shippedFiles);
    expect(read.ok ? [] : read.problems.map(({ code }) => code)).toEqual(["wrong-example"]);
  });

  test("tells why nothing can be built on a broken base", () => {
    const text = extendingText(START, "nowhere", shippedFiles, LANGUAGES);
    expect(text.ok ? [] : text.problems.map(({ code }) => code)).toEqual(["unknown-base"]);
  });
});

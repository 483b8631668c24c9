import { describe, expect, it } from "vitest";
import type { Language } from "../../src/i18n/language.ts";
import { compareLanguages, formatKeys, readGameWords, readLanguage } from "../../src/i18n/read-language.ts";
import { english, msg } from "../../src/rules/problem/message.ts";
import type { Problem, Result } from "../../src/rules/problem/problem.ts";
import { good } from "../support/results.ts";

/** Every problem as `line:col code: message | hint`. */
const told = (problems: readonly Problem[]) =>
  problems.map(({ code, message, hint, place }) => {
    const at = place === null ? "-" : `${place.line}:${place.col}`;
    return `${at} ${code}: ${message}${hint === null ? "" : ` | ${hint}`}`;
  });
const problemsOf = (result: Result<unknown>) => (result.ok ? [] : told(result.problems));
const list = (file: string, yaml: string): Language => good(readLanguage("en", file, yaml));

describe("a word list says what is wrong with it", () => {
  const ICU = "write arguments in braces: {name}, {n, plural, one {…} other {…}}";
  const QUOTES = "put it in quotation marks";
  it.each([
    ["a: 'x {n'\n", [`1:4 bad-message: the message \`a\` is not a valid ICU message | ${ICU}`]],
    [
      "a: {b: '{n, plural, one {x}}', c: '}'}\n",
      [`1:8 bad-message: the message \`a.b\` is not a valid ICU message | ${ICU}`],
    ],
    ["a: 5\n", [`1:4 not-a-text: \`a\` is not a text | ${QUOTES}`]],
    ["a:\n", [`1:3 not-a-text: \`a\` is not a text | ${QUOTES}`]],
    ["a: ''\n", [`1:4 not-a-text: \`a\` is not a text | ${QUOTES}`]],
    ["a: {b: [x]}\n", [`1:8 not-a-text: \`a.b\` is not a text | ${QUOTES}`]],
    [
      "a: x\nb: y\na: z\na: z\n",
      ["3:1 repeated-key: `a` appears twice", "4:1 repeated-key: `a` appears twice"],
    ],
    ["- a\n", ["1:1 not-a-word-list: a word list consists of keys and texts"]],
    ["word\n", ["1:1 not-a-word-list: a word list consists of keys and texts"]],
  ])("%j", (yaml, problems) => {
    expect(problemsOf(readLanguage("en", "words.yaml", yaml))).toEqual(problems);
  });

  it("but not of messages that are known to be good", () => {
    expect(problemsOf(readLanguage("en", "words.yaml", "a: 'x {n'\n", true))).toEqual([]);
    expect(problemsOf(readLanguage("en", "words.yaml", "a: 5\n", true))).toHaveLength(1);
  });

  it("nor of braces in the words of games", () => {
    expect([...good(readGameWords("games.yaml", "Pair: 'x {n'\nThree alike: Triss\n"))]).toEqual([
      ["Pair", "x {n"],
      ["Three alike", "Triss"],
    ]);
    expect(problemsOf(readGameWords("games.yaml", "Pair: [a]\n"))).toEqual([
      `1:7 not-a-text: \`Pair\` is not a text | ${QUOTES}`,
    ]);
  });
});

describe("a list beside the complete one", () => {
  const model = list("de.yaml", "a: x\nb: y\nc: '{n} {m}'\nd: z\ne: z\nf: z\n");
  const compared = (yaml: string) => told(compareLanguages(list("en.yaml", yaml), model));

  it("may stand in for it with the same keys and arguments", () => {
    expect(compared("f: 1x\ne: x\nd: x\nc: '{m}: {n} {n}'\nb: x\na: x\n")).toEqual([]);
  });

  it("lacks keys, has others, and speaks of something else", () => {
    expect(compared("a: '{who}'\nc: '{n}'\nx: x\ny: '{n}'\n")).toEqual([
      "- missing-word: en.yaml lacks the message `b`, `d`, `e` and 1 more | see its text in de.yaml",
      "- unknown-word: de.yaml lacks the message `x`, `y` | see its text in en.yaml",
      "- other-arguments: `a` uses nothing in de.yaml, but who in en.yaml",
      "- other-arguments: `c` uses m, n in de.yaml, but n in en.yaml",
    ]);
  });
});

it.each([
  [[], ""],
  [["a"], "`a`"],
  [["a", "b", "c"], "`a`, `b`, `c`"],
  [["a", "b", "c", "d"], "`a`, `b`, `c` and 1 more"],
])("keys are named, and counted beyond three: %j", (keys, words) => {
  expect(english(msg`test.pattern: ${formatKeys(keys)}`)).toBe(words);
});

import { describe, expect, it, test } from "vitest";
import {
  formatAmount,
  formatNumber,
  joinWords,
  numberRanges,
  percentText,
  plainNumber,
  quoteName,
  signedNumber,
} from "../../src/i18n/format.ts";
import { withMinusSigns } from "../../src/i18n/language.ts";
import { language } from "../support/languages.ts";

const [de, en] = [language("de"), language("en")];

test.each([
  [0, "0", "0", "0"],
  [5, "5", "5", "+5"],
  [-5, "−5", "−5", "−5"],
  [1236, "1236", "1236", "+1236"],
  [12360, "12360", "12,360", "+12,360"],
  [-12360, "−12360", "−12,360", "−12,360"],
])("%i is written plainly, as the language does, and with its sign", (n, plain, formatted, signed) => {
  expect(plainNumber(n)).toBe(plain);
  expect(formatNumber(en, n)).toBe(formatted);
  expect(signedNumber(en, n)).toBe(signed);
});

test("five figures are grouped in the way of the language", () => {
  expect(formatNumber(de, 12360)).toBe("12.360");
  expect(formatNumber(de, 1236)).toBe("1236");
});

test.each([
  [4.5, "4,50", "4.50"],
  [0, "0,00", "0.00"],
  [-0.125, "−0,13", "−0.13"],
  [1234.5, "1.234,50", "1,234.50"],
])("an amount of money has two decimals: %f", (amount, german, english) => {
  expect(formatAmount(de, amount)).toBe(german);
  expect(formatAmount(en, amount)).toBe(english);
});

test.each([
  [[], "", ""],
  [["a"], "a", "a"],
  [["a", "b"], "a and b", "a or b"],
  [["a", "b", "c"], "a, b and c", "a, b or c"],
])("words stand in a row: %j", (words, and, or) => {
  expect(joinWords(en, words, "and")).toBe(and);
  expect(joinWords(en, words, "or")).toBe(or);
});

test("a name stands in the quotation marks of the language", () => {
  expect([quoteName(de, "Full House"), quoteName(en, "Full House")]).toEqual([
    "„Full House“",
    "“Full House”",
  ]);
});

describe("numbers are drawn together", () => {
  it.each<[readonly number[], string]>([
    [[], ""],
    [[5], "5"],
    [[5, 6], "5, 6"],
    [[5, 6, 7], "5–7"],
    [[5, 7, 8, 9, 10, 30], "5, 7–10, 30"],
    [[1, 2, 4, 5], "1, 2, 4, 5"],
    [[0, 1, 2], "0–2"],
    [[-3, -2, -1], "−3 … −1"],
    [[-2, -1], "−2, −1"],
    [[-1, 0, 1, 2], "−1 … 2"],
    [[-9, 12360, 12361, 12362], "−9, 12360–12362"],
  ])("%j", (numbers, text) => {
    expect(numberRanges(numbers)).toBe(text);
  });
});

test.each([
  ["-5", "−5"],
  ["−5", "−5"],
  ["x -5", "x −5"],
  ["(-5)", "(−5)"],
  ["1-2-3", "1-2-3"],
  ["A-5", "A-5"],
  ["ß-5", "ß-5"],
  ["f(x)-5", "f(x)-5"],
  ["[x]-5", "[x]-5"],
  ["-x", "-x"],
  ["--5", "-−5"],
])("a hyphen is a minus sign only before a number: %s", (text, shown) => {
  expect(withMinusSigns(text)).toBe(shown);
});

test("a share is told in per cent, as the language writes it", () => {
  expect([percentText(en, 0.1234), percentText(en, 0.1234, 0), percentText(en, 1, 2)]).toEqual([
    "12.3%",
    "12%",
    "100.00%",
  ]);
  expect(percentText(de, 0.1234)).toBe("12,3\u00a0%");
});

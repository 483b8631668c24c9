import { expect, test } from "vitest";
import { language } from "../support/languages.ts";
import { columns, scores, sheetFrom } from "../support/sheet-files.ts";
import { BOX_CHECKS } from "../../src/check/box-checks.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { SHEET_CHECKS, describeFinding } from "../../src/check/checks.ts";

function told(text: string, code: string): string[] {
  const sheet = sheetFrom(text);
  return checkSheet(sheet).findings.map((finding) => describeFinding(finding, sheet.game, language(code)));
}

/** A player's entries after this number of turns. */
const ROWS = ["ones: 3", "twos: 4", "threes: 9", "fours: 8", "fives: 10", "sixes: 18", "chance: 12"] as const;
const TURNS = {
  1: ROWS.slice(0, 1).join(", "),
  3: ROWS.slice(0, 3).join(", "),
  4: ROWS.slice(0, 4).join(", "),
  6: ROWS.slice(0, 6).join(", "),
  7: ROWS.join(", "),
} as const;

const repeats = (ink: string, option = "") => `${option}${scores("yahtzee-block", ink)}`;

const CASES: readonly (readonly [code: string, text: string, de: string, en: string])[] = [
  [
    "illegal-score",
    columns("yazzo", { down: "ones: 7" }),
    "A, Von oben nach unten, 1er: 7 ist nicht möglich; möglich wäre 5.",
    "A, Top down, Ones: 7 is not possible; 5 would be possible.",
  ],
  [
    "illegal-score",
    scores("yahtzee-block", "twos: 7"),
    "A, Zweien: 7 ist nicht möglich; möglich wäre 6 oder 8.",
    "A, Twos: 7 is not possible; 6 or 8 would be possible.",
  ],
  [
    "strike-not-allowed",
    scores("doppel-yatzy", "extra: X, ones: 3"),
    "A, Extra: Hier darf nicht gestrichen werden; möglich sind −30 bis −5.",
    "A, Extra: this box can’t be struck; −30 to −5 are possible.",
  ],
  [
    "out-of-order",
    columns("yazzo", { up: "ones: 3" }),
    "A, Von unten nach oben, 1er: zu früh ausgefüllt; vorher kommt Yazzo.",
    "A, Bottom up, Ones: filled too early; the next box in order is Yazzo.",
  ],
  [
    "constraint",
    columns("yazzo", { mixed: "minimum: 20, maximum: 18" }),
    "A, Durcheinander, Minimum: 20 passt nicht; es muss kleiner sein als Maximum (18).",
    "A, Any order, Minimum: 20 doesn’t fit; it must be less than Maximum (18).",
  ],
  [
    "requires",
    'variant: generala\noptions: {double_generala: "yes"}\nplayers:\n  - {name: A, scores: {double: 100}}\n',
    "A, Doppelte Generala: 100 zählt nur, wenn bei Generala Punkte stehen.",
    "A, Double Generala: 100 counts only if Generala has points.",
  ],
  [
    "entries-per-turn",
    scores("doppel-yatzy", "ones: 3"),
    "A: 1 Feld ist ausgefüllt, aber jede Runde füllt 2.",
    "A: 1 box is filled, but each turn fills 2.",
  ],
  [
    "repeats",
    repeats("five: X, chance: 30, repeats: 50"),
    "A, Weitere Yahtzees: 50 ist ohne Punkte bei Yahtzee nicht möglich.",
    "A, Extra Yahtzees: 50 is not possible without points in Yahtzee.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: 100"),
    "A, Weitere Yahtzees: 100 ist zu viel; die ausgefüllten Felder lassen höchstens 50 zu.",
    "A, Extra Yahtzees: 100 is too much; the filled boxes allow for 50 at most.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: 20"),
    "A, Weitere Yahtzees: 20 ist nicht möglich; nur Vielfache von 50 sind möglich, hier wohl 0 oder 50.",
    "A, Extra Yahtzees: 20 is not possible; only multiples of 50 are possible, here probably 0 or 50.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: 70"),
    "A, Weitere Yahtzees: 70 ist nicht möglich; nur Vielfache von 50 sind möglich, hier wohl 50.",
    "A, Extra Yahtzees: 70 is not possible; only multiples of 50 are possible, here probably 50.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: -50"),
    "A, Weitere Yahtzees: −50 ist nicht möglich; weniger als 0 kann hier nicht stehen.",
    "A, Extra Yahtzees: −50 is not possible; a score here is at least 0.",
  ],
  [
    "uneven-turns",
    scores("yatzy", TURNS[6], TURNS[3], TURNS[6]),
    "B: 3 Runden eingetragen, bei den anderen 6.",
    "B: 3 turns entered; the others have 6.",
  ],
  [
    "uneven-turns",
    scores("yatzy", TURNS[6], TURNS[1]),
    "B: 1 Runde eingetragen, bei A 6.",
    "B: 1 turn entered; A has 6.",
  ],
  [
    "uneven-turns",
    scores("yatzy", TURNS[4], TURNS[1], TURNS[4], TURNS[7]),
    "B: 1 Runde eingetragen, bei 2 anderen 4.",
    "B: 1 turn entered; 2 others have 4.",
  ],
  [
    "uneven-turns",
    scores("yatzy", "ones: 3, twos: 4", "", "ones: 3, twos: 4, fives: 5", "ones: 3, twos: 4"),
    "B: 0 Runden eingetragen, bei den anderen 2 oder 3.",
    "B: 0 turns entered; the others have 2 or 3.",
  ],
  [
    "wrong-sum",
    scores("doppel-yatzy", "extra: -7, chance: 5, lower.sum: 12"),
    "A, Summe unten: 12 stimmt nicht; richtig ist −2.",
    "A, Lower sum: 12 is not right; it should be −2.",
  ],
  [
    "wrong-bonus",
    columns("yazzo", { mixed: "ones: 3, upper.bonus: 60" }),
    "A, Durcheinander, Bonus: 60 stimmt nicht; richtig ist 0.",
    "A, Any order, Bonus: 60 is not right; it should be 0.",
  ],
  [
    "wrong-total",
    `${columns("yazzo", { mixed: "ones: 3" })}    grand.total: 4\n`,
    "A, Gesamtsumme: 4 stimmt nicht; richtig ist 3.",
    "A, Grand total: 4 is not right; it should be 3.",
  ],
];

test.each(CASES)("%s: %s", (_, text, de, en) => {
  expect(told(text, "de").slice(0, 1)).toEqual([de]);
  expect(told(text, "en").slice(0, 1)).toEqual([en]);
});

test("a missing box", () => {
  const text = `complete: yes\n${scores("yatzy", "ones: 3")}`;
  expect(told(text, "de")[0]).toBe("A, Zweier: Hier ist nichts eingetragen.");
  expect(told(text, "en")[0]).toBe("A, Twos: nothing is entered.");
});

test("a box that always earns the same can't be struck", () => {
  const sheet = sheetFrom(scores("doppel-yatzy", "extra: X, chance: 5"));
  const sections = sheet.game.sections.map((section) => ({
    ...section,
    categories: section.categories.map((category) =>
      category.id === "extra" ? { ...category, legal: [-5] } : category,
    ),
  }));
  const game = { ...sheet.game, sections };
  const [finding] = checkSheet({ ...sheet, game }).findings;
  if (finding === undefined) throw new Error("nothing found");
  expect(describeFinding(finding, game, language("de"))).toContain("; möglich ist nur −5.");
  expect(describeFinding(finding, game, language("en"))).toContain("; only −5 is possible.");
});

test("turns that lie further apart because of holes are told as a range", () => {
  const { game, ...sheet } = sheetFrom(scores("yatzy", TURNS[6], TURNS[1], TURNS[6]));
  const [finding] = checkSheet({ ...sheet, game }).findings;
  if (finding === undefined) throw new Error("nothing found");
  const apart = { ...finding, facts: { ...finding.facts, fewest: 4, most: 6, spread: 2 } };
  expect(describeFinding(apart, game, language("de"))).toBe(
    "B: 1 Runde eingetragen, bei den anderen 4 bis 6.",
  );
  expect(describeFinding(apart, game, language("en"))).toBe("B: 1 turn entered; the others have 4 to 6.");
});

test("every code is told", () => {
  const codes = new Set([...CASES.map(([code]) => code), "missing-box", "second-winner"]);
  expect([...codes].sort()).toEqual([...Object.keys(BOX_CHECKS), ...Object.keys(SHEET_CHECKS)].sort());
});

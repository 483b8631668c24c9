import { expect, test } from "vitest";
import { checkSheet } from "../../src/sheet/check-sheet.ts";
import { FINDING_CODES } from "../../src/sheet/sheet.ts";
import { tellFinding } from "../../src/sheet/tell-finding.ts";
import { language } from "../support/languages.ts";
import { columns, scores, sheetFrom } from "../support/sheet-files.ts";

function told(text: string, code: string): string[] {
  const sheet = sheetFrom(text);
  return checkSheet(sheet).findings.map((finding) => tellFinding(finding, sheet.game, language(code)));
}

const repeats = (ink: string, option = "") => `${option}${scores("yahtzee-block", ink)}`;

const CASES: readonly (readonly [code: string, text: string, de: string, en: string])[] = [
  [
    "illegal-score",
    columns("yazzo", { down: "ones: 7" }),
    "A, Von oben nach unten, 1er: 7 ist nicht möglich; möglich wäre 5.",
    "A, Top down, Ones: 7 is not possible; possible is 5.",
  ],
  [
    "illegal-score",
    scores("yahtzee-block", "twos: 7"),
    "A, Zweien: 7 ist nicht möglich; möglich wären 6 oder 8.",
    "A, Twos: 7 is not possible; the nearest are 6 or 8.",
  ],
  [
    "strike-not-allowed",
    scores("doppel-yatzy", "extra: X, ones: 3"),
    "A, Extra: Hier darf nicht gestrichen werden; möglich ist −30 bis −5.",
    "A, Extra: this box can’t be struck; anything from −30 to −5 is possible.",
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
    "entries-per-turn",
    scores("doppel-yatzy", "ones: 3"),
    "A: 1 Kästchen ist ausgefüllt, aber jede Runde füllt 2.",
    "A: 1 box is filled, but each turn fills 2.",
  ],
  [
    "repeats",
    repeats("five: X, chance: 30, repeats: 50"),
    "A, Weitere Yahtzees: 50 ist nicht möglich, denn dafür müssen bei Yahtzee Punkte stehen.",
    "A, Further Yahtzees: 50 is not possible, as that takes points in Yahtzee.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: 100"),
    "A, Weitere Yahtzees: 100 ist zu viel; die ausgefüllten Kästchen lassen höchstens 50 zu.",
    "A, Further Yahtzees: 100 is too much; the filled boxes allow for 50 at most.",
  ],
  [
    "repeats",
    repeats("five: 50, chance: 30, repeats: 20"),
    "A, Weitere Yahtzees: 20 ist nicht möglich, denn jedes Mal gibt es 50; möglich wären 0 oder 50.",
    "A, Further Yahtzees: 20 is not possible, as there are 50 each time; the nearest are 0 or 50.",
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
  expect(told(text, "de")[0]).toBe("A, Zweier: Hier fehlt der Eintrag.");
  expect(told(text, "en")[0]).toBe("A, Twos: the entry is missing here.");
});

test("every code is told", () => {
  const codes = new Set([...CASES.map(([code]) => code), "missing-box"]);
  expect([...codes].sort()).toEqual([...FINDING_CODES].sort());
});

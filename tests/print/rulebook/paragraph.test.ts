import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadHyphenation, SOFT_HYPHEN } from "../../../src/print/fonts/hyphenation.ts";
import { breakLines, type TypesetLine } from "../../../src/print/rulebook/pdf/lines.ts";
import { BLACK, computeTypeMetrics } from "../../../src/print/rulebook/pdf/marks.ts";
import { chooseLineEnds, type LineEnd } from "../../../src/print/rulebook/pdf/lines.ts";
import { createWordRules } from "../../../src/print/rulebook/pdf/words.ts";
import { FAMILY } from "../../support/pads.ts";

const NAMES = ["Gesamtsumme", "Kleine Straße", "Full House", "Yatzy-Deluxe", "Knif"];
const GERMAN = createWordRules(await loadHyphenation("de"), NAMES);
const SETTING = computeTypeMetrics({ family: FAMILY, words: GERMAN, accent: BLACK }, 9);

function linesOf(text: string, measureMm: number): TypesetLine[] {
  return breakLines([{ kind: "text", text, weight: "regular", content: Symbol() }], measureMm, SETTING);
}

function textOf({ marks }: TypesetLine): string {
  return marks.map((mark) => (mark.kind === "text" ? mark.text + mark.after : "")).join("");
}

const WORDS = [
  ..."Die Würfel des inneren Würfels bleiben liegen Fünferstraße Einzelergebnis Zusatzpunkte und ab in 63".split(
    " ",
  ),
  ...[
    "Punkten",
    "„Gesamtsumme“",
    "Gesamtsummen,",
    "„Kleine Straße“",
    "Full House",
    "Yatzy-Deluxe.",
    "50 Punkte",
    "= 17",
  ],
];
const paragraph = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 40 })
  .map((words) => words.join(" "));

describe("the lines of a paragraph", () => {
  it("hold every word in order and none is wider than the measure", () => {
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 8, max: 120 }), (text, measureMm) => {
        const lines = linesOf(text, measureMm);
        expect(lines.map(textOf).join("").replaceAll(SOFT_HYPHEN, "")).toBe(text);
        expect(lines.every(({ widthMm }) => widthMm <= measureMm + 0.01)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("divide no word of fewer than eight letters", () => {
    const parts = (word: string) => GERMAN.listDivisions(word).length;
    expect(["rechnet", "Würfel,", "inneren", "„Spalten“"].map(parts)).toEqual([0, 0, 0, 0]);
    expect(["Würfelbecher", "Zusatzpunkte.", "belegten"].every((word) => parts(word) > 0)).toBe(true);
  });

  it("divide no name, part no number from what it counts, and end no paragraph with the rest of a word, where a line holds each", () => {
    let divided = 0;
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 34, max: 90 }), (text, measureMm) => {
        const lines = linesOf(text, measureMm).map(textOf);
        const ends = lines.slice(0, -1);
        divided += ends.filter((line) => line.endsWith(SOFT_HYPHEN)).length;
        expect(lines.at(-2)?.endsWith(SOFT_HYPHEN) ?? false).toBe(false);
        expect(ends.filter((line) => /Gesamts?u?m?m?\u00ad$|Ge\u00ad$|Yatzy-$/u.test(line))).toEqual([]);
        expect(ends.filter((line) => /(Kleine|Full|50|=) $/u.test(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(divided).toBeGreaterThan(0);
  });

  it("divide names and part numbers only where no line would hold them", () => {
    expect(linesOf("Gesamtsumme", 12).length).toBeGreaterThan(1);
    expect(linesOf("50 Punkte", 12).map(textOf)).toEqual(["50 ", "Punkte"]);
    expect(linesOf("ab 1000000 Punkten", 21).map(textOf)).toEqual(["ab 1000000 ", "Punkten"]);
  });

  it("leave no short word alone on the last line, nor a number at the start of one", () => {
    const last = (text: string, measureMm: number) => linesOf(text, measureMm).map(textOf).at(-1);
    expect(last("Er zählt glatt 50 Punkte und dazu alle Augen.", 61)).not.toBe("Augen.");
    expect(last("Du darfst nur streichen, wenn nichts passt.", 50)).not.toBe("passt.");
    for (const text of [
      "Es gibt 60 Punkte, ab 70 weitere 80.",
      "Sonst gilt: Bonus 35, Kniffel 50, ab 63 mehr.",
    ])
      for (let measureMm = 24; measureMm < 60; measureMm++)
        for (const line of linesOf(text, measureMm).slice(1))
          expect(textOf(line), `${measureMm} mm`).not.toMatch(/^(?:35|60|63|70)\b/);
  });

  it("leave less blank than lines that take all that fits", () => {
    const spaces = (widths: readonly number[]) => widths.map((): LineEnd => ({ kind: "space" }));
    const blanks = (widths: readonly number[], ends: readonly number[]) =>
      ends
        .slice(0, -1)
        .reduce((sum, end, at) => sum + (100 - lineWidth(widths, ends[at - 1] ?? -1, end)) ** 2, 0);
    let better = 0;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 2, maxLength: 30 }), (widths) => {
        const chosen = chooseLineEnds(spaces(widths), 100, (from, to) => lineWidth(widths, from, to));
        const greedy = fillLines(widths);
        if (chosen.length === greedy.length) {
          // More is left blank only to lengthen a last line that would be too short.
          const isRunt = lineWidth(widths, greedy.at(-2) ?? -1, widths.length - 1) < 15;
          expect(blanks(widths, chosen)).toBeLessThanOrEqual(blanks(widths, greedy) + (isRunt ? 1200 : 0));
          better += Number(blanks(widths, chosen) < blanks(widths, greedy));
        }
      }),
      { numRuns: 900 },
    );
    expect(better).toBeGreaterThan(20);
  });
});

/** Words of which each line takes as many as it holds. */
function fillLines(widths: readonly number[]): number[] {
  const ends: number[] = [];
  for (const at of widths.keys())
    if (at > 0 && lineWidth(widths, ends.at(-1) ?? -1, at) > 100) ends.push(at - 1);
  return [...ends, widths.length - 1];
}

function lineWidth(widths: readonly number[], from: number, to: number): number {
  return widths.slice(from + 1, to + 1).reduce((sum, width) => sum + width, 0);
}

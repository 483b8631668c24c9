import { describe, expect, it } from "vitest";
import { augenblock, json } from "../support/command-line.ts";

interface Told {
  variant: string;
  best: number;
  mean: number;
  loss: number;
  holds: { before: string; lines: { boxes: string[]; dice: number }[] }[];
  writes: { boxes: string[]; points: number | null; dice: number | null }[];
  others: string[];
}

describe("augenblock odds strategy", () => {
  it("prints the card as data, with what it loses", async () => {
    const told = await json<Told>(["odds", "strategy", "crag", "--json"]);
    expect(told.variant).toBe("crag");
    expect(told.loss).toBeCloseTo(told.best - told.mean, 9);
    expect(told.loss).toBeGreaterThan(0);
    // Two throws a turn: only the last one has dice held before it.
    expect(told.holds.map(({ before }) => before)).toEqual(["last"]);
    expect(told.writes[0]).toEqual({ boxes: ["crag"], points: 50, dice: null });
  });

  it.each([
    ["de", "Noch ein Wurf", "Trifft keine Zeile zu"],
    ["en", "One roll left", "If no line applies"],
    ["sv", "Ett kast kvar", "Stämmer ingen rad"],
  ])("says the card in words: %s", async (lang, heading, others) => {
    const { code, out } = await augenblock(["odds", "strategy", "crag", "--lang", lang]);
    expect(code).toBe(0);
    expect(out).toContain(`\n${heading}\n`);
    expect(out).toContain(others);
    expect(out).not.toMatch(/[*#{}]/);
  });

  it.each([
    ["double-cameroon", "no-card", "a turn fills 2 boxes"],
    ["maxi-yatzy", "not-solved", "unused rolls are saved for later turns"],
  ])("refuses what it can't make a card of: %s", async (variant, problem, words) => {
    const { code, err } = await augenblock(["odds", "strategy", variant, "--lang", "en"]);
    expect(code).not.toBe(0);
    expect(err).toContain(`[${problem}]`);
    expect(err).toContain(words);
  });

  it("tells when paper is too small, and writes nothing", async () => {
    const { code, err } = await augenblock([
      "odds",
      "strategy",
      "crag",
      "--pdf",
      "-",
      "--paper",
      "60x60mm",
      "--lang",
      "en",
    ]);
    expect(code).not.toBe(0);
    expect(err).toContain("larger paper");
  });
});

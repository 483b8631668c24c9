import { describe, expect, it } from "vitest";
import type { FoundOdds } from "../../../src/odds/find.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { good } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

const YATZY = shippedGame("yatzy");
const box = (category: string, mean: number, zero: number) => ({
  ...{ column: "main", category, mean, zero, turns: [] },
});
const FOUND: FoundOdds = {
  odds: {
    ...{ mean: 248.64, deviation: 38.5, states: 828416, neglected: 0 },
    percentiles: { p5: 180, p25: 222, p50: 250, p75: 276, p95: 310 },
    tiers: [{ section: "upper", column: "main", from: 63, probability: 0.8913 }],
    boxes: [
      box("ones", 2.1, 0.12),
      box("small", 10.4, 0.31),
      box("chance", 23.26, 0),
      box("yatzy", 17.8, 0.6441),
    ],
    totals: { from: 0, chances: [1] },
  },
  interval: null,
};

function told(code: string, found: FoundOdds | null, game = YATZY) {
  const text = good(
    rulesMarkdown(game, language(code), shippedTemplates(code, "rules"), undefined, { odds: found }),
  );
  return text.replaceAll("\u00a0", " ");
}

describe("what a game is worth, on its rule sheet", () => {
  it.each([
    [
      "de",
      "auf 248,6 Punkte.",
      "in 89 % aller Spiele",
      "„Chance“, im Mittel 23,3",
      "In 64 % aller Spiele steht dort eine Null",
    ],
    [
      "en",
      "averages 248.6 points",
      "in 89% of all games",
      "“Chance”, with 23.3",
      "“Yatzy”, in 64% of all games",
    ],
    [
      "sv",
      "genomsnitt 248,6 poäng.",
      "i 89 % av alla spel",
      "”Chans”, i genomsnitt 23,3",
      "”Yatzy”, i 64 % av alla spel",
    ],
  ])("in words: %s", (code, ...parts) => {
    const text = told(code, FOUND);
    for (const part of parts) expect(text).toContain(part);
  });

  it("has both ends where only those are known, and no bonus that rests on a player alone", () => {
    const text = told("en", {
      ...FOUND,
      interval: { low: 714.72, high: 766.1, confidence: 0.975, games: 2000 },
    });
    expect(text).toContain("between 714 and 767 points");
    expect(text).not.toContain("in 89% of all games");
    expect(text).not.toContain("248.6");
  });

  const SENTENCES: Readonly<Record<string, string>> = {
    de: "„Generala“, serviert, das Spiel sofort gewinnt, ist dabei nicht eingerechnet",
    en: "These figures leave out that “Generala”, served, wins the game at once",
    sv: "Att ”Generala”, serverad, vinner spelet genast är inte medräknat",
  };

  it.each(Object.entries(SENTENCES))(
    "says that the figures leave out a served roll that wins at once: %s",
    (code, sentence) => {
      expect(told(code, FOUND, shippedGame("generala"))).toContain(sentence);
      expect(told(code, null, shippedGame("generala"))).not.toContain(sentence);
    },
  );

  it("says so of every box that wins at once when served, and of no other", () => {
    const served = {
      ...YATZY,
      sections: YATZY.sections.map((section) => ({
        ...section,
        categories: section.categories.map((one) =>
          ["full_house", "yatzy"].includes(one.id) ? { ...one, wins: "served" as const } : one,
        ),
      })),
    };
    const counts = [YATZY, served].map(
      (game) => told("en", FOUND, game).split("These figures leave out").length - 1,
    );
    expect(counts).toEqual([0, 2]);
  });

  it("leaves out what is no news", () => {
    const boxes = FOUND.odds.boxes.map((one) => ({ ...one, zero: 0.05 }));
    expect(told("en", { ...FOUND, odds: { ...FOUND.odds, boxes } })).not.toContain("ends up with a zero");
    expect(told("en", null)).not.toContain("What to expect");
  });
});

import { describe, expect, it } from "vitest";
import { loadLanguage } from "../../../src/files/package/languages.ts";
import { strategyFile } from "../../../src/files/print/rules.ts";
import { findStrategy } from "../../../src/odds/find.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { smallGame } from "../../odds/small-game.ts";
import { shippedGame } from "../../support/games.ts";
import { pagesOf, textsOf } from "../../support/pdfs.ts";

describe("a strategy card as PDF", () => {
  const game = smallGame();
  const card = need(findStrategy(game));
  const language = need(loadLanguage("en"));
  const onPaper = async (paper: string) => {
    const pdf = need(await strategyFile(game, language, card, { paper })) as Uint8Array;
    const texts = await textsOf(pdf, 1);
    const width = Number(paper.split("x")[0]);
    return {
      pages: await pagesOf(pdf),
      texts,
      smallest: Math.min(...texts.map((text) => text.sizePt)),
      width,
    };
  };

  it("is set in smaller type where it does not fit one page otherwise", async () => {
    const roomy = await onPaper("148x210mm");
    const tight = await onPaper("74x105mm");
    expect(tight.pages).toBe(1);
    const words = (found: typeof roomy) =>
      found.texts
        .map(({ text }) => text)
        .join(" ")
        .replaceAll(/[\s\u00ad-]/g, "");
    expect(words(tight)).toBe(words(roomy));
    expect(tight.smallest).toBeLessThan(roomy.smallest);
    expect(tight.smallest).toBeGreaterThanOrEqual(5.9);
    for (const { xMm } of tight.texts) expect(xMm).toBeLessThan(74);
  });
});

it("a card is set, or refused with a reason, on paper however small", async () => {
  const strategy = need(findStrategy(smallGame()));
  const language = need(loadLanguage("de"));
  const codes = new Set<string>();
  for (const heightMm of [60, 63, 67, 72, 80, 90, 105]) {
    const file = await strategyFile(smallGame(), language, strategy, { paper: `60x${heightMm}mm` });
    codes.add(file.ok ? "set" : (file.problems[0]?.code ?? ""));
  }
  expect([...codes].filter((code) => !["set", "does-not-fit"].includes(code))).toEqual([]);
  expect(codes.size).toBeGreaterThan(0);
});

describe("a card as long as that of a game of thirteen boxes", () => {
  const boxes = ["five", "large", "small", "four", "three", "full_house", "chance", "ones", "twos", "threes"];
  const lines = boxes.map((box) => ({ boxes: [box], dice: 3 }));
  const writes = lines.map(({ boxes }) => ({ boxes, points: 20, dice: null }));
  const holds = (["others", "last"] as const).map((before) => ({ before, lines }));
  const card = { holds, writes, others: [...boxes, "fours", "fives", "sixes"] };

  it("fits the smallest paper, though it fits not all papers in between", async () => {
    const language = need(loadLanguage("en"));
    const tips = {
      keep: [4, 5, 6, 3].map((face) => ({
        roll: [1, 2, face, face, face],
        held: [face, face, face],
        instead: [1, 2],
        worth: 4.25,
      })),
      write: ["ones", "twos", "threes"].map((box) => ({
        roll: [1, 2, 3, 3, 3],
        ...{ box, points: 9, instead: "three", insteadPoints: 12, worth: 11.7 },
      })),
    };
    const strategy = { card, tips, mean: 233.1, best: 245.9, part: null };
    const file = await strategyFile(shippedGame("edencity-yatzy"), language, strategy, { paper: "a6" });
    const texts = await textsOf(need(file) as Uint8Array, 1);
    expect(Math.min(...texts.map(({ sizePt }) => sizePt))).toBeGreaterThanOrEqual(5.9);
    expect(texts.filter(({ text }) => /^\+\d/.test(text)).length).toBe(7);
  });
});

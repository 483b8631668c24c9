import { expect, test } from "vitest";
import { planSheet } from "../../bench/photos/sheets/plan.ts";
import { bestShares, cardShares } from "../../bench/photos/sheets/players.ts";
import { Model } from "../../src/odds/model.ts";
import { computeOdds } from "../../src/odds/odds.ts";
import { computeStrategy } from "../../src/odds/strategy/strategy.ts";
import type { SharesByCategory } from "../../src/odds/casual-play.ts";
import { smallGame } from "../odds/small-game.ts";

/** What the boxes of a game bring together. */
function total(shares: SharesByCategory): number {
  const means = [...shares.values()].map(
    ({ struck, scores }) =>
      (1 - struck) * [...scores].reduce((sum, [score, share]) => sum + score * share, 0),
  );
  return means.reduce((sum, mean) => sum + mean, 0);
}

test("the shares of best play are those of the odds", () => {
  const model = new Model(smallGame());
  const shares = bestShares(model);
  const { boxes, mean } = computeOdds(model);
  for (const { category, zero } of boxes) expect(shares.get(category)?.struck).toBeCloseTo(zero, 9);
  expect(total(shares)).toBeCloseTo(mean, 9);
});

test("the shares of those who play by a card come to what the card is worth", () => {
  const model = new Model(smallGame());
  expect(total(cardShares(model))).toBeCloseTo(computeStrategy(model).mean, 9);
});

test("sheets are filled as the shares say", () => {
  const three = { struck: 0, scores: new Map([[3, 1]]) };
  const shares = new Map([["ones", three]]);
  const { sheet } = planSheet(3, "subject", { variant: "edencity-yatzy", shares, mistake: null });
  const ones = sheet.players.flatMap(({ boxes }) => boxes.get("main")?.get("ones") ?? []);
  expect(ones.length).toBeGreaterThan(0);
  for (const one of ones) if (one.kind !== "empty") expect(one).toEqual({ kind: "score", value: 3 });
});

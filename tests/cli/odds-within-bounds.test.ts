import { describe, expect, it } from "vitest";
import { comparedOdds } from "../../src/cli/commands/diff.ts";
import { oddsWarnings, listBalanceWarnings } from "../../src/cli/commands/odds/balance.ts";
import { oddsHtml } from "../../src/cli/commands/odds/show-odds.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import type { FoundOdds } from "../../src/odds/find.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { smallGame } from "../odds/small-game.ts";
import { shippedGame } from "../support/games.ts";

const ENGLISH = need(loadLanguage("en"));

/** Odds of a game in which boxes hold a zero as often as this says. */
function found(game: Game, zero: (column: string, category: string) => number, isExact: boolean): FoundOdds {
  const boxes = game.columns.flatMap(({ id: column }) =>
    listCategories(game).map(({ id: category }) => ({
      column,
      category,
      mean: 20,
      zero: zero(column, category),
      turns: [],
    })),
  );
  const tiers = [{ section: "upper", column: game.columns[0]?.id ?? null, from: 60, probability: 0.96 }];
  const percentiles = { p5: 1, p25: 2, p50: 3, p75: 4, p95: 5 };
  const odds = { mean: 250, deviation: 30, percentiles, states: 1, tiers, boxes, neglected: 0 };
  return {
    odds: { ...odds, totals: { from: 0, chances: [1] } },
    interval: isExact ? null : { low: 240, high: 300, confidence: 0.975, games: 2000 },
  };
}

describe("warnings of a game whose best play is known within bounds", () => {
  const yazzo = shippedGame("yazzo");

  it("say that play was simulated, and don't send to what can't be worked out", () => {
    const warnings = listBalanceWarnings(
      yazzo,
      "yazzo",
      found(yazzo, () => 0, false),
    );
    expect(warnings.map(({ message, hint }) => [message, hint])).toEqual([
      [
        "in simulated play, 96% of the games reach the 60 points for `upper` in column `mixed`",
        "raise the threshold of the bonus",
      ],
    ]);
  });

  it("name the column where the others are otherwise, and none where all are so", () => {
    const zero = (column: string, category: string) =>
      category === "yazzo" ? 0.9 : category === "straight" && column === "up" ? 0.6 : 0;
    const messages = listBalanceWarnings(yazzo, "yazzo", found(yazzo, zero, false)).map(
      ({ message }) => message,
    );
    expect(messages).toContain("in simulated play, `yazzo` is zero in 90% of the games");
    expect(messages).toContain("in simulated play, `straight` in column `up` is zero in 60% of the games");
    expect(messages).toHaveLength(3);
  });

  it("say why nobody knows, and stop nothing", async () => {
    const lowest = smallGame({ ranking: "{order: lowest, tie: shared}" });
    const [warning, ...others] = await oddsWarnings(lowest, "low.yaml");
    expect(others).toEqual([]);
    expect(warning?.severity).toBe("warning");
    expect(warning?.message).toBe("neither odds nor bounds can be computed for small: the lowest total wins");
  });

  it("of one that is solved name the file that `balance` takes", () => {
    const yatzy = shippedGame("yatzy");
    const [warning] = listBalanceWarnings(
      yatzy,
      "ours.yaml",
      found(yatzy, () => 0, true),
    );
    expect(warning?.message).toBe("with optimal play, 96% of the games reach the 60 points for `upper`");
    expect(warning?.hint).toBe(
      "`augenblock odds balance ours.yaml --reach 50` finds the threshold that half of the games reach",
    );
  });
});

describe("the page of a game of several columns", () => {
  it("puts the boxes of each below its name, where they differ", () => {
    const game = shippedGame("yazzo");
    const told = found(game, (column) => (column === "up" ? 0.2 : 0.1), false);
    const html = oddsHtml({ game, language: ENGLISH, rules: [], ...told }, "");
    const parts = html.split("<tbody>").slice(1);
    expect(parts.map((part) => /rowgroup" colspan="5">([^<]*)</.exec(part)?.[1])).toEqual([
      "Any order",
      "Top down",
      "Bottom up",
    ]);
    for (const part of parts) expect(part.match(/<th scope="row">/g)).toHaveLength(11);
    expect(html).not.toContain("Top down, Yazzo");
  });
});

describe("two games side by side", () => {
  const [yatzy, edencity] = [shippedGame("yahtzee-block"), shippedGame("edencity-yatzy")];

  it("show bounds where one is known no better, and what its figures rest on", () => {
    const before = { game: yatzy, ...found(yatzy, () => 0, false) };
    const after = { game: edencity, ...found(edencity, () => 0, true) };
    const lines = comparedOdds(before, after, ENGLISH).split("\n");
    expect(lines.find((line) => line.includes("at least"))).toMatch(/240\.00 +250\.00$/);
    expect(lines.find((line) => line.includes("at most"))).toMatch(/300\.00 +250\.00$/);
    expect(lines.at(-1)).toBe(
      "Yahtzee Pad: Optimal play is known only within bounds: these figures come from 2000 games of a simulated player.",
    );
  });

  it("put a box beside the one of the same category, whatever both are called", () => {
    const both = [yatzy, edencity].map((game) => ({ game, ...found(game, () => 0, true) }));
    const [before, after] = both;
    if (before === undefined || after === undefined) throw new Error("two games are compared");
    expect(comparedOdds(before, after, ENGLISH)).toMatch(/Yahtzee → Yatzy +20\.00 +20\.00/);
  });
});

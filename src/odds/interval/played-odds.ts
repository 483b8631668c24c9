import type { Game } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { deviationOf } from "../distribution.ts";
import { type Odds, percentilesOf } from "../odds.ts";
import type { PlayedGames } from "./simulate.ts";

/** What became of games that were played, told as odds. @param mean the expected total @param states what was solved to play them */
export function playedOdds(game: Game, played: PlayedGames, mean: number, states: number): Odds {
  const totals = totalsOf(played.totals);
  return {
    mean,
    deviation: deviationOf(totals),
    percentiles: percentilesOf(totals),
    states,
    tiers: played.tiers.flatMap(({ node, reached }) =>
      node.rule.kind === "tiers"
        ? node.rule.tiers.map(({ from }, at) => ({
            section: node.of ?? node.row,
            column: node.column,
            from,
            probability: reached[at] ?? 0,
          }))
        : [],
    ),
    boxes: boxesIn(game, played),
    totals: { from: totals.from, chances: [...totals.chances] },
    neglected: 0,
  };
}

/** Boxes of columns that are alike were played as one. */
function boxesIn(game: Game, played: PlayedGames): Odds["boxes"] {
  return game.columns.flatMap((column) =>
    categoriesOf(game).flatMap((category) => {
      const at = played.places.findIndex(
        (place) => place.category === category.id && place.columns.includes(column.id),
      );
      if (at === -1) return [];
      const zero = played.zeros[at] ?? 0;
      const turns = played.turns[at] ?? [];
      return [{ column: column.id, category: category.id, mean: played.means[at] ?? 0, zero, turns }];
    }),
  );
}

function totalsOf(totals: readonly number[]) {
  const from = totals.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const most = totals.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const chances = new Float64Array(most - from + 1);
  for (const total of totals) chances[total - from] = (chances[total - from] ?? 0) + 1 / totals.length;
  return { from, chances };
}

import type { Game } from "../rules/game/game.ts";
import type { RankingRules } from "../rules/game/payout.ts";

/** How a game is ranked and paid, as a season keeps it: plain values. Null where nobody knows. */
export interface KeptRanking {
  readonly by: RankingRules["ranking"]["by"];
  readonly order: RankingRules["ranking"]["order"];
  /** The ids of the columns. */
  readonly columns: readonly string[];
  /** What columns are worth by their ids; null where they are not won one by one. */
  readonly prizes: { readonly worth: Readonly<Record<string, number>>; readonly sweep: number } | null;
  readonly settlement: RankingRules["settlement"];
}

export function keptRanking({ ranking, columns, prizes, settlement }: Game): KeptRanking {
  const stakes = settlement && {
    stake: settlement.stake,
    share: settlement.share,
    base: settlement.base,
    rest: settlement.rest,
    leaver: settlement.leaver,
  };
  return {
    by: ranking.by,
    order: ranking.order,
    columns: columns.map(({ id }) => id),
    prizes: prizes && { worth: Object.fromEntries(prizes.worth), sweep: prizes.sweep },
    settlement: stakes,
  };
}

export function rankingRules({ by, order, columns, prizes, settlement }: KeptRanking): RankingRules {
  return {
    ranking: { by, order },
    columns: columns.map((id) => ({ id })),
    prizes: prizes && { worth: new Map(Object.entries(prizes.worth)), sweep: prizes.sweep },
    settlement,
  };
}

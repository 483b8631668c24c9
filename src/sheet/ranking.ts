import type { Game } from "../game/game.ts";
import { settle } from "../game/settlement.ts";

export interface Ranked {
  readonly name: string;
  /** 1 for the best; players with equal totals share a rank, and the next rank is left out (1, 1, 3). */
  readonly rank: number;
  readonly total: number;
  /**
   * In units of the game's currency, the own stake not taken off; null without stakes, as long as the game is on, and on a
   * sheet with mistakes.
   */
  readonly payout: number | null;
}

export interface Standing {
  readonly name: string;
  readonly total: number;
  readonly left: boolean;
}

/** Units of money are told in hundredths inside the program only. */
const HUNDREDTHS = 100;

/**
 * The players from first to last. Whoever left the table comes behind everybody who stayed.
 *
 * @param paysOut whether stakes are paid out: the game is over, and its totals can be relied on
 */
export function rank(game: Game, players: readonly Standing[], paysOut: boolean): Ranked[] {
  const better = game.ranking.order === "highest" ? 1 : -1;
  const isAhead = (a: Standing, b: Standing) =>
    a.left === b.left ? (a.total - b.total) * better > 0 : b.left;
  const claimants = players.map((player) => ({
    ...player,
    rank: 1 + players.filter((other) => isAhead(other, player)).length,
  }));
  const { settlement } = game;
  const payouts = settlement === null || !paysOut ? null : settle(settlement, claimants);
  return claimants
    .map(({ name, rank, total }, at) => {
      const hundredths = payouts?.[at];
      return { name, rank, total, payout: hundredths === undefined ? null : hundredths / HUNDREDTHS };
    })
    .sort((a, b) => a.rank - b.rank);
}

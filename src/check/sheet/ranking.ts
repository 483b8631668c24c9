import type { Game } from "../../rules/game/game.ts";
import { columnPoints, settleAmongPlayers } from "../../rules/game/prizes.ts";
import { settle } from "../../rules/game/settlement.ts";

export interface Ranked {
  readonly name: string;
  /** 1 for the best; players who are level share a rank, and the next rank is left out (1, 1, 3). */
  readonly rank: number;
  readonly total: number;
  /** Victory points, or what the columns are worth that were won; null where the total decides. */
  readonly points: number | null;
  /**
   * In units of the game's currency, the own stake not taken off; where columns are won one by one, what comes from the
   * other players, negative for what goes to them. Null where nothing is at stake and as long as the game is on.
   */
  readonly payout: number | null;
}

/** What players have come to, as far as it can decide who is ahead. */
export interface Outcome {
  readonly name: string;
  readonly total: number;
  /** Victory points; 0 in a game without. */
  readonly points: number;
  /** The totals of the columns, in the order of the game. */
  readonly columns: readonly number[];
  readonly left: boolean;
}

/** An outcome once it is settled what decides. */
export type Standing = Pick<Ranked, "name" | "total" | "points"> & { readonly left: boolean };

/** Units of money are told in hundredths inside the program only. */
const HUNDREDTHS = 100;

/** What decides between players who play against each other. */
export function standingsOf(game: Game, outcomes: readonly Outcome[]): Standing[] {
  const { by } = game.ranking;
  const won = by === "columns" ? columnPoints(game, outcomes) : [];
  return outcomes.map(({ name, total, points, left }, at) => {
    const deciding = by === "total" ? null : by === "points" ? points : (won[at] ?? 0);
    return { name, total, points: deciding, left };
  });
}

/**
 * The players from first to last. Whoever left the table comes behind everybody who stayed.
 *
 * @param paysOut whether stakes are paid out: the game is over, and its totals can be relied on
 */
export function rank(game: Game, players: readonly Standing[], paysOut: boolean): Ranked[] {
  // Whoever wins more columns wins, also where the lowest total wins a column.
  const better = game.ranking.order === "highest" || game.ranking.by === "columns" ? 1 : -1;
  const isAhead = (a: Standing, b: Standing) =>
    a.left === b.left ? (deciding(a) - deciding(b)) * better > 0 : b.left;
  const claimants = players.map((player) => ({
    ...player,
    rank: 1 + players.filter((other) => isAhead(other, player)).length,
  }));
  const payouts = paysOut ? payoutsOf(game, claimants) : null;
  return claimants
    .map(({ name, rank, total, points }, at) => ({
      name,
      rank,
      total,
      points,
      payout: payouts?.[at] ?? null,
    }))
    .sort((a, b) => a.rank - b.rank);
}

function deciding({ points, total }: Standing): number {
  return points ?? total;
}

function payoutsOf(
  { settlement, prizes }: Game,
  claimants: readonly (Standing & { readonly rank: number })[],
): number[] | null {
  if (prizes !== null) return settleAmongPlayers(claimants.map(({ points }) => points ?? 0));
  if (settlement === null) return null;
  return settle(settlement, claimants).map((hundredths) => hundredths / HUNDREDTHS);
}

import type { ColumnPrizes, Game, Ranking, Settlement } from "./game.ts";

/** The part of the stakes that decides what is paid. */
type Stakes = Pick<Settlement, "stake" | "share" | "base" | "rest" | "leaver">;

/** The rules that decide who is ahead, and what that pays. */
export interface RankingRules {
  readonly ranking: Pick<Ranking, "by" | "order">;
  readonly columns: readonly { readonly id: string }[];
  readonly prizes: ColumnPrizes | null;
  readonly settlement: Stakes | null;
}

export function columnWorth({ prizes }: Pick<Game, "prizes">, column: string): number {
  return prizes?.worth.get(column) ?? 1;
}

/**
 * The worth of the columns that each player has won. The best total in a column wins it; a tie wins nothing. Winning all columns adds
 * `sweep`. Players who left early win nothing, nor does a player alone at the table.
 *
 * @param players with the totals of their columns, in the order of the game
 * @returns one number for each player, in the same order
 */
export function columnPoints(
  game: Pick<RankingRules, "columns" | "prizes" | "ranking">,
  players: readonly { readonly columns: readonly number[]; readonly left: boolean }[],
): number[] {
  const staying = players.filter(({ left }) => !left);
  const winners = game.columns.map((_, column) => {
    const totals = staying.map(({ columns }) => columns[column] ?? 0);
    const best = game.ranking.order === "highest" ? Math.max(...totals) : Math.min(...totals);
    const [first, ...others] = staying.filter((_, at) => totals[at] === best);
    return others.length === 0 && players.length > 1 ? first : undefined;
  });
  return players.map((player) => {
    const won = game.columns.filter((_, column) => winners[column] === player);
    const points = won.reduce((sum, { id }) => sum + columnWorth(game, id), 0);
    return won.length === game.columns.length ? points + (game.prizes?.sweep ?? 0) : points;
  });
}

/** What players get if each pays the difference to all who have more; negative for those who pay. */
export function settleAmongPlayers(points: readonly number[]): number[] {
  const all = points.reduce((sum, own) => sum + own, 0);
  return points.map((own) => points.length * own - all);
}

/** The part of the stakes that is paid out, in hundredths of the currency, rounded down. */
export function computePrize({ stake, base, share }: Stakes, paying: number): number {
  return Math.floor(((base === "pot" ? paying * stake : stake) * share) / 100);
}

/**
 * The payout of each player in hundredths of the currency, before subtracting the stake.
 *
 * The winners share the prize evenly, rounded down; the remainder stays with the house, or goes one hundredth each to the first of them.
 * Players who left early can't win: their stake stays in the pot, or is returned.
 *
 * @param players all who paid a stake, in the order of the sheet, with their ranks: 1 for the best; ties share a rank
 * @returns one payout for each of them, in the same order
 */
export function settle(
  settlement: Stakes,
  players: readonly { readonly left: boolean; readonly rank: number }[],
): number[] {
  const { stake, rest, leaver } = settlement;
  const staying = players.filter((player) => !player.left);
  const prize = computePrize(settlement, leaver === "forfeits" ? players.length : staying.length);
  const winners = staying.filter((player) => player.rank === 1);
  const each = Math.floor(prize / Math.max(1, winners.length));
  const remainder = rest === "players" ? prize - each * winners.length : 0;
  return players.map((player) => {
    if (player.left) return leaver === "refunded" ? stake : 0;
    const place = winners.indexOf(player);
    return place === -1 ? 0 : each + (place < remainder ? 1 : 0);
  });
}

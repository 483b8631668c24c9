import type { ColumnPrizes, Game, Ranking, Settlement } from "./game.ts";

/** The part of the stakes that decides what is paid. */
type Stakes = Pick<Settlement, "stake" | "share" | "base" | "rest" | "leaver">;

/** The rules of a game as far as they decide who is ahead, and what that pays. */
export interface RankingRules {
  readonly ranking: Pick<Ranking, "by" | "order">;
  readonly columns: readonly { readonly id: string }[];
  readonly prizes: ColumnPrizes | null;
  readonly settlement: Stakes | null;
}

export function worthOfColumn({ prizes }: Pick<Game, "prizes">, column: string): number {
  return prizes?.worth.get(column) ?? 1;
}

/**
 * What the columns are worth that each player has won. A column is won by whoever has the best total in it, and by nobody
 * if several have; whoever wins all of them gets something on top. Whoever left early wins nothing, and nobody does alone at the
 * table.
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
    const points = won.reduce((sum, { id }) => sum + worthOfColumn(game, id), 0);
    return won.length === game.columns.length ? points + (game.prizes?.sweep ?? 0) : points;
  });
}

/** What players get from each other where each pays the difference to all who have more; negative for those who pay. */
export function settleAmongPlayers(points: readonly number[]): number[] {
  const all = points.reduce((sum, own) => sum + own, 0);
  return points.map((own) => points.length * own - all);
}

/** The part of the stakes that is paid out, in hundredths of the currency; parts of a hundredth stay behind. */
export function computePrize({ stake, base, share }: Stakes, paying: number): number {
  return Math.floor(((base === "pot" ? paying * stake : stake) * share) / 100);
}

/**
 * What each player is paid, in hundredths of the currency, the own stake not taken off.
 *
 * The winners share a part of the pot evenly, rounded down to the hundredth; what cannot be split stays with the house, or
 * goes one each to the first of them. Who left early can't win: the stake stays in the pot, or is handed back.
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

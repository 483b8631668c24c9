import type { Settlement } from "./game.ts";

/** Who takes part in a payout. */
export interface Claimant {
  readonly name: string;
  readonly left: boolean;
  /** Rank among those who stayed, 1 for the best; ties share a rank. */
  readonly rank: number;
}

/** The part of the stakes that is paid out, in hundredths of the currency; parts of a hundredth stay behind. */
export function prizeOf({ stake, base, share }: Settlement, paying: number): number {
  return Math.floor(((base === "pot" ? paying * stake : stake) * share) / 100);
}

/**
 * What each player is paid, in hundredths of the currency, the own stake not taken off.
 *
 * The winners share a part of the pot evenly, rounded down to the hundredth; what cannot be split stays with the house, or
 * goes one each to the first of them. Who left early can't win: the stake stays in the pot, or is handed back.
 *
 * @param players all who paid a stake, in the order of the sheet
 * @returns one payout for each of them, in the same order
 */
export function settle(settlement: Settlement, players: readonly Claimant[]): number[] {
  const { stake, rest, leaver } = settlement;
  const staying = players.filter((player) => !player.left);
  const prize = prizeOf(settlement, leaver === "forfeits" ? players.length : staying.length);
  const winners = staying.filter((player) => player.rank === 1);
  const each = winners.length === 0 ? 0 : Math.floor(prize / winners.length);
  const remainder = rest === "players" ? prize - each * winners.length : 0;
  return players.map((player) => {
    if (player.left) return leaver === "refunded" ? stake : 0;
    const place = winners.indexOf(player);
    if (place === -1) return 0;
    return each + (place < remainder ? 1 : 0);
  });
}

import { repeatFault, REPEATS } from "../breaches.ts";
import { type Check, finding } from "./check.ts";

/**
 * Extra points for further rolls of the top category are a multiple of the bonus, need what the game asks for before the
 * first of them, and each takes a box that such a roll can have been entered in.
 */
export const repeatsCheck: Check = {
  code: "repeats",
  find: ({ sheet: { game }, reference, players }) =>
    players.flatMap(({ player, mustBeFull }) => {
      const fault = repeatFault(game, reference, player, mustBeFull);
      if (fault === null || game.repeats === null) return [];
      const written = player.sheetLines.get(REPEATS) ?? 0;
      const { bonus, of } = game.repeats;
      const expected = nearestPossible(written, fault.possible);
      const facts = { reason: fault.reason, bonus, of, most: Math.max(...fault.possible) };
      return [finding("repeats", { player: player.name, line: REPEATS, written, expected, facts })];
    }),
};

/** The possible extra points next below and next above what was written. */
function nearestPossible(written: number, possible: readonly number[]): number[] {
  const below = possible.findLast((points) => points < written);
  const above = possible.find((points) => points > written);
  return [below, above].filter((points) => points !== undefined);
}

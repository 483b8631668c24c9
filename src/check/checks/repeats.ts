import { repeatFault } from "../breaches.ts";
import { type SheetCheck, nearestPossible } from "./check.ts";

/**
 * Extra points for further rolls of the top category are a multiple of the bonus, need what the game asks for before the
 * first of them, and each takes a box that such a roll can have been entered in.
 */
export const repeatsCheck: SheetCheck = {
  code: "repeats",
  find: (examined) => {
    const { game, player } = examined;
    const fault = repeatFault(examined);
    if (fault === null || game.repeats === null) return [];
    const { reason, possible } = fault;
    const { bonus, of } = game.repeats;
    const written = player.sheetLines.get("repeats") ?? 0;
    const facts = { reason, bonus, of, most: Math.max(...possible) };
    return [{ line: "repeats", written, expected: nearestPossible(possible, written), facts }];
  },
};

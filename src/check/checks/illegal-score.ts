import { boxesOfPlayer, faultOf, scoreIn } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** A score must be one that dice can earn in its box. */
export const illegalScore: Check = {
  code: "illegal-score",
  find: ({ sheet, reference, players }) =>
    players.flatMap(({ player }) =>
      [...boxesOfPlayer(sheet.game, reference, player)].flatMap(({ column, category, entry }) => {
        if (faultOf(entry, category, reference, false) !== "illegal-score") return [];
        const written = scoreIn(entry) ?? 0;
        const expected = nearestLegal(category.legal, written);
        const where = { player: player.name, column, category: category.id };
        return [finding("illegal-score", { ...where, written, expected })];
      }),
    ),
};

/** The next score below and the next above that dice can earn; 0, for a strike, where they can earn none. */
function nearestLegal(legal: readonly number[], written: number): number[] {
  if (legal.length === 0) return [0];
  const below = legal.findLast((score) => score < written);
  const above = legal.find((score) => score > written);
  return [below, above].filter((score) => score !== undefined);
}

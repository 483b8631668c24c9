import { orderBreach } from "../breaches.ts";
import { entryAt, writtenIn } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** The boxes of a column are filled in the column's order; struck boxes count as filled. */
export const outOfOrder: Check = {
  code: "out-of-order",
  find: ({ sheet, reference, players }) =>
    players.flatMap(({ player, mustBeFull }) => {
      // On a sheet that is called complete, a hole is a missing box.
      if (mustBeFull) return [];
      return sheet.game.columns.flatMap((column) => {
        const breach = orderBreach(column, player, reference);
        if (breach === null) return [];
        const where = { player: player.name, column: column.id, category: breach.early };
        const written = writtenIn(entryAt(player, column.id, breach.early));
        return [finding("out-of-order", { ...where, written, facts: { first: breach.first } })];
      });
    }),
};

import { unmetRequirement } from "../breaches.ts";
import { entryAt, writtenIn } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** A box that waits for others holds points only where those do, or are filled, as the game asks. */
export const requires: Check = {
  code: "requires",
  find: ({ sheet: { game }, reference, players }) =>
    players.flatMap(({ player, mustBeFull }) =>
      game.columns.flatMap(({ id: column }) =>
        reference.rows.flatMap((category) => {
          const unmet = unmetRequirement(category, column, player, reference, mustBeFull);
          if (unmet === null) return [];
          const where = { player: player.name, column, category: category.id };
          const written = writtenIn(entryAt(player, column, category.id));
          return [
            finding("requires", { ...where, written, facts: { reason: unmet.is, first: unmet.category } }),
          ];
        }),
      ),
    ),
};

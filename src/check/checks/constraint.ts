import { brokenConstraints } from "../breaches.ts";
import { entryAt, scoreIn } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** Two boxes of one column stand in the relation that the game asks for, such as Minimum < Maximum. */
export const constraint: Check = {
  code: "constraint",
  find: ({ sheet: { game }, reference, players }) =>
    players.flatMap(({ player }) =>
      game.columns.flatMap(({ id: column }) =>
        brokenConstraints(game, column, player, reference).map(({ left, comparison, right }) => {
          const written = scoreIn(entryAt(player, column, left)) ?? 0;
          const otherWritten = scoreIn(entryAt(player, column, right)) ?? 0;
          const where = { player: player.name, column, category: left };
          return finding("constraint", {
            ...where,
            written,
            facts: { comparison, other: right, otherWritten },
          });
        }),
      ),
    ),
};

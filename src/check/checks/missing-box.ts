import { boxesOfPlayer, faultOf } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** On a sheet that is called complete, every box is filled, except those of players who left the table. */
export const missingBox: Check = {
  code: "missing-box",
  find: ({ sheet, reference, players }) =>
    players.flatMap(({ player, mustBeFull }) =>
      [...boxesOfPlayer(sheet.game, reference, player)].flatMap(({ column, category, entry }) => {
        if (faultOf(entry, category, reference, mustBeFull) !== "missing-box") return [];
        return [finding("missing-box", { player: player.name, column, category: category.id })];
      }),
    ),
};

import { type Check, finding } from "./check.ts";

/** Where a turn fills several boxes, their number is a multiple of it between turns. */
export const entriesPerTurn: Check = {
  code: "entries-per-turn",
  find: ({ sheet, reference, players }) => {
    const { entries } = sheet.game.turn;
    return players.flatMap(({ player, filled, mustBeFull }) => {
      // On a sheet that is called complete, the missing box is reported itself; the last turn may have boxes to spare.
      if (mustBeFull || filled === reference.boxes || filled % entries === 0) return [];
      return [finding("entries-per-turn", { player: player.name, facts: { filled, entries } })];
    });
  },
};

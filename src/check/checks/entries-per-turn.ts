import type { SheetCheck } from "./check.ts";

/** Where a turn fills several boxes, their number is a multiple of it between turns. */
export const entriesPerTurnCheck: SheetCheck = {
  code: "entries-per-turn",
  find: ({ game, boxes, filled, mustBeFull }) => {
    const { entries } = game.turn;
    // On a sheet that is called complete, the missing box is reported itself; the last turn may have boxes to spare.
    if (mustBeFull || filled === boxes.length || filled % entries === 0) return [];
    return [{ facts: { filled, entries } }];
  },
};

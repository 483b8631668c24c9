import { type SheetCheck, wrongLines } from "./check.ts";

/** A bonus is the one that the sum, or whatever it is measured by, has reached before the bonus is added. */
export const wrongBonus: SheetCheck = {
  code: "wrong-bonus",
  find: (player) => wrongLines(player, ["bonus", "row-bonus", "column-bonus", "sheet-bonus"]),
};

import { type SheetCheck, wrongLines } from "./check.ts";

/** A section's, a column's and the grand total add up what stands above them. */
export const wrongTotal: SheetCheck = {
  code: "wrong-total",
  find: (player) => wrongLines(player, ["total", "column-total", "grand-total", "points-total"]),
};

import { type SheetCheck, wrongLines } from "./check.ts";

/** A section's sum is the sum of its boxes, or what the game works out from them. */
export const wrongSum: SheetCheck = {
  code: "wrong-sum",
  find: (player) => wrongLines(player, ["sum"]),
};

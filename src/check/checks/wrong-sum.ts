import type { Check } from "./check.ts";
import { wrongLines } from "./lines.ts";

/** A section's sum is the sum of its boxes, or what the game works out from them. */
export const wrongSum: Check = {
  code: "wrong-sum",
  find: (examined) => wrongLines("wrong-sum", ["sum"], examined),
};

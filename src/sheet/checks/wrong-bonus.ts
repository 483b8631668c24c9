import type { Check } from "./check.ts";
import { wrongLines } from "./lines.ts";

/** A section's bonus is the one that its sum has reached, chosen before any bonus is added. */
export const wrongBonus: Check = {
  code: "wrong-bonus",
  find: (examined) => wrongLines("wrong-bonus", ["bonus"], examined),
};

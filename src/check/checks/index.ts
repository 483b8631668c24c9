import type { SheetCheck } from "./check.ts";
import { constraintCheck } from "./constraint.ts";
import { entriesPerTurnCheck } from "./entries-per-turn.ts";
import { illegalScore } from "./illegal-score.ts";
import { missingBox } from "./missing-box.ts";
import { outOfOrderCheck } from "./out-of-order.ts";
import { repeatsCheck } from "./repeats.ts";
import { requires } from "./requires.ts";
import { strikeNotAllowed } from "./strike-not-allowed.ts";
import { unevenTurns } from "./uneven-turns.ts";
import { wrongBonus } from "./wrong-bonus.ts";
import { wrongSum } from "./wrong-sum.ts";
import { wrongTotal } from "./wrong-total.ts";

/** Every check, in the order in which one would go over a sheet: box by box, then turns, then sums. */
export const SHEET_CHECKS: readonly SheetCheck[] = [
  illegalScore,
  strikeNotAllowed,
  outOfOrderCheck,
  constraintCheck,
  requires,
  missingBox,
  entriesPerTurnCheck,
  unevenTurns,
  repeatsCheck,
  wrongSum,
  wrongBonus,
  wrongTotal,
];

import type { LintCheck } from "../lint-warning.ts";
import { bonusCertain, bonusStepIdle, bonusUnreachable } from "./bonuses.ts";
import { byRollIdle, laterThrowPays, servedPaysLess } from "./throws.ts";
import { cannotFinish } from "./cannot-finish.ts";
import { constraintIdle } from "./constraint-idle.ts";
import { groupsUnsaid, sameBoxes } from "./boxes.ts";
import { jokerBeatsReal } from "./joker-beats-real.ts";
import { lineUnseen, noteUnseen, startDice } from "./unused.ts";
import { strikePays } from "./strike-pays.ts";

/** What is bad as soon as some choice of house rules makes it so. */
export const LINT_CHECKS: readonly LintCheck[] = [
  sameBoxes,
  groupsUnsaid,
  bonusUnreachable,
  bonusCertain,
  bonusStepIdle,
  strikePays,
  cannotFinish,
  constraintIdle,
  jokerBeatsReal,
  laterThrowPays,
  byRollIdle,
  servedPaysLess,
  startDice,
];

/** What is bad only if it is so whatever one chooses. */
export const INVARIANT_CHECKS: readonly LintCheck[] = [lineUnseen, noteUnseen];

import type { Check } from "../oddity.ts";
import { bonusCertain } from "./bonus-certain.ts";
import { bonusStepIdle } from "./bonus-step-idle.ts";
import { bonusUnreachable } from "./bonus-unreachable.ts";
import { byRollIdle } from "./by-roll-idle.ts";
import { cannotFinish } from "./cannot-finish.ts";
import { constraintIdle } from "./constraint-idle.ts";
import { groupsUnsaid } from "./groups-unsaid.ts";
import { jokerBeatsReal } from "./joker-beats-real.ts";
import { laterThrowPays } from "./later-throw-pays.ts";
import { lineUnseen } from "./line-unseen.ts";
import { noteUnseen } from "./note-unseen.ts";
import { sameBoxes } from "./same-boxes.ts";
import { servedPaysLess } from "./served-pays-less.ts";
import { startDice } from "./start-dice.ts";
import { strikePays } from "./strike-pays.ts";

/** What is bad as soon as some choice of house rules makes it so. */
export const CHECKS: readonly Check[] = [
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
export const LASTING_CHECKS: readonly Check[] = [lineUnseen, noteUnseen];

import { possiblePatterns, requirementsFit, tiersClimb, valuesForThrows } from "./categories.ts";
import type { DraftCheck } from "./check.ts";
import { knownLines, labelsDiffer, reservedIds, symbolsFit } from "./names.ts";
import {
  bonusRowsFit,
  constraintsFit,
  decided,
  prizesFit,
  repeatsFit,
  sectionTotalsFit,
  totalsCountable,
} from "./relations.ts";
import {
  columnsNamed,
  knownRows,
  ordersFit,
  rowsAll,
  rowsOnce,
  somethingToFill,
  throwsFit,
  turnsComeOut,
} from "./table.ts";

/** Everything that must hold between the parts of a variant, in the order in which it is checked. */
export const DRAFT_CHECKS: readonly DraftCheck[] = [
  somethingToFill,
  reservedIds,
  labelsDiffer,
  knownRows,
  rowsOnce,
  rowsAll,
  sectionTotalsFit,
  bonusRowsFit,
  symbolsFit,
  possiblePatterns,
  valuesForThrows,
  tiersClimb,
  columnsNamed,
  ordersFit,
  turnsComeOut,
  throwsFit,
  constraintsFit,
  requirementsFit,
  repeatsFit,
  decided,
  prizesFit,
  totalsCountable,
  knownLines,
];

/** The checks of a variant whose base is missing: those that need nothing that the base could have. */
export const CHECKS_WITHOUT_BASE: readonly DraftCheck[] = [
  reservedIds,
  labelsDiffer,
  rowsOnce,
  valuesForThrows,
  tiersClimb,
];

import type { Check } from "./check.ts";
import { columnsNamed, ordersFit, turnsComeOut } from "./columns.ts";
import { totalsCountable } from "./effort.ts";
import { knownLines, labelsDiffer, reservedIds } from "./ids.ts";
import { constraintsFit, repeatsFit } from "./relations.ts";
import { requirementsFit } from "./requirements.ts";
import { knownRows, rowsAll, rowsOnce, somethingToFill } from "./rows.ts";
import { possiblePatterns, tiersClimb, valuesForThrows } from "./scores.ts";
import { bonusRowsFit, sectionTotalsFit } from "./sums.ts";
import { decided, prizesFit, symbolsFit, throwsFit } from "./winning.ts";

/** Everything that must hold between the parts of a variant, in the order in which it is looked at. */
export const CHECKS: readonly Check[] = [
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

/** What can be told of a variant whose base is missing: that which looks only at what stands in one value. */
export const GROUNDLESS_CHECKS: readonly Check[] = [
  reservedIds,
  labelsDiffer,
  rowsOnce,
  valuesForThrows,
  tiersClimb,
];

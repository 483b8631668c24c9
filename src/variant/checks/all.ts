import type { Check } from "./check.ts";
import { ordersFit, turnsComeOut } from "./columns.ts";
import { totalsCountable } from "./effort.ts";
import { knownLines, labelsDiffer, reservedIds } from "./ids.ts";
import { constraintsFit, repeatsFit } from "./relations.ts";
import { knownRows, rowsAll, rowsOnce, somethingToFill } from "./rows.ts";
import { possiblePatterns, tiersClimb, valuesForThrows } from "./scores.ts";

/** Everything that must hold between the parts of a variant, in the order in which it is looked at. */
export const CHECKS: readonly Check[] = [
  somethingToFill,
  reservedIds,
  labelsDiffer,
  knownRows,
  rowsOnce,
  rowsAll,
  possiblePatterns,
  valuesForThrows,
  tiersClimb,
  ordersFit,
  turnsComeOut,
  constraintsFit,
  repeatsFit,
  totalsCountable,
  knownLines,
];

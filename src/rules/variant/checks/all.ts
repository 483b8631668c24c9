import type { DraftCheck } from "./check.ts";
import * as categories from "./categories.ts";
import * as names from "./names.ts";
import * as relations from "./relations.ts";
import * as table from "./table.ts";

/** Everything that must hold between the parts of a variant, in the order in which it is checked. */
export const DRAFT_CHECKS: readonly DraftCheck[] = [
  table.somethingToFill,
  names.reservedIds,
  names.labelsDiffer,
  table.knownRows,
  table.rowsOnce,
  table.rowsAll,
  relations.sectionTotalsFit,
  relations.bonusRowsFit,
  relations.bonusSectionsFit,
  names.symbolsFit,
  categories.possiblePatterns,
  categories.valuesForThrows,
  categories.formulasForPatterns,
  categories.tiersClimb,
  table.columnsNamed,
  table.ordersFit,
  table.columnsBegin,
  table.turnsComeOut,
  table.throwsFit,
  relations.constraintsFit,
  categories.requirementsFit,
  relations.missesCount,
  relations.repeatsFit,
  relations.checkWinnerRule,
  relations.prizesFit,
  relations.totalsCountable,
  names.knownLines,
];

/** The checks of a variant whose base is missing: those that need nothing that the base could have. */
export const CHECKS_WITHOUT_BASE: readonly DraftCheck[] = [
  names.reservedIds,
  names.labelsDiffer,
  table.rowsOnce,
  categories.valuesForThrows,
  categories.tiersClimb,
];

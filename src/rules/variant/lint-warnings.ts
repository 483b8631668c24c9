/**
 * Kinds of rules that are well formed and bad all the same, by the names under which `accept` lets them be. `lint/` looks for
 * them; here are only the names, because a variant file uses them.
 */
export const LINT_WARNINGS = [
  "same-boxes",
  "bonus-unreachable",
  "bonus-certain",
  "bonus-step-idle",
  "strike-pays",
  "cannot-finish",
  "constraint-idle",
  "joker-beats-real",
  "groups-unsaid",
  "later-throw-pays",
  "by-roll-idle",
  "served-pays-less",
  "option-idle",
  "start-dice",
  "line-unseen",
  "note-unseen",
] as const;
export type LintWarningCode = (typeof LINT_WARNINGS)[number];

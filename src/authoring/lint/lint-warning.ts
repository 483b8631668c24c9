import type { Game } from "../../rules/game/game.ts";
import type { LintWarningCode } from "../../rules/variant/parts/variant.ts";
import type { Path } from "../../rules/variant/tree.ts";
import type { OptionCombination } from "../../rules/variant/read-variant.ts";

/** A rule that is well formed but bad. */
export interface LintWarning {
  readonly code: LintWarningCode;
  /** The ids that it is about; `accept` with one of them silences it. */
  readonly about: readonly string[];
  /** The key to look at, from the root of the variant. */
  readonly path: Path;
  /** Why it is bad. */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
  /** Another key that has to do with it. */
  readonly related: { readonly message: string; readonly path: Path } | null;
}

/** A variant under some choices with which it can be played. */
export type PlayableCombination = OptionCombination & { readonly game: Game };

/** Looks for one kind of bad rule. */
export type LintCheck = (played: PlayableCombination) => LintWarning[];

export function lintWarning(
  code: LintWarningCode,
  about: readonly string[],
  path: Path,
  texts: Pick<LintWarning, "message" | "hint"> & Partial<LintWarning>,
): LintWarning {
  return { related: null, ...texts, code, about, path };
}

/** Every kind of warning in a sentence, for lists of rules. */
export const REASONS: Readonly<Record<LintWarningCode, string>> = {
  "same-boxes": "Two boxes take every roll at the same points, so they can never differ.",
  "bonus-unreachable": "Nobody can reach this bonus.",
  "bonus-certain": "Nobody can miss this bonus.",
  "bonus-step-idle": "A bonus step earns no more than the one before it.",
  "strike-pays": "A struck box brings more than a scored one.",
  "cannot-finish": "A sheet can come to a point where nothing may be entered any more.",
  "constraint-idle": "A constraint can never be broken, or never be kept.",
  "joker-beats-real": "A joker is worth more than what it stands for.",
  "groups-unsaid": "Whether one number may serve several groups is left to chance.",
  "later-throw-pays": "A box is worth more in a later throw.",
  "by-roll-idle": "Points by throw, but every turn takes all its throws.",
  "served-pays-less": "Dice that fall in one throw are worth less than the same dice gathered.",
  "option-idle": "A choice of an option changes nothing.",
  "start-dice": "Who starts is rolled with more dice than there are.",
  "line-unseen": "A sum line is named that the sheet does not have.",
  "note-unseen": "A note stands where the rule sheet says nothing.",
};

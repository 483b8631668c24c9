import type { Message } from "../../rules/problem/message.ts";
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
  readonly message: Message;
  /** What to write instead. */
  readonly hint: Message;
  /** Another key that has to do with it. */
  readonly related: { readonly message: Message; readonly path: Path } | null;
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

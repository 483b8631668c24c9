import type { Message } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import type { LintWarningCode } from "../../rules/variant/parts/variant.ts";
import type { Path } from "../../rules/variant/tree.ts";
import type { OptionCombination } from "../../rules/variant/read-variant.ts";

/** A rule that is well formed but bad. */
export interface LintWarning {
  readonly code: LintWarningCode;
  /** The ids that it is about; `accept` with one of them suppresses it. */
  readonly about: readonly string[];
  /** The path of the key to change. */
  readonly path: Path;
  readonly message: Message;
  readonly hint: Message;
  /** Another relevant key. */
  readonly related: { readonly message: Message; readonly path: Path } | null;
}

export type PlayableCombination = OptionCombination & { readonly game: Game };

/** Finds one kind of bad rule. */
export type LintCheck = (played: PlayableCombination) => LintWarning[];

export function lintWarning(
  code: LintWarningCode,
  about: readonly string[],
  path: Path,
  texts: Pick<LintWarning, "message" | "hint"> & Partial<LintWarning>,
): LintWarning {
  return { related: null, ...texts, code, about, path };
}

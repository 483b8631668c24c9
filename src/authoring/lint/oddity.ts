import type { Game } from "../../rules/game/game.ts";
import type { Draft } from "../../rules/variant/draft.ts";
import type { OddityCode } from "../../rules/variant/oddities.ts";
import type { Path } from "../../rules/variant/tree.ts";
import type { Trial } from "../../rules/variant/trials.ts";

/** A rule that is well formed and bad. */
export interface Oddity {
  readonly code: OddityCode;
  /** The ids that it is about; naming one of them under `accept` lets it be. */
  readonly about: readonly string[];
  /** The key to look at, from the root of the variant. */
  readonly path: Path;
  /** Why it is bad. */
  readonly message: string;
  /** The key that settles it. */
  readonly hint: string;
  /** Another key that has to do with it. */
  readonly related: { readonly message: string; readonly path: Path } | null;
}

/** An oddity with the choices that brought it about. */
export interface Met {
  readonly oddity: Oddity;
  readonly trial: Trial;
}

/** A variant as it is played under some choices, and the text behind it. */
interface Played {
  readonly game: Game;
  readonly draft: Draft;
}

/** Looks for one kind of oddity. */
export type Check = (played: Played) => Oddity[];

/** Builds an oddity; what is left out is empty. */
export function oddity(
  code: OddityCode,
  about: readonly string[],
  path: Path,
  said: Pick<Oddity, "message" | "hint"> & Partial<Oddity>,
): Oddity {
  return { related: null, ...said, code, about, path };
}

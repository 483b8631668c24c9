import type { Evidence } from "../digits/evidence.ts";

/** Where a box stands on a sheet. */
export interface BoxPlace {
  /** Counted from 1. */
  readonly player: number;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly category: string | null;
  readonly line: string | null;
}

/** A box of a photographed sheet before it is read. */
export interface SeenBox extends BoxPlace {
  /** Null where the box can't be seen: covered, in a glare, outside of the photo. */
  readonly evidence: Evidence | null;
}

/** What stands in a box, as far as it was read. */
export type Written =
  | { readonly kind: "empty" }
  | { readonly kind: "strike" }
  | { readonly kind: "score"; readonly value: number }
  /** Ink that is neither, or a box that can't be seen. */
  | { readonly kind: "unknown" };

export interface Alternative {
  readonly written: Written;
  readonly probability: number;
}

/** Why a box has to be asked about. */
export type Doubt = "hidden" | "corrected" | "scribble" | "unclear";

/** A box as it was read with the rules in mind. */
export interface ReadBox extends BoxPlace {
  readonly written: Written;
  /** The probability of `written`, all evidence on the sheet considered. 1 once a person has said so. */
  readonly confidence: number;
  /** The next most probable readings, best first; at most five. */
  readonly alternatives: readonly Alternative[];
  /** Null if the box need not be asked about. */
  readonly doubt: Doubt | null;
  /** Whether a person said what stands there. */
  readonly confirmed: boolean;
}

/** A whole sheet as it was read, box by box in the order in which they were given. */
export interface SheetReading {
  readonly boxes: readonly ReadBox[];
  /** Players, counted from 1, whose columns hold any ink. */
  readonly players: readonly number[];
}

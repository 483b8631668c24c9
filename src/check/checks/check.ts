import type { LineKind } from "../../rules/sums/sum-graph.ts";
import type { Breaches } from "../breaches.ts";
import { type ComputedLine, isRight } from "../computed-lines.ts";
import type { Finding, FindingCode } from "../finding.ts";
import type { Sheet } from "../sheet.ts";

/** A sheet with everything that the checks look at, computed once. */
export interface Examined {
  readonly sheet: Sheet;
  readonly players: readonly ExaminedPlayer[];
  /** Called complete, or every box of everybody who stayed is filled. */
  readonly complete: boolean;
}

export interface ExaminedPlayer extends Breaches {
  /** Boxes that are not empty. */
  readonly filled: number;
  /** How many of them there may have been meant to be: a hole in a column's order may be a forgotten entry. */
  readonly filledWithHoles: number;
  readonly lines: readonly ComputedLine[];
}

/** What a check finds; what is left out does not apply. */
export type Found = Partial<Omit<Finding, "code" | "player">>;

/** One rule that a filled-in sheet must obey. */
export interface SheetCheck {
  readonly code: FindingCode;
  /** What is wrong with the sheet of one player. */
  readonly find: (player: ExaminedPlayer, examined: Examined) => readonly Found[];
}

/** Lines of some kinds that agree neither with what stands above them nor with what should. */
export function wrongLines({ lines }: ExaminedPlayer, kinds: readonly LineKind[]): Found[] {
  return lines
    .filter((line) => kinds.includes(line.kind) && !isRight(line))
    .map(({ line, column, written, computed }) => ({ line, column, written, expected: computed }));
}

/** The next possible number below and the next above what was written; 0, for a strike, where nothing is possible. */
export function nearestPossible(possible: readonly number[], written: number): number[] {
  if (possible.length === 0) return [0];
  const below = possible.findLast((number) => number < written);
  const above = possible.find((number) => number > written);
  return [below, above].filter((number) => number !== undefined);
}

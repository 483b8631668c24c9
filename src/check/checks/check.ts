import type { LineKind } from "../../rules/sums/sum-graph.ts";
import { type ComputedLine, isRight } from "../computed-lines.ts";
import type { Finding, FindingCode, PlayerSheet, Reference, Sheet } from "../sheet.ts";

/** A sheet with everything that the checks look at, worked out once. */
export interface Examined {
  readonly sheet: Sheet;
  readonly reference: Reference;
  readonly players: readonly ExaminedPlayer[];
  /** Called complete, or every box of everybody who stayed is filled. */
  readonly complete: boolean;
}

export interface ExaminedPlayer {
  readonly player: PlayerSheet;
  /** Boxes that are not empty. */
  readonly filled: number;
  /** How many of them there may have been meant to be: a hole in a column's order may be a forgotten entry. */
  readonly filledWithHoles: number;
  /** On a sheet that is called complete, whoever stayed to the end has filled every box. */
  readonly mustBeFull: boolean;
  readonly lines: readonly ComputedLine[];
}

/** One rule that a filled-in sheet must obey. */
export interface Check {
  readonly code: FindingCode;
  readonly find: (examined: Examined) => readonly Finding[];
}

/** A finding; what is left out does not apply. */
export function finding(code: FindingCode, rest: Partial<Omit<Finding, "code">>): Finding {
  return {
    code,
    player: null,
    column: null,
    category: null,
    line: null,
    written: null,
    expected: null,
    facts: {},
    ...rest,
  };
}

/** Findings for all lines of some kinds that agree neither with what stands above them nor with what should. */
export function wrongLines(code: FindingCode, kinds: readonly LineKind[], { players }: Examined): Finding[] {
  return players.flatMap(({ player, lines }) =>
    lines
      .filter((line) => kinds.includes(line.kind) && !isRight(line))
      .map(({ line, column, written, computed }) =>
        finding(code, { player: player.name, column, line, written, expected: computed }),
      ),
  );
}

import type { LineKind } from "../../rules/sums/sum-graph.ts";
import { isRight } from "../sheet/computed-lines.ts";
import type { Finding, FindingCode } from "../sheet/sheet.ts";
import { type Examined, finding } from "./check.ts";

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

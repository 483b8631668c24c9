import type { LineKind } from "../../rules/sums/lines.ts";
import type { Finding, FindingCode } from "../sheet/sheet.ts";
import { computedOn, isRight } from "../sheet/worked.ts";
import { type Examined, finding } from "./check.ts";

/** Findings for all lines of some kinds that agree neither with what stands above them nor with what should. */
export function wrongLines(code: FindingCode, kinds: readonly LineKind[], { players }: Examined): Finding[] {
  return players.flatMap(({ player, lines }) =>
    lines
      .filter((worked) => kinds.includes(worked.line.kind) && !isRight(worked))
      .map((worked) => {
        const { line, column, written } = worked;
        const expected = computedOn(worked);
        return finding(code, { player: player.name, column, line: line.id, written, expected });
      }),
  );
}

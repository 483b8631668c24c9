import { checkSheet } from "../../check/sheet/check-sheet.ts";
import type { Finding, Sheet } from "../../check/sheet/sheet.ts";
import type { Belief } from "./beliefs.ts";
import { playerFrom } from "./sheet-from.ts";
import type { ReadBox, SheetReading, Written } from "./sheet-reading.ts";
import { keyOf } from "./written.ts";

/** Something else that may stand in one box, and which findings would be gone if it did. */
export interface Misreading {
  /** The place of the box in the reading. */
  readonly at: number;
  readonly written: Written;
  readonly probability: number;
  readonly undone: ReadonlySet<Finding>;
}

/** What is less probable is not considered. */
const LEAST = 2e-4;
/** For each player the most probable ones only. */
const MOST = 40;

/** The misreadings that would undo at least one finding, the most probable first. */
export function misreadingsOf(
  reading: SheetReading,
  sheet: Sheet,
  beliefs: readonly (Belief | undefined)[],
  findings: readonly Finding[],
): Misreading[] {
  const found = new Set(findings.map(({ player }) => player));
  const misreadings = sheet.players.flatMap(({ name }, index) => {
    const player = reading.players[index];
    if (!found.has(name) || player === undefined) return [];
    const own = reading.boxes.flatMap((box, at) => (box.player === player ? [{ box, at }] : []));
    return own
      .flatMap(({ box, at }) => otherWays(box, at, beliefs[at]))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, MOST)
      .map((way) => {
        const changed = own.map(({ box, at }) => (at === way.at ? { ...box, written: way.written } : box));
        const players = sheet.players.with(index, playerFrom(changed, sheet.game, name));
        return { ...way, undone: undoneBy({ ...sheet, players }, findings) };
      });
  });
  return misreadings.filter(({ undone }) => undone.size > 0).sort((a, b) => b.probability - a.probability);
}

function otherWays({ written, confirmed }: ReadBox, at: number, belief: Belief | undefined) {
  if (confirmed || belief === undefined) return [];
  const key = keyOf(written);
  return belief.ways
    .filter((way) => way.probability >= LEAST && keyOf(way.written) !== key)
    .map((way) => ({ at, written: way.written, probability: way.probability }));
}

/** The findings that a changed sheet no longer has. */
function undoneBy(changed: Sheet, findings: readonly Finding[]): Set<Finding> {
  const left = new Set(checkSheet(changed).findings.map(spot));
  return new Set(findings.filter((finding) => !left.has(spot(finding))));
}

/** What a finding is about, apart from the numbers. */
function spot({ code, player, column, category, line }: Finding): string {
  return [code, player, column, category, line].join("\u0000");
}

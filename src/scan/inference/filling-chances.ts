import { examine } from "../../check/sheet/examine.ts";
import type { Finding, Sheet } from "../../check/sheet/sheet.ts";
import type { Belief } from "./beliefs.ts";
import { brokenTurnChance, type FilledBox, outOfOrderChance, unevenChances } from "./filled-boxes.ts";
import { HABITS } from "./habits.ts";
import type { ReadBox, SheetReading } from "./sheet-reading.ts";

/**
 * How probable findings are that rest on nothing but which boxes are filled: a broken order, a turn half written down, players who
 * are turns apart. All boxes of all players count, and that people seldom do such things.
 *
 * @param open a box that has to be asked about may as well be filled as not, if either is at least this probable; null: as it is
 *   believed
 * @returns for a finding its probability; null for one that rests on what boxes hold
 */
export function fillingChances(
  reading: SheetReading,
  sheet: Sheet,
  beliefs: readonly (Belief | undefined)[],
  open: number | null,
): (finding: Finding) => number | null {
  const { game } = sheet;
  const boxes = reading.boxes.flatMap((box, at): FilledBox[] => {
    const { player, column, category } = box;
    if (column === null || category === null) return [];
    const filled = filledShare(box, beliefs[at]);
    const isOpen = open !== null && box.doubt !== null && Math.min(filled, 1 - filled) >= open;
    return [{ player, column, category, filled: isOpen ? 0.5 : filled }];
  });
  const ofPlayer = reading.players.map((player) => boxes.filter((box) => box.player === player));
  const holes = examine(sheet).players.map(({ filled, filledWithHoles }) => filledWithHoles - filled);
  return ({ code, player, column: id }) => {
    const at = sheet.players.findIndex(({ name }) => name === player);
    const own = ofPlayer[at] ?? [];
    if (code === "uneven-turns") return rare(unevenChances(game, ofPlayer, holes)[at] ?? 0);
    if (code === "entries-per-turn") return rare(brokenTurnChance(game, own));
    const column = game.columns.find((one) => one.id === id);
    if (code !== "out-of-order" || column === undefined) return null;
    const inColumn = own.filter((box) => box.column === id);
    return rare(outOfOrderChance(game, column.order, inColumn));
  };
}

/** The probability that anything stands in a box. */
function filledShare({ written, confirmed }: ReadBox, belief: Belief | undefined): number {
  if (confirmed) return written.kind === "empty" ? 0 : 1;
  if (belief === undefined) return 0;
  const empty = belief.ways.find((way) => way.written.kind === "empty");
  return 1 - (empty?.probability ?? 0);
}

/** Pictures alone take every set of filled boxes for as good as the next; those that people seldom leave are rarer. */
function rare(chance: number): number {
  const broken = chance * HABITS.brokenFilling;
  return broken / (broken + 1 - chance);
}

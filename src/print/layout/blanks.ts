import type { Area } from "../geometry.ts";
import type { PadBlank } from "./pad-layout.ts";
import type { PadField, PadText } from "./pad-text.ts";
import { columnX, type Setting, type SheetParts } from "./sheet-parts.ts";

/** The height of a line of handwriting. */
const LINE_MM = 5;

/** The place above a line to write on. @param roomMm how much height there is */
export function blankAbove(
  line: Omit<Area, "heightMm">,
  { label, purpose }: Pick<PadField, "label" | "purpose">,
  roomMm: number,
): PadBlank {
  const heightMm = Math.min(LINE_MM, roomMm);
  return { ...line, yMm: line.yMm - heightMm, heightMm, player: null, label, purpose, upwards: false };
}

/**
 * The head of each player's column, for the name. A second table of the same players goes without: their names stand above the
 * first.
 */
export function placeNames(
  { blanks }: SheetParts,
  { grid, sizes }: Setting,
  text: PadText,
  heightMm: number,
): void {
  if (blanks.some(({ player }) => player !== null)) return;
  const upwards = grid.boxMm < sizes.nameMm;
  for (let player = 0; player < grid.players; player++) {
    const area = { xMm: columnX(grid, player, 0), yMm: grid.table.yMm, widthMm: grid.boxMm, heightMm };
    blanks.push({ ...area, player: player + 1, label: text.name, purpose: "name", upwards });
  }
}

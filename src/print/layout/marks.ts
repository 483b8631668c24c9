import { MARK_WORDS } from "./mark-words.ts";
import type { Area } from "../geometry.ts";
import type { Mark } from "./pad-layout.ts";
import { sizesFor } from "./sizes.ts";

/** The places of marks on a sheet: the corners clockwise from top left, then the middles of the edges in the same order. */
export const MARK_PLACES = 8;

/** The marks of a sheet and the room for its code. */
export interface SheetMarks {
  readonly marks: readonly Mark[];
  /** The code's symbol without the clear space around, at the head of the sheet. */
  readonly code: Area;
  /** The same symbol at the foot, where there is room for it. */
  readonly footCode: Area;
  /** Nothing else may be printed this close to a mark or the code. */
  readonly clearMm: number;
}

/** Side of a mark, its distance from the paper's upper or lower edge and the clear space around, by the shorter side of the paper. */
const SIZES = [
  { belowMm: 125, sideMm: 5.5, edgeMm: 4.5, clearMm: 1.2 },
  { belowMm: 180, sideMm: 7, edgeMm: 6, clearMm: 2 },
  { belowMm: Number.POSITIVE_INFINITY, sideMm: 9, edgeMm: 7, clearMm: 2.5 },
] as const;

/** The code is a Data Matrix of 12 rows and 26 columns. */
export const CODE_MODULES = { rows: 12, columns: 26 } as const;

/**
 * Where the marks and the code of a sheet stand; it depends on the size of the page alone, so that they can be found before anything
 * else is known. The code stands left of the top right mark and is as high as it, and once more right of the bottom left mark: a thumb
 * or the edge of a photo hardly ever takes both.
 */
export function marksOn({ widthMm, heightMm }: { widthMm: number; heightMm: number }): SheetMarks {
  const shorter = Math.min(widthMm, heightMm);
  const size = SIZES.find(({ belowMm }) => shorter < belowMm) ?? SIZES[0];
  const { sideMm, edgeMm, clearMm } = size;
  // Flush with the table.
  const left = sizesFor({ widthMm, heightMm }).marginMm;
  const right = widthMm - left - sideMm;
  const bottom = heightMm - edgeMm - sideMm;
  const corners = [
    [left, edgeMm],
    [right, edgeMm],
    [right, bottom],
    [left, bottom],
  ] as const;
  const marks = corners.map(([xMm, yMm], place) => ({
    place,
    xMm,
    yMm,
    widthMm: sideMm,
    heightMm: sideMm,
  }));
  const codeMm = (sideMm * CODE_MODULES.columns) / CODE_MODULES.rows;
  const code = {
    xMm: right - 1.25 * clearMm - codeMm,
    yMm: edgeMm,
    widthMm: codeMm,
    heightMm: sideMm,
  };
  const footCode = { ...code, xMm: left + sideMm + 1.25 * clearMm, yMm: bottom };
  return { marks, code, footCode, clearMm };
}

/** How many groups of marks there are; sheets of different groups can't be taken for one another. */
export const MARK_GROUPS = Math.floor(MARK_WORDS.length / MARK_PLACES);

/** The group of a sheet: neighbours in a numbered block differ. 0 is for sheets without a number. */
export function markGroup(sheetNumber: number): number {
  return sheetNumber % MARK_GROUPS;
}

/** The id in the dictionary of the mark at a place of a sheet. */
export function markId(group: number, place: number): number {
  return group * MARK_PLACES + place;
}

const INNER = 6;

/** The modules of a mark, row by row, 8 × 8 with the black rim; true is black. Empty for an id that the dictionary lacks. */
export function markModules(id: number): boolean[][] {
  const word = MARK_WORDS[id];
  if (word === undefined) return [];
  const bits = BigInt(`0x${word}`)
    .toString(2)
    .padStart(INNER * INNER, "0");
  const side = INNER + 2;
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => {
      const isRim = row === 0 || column === 0 || row === side - 1 || column === side - 1;
      return isRim || bits[(row - 1) * INNER + column - 1] === "1";
    }),
  );
}

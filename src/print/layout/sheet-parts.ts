import type { TypeFamily } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import type {
  PadBlank,
  PadBox,
  PadTick,
  PlacedArrow,
  PlacedDie,
  PlacedText,
  Rule,
  Tint,
} from "./pad-layout.ts";
import type { Sizes } from "./sizes.ts";

/** Shares of black. All of them survive a laser printer and a photocopy. */
export const GREY = {
  ink: 1,
  quiet: 0.6,
  hairline: 0.4,
  head: 0.1,
  sum: 0.1,
  sumBox: 0.05,
  grand: 0.2,
} as const;

/** Weights of lines in pt. */
export const WEIGHT = { hairline: 0.3, column: 0.5, section: 0.8, frame: 1.2 } as const;

/** What is collected while a sheet is laid out. */
export interface SheetParts {
  readonly boxes: PadBox[];
  readonly ticks: PadTick[];
  readonly blanks: PadBlank[];
  readonly texts: PlacedText[];
  readonly rules: Rule[];
  readonly tints: Tint[];
  readonly dice: PlacedDie[];
  readonly arrows: PlacedArrow[];
}

export function emptyParts(): SheetParts {
  return { boxes: [], ticks: [], blanks: [], texts: [], rules: [], tints: [], dice: [], arrows: [] };
}

/** The table on the page, and who shares it. */
export interface Grid {
  readonly table: Area;
  readonly labelsMm: number;
  readonly boxMm: number;
  readonly players: number;
  /** Column ids of the game, in order. */
  readonly columns: readonly string[];
}

/** What every part of the layout needs. */
export interface Setting {
  readonly sizes: Sizes;
  readonly family: TypeFamily;
  readonly grid: Grid;
}

/** The left edge of a player's column; both counted from 0. */
export function columnX(grid: Grid, player: number, column: number): number {
  return grid.table.xMm + grid.labelsMm + (player * grid.columns.length + column) * grid.boxMm;
}

/** A level line across an area at a height. */
export function level(
  area: Pick<Area, "xMm" | "widthMm">,
  yMm: number,
  weightPt: number,
  grey: number,
): Rule {
  return { fromXMm: area.xMm, fromYMm: yMm, toXMm: area.xMm + area.widthMm, toYMm: yMm, weightPt, grey };
}

/** An upright line. */
export function upright(xMm: number, fromYMm: number, toYMm: number, weightPt: number, grey: number): Rule {
  return { fromXMm: xMm, fromYMm, toXMm: xMm, toYMm, weightPt, grey };
}

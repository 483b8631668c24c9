import { type Area, grown } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import type { Game } from "../../rules/game/game.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { hasGames } from "../pads/pad.ts";
import { type Grey, type PixelArea, coveredPixels, WHITE } from "../image/picture.ts";

/** A cell for a player's name on a straightened sheet, with its handwriting. */
export interface NameCell {
  /** Counted from 1. */
  readonly player: number;
  /** What to show of the photo: the cell, with room for tall letters and tails. */
  readonly area: PixelArea;
  /** Null if nothing is written. */
  readonly ink: NameInk | null;
}

/** The shape of a handwritten name. */
interface NameInk {
  /** The share of ink in each cell of a grid over the name, in ninths: one digit per cell, row by row. */
  readonly grid: string;
  /** Its width divided by its height. */
  readonly aspect: number;
}

const GRID = { columns: 40, rows: 12 } as const;
/** Cells are shrunk by this, to leave out the lines around them. */
const INSIDE_MM = 0.8;
/** Tall letters rise above a name's cell by up to this share of its shorter side, and tails hang half as far below. */
const TALL = 0.5;
/** Ink is darker than paper in even light by this many levels. */
const MIN_INK = 38;
/** A name is at least this long and has at least this much ink; anything less is a speck. */
const MIN_LONG_MM = 2.5;
const MIN_INK_MM2 = 0.6;

/** The cells for the players' names on a pad; none on a pad without such cells. The person who plays all games of a sheet counts as 1. */
export function nameCells(
  { blanks, boxes, columnsAreGames = false }: PadLayout,
  grey: Grey,
  pxPerMm: number,
): NameCell[] {
  const isAlone = columnsAreGames || boxes.every(({ player }) => player === 1);
  return blanks.flatMap((blank): NameCell[] => {
    const player = blank.player ?? (isAlone ? 1 : null);
    if (blank.purpose !== "name" || player === null) return [];
    return [{ player, ...measureName(blank, grey, pxPerMm) }];
  });
}

export function measureName(place: Area, grey: Grey, pxPerMm: number): Omit<NameCell, "player"> {
  const inside = coveredPixels(grown(place, -INSIDE_MM), pxPerMm, grey);
  const tallMm = TALL * Math.min(place.widthMm, place.heightMm);
  const shown = { ...place, yMm: place.yMm - tallMm, heightMm: place.heightMm + 1.5 * tallMm };
  return { area: coveredPixels(shown, pxPerMm, grey), ink: measureInk(grey, inside, pxPerMm) };
}

function measureInk({ widthPx: width, pixels }: Grey, area: PixelArea, pxPerMm: number): NameInk | null {
  const { xPx, yPx, widthPx, heightPx } = area;
  const isInk = (x: number, y: number) => (pixels[(yPx + y) * width + xPx + x] as number) < WHITE - MIN_INK;
  const inColumn = new Int32Array(widthPx);
  const inRow = new Int32Array(heightPx);
  let all = 0;
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      if (!isInk(x, y)) continue;
      inColumn[x] = (inColumn[x] as number) + 1;
      inRow[y] = (inRow[y] as number) + 1;
      all++;
    }
  // A single dark pixel in a row or column is noise.
  const bounds = (counts: Int32Array) =>
    [counts.findIndex((n) => n > 1), counts.findLastIndex((n) => n > 1) + 1] as const;
  const [left, right] = bounds(inColumn);
  const [top, bottom] = bounds(inRow);
  const [wide, high] = [right - left, bottom - top];
  const isSpeck = all < MIN_INK_MM2 * pxPerMm ** 2 || Math.max(wide, high) < MIN_LONG_MM * pxPerMm;
  if (left < 0 || top < 0 || isSpeck) return null;
  // The columns of the grid run along the name, which may be vertical.
  const [columns, rows] = high > wide ? [GRID.rows, GRID.columns] : [GRID.columns, GRID.rows];
  const cells = Array.from({ length: columns * rows }, (_, at) => {
    const [along, across] = [at % GRID.columns, Math.floor(at / GRID.columns)];
    const [column, row] = high > wide ? [across, along] : [along, across];
    const [x0, x1] = [left + (column * wide) / columns, left + ((column + 1) * wide) / columns];
    const [y0, y1] = [top + (row * high) / rows, top + ((row + 1) * high) / rows];
    let [dark, count] = [0, 0];
    for (let y = Math.floor(y0); y < Math.max(y0 + 1, y1); y++)
      for (let x = Math.floor(x0); x < Math.max(x0 + 1, x1); x++) {
        if (isInk(x, y)) dark++;
        count++;
      }
    return Math.round((9 * dark) / count);
  });
  return { grid: cells.join(""), aspect: wide / high };
}

/** Names whose shapes differ by more than this factor are not alike. */
const MAX_STRETCH = 1.7;
/** The greatest shifts between two compared names, in cells of the grid. */
const SHIFTS = { columns: 2, rows: 1 } as const;

/** The similarity of two handwritten names: the greatest correlation of their blurred grids over small shifts. */
function nameSimilarity(one: NameInk, other: NameInk): number {
  const stretch = one.aspect / other.aspect;
  if (stretch > MAX_STRETCH || stretch < 1 / MAX_STRETCH) return 0;
  const [a, b] = [blurGrid(one.grid), blurGrid(other.grid)];
  let best = 0;
  for (let down = -SHIFTS.rows; down <= SHIFTS.rows; down++)
    for (let across = -SHIFTS.columns; across <= SHIFTS.columns; across++)
      best = Math.max(best, correlation(a, b, across, down));
  return best;
}

/** Adds half of the neighbouring cells to each, because handwriting varies. */
function blurGrid(grid: string): Float64Array {
  const { columns, rows } = GRID;
  const cell = (column: number, row: number) =>
    column < 0 || row < 0 || column >= columns || row >= rows ? 0 : Number(grid[row * columns + column]);
  return Float64Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const beside =
      cell(column - 1, row) + cell(column + 1, row) + cell(column, row - 1) + cell(column, row + 1);
    return cell(column, row) + beside / 2;
  });
}

/** The Pearson correlation of two grids where they overlap after a shift. */
function correlation(a: Float64Array, b: Float64Array, across: number, down: number): number {
  const { columns, rows } = GRID;
  let [n, sumA, sumB, squaresA, squaresB, common] = [0, 0, 0, 0, 0, 0];
  for (let row = Math.max(0, -down); row < Math.min(rows, rows - down); row++)
    for (let column = Math.max(0, -across); column < Math.min(columns, columns - across); column++) {
      const x = a[row * columns + column] as number;
      const y = b[(row + down) * columns + column + across] as number;
      n++;
      sumA += x;
      sumB += y;
      squaresA += x * x;
      squaresB += y * y;
      common += x * y;
    }
  const spread = (squaresA - (sumA * sumA) / n) * (squaresB - (sumB * sumB) / n);
  return spread <= 0 ? 0 : (common - (sumA * sumB) / n) / Math.sqrt(spread);
}

/** A player of a sheet. */
export interface NamedPlayer {
  /** Counted from 1. */
  readonly player: number;
  readonly name: string;
  /** Whether a person entered it; otherwise the name is a placeholder. */
  readonly isGiven: boolean;
  /** The handwritten name on the sheet; null if there is none or it can't be seen. */
  readonly ink: NameInk | null;
}

/** The least similarity of equal names; tests/bench/name-likeness.test.ts measures the resulting error rates. */
const MIN_LIKENESS = 0.55;

/** The name from other sheets whose handwriting is most similar to a player's; null if none is similar enough. */
export function suggestName({ ink }: NamedPlayer, known: readonly NamedPlayer[]): string | null {
  if (ink === null) return null;
  const alike = known.flatMap((one) =>
    one.ink ? { name: one.name, alike: nameSimilarity(ink, one.ink) } : [],
  );
  const [best] = alike.sort((a, b) => b.alike - a.alike);
  return best !== undefined && best.alike >= MIN_LIKENESS ? best.name : null;
}

type SheetOfPlayers = Parameters<typeof hasGames>[0] & {
  readonly game: Pick<Game, "columns">;
  readonly owners?: readonly string[];
  readonly reading: { readonly players: readonly number[] };
  readonly names: readonly string[];
  readonly unnamed: readonly string[];
};

/**
 * The players to ask for: those whose name is written, but not known. Who plays alone on one of several sheets is asked for without it, too,
 * because only a name tells whose sheet it is.
 */
export function listPlayersToName(
  sheet: SheetOfPlayers,
  cells: readonly NameCell[],
  isOneOfSeveral: boolean,
) {
  const players = listNamedPlayers(sheet, cells);
  const isNeeded = isOneOfSeveral && (players.length === 1 || !isSheetShared(sheet.game));
  return players.filter(({ isGiven, ink }) => !isGiven && (isNeeded || ink !== null));
}

/** The players who wrote anything on a sheet, with their names; on a sheet of games those who played them, as one. */
export function listNamedPlayers(sheet: SheetOfPlayers, cells: readonly NameCell[]): NamedPlayer[] {
  const { reading, names, unnamed, owners } = sheet;
  const findInk = (player: number) => cells.find((cell) => cell.player === player)?.ink ?? null;
  if (hasGames(sheet)) {
    const owner = owners?.join(", ");
    const [first = "", ...others] = reading.players.map((game) => names[game - 1] ?? "");
    const placeholder = [first, ...others.slice(-1)].join(" – ");
    return [{ player: 1, name: owner ?? placeholder, isGiven: owner !== undefined, ink: findInk(1) }];
  }
  return reading.players.map((player) => {
    const name = names[player - 1] ?? "";
    return { player, name, isGiven: !unnamed.includes(name), ink: findInk(player) };
  });
}

import { CODE_MODULES } from "../layout/marks.ts";
import type { Grey } from "./picture.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;

/** A look at a symbol: how bright the photo is at a place, counted in modules from the symbol's top left corner. */
export interface SymbolView {
  readonly shade: (column: number, row: number) => number;
}

/** How a symbol lies in a view that is not quite where it should be: shifts of its corners, in modules. */
interface Fit {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** By how much the right end is lower than the left one. */
  readonly slope: number;
  /** By how much the lower end is farther right than the upper one. */
  readonly slant: number;
  /** By how much the middle is lower than both ends, on paper that is curved. */
  readonly bow: number;
}

/** Shifts down and slopes from which the fit is bettered, in modules: more than a curved page can do. */
const STARTS = [0, -1.5, 1.5, -3, 3];
/** Steps in which the fit is bettered, in modules. */
const STEPS = [0.5, 0.25, 0.12, 0.06];
/** Rounds of betterment with each step. */
const ROUNDS = 4;
/** Shares of a neighbour's darkness that blur may have carried into a module. */
const CARRIED = [0, 0.05, 0.1, 0.14, 0.18];

/**
 * Draws a symbol anew: finds the rim that every symbol has (ISO/IEC 16022: left and bottom black, top and right alternating), measures
 * each module and takes away what its neighbours have blurred into it.
 *
 * @returns drawings without faults of form, the likeliest first; whether they say anything only reading them can tell
 */
export function redrawSymbol(view: SymbolView): Grey[] {
  const fit = bestFit(view);
  const shades = moduleShades(view, fit);
  const { black, white } = rimShades(shades);
  if (white - black < 8) return [];
  const darkness = shades.map((shade) => (white - shade) / (white - black));
  return CARRIED.map((share) => drawModules(sharpened(darkness, share).map((dark) => dark > 0.5)));
}

function bestFit(view: SymbolView): Fit {
  const fits = STARTS.flatMap((down) => STARTS.map((slope) => climb(view, down, slope)));
  return fits.reduce((best, fit) => (fit.contrast > best.contrast ? fit : best)).fit;
}

/** Betters a fit for as long as the rim stands out more. */
function climb(view: SymbolView, down: number, slope: number): { fit: Fit; contrast: number } {
  let fit: Fit = { left: 0, right: 0, top: down, bottom: down, slope, slant: 0, bow: 0 };
  let contrast = rimContrast(view, fit);
  for (const step of STEPS)
    for (let round = 0; round < ROUNDS; round++)
      for (const next of around(fit, step)) {
        const better = rimContrast(view, next);
        if (better <= contrast) continue;
        contrast = better;
        fit = next;
      }
  return { fit, contrast };
}

function around(fit: Fit, step: number): Fit[] {
  return [step, -step].flatMap((by) => [
    { ...fit, left: fit.left + by, right: fit.right + by },
    { ...fit, top: fit.top + by, bottom: fit.bottom + by },
    { ...fit, left: fit.left + by },
    { ...fit, right: fit.right + by },
    { ...fit, top: fit.top + by },
    { ...fit, bottom: fit.bottom + by },
    { ...fit, slope: fit.slope + by },
    { ...fit, slant: fit.slant + by },
    { ...fit, bow: fit.bow + by },
  ]);
}

/** The shade at a place of the symbol, which lies in the view as the fit says. */
function shadeIn({ shade }: SymbolView, fit: Fit, column: number, row: number): number {
  const across = column / COLUMNS;
  const down = row / ROWS;
  const x = column + fit.left + (fit.right - fit.left) * across + fit.slant * (down - 0.5);
  const y =
    row +
    fit.top +
    (fit.bottom - fit.top) * down +
    fit.slope * (across - 0.5) +
    fit.bow * 4 * across * (1 - across);
  return shade(x, y);
}

/** How much lighter the light modules of rim and clear space are than the black ones of the rim. */
function rimContrast(view: SymbolView, fit: Fit): number {
  let contrast = 0;
  for (const { column, row, isBlack, weight } of RIM)
    contrast += shadeIn(view, fit, column + 0.5, row + 0.5) * (isBlack ? -weight : weight);
  return contrast;
}

interface RimModule {
  readonly column: number;
  readonly row: number;
  readonly isBlack: boolean;
  readonly weight: number;
}

const RIM: readonly RimModule[] = rimModules();

/** The modules of the rim and the clear ones around it; black and light ones weigh as much in all. */
function rimModules(): RimModule[] {
  const places: Omit<RimModule, "weight">[] = [];
  for (let row = -1; row <= ROWS; row++)
    for (let column = -1; column <= COLUMNS; column++) {
      const isInside = row > 0 && row < ROWS - 1 && column > 0 && column < COLUMNS - 1;
      if (!isInside) places.push({ column, row, isBlack: isRimBlack(column, row) });
    }
  const black = places.filter(({ isBlack }) => isBlack).length;
  return places.map((place) => ({
    ...place,
    weight: 1 / (place.isBlack ? black : places.length - black),
  }));
}

function isRimBlack(column: number, row: number): boolean {
  if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return false;
  if (column === 0 || row === ROWS - 1) return true;
  if (row === 0) return column % 2 === 0;
  return column === COLUMNS - 1 && row % 2 === 1;
}

/** Places within a module at which it is measured. */
const SPOTS = [0.3, 0.5, 0.7];

/** The mean shade of each module, row by row. */
function moduleShades(view: SymbolView, fit: Fit): number[] {
  return Array.from({ length: ROWS * COLUMNS }, (_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    const shades = SPOTS.flatMap((x) => SPOTS.map((y) => shadeIn(view, fit, column + x, row + y)));
    return shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  });
}

function rimShades(shades: readonly number[]): { black: number; white: number } {
  const mean = (isBlack: boolean) => {
    const own = RIM.filter((module) => module.isBlack === isBlack).flatMap(({ column, row }) =>
      column < 0 || row < 0 || column >= COLUMNS || row >= ROWS ? [] : (shades[row * COLUMNS + column] ?? []),
    );
    return own.reduce((sum, shade) => sum + shade, 0) / own.length;
  };
  return { black: mean(true), white: mean(false) };
}

/** Takes a share of the four neighbours' darkness from each module, and gives it back its own. */
function sharpened(darkness: readonly number[], share: number): number[] {
  return darkness.map((dark, at) => {
    const column = at % COLUMNS;
    const neighbours = [
      darkness[at - COLUMNS],
      darkness[at + COLUMNS],
      column === 0 ? 0 : darkness[at - 1],
      column === COLUMNS - 1 ? 0 : darkness[at + 1],
    ].reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return (dark - share * neighbours) / (1 - 4 * share);
  });
}

const DRAWN_PX = 4;
const QUIET = 2;

function drawModules(modules: readonly boolean[]): Grey {
  const widthPx = (COLUMNS + 2 * QUIET) * DRAWN_PX;
  const heightPx = (ROWS + 2 * QUIET) * DRAWN_PX;
  const pixels = new Uint8Array(widthPx * heightPx).fill(255);
  modules.forEach((isBlack, at) => {
    const column = at % COLUMNS;
    const row = Math.floor(at / COLUMNS);
    const black = RIM_AT.get(at) ?? isBlack;
    if (!black) return;
    for (let y = 0; y < DRAWN_PX; y++) {
      const from = ((row + QUIET) * DRAWN_PX + y) * widthPx + (column + QUIET) * DRAWN_PX;
      pixels.fill(0, from, from + DRAWN_PX);
    }
  });
  return { widthPx, heightPx, pixels };
}

/** What is known of modules beforehand, by their number. */
const RIM_AT: ReadonlyMap<number, boolean> = new Map(
  RIM.filter(({ column, row }) => column >= 0 && row >= 0 && column < COLUMNS && row < ROWS).map(
    ({ column, row, isBlack }) => [row * COLUMNS + column, isBlack],
  ),
);

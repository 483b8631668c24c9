import { CODE_MODULES } from "../../print/layout/marks.ts";
import { symbolLevel, type SymbolView } from "./symbol-view.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;

/** How a symbol lies in a view if it is not quite where it should be: shifts of its sides, in modules. */
export interface Fit {
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

/** Shifts and slopes at which the symbol is looked for, in modules: as far as a curved page moves it where its mark is hidden. */
const SHIFTS = Array.from({ length: 13 }, (_, at) => 0.75 * (at - 6));
const SLOPES = [-3, -2, -1, 0, 1, 2, 3];
/** How many of the best of them are refined. */
const MAX_CLIMBS = 8;
/** Steps in which a fit is refined, in modules. */
const STEPS = [0.5, 0.25, 0.12, 0.06];
const MAX_ROUNDS = 4;

/**
 * Where a symbol may lie in a view, the likeliest first: where the rim stands out that every symbol has (ISO/IEC 16022: left and bottom
 * black, top and right alternating). Hill climbing from the best places of a grid.
 */
export function likelyFits(view: SymbolView): Fit[] {
  const worth = (fit: Fit) => rimContrast(view, fit);
  const byWorth = (fits: readonly Fit[]) => {
    const known = fits.map((fit) => ({ fit, worth: worth(fit) }));
    return known.sort((a, b) => b.worth - a.worth).map(({ fit }) => fit);
  };
  const starts = SHIFTS.flatMap((across) =>
    SHIFTS.flatMap((down) =>
      SLOPES.map((slope): Fit => {
        return { left: across, right: across, top: down, bottom: down, slope, slant: 0, bow: 0 };
      }),
    ),
  );
  const best = byWorth(starts).slice(0, MAX_CLIMBS);
  return byWorth(best.map((fit) => refinedFit(fit, worth)));
}

/** Changes a fit step by step as long as it becomes worth more. */
export function refinedFit(start: Fit, worth: (fit: Fit) => number): Fit {
  let fit = start;
  let most = worth(fit);
  for (const step of STEPS)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = most;
      for (const next of around(fit, step)) {
        const value = worth(next);
        if (value <= most) continue;
        most = value;
        fit = next;
      }
      if (most === before) break;
    }
  return fit;
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

/** The level at a place of the symbol, which lies in the view as the fit says. */
function levelIn(view: SymbolView, fit: Fit, column: number, row: number): number {
  const across = column / COLUMNS;
  const down = row / ROWS;
  const x = column + fit.left + (fit.right - fit.left) * across + fit.slant * (down - 0.5);
  const bow = fit.bow * 4 * across * (1 - across);
  const y = row + fit.top + (fit.bottom - fit.top) * down + fit.slope * (across - 0.5) + bow;
  return symbolLevel(view, x, y);
}

/** How much lighter the light modules of rim and clear space are than the black ones of the rim. */
function rimContrast(view: SymbolView, fit: Fit): number {
  let contrast = 0;
  for (const { column, row, weight } of RIM) contrast += weight * levelIn(view, fit, column + 0.5, row + 0.5);
  return contrast;
}

/** Whether a module is black in every symbol; the clear ones around it are not. */
function isRimBlack(column: number, row: number): boolean {
  if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return false;
  if (column === 0 || row === ROWS - 1) return true;
  return row === 0 ? column % 2 === 0 : column === COLUMNS - 1 && row % 2 === 1;
}

/** The modules of the rim and around it. Black ones weigh less than 0, and together as much as all light ones. */
const RIM = rimModules();

function rimModules() {
  const [across, down] = [COLUMNS + 2, ROWS + 2];
  const all = Array.from({ length: across * down }, (_, at) => {
    const [column, row] = [(at % across) - 1, Math.floor(at / across) - 1];
    return { column, row, isBlack: isRimBlack(column, row) };
  });
  const rim = all.filter(
    ({ column, row }) => row <= 0 || row >= ROWS - 1 || column <= 0 || column >= COLUMNS - 1,
  );
  const black = rim.filter(({ isBlack }) => isBlack).length;
  return rim.map((one) => ({ ...one, weight: one.isBlack ? -1 / black : 1 / (rim.length - black) }));
}

/** Whether the modules of a symbol's rim are black, by their index row by row. */
export const RIM_AT: ReadonlyMap<number, boolean> = new Map(
  RIM.filter(({ column, row }) => column >= 0 && row >= 0 && column < COLUMNS && row < ROWS).map(
    ({ column, row, isBlack }) => [row * COLUMNS + column, isBlack],
  ),
);

/** Places within a module at which it is measured. */
const SPOTS = [0.3, 0.5, 0.7];

/** The mean level of each module, row by row. */
export function moduleLevels(view: SymbolView, fit: Fit): Float32Array {
  const levels = new Float32Array(ROWS * COLUMNS);
  for (let at = 0; at < levels.length; at++) {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    let sum = 0;
    for (const x of SPOTS) for (const y of SPOTS) sum += levelIn(view, fit, column + x, row + y);
    levels[at] = sum / SPOTS.length ** 2;
  }
  return levels;
}

import { CODE_MODULES } from "../../print/layout/marks.ts";
import type { Grey } from "../image/picture.ts";
import { type Fit, likelyFits, moduleShades, RIM_AT } from "./symbol-fit.ts";
import type { SymbolView } from "./symbol-view.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;

/** Of the places where the symbol may lie, so many are drawn. */
const MAX_FITS = 2;
/** With less between black and white modules of the rim, in levels, there is no symbol. */
const MIN_CONTRAST = 8;
/** Shares of a neighbour's darkness that blur may have carried into a module. */
const CARRIED = [0, 0.05, 0.1, 0.14, 0.18];

/**
 * Draws a symbol anew: finds its rim, measures each module and takes away what its neighbours have blurred into it.
 *
 * @returns drawings without faults of form, the likeliest first; whether they say anything only reading them can tell
 */
export function redrawSymbol(view: SymbolView): Grey[] {
  return likelyFits(view)
    .slice(0, MAX_FITS)
    .flatMap((fit) => drawings(view, fit));
}

function drawings(view: SymbolView, fit: Fit): Grey[] {
  const shades = [...moduleShades(view, fit)];
  const { black, white } = rimShades(shades);
  if (white - black < MIN_CONTRAST) return [];
  const darkness = shades.map((shade) => (white - shade) / (white - black));
  return CARRIED.map((share) => drawModules(sharpened(darkness, share).map((dark) => dark > 0.5)));
}

function rimShades(shades: readonly number[]): { black: number; white: number } {
  const mean = (isBlack: boolean) => {
    const own = shades.filter((_, at) => RIM_AT.get(at) === isBlack);
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

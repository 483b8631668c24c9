import type { Area } from "../../print/geometry.ts";
import { CODE_MODULES } from "../../print/layout/marks.ts";
import { type Grey, interpolateLevel, type Point, quantile } from "../image/picture.ts";
import { disposeAfterUse, type OpenCv } from "../image/tools.ts";
import { type Homography, project } from "../marks/page-fit.ts";

/** A picture of a symbol. Its modules are counted from its top left corner. */
export interface SymbolView {
  readonly grey: Grey;
  /** From modules to px. */
  readonly toPicture: Homography;
}

/** How bright a view is at a place in modules; beyond the edge of the picture, as bright as the edge. */
function symbolLevel({ grey, toPicture }: SymbolView, column: number, row: number): number {
  const { x, y } = project(toPicture, column, row);
  return interpolateLevel(grey, x, y);
}

/** A symbol where a photo shows it: at its place on the sheet, mapped to the photo, and shifted by some px there. */
export function symbolInPhoto(grey: Grey, toPhoto: Homography, place: Area, shift: Point): SymbolView {
  const [a, b, c, d, e, f, g, h, i] = toPhoto;
  const [right, down] = [place.widthMm / CODE_MODULES.columns, place.heightMm / CODE_MODULES.rows];
  const ofModules = (x: number, y: number, one: number) =>
    [x * right, y * down, x * place.xMm + y * place.yMm + one] as const;
  const toX = ofModules(a + shift.x * g, b + shift.x * h, c + shift.x * i);
  const toY = ofModules(d + shift.y * g, e + shift.y * h, f + shift.y * i);
  return { grey, toPicture: [...toX, ...toY, ...ofModules(g, h, i)] };
}

/** A view as a picture, row by row. @param margin how much of the surroundings to show on all sides, in modules */
export function renderView(view: SymbolView, margin: number, pxPerModule: number) {
  const widthPx = (CODE_MODULES.columns + 2 * margin) * pxPerModule;
  const heightPx = (CODE_MODULES.rows + 2 * margin) * pxPerModule;
  const levels = new Float32Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++)
      levels[at++] = symbolLevel(view, (x + 0.5) / pxPerModule - margin, (y + 0.5) / pxPerModule - margin);
  return { widthPx, heightPx, levels };
}

/** How much of the surroundings is looked at, in modules: a little more than a symbol may be from where it should be. */
const AROUND = 9;
const PX_PER_MODULE = 4;
/** The surroundings with which a place is compared: the deviation of a Gaussian, in modules. */
const REACH = 2;
/** Where there is less contrast than this share of the symbol's own, there is nothing to see: glare, or a thumb. */
const MIN_CONTRAST_SHARE = 0.4;
/** Contrast of noise, in levels. */
const MIN_CONTRAST = 4;
/** This share of the places around a symbol has less contrast than the symbol. */
const CONTRAST_RANK = 0.9;
/** In even light, the level of what is as light as its surroundings, and by how much a deviation differs. */
export const EVEN_LEVEL = 128;
const DEVIATION = 60;

/** The same view with even light and contrast, each place against its surroundings; things on the paper and what lies beyond turn grey. */
export function evenView(cv: OpenCv, { grey, toPicture }: SymbolView): SymbolView {
  const { widthPx, heightPx, levels } = renderView({ grey, toPicture }, AROUND, PX_PER_MODULE);
  const means = blurValues(cv, levels, widthPx);
  const modules = (px: number) => (px + 0.5) / PX_PER_MODULE - AROUND;
  const offs = levels.map((level, at) => {
    const { x, y } = project(toPicture, modules(at % widthPx), modules(Math.floor(at / widthPx)));
    const isInPhoto = x >= 0 && y >= 0 && x < grey.widthPx && y < grey.heightPx;
    return isInPhoto ? level - (means[at] as number) : 0;
  });
  const squares = offs.map((off) => off * off);
  const contrasts = blurValues(cv, squares, widthPx).map(Math.sqrt);
  const min = Math.max(MIN_CONTRAST, MIN_CONTRAST_SHARE * quantile(contrasts.slice(), CONTRAST_RANK));
  const even = Uint8ClampedArray.from(
    offs,
    (off, at) => EVEN_LEVEL + (DEVIATION * off) / Math.max(min, contrasts[at] as number),
  );
  const first = AROUND * PX_PER_MODULE - 0.5;
  return {
    grey: { widthPx, heightPx, pixels: new Uint8Array(even.buffer) },
    toPicture: [PX_PER_MODULE, 0, first, 0, PX_PER_MODULE, first, 0, 0, 1],
  };
}

function blurValues(cv: OpenCv, values: Float32Array, widthPx: number): Float32Array {
  return disposeAfterUse((keep) => {
    const mat = keep(cv.matFromArray(values.length / widthPx, widthPx, cv.CV_32FC1, values));
    cv.GaussianBlur(mat, mat, new cv.Size(0, 0), REACH * PX_PER_MODULE, REACH * PX_PER_MODULE);
    return mat.data32F.slice();
  });
}

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
 * Where a symbol may lie in a view, the likeliest first: where the rim that every symbol has is clearest (ISO/IEC 16022: left and bottom
 * black, top and right alternating). Hill climbing from the best places of a grid.
 *
 * @param least none, if the rim has less contrast than this everywhere on the grid, in levels
 */
export function likelyFits(view: SymbolView, least = -Infinity): Fit[] {
  const worth = (fit: Fit) => rimContrast(view, fit);
  const byWorth = (fits: readonly Fit[]) => {
    const known = fits.map((fit) => ({ fit, worth: worth(fit) }));
    return known
      .filter((one) => one.worth >= least)
      .sort((a, b) => b.worth - a.worth)
      .map(({ fit }) => fit);
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
function readLevel(view: SymbolView, fit: Fit, column: number, row: number): number {
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
  for (const { column, row, weight } of RIM)
    contrast += weight * readLevel(view, fit, column + 0.5, row + 0.5);
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
    for (const x of SPOTS) for (const y of SPOTS) sum += readLevel(view, fit, column + x, row + y);
    levels[at] = sum / SPOTS.length ** 2;
  }
  return levels;
}

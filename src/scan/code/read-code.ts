import type { Size } from "../../print/geometry.ts";
import { CODE_MODULES, markCorner, placeFiducials } from "../../print/layout/marks.ts";
import { readSheetCode, type SheetCode } from "../../print/layout/sheet-code.ts";
import { getElement } from "../../rules/arrays.ts";
import { type Grey, type Photo, type Point, quantile } from "../image/picture.ts";
import type { OpenCv, PhotoTools } from "../image/tools.ts";
import type { Corners } from "../marks/detect.ts";
import type { FoundSheet } from "../marks/find-sheets.ts";
import { areaCorners, fitPages, type PageFit, project } from "../marks/page-fit.ts";
import {
  EVEN_LEVEL,
  evenView,
  type Fit,
  likelyFits,
  moduleLevels,
  refinedFit,
  renderView,
  RIM_AT,
  symbolInPhoto,
  type SymbolView,
} from "./symbol.ts";

/** How many of the pages that the marks may lie on are tried. */
const MAX_PAGES = 3;
/** Where thousands of codes are compared, pages that fit much worse than the best are left out. */
const MAX_MISFIT_FACTOR = 2;
const MAX_MISFIT = 0.03;

/** Where the code is on a sheet: left of the top right mark, and right of the bottom left one. */
const PLACES = [
  { code: "code", mark: 1, nearEdge: [0, 3] },
  { code: "footCode", mark: 3, nearEdge: [1, 2] },
] as const;

/** Reads the code of a sheet, next to its top right mark or its bottom left one, as it is or redrawn; null if it can't be read. */
export async function readCode({ grey }: Photo, found: FoundSheet, tools: PhotoTools) {
  const pages = fitPages(tools.cv, found.marks).slice(0, MAX_PAGES);
  const views = PLACES.flatMap((place) => pages.flatMap((fit) => codeView(grey, found, fit, place) ?? []));
  return readSymbol(views, tools);
}

/** Reads a code from views of its symbol, as they are or redrawn; null if it can't be read. */
export async function readSymbol(views: readonly SymbolView[], tools: PhotoTools): Promise<SheetCode | null> {
  for (const drawings of [straightSymbol, redrawnSymbol])
    for (const view of views)
      for (const drawing of drawings(view)) {
        const texts = await tools.readSymbols(drawing, drawings === redrawnSymbol);
        const code = texts.map(readSheetCode).find((one) => one !== null);
        if (code) return code;
      }
  return null;
}

/** The symbols that a sheet on a page of some size may have. */
export type KnownSymbols = (page: Size) => readonly KnownSymbol[];

/** Recognises a code hidden by a thumb or too blurred to be read among all on pages of some size; null if none clearly fits best. */
export function recogniseCode(photo: Photo, found: FoundSheet, tools: PhotoTools, known: KnownSymbols) {
  const pages = fitPages(tools.cv, found.marks).slice(0, MAX_PAGES);
  const max = MAX_MISFIT_FACTOR * (pages[0]?.misfit ?? 0) + MAX_MISFIT;
  for (const place of PLACES)
    for (const fit of pages.filter(({ misfit }) => misfit < max)) {
      const seen = codeView(photo.grey, found, fit, place);
      if (seen === null) continue;
      const code = recogniseView(tools.cv, seen, () => known(fit.page));
      if (code !== null) return readSheetCode(code);
    }
  return null;
}

/**
 * The code among known symbols that clearly fits a view best; null if none does.
 *
 * @param symbols not called where no symbol is in sight: there are thousands, which take seconds to draw
 * @param least the least contrast of the rim of a symbol that may not be there, in levels
 */
export function recogniseView(
  cv: OpenCv,
  view: SymbolView,
  symbols: () => readonly KnownSymbol[],
  least?: number,
): string | null {
  const even = evenView(cv, view);
  const fits = likelyFits(even, least);
  return fits.length === 0 ? null : recogniseSymbol(even, fits, symbols());
}

/** Where a code lies if the sheet is a certain page; null if it has no code there. The mark next to it shows where that part of the sheet is. */
function codeView(
  grey: Grey,
  { kind, marks }: FoundSheet,
  fit: PageFit,
  at: (typeof PLACES)[number],
): SymbolView | null {
  const { [at.code]: code, marks: printed } = placeFiducials(fit.page, kind);
  if (code === null) return null;
  const next = printed.find(({ place }) => markCorner(place) === at.mark);
  const seen = marks.find(({ place }) => markCorner(place) === at.mark);
  if (next === undefined || seen === undefined) return symbolInPhoto(grey, fit.toPhoto, code, { x: 0, y: 0 });
  const middle = (corners: Corners): Point => {
    const [a, b] = [corners[at.nearEdge[0]], corners[at.nearEdge[1]]];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const onPage = middle(areaCorners(next));
  const expected = project(fit.toPhoto, onPage.x, onPage.y);
  const { x, y } = middle(seen.corners);
  return symbolInPhoto(grey, fit.toPhoto, code, { x: x - expected.x, y: y - expected.y });
}

/** Px per module at which the code is read. */
const READ_PX = [8, 5] as const;
/** Clear space that is shown around the symbol, in modules. */
const READ_MARGIN = 3;

/** The symbol straightened, at more than one scale. */
function* straightSymbol(view: SymbolView): Generator<Grey> {
  for (const pxPerModule of READ_PX) {
    const { levels, ...size } = renderView(view, READ_MARGIN, pxPerModule);
    yield { ...size, pixels: Uint8Array.from(levels) };
  }
}

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;
/** How many of the places where the symbol may lie are drawn. */
const MAX_FITS = 2;
/** With a smaller difference between black and white modules of the rim, in levels, there is no symbol. */
const MIN_CONTRAST = 8;
/** Shares of a neighbour's darkness that blur may have carried into a module. */
const BLUR_SHARES = [0, 0.05, 0.1, 0.14, 0.18];

/** Redraws a symbol that is too small or blurred: finds its rim, measures each module, and takes away blur. The likeliest come first. */
function redrawnSymbol(view: SymbolView): Grey[] {
  return likelyFits(view)
    .slice(0, MAX_FITS)
    .flatMap((fit) => {
      const levels = moduleLevels(view, fit);
      const rimLevel = (isBlack: boolean) => {
        const rim = levels.filter((_, at) => RIM_AT.get(at) === isBlack);
        return rim.reduce((sum, level) => sum + level, 0) / rim.length;
      };
      const [black, white] = [rimLevel(true), rimLevel(false)];
      if (white - black < MIN_CONTRAST) return [];
      const darkness = Array.from(levels, (level) => (white - level) / (white - black));
      return BLUR_SHARES.map((share) => drawModules(sharpenModules(darkness, share)));
    });
}

/** Takes a share of the four neighbours' darkness from each module, and gives it back its own. */
function sharpenModules(darkness: readonly number[], share: number): number[] {
  const getDarkness = (column: number, row: number) =>
    column < 0 || column >= COLUMNS ? 0 : (darkness[row * COLUMNS + column] ?? 0);
  return darkness.map((dark, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    const around =
      getDarkness(column, row - 1) +
      getDarkness(column, row + 1) +
      getDarkness(column - 1, row) +
      getDarkness(column + 1, row);
    return (dark - share * around) / (1 - 4 * share);
  });
}

const DRAWN_PX = 4;
const DRAWN_MARGIN = 2;

function drawModules(darkness: readonly number[]): Grey {
  const widthPx = (COLUMNS + 2 * DRAWN_MARGIN) * DRAWN_PX;
  const heightPx = (ROWS + 2 * DRAWN_MARGIN) * DRAWN_PX;
  const pixels = new Uint8Array(widthPx * heightPx).fill(255);
  darkness.forEach((dark, at) => {
    if (!(RIM_AT.get(at) ?? dark > 0.5)) return;
    const left = ((at % COLUMNS) + DRAWN_MARGIN) * DRAWN_PX;
    const top = (Math.floor(at / COLUMNS) + DRAWN_MARGIN) * DRAWN_PX;
    for (let y = top; y < top + DRAWN_PX; y++)
      pixels.fill(0, y * widthPx + left, y * widthPx + left + DRAWN_PX);
  });
  return { widthPx, heightPx, pixels };
}

/** A code that a sheet may have, and its symbol: a sign for each module, row by row, 1 for light and -1 for black. */
export interface KnownSymbol {
  readonly code: string;
  readonly signs: Int8Array;
}

/** At least this many modules of the symbol must be in sight. */
const MIN_SEEN = 84;
/** Any other symbol must be wrong in this many times as many of them, and in some more. */
const RIVAL_FACTOR = 1.5;
const RIVAL_MARGIN = 4;

/**
 * The code of the symbol that fits a view in even light clearly better than any other; null if none does. Where a thumb, glare or blur
 * hides a part of it, the rest may be too little to be read, but enough to distinguish a few thousand symbols, no two of which are alike in
 * most of their modules.
 */
function recogniseSymbol(
  view: SymbolView,
  fits: readonly Fit[],
  symbols: readonly KnownSymbol[],
): string | null {
  const best = bestMatch(view, fits, symbols);
  if (best === null) return null;
  const { signs, code } = best.symbol;
  const fit = refinedFit(best.fit, (tried) => {
    const look = readModules(view, tried);
    return measureAgreement(look, signs, ALL) / computeNorm(look, ALL);
  });
  const look = readModules(view, fit);
  const seen = modulesInSight(look, signs);
  if (seen.length < MIN_SEEN) return null;
  const min = RIVAL_FACTOR * wrongModules(look, signs, seen) + RIVAL_MARGIN;
  const rivals = symbols.filter((other) => other !== best.symbol);
  return rivals.every((other) => wrongModules(look, other.signs, seen) >= min) ? code : null;
}

/** The symbol that is most like the view, and where it lies. */
function bestMatch(view: SymbolView, fits: readonly Fit[], symbols: readonly KnownSymbol[]) {
  let best: { readonly symbol: KnownSymbol; readonly fit: Fit } | null = null;
  let most = 0;
  for (const fit of fits) {
    const look = readModules(view, fit);
    const length = computeNorm(look, INNER);
    for (const symbol of symbols) {
      const alike = measureAgreement(look, symbol.signs, INNER) / length;
      if (alike <= most) continue;
      most = alike;
      best = { symbol, fit };
    }
  }
  return best;
}

/** How much lighter than its surroundings each module is. */
function readModules(view: SymbolView, fit: Fit): Float32Array {
  return moduleLevels(view, fit).map((level) => level - EVEN_LEVEL);
}

const ALL: readonly number[] = Array.from({ length: ROWS * COLUMNS }, (_, at) => at);
/** The modules that differ from symbol to symbol. */
const INNER: readonly number[] = ALL.filter((at) => !RIM_AT.has(at));

function measureAgreement(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  let common = 0;
  for (let i = 0; i < places.length; i++) {
    const at = places[i] as number;
    common += (look[at] as number) * (signs[at] as number);
  }
  return common;
}

/** The product of the lengths of what is seen and of any signs. */
function computeNorm(look: Float32Array, places: readonly number[]): number {
  let squares = 0;
  for (const at of places) squares += (look[at] as number) ** 2;
  return Math.sqrt(squares * places.length + 1);
}

/** Whether a module is in sight depends on those up to this far around it. */
const NEAR = 2;
/** In a visible part of the symbol, modules agree at least half as well as where they agree best. */
const MIN_AGREEMENT = 0.5;
const BEST_RANK = 0.85;

/** The inner modules of the visible parts of the symbol: there, most modules are as they should be. */
function modulesInSight(look: Float32Array, signs: Int8Array): number[] {
  const agreement = ALL.map((at) => agreementAround(look, signs, at));
  const best = quantile(Float32Array.from(agreement), BEST_RANK);
  return INNER.filter((at) => getElement(agreement, at) > MIN_AGREEMENT * best);
}

function agreementAround(look: Float32Array, signs: Int8Array, at: number): number {
  const [middle, line] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, line - NEAR); row <= Math.min(ROWS - 1, line + NEAR); row++)
    for (let column = Math.max(0, middle - NEAR); column <= Math.min(COLUMNS - 1, middle + NEAR); column++) {
      const near = row * COLUMNS + column;
      sum += (look[near] as number) * (signs[near] as number);
      count++;
    }
  return sum / count;
}

/** How many modules are dark where the symbol is light, or light where it is dark. */
function wrongModules(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  let wrong = 0;
  for (const at of places) if ((look[at] as number) * (signs[at] as number) <= 0) wrong++;
  return wrong;
}

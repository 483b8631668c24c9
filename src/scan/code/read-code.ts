import { CODE_MODULES, marksOn } from "../../print/layout/marks.ts";
import { readSheetCode, type SheetCode } from "../../print/layout/sheet-code.ts";
import { project } from "../image/homography.ts";
import type { Grey, Photo, Point } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import type { FoundSheet } from "../marks/found-sheet.ts";
import { cornersOf, fitPages, type PageFit, type PageSize } from "../marks/page-fit.ts";
import { type KnownSymbol, recogniseSymbol } from "./recognise-symbol.ts";
import { type Fit, likelyFits, moduleShades, RIM_AT } from "./symbol-fit.ts";
import { evenView, SymbolInPhoto, type SymbolView } from "./symbol-view.ts";

/** The code is looked at this many px to a module. */
const MODULE_PX = [8, 5] as const;
/** Clear space that is shown around the symbol, in modules. */
const QUIET = 3;
/** How many of the pages that the marks may lie on are tried. */
const MAX_PAGES = 3;
/** Where thousands of codes are compared, pages that fit much worse than the best are left out. */
const MAX_MISFIT_FACTOR = 2;
const MAX_MISFIT = 0.03;

/** Where the code stands on a sheet: left of the top right mark, and right of the bottom left one. */
const PLACES = [
  { code: "code", mark: 1, nearEdge: [0, 3] },
  { code: "footCode", mark: 3, nearEdge: [1, 2] },
] as const;

/**
 * Reads the code of a sheet, which stands beside its top right mark and beside its bottom left one: as it is, or drawn anew.
 *
 * @returns null if it can't be read
 */
export async function readCode(
  photo: Photo,
  found: FoundSheet,
  tools: PhotoTools,
): Promise<SheetCode | null> {
  const pages = pagesOf(found, tools);
  const views = PLACES.flatMap((place) => pages.map((fit) => codeView(photo.grey, found, fit, place)));
  for (const attempt of [asSeen, redrawn])
    for (const view of views) {
      const code = await attempt(view, tools);
      if (code !== null) return code;
    }
  return null;
}

/**
 * Recognises a code of which too little is left to be read, because a thumb hides a part of it or blur has eaten it: compares it with all
 * codes that the sheet may have.
 *
 * @param known the symbols of sheets on a page of some size
 * @returns null if none of them clearly fits better than all others
 */
export function recogniseCode(
  photo: Photo,
  found: FoundSheet,
  { cv }: PhotoTools,
  known: (page: PageSize) => readonly KnownSymbol[],
): SheetCode | null {
  const pages = pagesOf(found, { cv });
  const most = MAX_MISFIT_FACTOR * (pages[0]?.misfit ?? 0) + MAX_MISFIT;
  for (const place of PLACES)
    for (const fit of pages.filter(({ misfit }) => misfit < most)) {
      const view = evenView(cv, codeView(photo.grey, found, fit, place));
      const code = recogniseSymbol(view, known(fit.page));
      if (code !== null) return readSheetCode(code);
    }
  return null;
}

function pagesOf({ marks }: FoundSheet, { cv }: Pick<PhotoTools, "cv">): PageFit[] {
  return fitPages(cv, marks).slice(0, MAX_PAGES);
}

/** Where the code lies if the sheet is a certain page. The mark next to it tells where that part of the sheet is. */
function codeView(
  grey: Grey,
  { marks }: FoundSheet,
  { page, toPhoto }: PageFit,
  { code: name, mark, nearEdge }: (typeof PLACES)[number],
): SymbolView {
  const { [name]: code, marks: placed } = marksOn(page);
  const next = placed.find(({ place }) => place === mark);
  const seen = marks.find(({ place }) => place === mark);
  const shift = { x: 0, y: 0 };
  if (next !== undefined && seen !== undefined) {
    const middle = (corners: readonly Point[]) => midpoint(nearEdge.flatMap((at) => corners[at] ?? []));
    const { x, y } = middle(cornersOf(next));
    const expected = project(toPhoto, x, y);
    const found = middle(seen.corners);
    shift.x = found.x - expected.x;
    shift.y = found.y - expected.y;
  }
  return new SymbolInPhoto(grey, toPhoto, code, shift);
}

function midpoint(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Straightens the symbol and reads it, at more than one scale. */
async function asSeen(view: SymbolView, tools: PhotoTools): Promise<SheetCode | null> {
  for (const modulePx of MODULE_PX) {
    const code = firstCode(await tools.readSymbols(straightened(view, modulePx)));
    if (code !== null) return code;
  }
  return null;
}

function straightened(view: SymbolView, modulePx: number): Grey {
  const widthPx = Math.round((CODE_MODULES.columns + 2 * QUIET) * modulePx);
  const heightPx = Math.round((CODE_MODULES.rows + 2 * QUIET) * modulePx);
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++)
      pixels[y * widthPx + x] = view.shade((x + 0.5) / modulePx - QUIET, (y + 0.5) / modulePx - QUIET);
  return { widthPx, heightPx, pixels };
}

/** Draws the symbol anew, module by module, if the photo is too small or too blurred for it to be read as it is. */
async function redrawn(view: SymbolView, tools: PhotoTools): Promise<SheetCode | null> {
  for (const drawing of redrawSymbol(view)) {
    const code = firstCode(await tools.readSymbols(drawing, true));
    if (code !== null) return code;
  }
  return null;
}

function firstCode(texts: readonly string[]): SheetCode | null {
  return texts.map(readSheetCode).find((code) => code !== null) ?? null;
}

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
function redrawSymbol(view: SymbolView): Grey[] {
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
const CLEAR_MODULES = 2;

function drawModules(modules: readonly boolean[]): Grey {
  const widthPx = (COLUMNS + 2 * CLEAR_MODULES) * DRAWN_PX;
  const heightPx = (ROWS + 2 * CLEAR_MODULES) * DRAWN_PX;
  const pixels = new Uint8Array(widthPx * heightPx).fill(255);
  modules.forEach((isBlack, at) => {
    const column = at % COLUMNS;
    const row = Math.floor(at / COLUMNS);
    const black = RIM_AT.get(at) ?? isBlack;
    if (!black) return;
    for (let y = 0; y < DRAWN_PX; y++) {
      const from = ((row + CLEAR_MODULES) * DRAWN_PX + y) * widthPx + (column + CLEAR_MODULES) * DRAWN_PX;
      pixels.fill(0, from, from + DRAWN_PX);
    }
  });
  return { widthPx, heightPx, pixels };
}

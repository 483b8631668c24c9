import { CODE_MODULES } from "../../print/layout/marks.ts";
import { betteredFit, type Fit, likelyFits, moduleShades, RIM_AT } from "./symbol-fit.ts";
import { EVEN_SHADE, type SymbolView } from "./symbol-view.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;

/** A code that may stand on a sheet, and its symbol: a sign for each module, row by row, 1 for a light one and -1 for a black one. */
export interface KnownSymbol {
  readonly code: string;
  readonly signs: Int8Array;
}

/** At least this many of the symbol's modules have to be in sight. */
const MIN_SEEN = 84;
/** Any other symbol has to be wrong in so many times as many of them, and in some more. */
const RIVAL_FACTOR = 1.5;
const RIVAL_MARGIN = 4;

/**
 * Finds out which of some symbols stands in a view. Where a thumb or glare hides a part of it, or blur has eaten it, what is
 * left may not be enough to be read, but enough to tell a few thousand symbols apart, no two of which are alike in most of their modules.
 *
 * @param view in even light
 * @returns the code of the one that fits clearly better than any other; null if none does
 */
export function recogniseSymbol(view: SymbolView, symbols: readonly KnownSymbol[]): string | null {
  const best = bestMatch(view, symbols);
  if (best === null) return null;
  const { signs } = best.symbol;
  const fit = betteredFit(best.fit, (tried) => likeness(modulesIn(view, tried), signs, ALL));
  const look = modulesIn(view, fit);
  const seen = seenModules(look, signs);
  if (seen.length < MIN_SEEN) return null;
  const wrong = wrongModules(look, signs, seen);
  const isClear = symbols.every(
    (other) =>
      other === best.symbol || wrongModules(look, other.signs, seen) >= RIVAL_FACTOR * wrong + RIVAL_MARGIN,
  );
  return isClear ? best.symbol.code : null;
}

interface Match {
  readonly symbol: KnownSymbol;
  readonly fit: Fit;
}

/** The symbol that is most like the view, and where it lies. */
function bestMatch(view: SymbolView, symbols: readonly KnownSymbol[]): Match | null {
  let best: Match | null = null;
  let most = 0;
  for (const fit of likelyFits(view)) {
    const look = modulesIn(view, fit);
    for (const symbol of symbols) {
      const alike = likeness(look, symbol.signs, INNER);
      if (alike <= most) continue;
      most = alike;
      best = { symbol, fit };
    }
  }
  return best;
}

/** How much lighter than its surroundings each module is. */
function modulesIn(view: SymbolView, fit: Fit): Float32Array {
  return moduleShades(view, fit).map((shade) => shade - EVEN_SHADE);
}

const ALL: readonly number[] = Array.from({ length: ROWS * COLUMNS }, (_, at) => at);
/** The modules that differ from symbol to symbol. */
const INNER: readonly number[] = ALL.filter((at) => !RIM_AT.has(at));

/** The cosine of the angle between what is seen and what should be. */
function likeness(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  let common = 0;
  let squares = 0;
  for (const at of places) {
    const shade = look[at] ?? 0;
    common += shade * (signs[at] ?? 0);
    squares += shade * shade;
  }
  return common / Math.sqrt(squares * places.length + 1);
}

/** Whether a module can be seen is told by those up to this far around it. */
const NEAR = 2;
/** In a part of the symbol that can be seen, modules agree at least half as well as where they agree best. */
const MIN_AGREEMENT = 0.5;
const BEST_RANK = 0.85;

/** The inner modules of those parts of the symbol that are in sight: there, most modules are as they should be. */
function seenModules(look: Float32Array, signs: Int8Array): number[] {
  const agreement = ALL.map((at) => agreementAround(look, signs, at));
  const best = agreement.toSorted((a, b) => a - b)[Math.floor(BEST_RANK * agreement.length)] ?? 0;
  return INNER.filter((at) => (agreement[at] ?? 0) > MIN_AGREEMENT * best);
}

function agreementAround(look: Float32Array, signs: Int8Array, at: number): number {
  const [middle, line] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, line - NEAR); row <= Math.min(ROWS - 1, line + NEAR); row++)
    for (let column = Math.max(0, middle - NEAR); column <= Math.min(COLUMNS - 1, middle + NEAR); column++) {
      const near = row * COLUMNS + column;
      sum += (look[near] ?? 0) * (signs[near] ?? 0);
      count++;
    }
  return sum / count;
}

/** How many modules are not as light or dark as a symbol wants them. */
function wrongModules(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  let wrong = 0;
  for (const at of places) if ((look[at] ?? 0) * (signs[at] ?? 0) <= 0) wrong++;
  return wrong;
}

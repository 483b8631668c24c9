import { CODE_MODULES } from "../../print/layout/marks.ts";
import { elementAt } from "../../rules/arrays.ts";
import { quantile } from "../image/picture.ts";
import { type Fit, likelyFits, moduleLevels, RIM_AT, refinedFit } from "./symbol-fit.ts";
import { EVEN_LEVEL, type SymbolView } from "./symbol-view.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;

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
 * hides a part of it, the rest may be too little to be read, but enough to tell a few thousand symbols apart, no two of which are alike
 * in most of their modules.
 */
export function recogniseSymbol(view: SymbolView, symbols: readonly KnownSymbol[]): string | null {
  const best = bestMatch(view, symbols);
  if (best === null) return null;
  const { signs, code } = best.symbol;
  const fit = refinedFit(best.fit, (tried) => likeness(modulesIn(view, tried), signs, ALL));
  const look = modulesIn(view, fit);
  const seen = modulesInSight(look, signs);
  if (seen.length < MIN_SEEN) return null;
  const min = RIVAL_FACTOR * wrongModules(look, signs, seen) + RIVAL_MARGIN;
  const rivals = symbols.filter((other) => other !== best.symbol);
  return rivals.every((other) => wrongModules(look, other.signs, seen) >= min) ? code : null;
}

/** The symbol that is most like the view, and where it lies. */
function bestMatch(view: SymbolView, symbols: readonly KnownSymbol[]) {
  let best: { readonly symbol: KnownSymbol; readonly fit: Fit } | null = null;
  let most = 0;
  for (const fit of likelyFits(view)) {
    const look = modulesIn(view, fit);
    const length = lengthOf(look, INNER);
    for (const symbol of symbols) {
      const alike = inCommon(look, symbol.signs, INNER) / length;
      if (alike <= most) continue;
      most = alike;
      best = { symbol, fit };
    }
  }
  return best;
}

/** How much lighter than its surroundings each module is. */
function modulesIn(view: SymbolView, fit: Fit): Float32Array {
  return moduleLevels(view, fit).map((level) => level - EVEN_LEVEL);
}

const ALL: readonly number[] = Array.from({ length: ROWS * COLUMNS }, (_, at) => at);
/** The modules that differ from symbol to symbol. */
const INNER: readonly number[] = ALL.filter((at) => !RIM_AT.has(at));

/** The cosine of the angle between what is seen and what should be. */
function likeness(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  return inCommon(look, signs, places) / lengthOf(look, places);
}

function inCommon(look: Float32Array, signs: Int8Array, places: readonly number[]): number {
  let common = 0;
  for (let i = 0; i < places.length; i++) {
    const at = places[i] as number;
    common += (look[at] as number) * (signs[at] as number);
  }
  return common;
}

/** The product of the lengths of what is seen and of any signs. */
function lengthOf(look: Float32Array, places: readonly number[]): number {
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
  return INNER.filter((at) => elementAt(agreement, at) > MIN_AGREEMENT * best);
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

import { possibleValues } from "../../check/sheet.ts";
import type { Category, Game } from "../../rules/game/game.ts";
import { pruned } from "./distribution.ts";
import type { Likelihood } from "./likelihood.ts";
import { PRIORS } from "./priors.ts";
import type { Written } from "./sheet-reading.ts";

/** One way in which a box may have been filled. */
export interface BoxFilling {
  readonly written: Written;
  /** The number that the sum below uses. */
  readonly counts: number;
  /** The prior probability of writing this, times the likelihood of the picture. */
  readonly weight: number;
}

/** A share of what people write into boxes that they fill, whatever the picture shows. */
interface Expected {
  readonly written: Exclude<Written, { readonly kind: "empty" | "unknown" }>;
  readonly share: number;
  /** Whether it can't be right, so that the sum may use something else. */
  readonly isFault: boolean;
}

const EMPTY: Written = { kind: "empty" };
const STRIKE = { kind: "strike" } as const;
const score = (value: number) => ({ kind: "score", value }) as const;

/** The points that the content of a box stands for. */
export function scoreOf(written: Written): number {
  return written.kind === "score" ? written.value : 0;
}

/**
 * Every way in which the box of a category may have been filled that the picture does not rule out.
 *
 * @param emptyShare the share of empty boxes among those of this player
 * @param isOrdered whether the column has an order, so that an empty box may have been left out by mistake
 */
export function fillingsOf(
  game: Game,
  category: Category,
  likelihood: Likelihood,
  { emptyShare, isOrdered }: { readonly emptyShare: number; readonly isOrdered: boolean },
): BoxFilling[] {
  const fillings = counted(EMPTY, emptyShare * likelihood.empty, isOrdered ? PRIORS.leftOut : 0, category);
  for (const { written, share, isFault } of expectedIn(game, category, likelihood)) {
    const seen = written.kind === "score" ? likelihood.number(written.value) : likelihood.strike;
    const weight = (1 - emptyShare) * share * seen;
    fillings.push(...counted(written, weight, isFault ? PRIORS.mended : 0, category));
  }
  return pruned(fillings, NEGLIGIBLE);
}

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

/** The sum uses what is written or, with the share `mended`, anything else that is possible there. */
function counted(written: Written, weight: number, mended: number, category: Category): BoxFilling[] {
  const fillings = [{ written, counts: scoreOf(written), weight: weight * (1 - mended) }];
  if (mended === 0) return fillings;
  const possible = possibleValues(category);
  for (const counts of possible)
    fillings.push({ written, counts, weight: (weight * mended) / possible.length });
  return fillings;
}

/** What people write when they fill a box; the shares add up to 1 at most. */
function expectedIn(game: Game, category: Category, likelihood: Likelihood): Expected[] {
  const { legal, strike } = category;
  const { struck, forbidden, impossible } = PRIORS;
  const mustStrike = strike === "always" || legal.length === 0;
  const strikes = mustStrike ? 1 - forbidden - impossible : strike === "never" ? forbidden : struck;
  const expected: Expected[] = [];
  for (const value of legal)
    expected.push({
      written: score(value),
      share: (1 - strikes - impossible) / legal.length,
      isFault: false,
    });
  // A strike is a mark or a 0; where dice can earn a 0, that is a score.
  const zeroMark = game.strike.marks.includes("0") ? PRIORS.zeroMark : PRIORS.strangeZeroMark;
  const zero = legal.includes(0) ? 0 : zeroMark;
  const isFault = strike === "never";
  expected.push({ written: STRIKE, share: strikes * (1 - zero), isFault });
  if (zero > 0) expected.push({ written: score(0), share: strikes * zero, isFault });
  for (const { value, share } of impossibleNumbers(category, likelihood))
    expected.push({ written: score(value), share: impossible * share, isFault: true });
  return expected;
}

/** Of impossible numbers: within the range of the possible ones, or a little above it; the others lie anywhere up to a limit. */
const NEAR = 0.7;
const A_LITTLE = 10;
const ANYWHERE = 500;

/** The impossible numbers that the picture looks like, each with its share of all impossible ones. */
function impossibleNumbers({ legal }: Category, { candidates }: Likelihood) {
  const low = Math.min(0, legal[0] ?? 0);
  const high = Math.max(0, legal.at(-1) ?? 0) + A_LITTLE;
  const near = Math.max(1, high - low - legal.length);
  const impossible: { value: number; share: number }[] = [];
  for (const value of candidates) {
    if (value === 0 || legal.includes(value) || Math.abs(value) > Math.max(ANYWHERE, high)) continue;
    const isNear = value >= low && value <= high;
    impossible.push({ value, share: (1 - NEAR) / ANYWHERE + (isNear ? NEAR / near : 0) });
  }
  return impossible;
}

/**
 * Every way in which the line for extra points may have been filled: blank, some whole number of further rolls (each half as
 * frequent as one less), or any number that the picture looks like.
 */
export function repeatFillings(bonus: number, most: number, likelihood: Likelihood): BoxFilling[] {
  const { noRepeats, oddRepeats } = PRIORS;
  const fillings: BoxFilling[] = [{ written: EMPTY, counts: 0, weight: noRepeats * likelihood.empty }];
  const written = 1 - noRepeats - oddRepeats;
  for (let rolls = 0; rolls <= most; rolls++) {
    const share = written * 0.5 ** (rolls + 1);
    if (rolls === 0) fillings.push({ written: STRIKE, counts: 0, weight: (share / 2) * likelihood.strike });
    const value = rolls * bonus;
    const weight = (rolls === 0 ? share / 2 : share) * likelihood.number(value);
    fillings.push({ written: score(value), counts: value, weight });
  }
  for (const value of likelihood.candidates) {
    if (value % bonus === 0 && value >= 0 && value <= most * bonus) continue;
    const weight = (oddRepeats / ANYWHERE) * likelihood.number(value);
    fillings.push({ written: score(value), counts: value, weight });
  }
  return pruned(fillings, NEGLIGIBLE);
}

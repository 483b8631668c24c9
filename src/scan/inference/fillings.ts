import type { Category, Game } from "../../rules/game/game.ts";
import { possibleValues } from "../../rules/game/rows.ts";
import { pruned } from "./distribution.ts";
import type { Likelihood } from "./likelihood.ts";
import { PRIORS } from "./priors.ts";
import { EMPTY, type Written } from "./sheet-reading.ts";

/** One way in which a box may have been filled. */
export interface BoxFilling {
  readonly written: Written;
  /** The number that the sum below uses. */
  readonly counts: number;
  /** The prior probability of writing this, times the likelihood of the picture. */
  readonly weight: number;
}

const STRIKE: Written = { kind: "strike" };
const score = (value: number): Written => ({ kind: "score", value });

/** The points that the content of a box stands for. */
export function scoreOf(written: Written): number {
  return written.kind === "score" ? written.value : 0;
}

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

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

/** The sum uses what is written or, with the share `mended`, anything else that is possible there. */
function counted(written: Written, weight: number, mended: number, category: Category): BoxFilling[] {
  const possible = mended === 0 ? [] : possibleValues(category);
  return [
    { written, counts: scoreOf(written), weight: weight * (1 - mended) },
    ...possible.map((counts) => ({ written, counts, weight: (weight * mended) / possible.length })),
  ];
}

/**
 * What people write when they fill a box, whatever the picture shows; the shares add up to 1 at most. A fault can't be right, so that the
 * sum may use something else.
 */
function expectedIn(game: Game, category: Category, likelihood: Likelihood) {
  const { legal, strike } = category;
  const { struck, forbidden, impossible } = PRIORS;
  const mustStrike = strike === "always" || legal.length === 0;
  const strikes = mustStrike ? 1 - forbidden - impossible : strike === "never" ? forbidden : struck;
  // A strike is a mark or a 0; where dice can earn a 0, that is a score.
  const zeroMark = game.strike.marks.includes("0") ? PRIORS.zeroMark : PRIORS.strangeZeroMark;
  const zero = legal.includes(0) ? 0 : zeroMark;
  const isFault = strike === "never";
  const share = (1 - strikes - impossible) / legal.length;
  return [
    ...legal.map((value) => ({ written: score(value), share, isFault: false })),
    { written: STRIKE, share: strikes * (1 - zero), isFault },
    ...(zero > 0 ? [{ written: score(0), share: strikes * zero, isFault }] : []),
    ...impossibleNumbers(category, likelihood).map((one) => ({ ...one, share: impossible * one.share })),
  ];
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
  return candidates
    .filter((value) => value !== 0 && !legal.includes(value) && Math.abs(value) <= Math.max(ANYWHERE, high))
    .map((value) => {
      const isNear = value >= low && value <= high;
      const share = (1 - NEAR) / ANYWHERE + (isNear ? NEAR / near : 0);
      return { written: score(value), share, isFault: true };
    });
}

/**
 * Every way in which the line for extra points may have been filled: blank, some whole number of further rolls (each half as
 * frequent as one less), or any number that the picture looks like.
 */
export function repeatFillings(bonus: number, most: number, likelihood: Likelihood): BoxFilling[] {
  const { noRepeats, oddRepeats } = PRIORS;
  const written = 1 - noRepeats - oddRepeats;
  const none = written / 4;
  const numbered = (value: number, share: number) => {
    return { written: score(value), counts: value, weight: share * likelihood.number(value) };
  };
  const further = Array.from({ length: most }, (_, at) =>
    numbered((at + 1) * bonus, written * 0.5 ** (at + 2)),
  );
  const isOdd = (value: number) => value % bonus !== 0 || value < 0 || value > most * bonus;
  return pruned(
    [
      { written: EMPTY, counts: 0, weight: noRepeats * likelihood.empty },
      { written: STRIKE, counts: 0, weight: none * likelihood.strike },
      ...[numbered(0, none), ...further],
      ...likelihood.candidates.filter(isOdd).map((value) => numbered(value, oddRepeats / ANYWHERE)),
    ],
    NEGLIGIBLE,
  );
}

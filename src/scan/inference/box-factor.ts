import { boxFault, entryScore } from "../../check/sheet.ts";
import type { Category, Constraint, Game } from "../../rules/game/game.ts";
import { constraintHolds, possibleValues } from "../../rules/game/rows.ts";
import { scoreShares } from "../../odds/casual-play.ts";
import { combineWeights, Distribution, pruneWays } from "./distribution.ts";
import { type Factor, scaledMessage } from "./factor.ts";
import type { Likelihood } from "./likelihood.ts";
import { ANY_NUMBER } from "./line-factor.ts";
import type { Marginals } from "./marginals.ts";
import { PRIORS } from "./priors.ts";
import { EMPTY, toBoxEntry, type Written } from "./sheet-reading.ts";

export interface BoxFilling {
  readonly written: Written;
  /** The number that the sum below uses. */
  readonly counts: number;
  /** The prior probability of writing this, times the likelihood of the picture. */
  readonly weight: number;
}

const STRIKE: Written = { kind: "strike" };
const score = (value: number): Written => ({ kind: "score", value });

function getScore(written: Written): number {
  return written.kind === "score" ? written.value : 0;
}

/** Fillings, and joint fillings of several boxes, with less weight than this share of the greatest are dropped. */
const NEGLIGIBLE = 1e-10;

/**
 * Lists the ways to fill the box of a category that its picture does not rule out.
 *
 * @param emptyShare the share of empty boxes among those of this player
 * @param zeroShare the share of zeros among the strikes of this player
 * @param isOrdered whether the column has an order, so that a box may have been skipped by mistake
 * @param isFlawless whether to leave out fillings that are mistakes
 */
export function listFillings(
  game: Game,
  category: Category,
  likelihood: Likelihood,
  {
    emptyShare,
    zeroShare,
    isOrdered,
    isFlawless,
  }: Readonly<Record<"isOrdered" | "isFlawless", boolean> & Record<"emptyShare" | "zeroShare", number>>,
): BoxFilling[] {
  const fillings = listCountedFillings(
    EMPTY,
    emptyShare * likelihood.empty,
    isOrdered ? PRIORS.leftOut : 0,
    category,
  );
  for (const { written, share, isFault } of listExpectedEntries(game, category, likelihood, zeroShare)) {
    if (isFault && isFlawless) continue;
    const seen = written.kind === "score" ? likelihood.number(written.value) : likelihood.strike;
    const weight = (1 - emptyShare) * share * seen;
    fillings.push(...listCountedFillings(written, weight, isFault ? PRIORS.mended : 0, category));
  }
  const known = pruneWays(fillings, NEGLIGIBLE);
  return known.length > 0 || isFlawless ? known : listImpossibleFillings(category, likelihood);
}

/** Impossible numbers, for a box that can hold nothing else, as after an answer; the sum uses a possible one. */
function listImpossibleFillings(category: Category, { candidates }: Likelihood): BoxFilling[] {
  return candidates.flatMap((value) => listCountedFillings(score(value), PRIORS.impossible, 1, category));
}

/** The sum uses the written number or, with the share `mended`, any other possible one. */
function listCountedFillings(
  written: Written,
  weight: number,
  mended: number,
  category: Category,
): BoxFilling[] {
  const possible = mended === 0 ? [] : possibleValues(category);
  return [
    ...(mended < 1 ? [{ written, counts: getScore(written), weight: weight * (1 - mended) }] : []),
    ...possible.map((counts) => ({ written, counts, weight: (weight * mended) / possible.length })),
  ];
}

/** What people write when they fill a box; the shares add up to 1 at most. After a fault, the sum may use another number. */
function listExpectedEntries(game: Game, category: Category, likelihood: Likelihood, zeroShare: number) {
  const { legal, strike } = category;
  const { forbidden, impossible } = PRIORS;
  const { struck, shareOf } = estimatePlayShares(game, category);
  const mustStrike = strike === "always" || legal.length === 0;
  const strikes = mustStrike ? 1 - forbidden - impossible : strike === "never" ? forbidden : struck;
  // A strike is a mark or a 0; where dice can earn a 0, that is a score.
  const zero = legal.includes(0) ? 0 : zeroShare;
  const isFault = strike === "never";
  const scored = 1 - strikes - impossible;
  return [
    ...legal.map((value) => ({ written: score(value), share: scored * shareOf(value), isFault: false })),
    { written: STRIKE, share: strikes * (1 - zero), isFault },
    ...(zero > 0 ? [{ written: score(0), share: strikes * zero, isFault }] : []),
    ...impossibleNumbers(category, likelihood).map((one) => ({ ...one, share: impossible * one.share })),
  ];
}

/** The share of strikes in a box, and the share of each score among the rest, from simulated play mixed with uniform shares. */
function estimatePlayShares(game: Game, { id, legal }: Category) {
  const played = scoreShares(game).get(id);
  const { struck, otherPlay } = PRIORS;
  if (played === undefined || played.scores.size === 0) return { struck, shareOf: () => 1 / legal.length };
  return {
    struck: otherPlay * struck + (1 - otherPlay) * played.struck,
    shareOf: (value: number) => otherPlay / legal.length + (1 - otherPlay) * (played.scores.get(value) ?? 0),
  };
}

/** The share of impossible numbers within the range of the possible ones or slightly above; the rest are uniform up to {@link ANYWHERE}. */
const NEAR_SHARE = 0.7;
const NEAR_MARGIN = 10;
export const ANYWHERE = 500;

/** The impossible numbers that the picture looks like, each with its share of all impossible ones. */
function impossibleNumbers({ legal }: Category, { candidates }: Likelihood) {
  const low = Math.min(0, legal[0] ?? 0);
  const high = Math.max(0, legal.at(-1) ?? 0) + NEAR_MARGIN;
  const near = Math.max(1, high - low - legal.length);
  return candidates
    .filter((value) => value !== 0 && !legal.includes(value) && Math.abs(value) <= Math.max(ANYWHERE, high))
    .map((value) => {
      const isNear = value >= low && value <= high;
      const share = (1 - NEAR_SHARE) / ANYWHERE + (isNear ? NEAR_SHARE / near : 0);
      return { written: score(value), share, isFault: true };
    });
}

/**
 * Lists the ways to fill the line for extra points: blank, a number of extra rolls (each half as frequent as one less, or any), or a number
 * from the picture, either counted as written or as a slip after which the totals use the right points.
 */
export function repeatFillings(
  bonus: number,
  most: number,
  likelihood: Likelihood,
  isFlawless: boolean,
): BoxFilling[] {
  const { noRepeats, oddRepeats, manyRepeats } = PRIORS;
  const written = 1 - noRepeats - oddRepeats;
  const none = written / 4;
  const buildNumberFilling = (value: number, share: number) => {
    return { written: score(value), counts: value, weight: share * likelihood.number(value) };
  };
  const shares = Array.from({ length: most }, (_, at) => written * 0.5 ** (at + 2) + manyRepeats / most);
  const further = shares.map((share, at) => buildNumberFilling((at + 1) * bonus, share));
  const isOdd = (value: number) => value % bonus !== 0 || value < 0 || value > most * bonus;
  const shown = isFlawless ? [] : likelihood.candidates;
  const penSlip = PRIORS.slip * (1 - PRIORS.carriedOn) * ANY_NUMBER;
  const slips = [none, ...shares].flatMap((share, rolls) =>
    shown
      .filter((value) => value !== rolls * bonus)
      .map((value) => ({ ...buildNumberFilling(value, share * penSlip), counts: rolls * bonus })),
  );
  return pruneWays(
    [
      { written: EMPTY, counts: 0, weight: noRepeats * likelihood.empty },
      { written: STRIKE, counts: 0, weight: none * likelihood.strike },
      ...[buildNumberFilling(0, none), ...further],
      ...shown.filter(isOdd).map((value) => buildNumberFilling(value, oddRepeats / ANYWHERE)),
      ...slips,
    ],
    NEGLIGIBLE,
  );
}

export interface BoxFillings {
  /** The index of the box on the sheet. */
  readonly at: number;
  readonly fillings: readonly BoxFilling[];
}

/** A joint filling of several boxes. */
interface JointFilling {
  readonly fillings: readonly BoxFilling[];
  readonly value: number;
  readonly weight: number;
}

/** The factor of a box that no constraint ties to others. */
export function boxFactor({ at, fillings }: BoxFillings, sink: Marginals): Factor {
  const ways = fillings.map(({ counts, weight }) => ({ value: counts, weight }));
  return {
    ...scaledMessage(Distribution.of(ways, sink.semiring), 0),
    passDown(rest) {
      sink.add(at, weighFillings(rest, fillings));
    },
  };
}

/** Weighs the fillings of a box by the message from the rest of the sheet. */
function weighFillings(rest: Distribution, fillings: readonly BoxFilling[]) {
  const weighed = [];
  for (const { written, counts, weight: alone } of fillings) {
    const weight = alone * rest.at(counts);
    weighed.push({ written, weight, alone, slip: counts === getScore(written) ? 0 : weight });
  }
  return weighed;
}

/** The factor of several boxes tied by constraints, for their sum. @param tied weighs their joint fillings */
export function tiedFactor(
  boxes: readonly BoxFillings[],
  tied: (ways: readonly JointFilling[]) => JointFilling[],
  sink: Marginals,
): Factor {
  let ways: JointFilling[] = [{ fillings: [], value: 0, weight: 1 }];
  for (const { fillings } of boxes) {
    const grown = ways.flatMap((before) =>
      fillings.map((filling) => ({
        fillings: [...before.fillings, filling],
        value: before.value + filling.counts,
        weight: before.weight * filling.weight,
      })),
    );
    // Pruned after each box, because three or four boxes have many joint fillings.
    ways = pruneWays(grown, NEGLIGIBLE);
  }
  const joint = pruneWays(tied(ways), NEGLIGIBLE);
  return {
    ...scaledMessage(Distribution.of(joint, sink.semiring), 0),
    passDown(rest) {
      const weights = boxes.map(({ fillings }) => new Map(fillings.map((filling) => [filling, 0])));
      for (const { fillings, value, weight } of joint) {
        const whole = weight * rest.at(value);
        if (whole === 0) continue;
        for (let of = 0; of < fillings.length; of++) {
          const [own, filling] = [weights[of], fillings[of]];
          if (own === undefined || filling === undefined) continue;
          own.set(filling, combineWeights(own.get(filling) ?? 0, whole, sink.semiring));
        }
      }
      for (const [of, { at }] of boxes.entries()) {
        const weighed = [...(weights[of] ?? [])].map(([{ written, counts, weight: alone }, weight]) => {
          const slip = counts === getScore(written) ? 0 : weight;
          return { written, weight, alone, slip };
        });
        sink.add(at, weighed);
      }
    },
  };
}

/**
 * Weighs joint fillings of tied boxes, which have these categories: fillings that break a constraint are rarer, and for them the sum may
 * use another number for one of the boxes.
 *
 * @param isFlawless whether none may be broken
 */
export function weighByConstraints(
  group: readonly Category[],
  constraints: readonly Constraint[],
  isFlawless: boolean,
) {
  return (ways: readonly JointFilling[]): JointFilling[] =>
    ways.flatMap((way) => {
      const broken = constraints.filter((one) => isBroken(one, group, way.fillings));
      if (broken.length === 0) return [way];
      if (isFlawless) return [];
      const weight = way.weight * PRIORS.brokenConstraint ** broken.length;
      const involved = group.flatMap(({ id }, at) =>
        broken.some(({ left, right }) => left === id || right === id) ? [at] : [],
      );
      const mended = involved.flatMap((at) => listMiscounts(way, at, group));
      const share = PRIORS.mended / mended.length;
      return [
        { ...way, weight: weight * (1 - PRIORS.mended) },
        ...mended.map((other) => ({ ...other, weight: weight * share })),
      ];
    });
}

/** The same fillings, with each possible number that the sum may use for one box instead. */
function listMiscounts(way: JointFilling, at: number, group: readonly Category[]): JointFilling[] {
  const [filling, category] = [way.fillings[at], group[at]];
  if (filling === undefined || category === undefined) return [];
  return possibleValues(category).map((counts) => ({
    ...way,
    fillings: way.fillings.with(at, { ...filling, counts, weight: 0 }),
    value: way.value - filling.counts + counts,
  }));
}

function isBroken(one: Constraint, group: readonly Category[], fillings: readonly BoxFilling[]): boolean {
  /** The score in the box of a category; null if it is empty or not among the tied boxes. */
  const findBoxScore = (id: string): number | null => {
    const at = group.findIndex((category) => category.id === id);
    const [category, filling] = [group[at], fillings[at]];
    if (category === undefined || filling === undefined) return null;
    const entry = toBoxEntry(filling.written);
    // A box that is wrong by itself can't break a constraint.
    return boxFault(entry, category, false) === null ? entryScore(entry) : null;
  };
  return !constraintHolds(one, findBoxScore(one.left), findBoxScore(one.right));
}

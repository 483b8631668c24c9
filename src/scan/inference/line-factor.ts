import type { Section } from "../../rules/game/game.ts";
import { computeBonus } from "../../rules/sums/sum-graph.ts";
import { combineWeights, Distribution, pruneWays, type Semiring } from "./distribution.ts";
import { type Factor, scaledMessage } from "./factor.ts";
import type { Likelihood } from "./likelihood.ts";
import type { Marginals, WeightedWay } from "./marginals.ts";
import { PRIORS } from "./priors.ts";
import { EMPTY, type Written } from "./sheet-reading.ts";
import { addSlips, FARTHEST, farSlipShare } from "./slips.ts";

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-9;

/** A line of the sheet before it is read. */
export interface SeenLine {
  /** The index of its box on the sheet. */
  readonly at: number;
  readonly likelihood: Likelihood;
  readonly shares: ReturnType<typeof lineShares>;
}

/** The shares of what people do with a line; they add up to 1. @param isFlawless whether to leave out slips */
export function lineShares(blank: number, isFlawless: boolean) {
  const slips = (1 - blank) * PRIORS.slip;
  const counted = isFlawless ? 0 : slips;
  return {
    blank,
    right: 1 - blank - slips,
    /** A wrong number that no line below uses. */
    penSlip: counted * (1 - PRIORS.carriedOn),
    /** A wrong number that the lines below use. */
    carriedSlip: counted * PRIORS.carriedOn,
  };
}

/** How well a line's picture fits a number; a line that was struck through counts as 0. */
export function lineWeight(likelihood: Likelihood, value: number): number {
  return value === 0 ? (likelihood.number(0) + likelihood.strike) / 2 : likelihood.number(value);
}

/** A number on a line, as it was most probably written: a 0 may be a dash. */
export function writtenOnLine(likelihood: Likelihood, value: number): Written {
  const isDash = value === 0 && likelihood.strike > likelihood.number(0);
  return isDash ? { kind: "strike" } : { kind: "score", value };
}

/** A line that holds what a part comes to, a blank or a slip. Lines below use what was written or, after a mere pen slip, what was due. */
export function lineFactor(part: Factor, line: SeenLine, sink: Marginals): Factor {
  const { at, likelihood, shares } = line;
  const { blank, right, penSlip, carriedSlip } = shares;
  const { semiring } = sink;
  const due = part.upward;
  const seen = seenOnLine(likelihood, due.from - FARTHEST, due.end + FARTHEST);
  const far = farNumbers(line, part, semiring);
  const slippedTo = addSlips(due, seen.from, seen.end, semiring);
  const slips = addSlips(seen, due.from, due.end, semiring);
  for (const { fit, shareFor } of far) slips.mergeScaled(shareFor, fit, semiring);
  /** How well the line fits each number that the lines below use as it is. */
  const kept = Distribution.zeros(due.from, due.end);
  for (let value = due.from; value < due.end; value++) {
    if (due.at(value) === 0) continue;
    const asItIs = combineWeights(blank * likelihood.empty, right * seen.at(value), semiring);
    kept.weights[value - due.from] = combineWeights(asItIs, penSlip * slips.at(value), semiring);
  }
  const weighed = { line, due, seen, far, slippedTo };
  const carriedFar = far.map(({ value, fit, slippedTo }) => ({
    value,
    weight: carriedSlip * fit * slippedTo,
  }));
  const message = seen
    .times(slippedTo)
    .scale(carriedSlip)
    .mergeWeights(due.times(kept), semiring)
    .extend(carriedFar, semiring);
  return {
    ...scaledMessage(message, part.logScale),
    passDown(rest) {
      sink.add(at, pruneWays(lineWays(weighed, rest, semiring), NEGLIGIBLE));
      const carried = addSlips(rest.times(seen), due.from, due.end, semiring);
      for (const { value, fit, shareFor } of far)
        carried.mergeScaled(shareFor, fit * rest.at(value), semiring);
      const down = kept.times(rest).mergeWeights(carried.scale(carriedSlip), semiring);
      part.passDown(down.within(due).normalise());
    },
  };
}

/** How well the picture of a line fits each number of a range. */
function seenOnLine(likelihood: Likelihood, from: number, end: number): Distribution {
  const seen = Distribution.zeros(from, end);
  for (let value = from; value < end; value++) seen.weights[value - from] = lineWeight(likelihood, value);
  return seen;
}

/** A number that a line looks like, as a slip that is far off. */
interface FarNumber {
  readonly value: number;
  /** How well the picture fits it. */
  readonly fit: number;
  /** The share of writing it in place of each number that may be due. */
  readonly shareFor: Distribution;
  /** The weight that it gets from all of them. */
  readonly slippedTo: number;
}

/** The numbers that a line looks like; all of them may be far from some of the numbers that may be due. */
function farNumbers(
  { likelihood, shares }: SeenLine,
  { upward, losable = [] }: Factor,
  semiring: Semiring,
): FarNumber[] {
  if (shares.penSlip + shares.carriedSlip === 0) return [];
  // A line that was struck through counts as 0.
  return [...new Set([0, ...likelihood.candidates])].map((value) => {
    const shareFor = upward.map((weight, due) => (weight === 0 ? 0 : farSlipShare(value, due, losable)));
    const slippedTo = upward.times(shareFor).total(semiring);
    return { value, fit: lineWeight(likelihood, value), shareFor, slippedTo };
  });
}

/** A line and what it should hold. */
interface WeighedLine {
  readonly line: SeenLine;
  readonly due: Distribution;
  /** How well the picture fits each number that is due, or near one that is. */
  readonly seen: Distribution;
  readonly far: readonly FarNumber[];
  /** The weight that each number gets from all that are near it by a slip. */
  readonly slippedTo: Distribution;
}

/** What may have been written on a line. @param rest how well each number fits the evidence elsewhere */
function lineWays(
  { line, due, seen, far, slippedTo }: WeighedLine,
  rest: Distribution,
  semiring: Semiring,
): WeightedWay[] {
  const { likelihood, shares } = line;
  const { blank, right, penSlip, carriedSlip } = shares;
  const stays = due.times(rest);
  const mistaken = addSlips(stays, seen.from, seen.end, semiring);
  /** The weight of a slip that leaves what was due to the lines below, and of one that they go on with. */
  const slipWeight = (value: number, fit: number, left: number, goneOnWith: number) =>
    fit * combineWeights(penSlip * left, carriedSlip * rest.at(value) * goneOnWith, semiring);
  const ways: WeightedWay[] = [
    { written: EMPTY, weight: blank * likelihood.empty * stays.total(semiring), slip: 0 },
  ];
  for (let value = seen.from; value < seen.end; value++) {
    const fit = seen.at(value);
    const slip = slipWeight(value, fit, mistaken.at(value), slippedTo.at(value));
    const weight = combineWeights(right * fit * stays.at(value), slip, semiring);
    if (weight > 0) ways.push({ written: writtenOnLine(likelihood, value), weight, slip });
  }
  for (const { value, fit, shareFor, slippedTo } of far) {
    const weight = slipWeight(value, fit, stays.times(shareFor).total(semiring), slippedTo);
    ways.push({ written: writtenOnLine(likelihood, value), weight, slip: weight });
  }
  return ways;
}

/** The share of each number among wrong bonuses that are none of the section's. */
export const ANY_NUMBER = 1 / 300;

type Tiers = Pick<Section, "tiers" | "tierMode">;

type Use = Readonly<Record<"value" | "weight", number>>;

/** A sum together with the bonus that it earns, as each sum decides about both bonus and total; a pad may have no bonus line. */
export function bonusFactor(part: Factor, tiers: Tiers, line: SeenLine | null, sink: Marginals): Factor {
  const { semiring } = sink;
  const { upward } = part;
  const bonuses = possibleBonuses(tiers);
  const cases = bonuses.map((bonus) => {
    const slips = line === null ? [] : listBonusSlips(bonus, bonuses, line);
    return { bonus, sums: [] as number[], slips, uses: listBonusUses(bonus, slips, line, sink) };
  });
  for (const [at, weight] of upward.weights.entries()) {
    const sum = upward.from + at;
    if (weight !== 0) cases.find(({ bonus }) => bonus === computeBonus(tiers, sum))?.sums.push(sum);
  }
  const uses = cases.flatMap(({ sums, uses }) => uses.map((use) => ({ ...use, sums })));
  const added = uses.map(({ value }) => value);
  const totals = Distribution.zeros(upward.from + Math.min(0, ...added), upward.end + Math.max(0, ...added));
  for (const { sums, value, weight } of uses)
    for (const sum of sums) totals.add(sum + value, upward.at(sum) * weight, semiring);
  return {
    ...scaledMessage(totals, part.logScale),
    passDown(rest) {
      if (line !== null) sink.add(line.at, bonusWays(cases, line, upward, rest, semiring));
      part.passDown(sumsBefore(uses, upward, rest, semiring).normalise());
    },
  };
}

/** How well each sum fits the evidence elsewhere, which is about totals. */
function sumsBefore(
  uses: readonly (Use & Pick<BonusCase, "sums">)[],
  { from, end }: Distribution,
  totals: Distribution,
  semiring: Semiring,
): Distribution {
  const before = Distribution.zeros(from, end);
  for (const { sums, value, weight } of uses)
    for (const sum of sums) before.add(sum, weight * totals.at(sum + value), semiring);
  return before;
}

/** A bonus, the sums that earn it, and what may be written instead. */
interface BonusCase {
  readonly bonus: number;
  readonly sums: readonly number[];
  readonly slips: readonly Use[];
}

/** What may have been written on the line of a bonus. @param rest how well each total fits the evidence elsewhere */
function bonusWays(
  cases: readonly BonusCase[],
  { likelihood, shares }: SeenLine,
  upward: Distribution,
  rest: Distribution,
  semiring: Semiring,
): WeightedWay[] {
  return cases.flatMap(({ bonus, sums, slips }) => {
    const right = weightOfAdding(bonus, sums, upward, rest, semiring);
    const written = right * shares.right * lineWeight(likelihood, bonus);
    return [
      { written: EMPTY, weight: right * shares.blank * likelihood.empty, slip: 0 },
      { written: writtenOnLine(likelihood, bonus), weight: written, slip: 0 },
      ...slips.map(({ value, weight: share }) => {
        const carried = shares.carriedSlip * weightOfAdding(value, sums, upward, rest, semiring);
        const weight = share * combineWeights(right * shares.penSlip, carried, semiring);
        return { written: writtenOnLine(likelihood, value), weight, slip: weight };
      }),
    ];
  });
}

/** The weight of the total adding so much to any of some sums. */
function weightOfAdding(
  value: number,
  sums: readonly number[],
  upward: Distribution,
  rest: Distribution,
  semiring: Semiring,
): number {
  let all = 0;
  for (const sum of sums) all = combineWeights(all, upward.at(sum) * rest.at(sum + value), semiring);
  return all;
}

/** Every bonus that can be earned, including none. */
export function possibleBonuses(tiers: Tiers): number[] {
  return [...new Set([0, ...tiers.tiers.map(({ from }) => computeBonus(tiers, from))])];
}

/** What may be written instead of a bonus: the weight is its share times the likelihood of the picture. */
function listBonusSlips(bonus: number, bonuses: readonly number[], { likelihood }: SeenLine): Use[] {
  const others = new Set(bonuses.filter((other) => other !== bonus));
  const values = new Set([...others, ...likelihood.candidates]);
  values.delete(bonus);
  return [...values].map((value) => {
    const anyNumber = (1 - PRIORS.otherBonus) * ANY_NUMBER;
    const share = others.has(value) ? PRIORS.otherBonus / others.size : anyNumber;
    return { value, weight: share * lineWeight(likelihood, value) };
  });
}

/** What the total may add, first of all the bonus itself: a number, and how well the line fits its being used. */
function listBonusUses(
  bonus: number,
  slips: readonly Use[],
  line: SeenLine | null,
  { semiring }: Marginals,
): Use[] {
  if (line === null) return [{ value: bonus, weight: 1 }];
  const { likelihood, shares } = line;
  // The right bonus is used where the line is blank, holds it, or holds a mere slip of the pen.
  const right = shares.right * lineWeight(likelihood, bonus);
  const fits = [right, ...slips.map(({ weight }) => shares.penSlip * weight)];
  const weight = fits.reduce(
    (all, one) => combineWeights(all, one, semiring),
    shares.blank * likelihood.empty,
  );
  const carried = slips.map((slip) => ({ ...slip, weight: slip.weight * shares.carriedSlip }));
  return [{ value: bonus, weight }, ...carried];
}

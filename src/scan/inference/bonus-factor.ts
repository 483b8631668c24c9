import type { Section } from "../../rules/game/game.ts";
import { bonusFor } from "../../rules/sums/sum-graph.ts";
import {
  addWeight,
  combined,
  type Distribution,
  endOf,
  normalised,
  type Semiring,
  weightAt,
  zeros,
} from "./distribution.ts";
import type { Factor, MarginalSink, WeightedWay } from "./factor.ts";
import { lineWeight, type SeenLine, writtenOnLine } from "./line-factor.ts";
import { PRIORS } from "./priors.ts";
import type { Written } from "./sheet-reading.ts";

/** The share of each number among wrong bonuses that are none of the section's. */
export const ANY_NUMBER = 1 / 300;

const EMPTY: Written = { kind: "empty" };

/** The tiers of a bonus. */
type Tiers = Pick<Section, "tiers" | "tierMode">;

/** The bonus that belongs to some sums, and how well the bonus line fits it. */
interface Earned {
  readonly bonus: number;
  /** How well the line fits, if the total uses this bonus. */
  readonly kept: number;
  readonly slips: readonly BonusSlip[];
}

const NOTHING_EARNED: Earned = { bonus: 0, kept: 1, slips: [] };

interface BonusSlip {
  readonly value: number;
  /** How often this is written instead, times the likelihood of the picture. */
  readonly weight: number;
}

/**
 * A sum together with the bonus that it earns. The sum decides about the bonus as well as about the total, so both are weighed together
 * for each sum. `line` is the bonus line, null where the pad has none.
 */
export class BonusFactor implements Factor {
  readonly upward: Distribution;
  readonly #part: Factor;
  readonly #line: SeenLine | null;
  /** What belongs to each sum of the part. */
  readonly #earned: readonly Earned[];
  readonly #sink: MarginalSink;

  constructor(part: Factor, tiers: Tiers, line: SeenLine | null, sink: MarginalSink) {
    this.#part = part;
    this.#line = line;
    this.#sink = sink;
    const bonuses = bonusesOf(tiers);
    const byBonus = new Map(bonuses.map((bonus) => [bonus, earnedWith(bonus, bonuses, line, sink.semiring)]));
    this.#earned = earnedBySums(part.upward, tiers, byBonus);
    this.upward = normalised(this.#withBonus(sink.semiring));
  }

  #withBonus(semiring: Semiring): Distribution {
    const { from, weights } = this.#part.upward;
    const carried = this.#line?.shares.carriedSlip ?? 0;
    const sums = zerosFor(this.#part.upward, this.#earned);
    for (let at = 0; at < weights.length; at++) {
      const [sum, weight, earned] = [from + at, weights[at] ?? 0, this.#earned[at]];
      if (weight === 0 || earned === undefined) continue;
      addWeight(sums, sum + earned.bonus, weight * earned.kept, semiring);
      for (const slip of earned.slips)
        addWeight(sums, sum + slip.value, weight * carried * slip.weight, semiring);
    }
    return sums;
  }

  passDown(rest: Distribution): void {
    if (this.#line !== null) this.#sink.add(this.#line.at, this.#ways(rest, this.#line));
    const { from, weights } = this.#part.upward;
    const down = new Float64Array(weights.length);
    for (let at = 0; at < weights.length; at++) {
      const earned = this.#earned[at];
      if (weights[at] !== 0 && earned !== undefined) down[at] = this.#weightOfSum(from + at, earned, rest);
    }
    this.#part.passDown(normalised({ from, weights: down }));
  }

  /** How well a sum fits the rest of the sheet, whatever bonus is added to it. */
  #weightOfSum(sum: number, { bonus, kept, slips }: Earned, rest: Distribution): number {
    const carried = this.#line?.shares.carriedSlip ?? 0;
    let all = weightAt(rest, sum + bonus) * kept;
    for (const { value, weight } of slips)
      all = combined(all, carried * weight * weightAt(rest, sum + value), this.#sink.semiring);
    return all;
  }

  #ways(rest: Distribution, line: SeenLine): WeightedWay[] {
    const found = new Map<Earned, BonusWays>();
    const { from, weights } = this.#part.upward;
    for (let at = 0; at < weights.length; at++) {
      const [weight, earned] = [weights[at] ?? 0, this.#earned[at]];
      if (weight === 0 || earned === undefined) continue;
      const ways = found.get(earned) ?? new BonusWays(earned, line, rest, this.#sink.semiring);
      found.set(earned, ways);
      ways.add(from + at, weight);
    }
    const all: WeightedWay[] = [];
    for (const ways of found.values()) all.push(...ways.weighted());
    return all;
  }
}

/** The ways in which the line may have been filled, over all sums that earn the same bonus. */
class BonusWays {
  readonly #earned: Earned;
  readonly #line: SeenLine;
  readonly #rest: Distribution;
  readonly #semiring: Semiring;
  /** The weight of the total using the right bonus. */
  #right = 0;
  /** The weight of each slip being written instead. */
  readonly #slips: Float64Array;

  constructor(earned: Earned, line: SeenLine, rest: Distribution, semiring: Semiring) {
    this.#earned = earned;
    this.#line = line;
    this.#rest = rest;
    this.#semiring = semiring;
    this.#slips = new Float64Array(earned.slips.length);
  }

  /** Adds a sum that earns the bonus. */
  add(sum: number, weight: number): void {
    const { penSlip, carriedSlip } = this.#line.shares;
    const right = weight * weightAt(this.#rest, sum + this.#earned.bonus);
    this.#right = combined(this.#right, right, this.#semiring);
    let index = 0;
    for (const slip of this.#earned.slips) {
      const carried = weight * carriedSlip * weightAt(this.#rest, sum + slip.value);
      const slipped = slip.weight * combined(right * penSlip, carried, this.#semiring);
      this.#slips[index] = combined(this.#slips[index] ?? 0, slipped, this.#semiring);
      index++;
    }
  }

  weighted(): WeightedWay[] {
    const { likelihood, shares } = this.#line;
    const { bonus, slips } = this.#earned;
    const right = this.#right * shares.right * lineWeight(likelihood, bonus);
    const ways: WeightedWay[] = [
      { written: EMPTY, weight: this.#right * shares.blank * likelihood.empty, slip: 0 },
      { written: writtenOnLine(likelihood, bonus), weight: right, slip: 0 },
    ];
    for (const [index, { value }] of slips.entries()) {
      const weight = this.#slips[index] ?? 0;
      ways.push({ written: writtenOnLine(likelihood, value), weight, slip: weight });
    }
    return ways;
  }
}

/** Every bonus that can be earned, including none. */
export function bonusesOf(tiers: Tiers): number[] {
  return [...new Set([0, ...tiers.tiers.map(({ from }) => bonusFor(tiers, from))])];
}

function earnedWith(
  bonus: number,
  bonuses: readonly number[],
  line: SeenLine | null,
  semiring: Semiring,
): Earned {
  if (line === null) return { bonus, kept: 1, slips: [] };
  const { likelihood, shares } = line;
  const others = new Set(bonuses);
  others.delete(bonus);
  const slips: BonusSlip[] = [];
  let kept = combined(
    shares.blank * likelihood.empty,
    shares.right * lineWeight(likelihood, bonus),
    semiring,
  );
  for (const value of new Set([...others, ...likelihood.candidates])) {
    if (value === bonus) continue;
    const share = others.has(value) ? PRIORS.otherBonus / others.size : (1 - PRIORS.otherBonus) * ANY_NUMBER;
    const weight = share * lineWeight(likelihood, value);
    slips.push({ value, weight });
    kept = combined(kept, shares.penSlip * weight, semiring);
  }
  return { bonus, kept, slips };
}

/** What belongs to each sum of a range. */
function earnedBySums(sums: Distribution, tiers: Tiers, byBonus: ReadonlyMap<number, Earned>): Earned[] {
  const earned: Earned[] = [];
  for (let sum = sums.from; sum < endOf(sums); sum++)
    earned.push(byBonus.get(bonusFor(tiers, sum)) ?? NOTHING_EARNED);
  return earned;
}

/** The range of all sums with anything that may be added to them. */
function zerosFor(sums: Distribution, earned: readonly Earned[]): Distribution {
  let [least, most] = [0, 0];
  for (const { bonus, slips } of new Set(earned)) {
    least = Math.min(least, bonus);
    most = Math.max(most, bonus);
    for (const { value } of slips) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return zeros(sums.from + least, endOf(sums) + most);
}

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

/** A number with its weight. */
type Use = Readonly<Record<"value" | "weight", number>>;

/** All sums that earn the same bonus. */
interface Case {
  readonly bonus: number;
  /** The indices of these sums in the upward message of the part. */
  readonly indices: readonly number[];
  /** What the total may add, first of all the bonus itself: a number, and how well the line fits its being used. */
  readonly uses: readonly Use[];
  /** What may be written instead of the bonus: the weight is its share times the likelihood of the picture. */
  readonly slips: readonly Use[];
}

/** A sum together with the bonus that it earns, as each sum decides about both bonus and total; a pad may have no bonus line. */
export class BonusFactor implements Factor {
  readonly upward: Distribution;
  readonly #part: Factor;
  readonly #line: SeenLine | null;
  readonly #cases: readonly Case[];
  readonly #sink: MarginalSink;

  constructor(part: Factor, tiers: Tiers, line: SeenLine | null, sink: MarginalSink) {
    this.#part = part;
    this.#line = line;
    this.#sink = sink;
    this.#cases = casesOf(part.upward, tiers, line, sink.semiring);
    const { from, weights } = part.upward;
    const added = this.#cases.flatMap(({ uses }) => uses.map(({ value }) => value));
    const totals = zeros(from + Math.min(0, ...added), endOf(part.upward) + Math.max(0, ...added));
    for (const { indices, uses } of this.#cases)
      for (const { value, weight } of uses)
        for (const at of indices)
          addWeight(totals, from + at + value, (weights[at] ?? 0) * weight, sink.semiring);
    this.upward = normalised(totals);
  }

  passDown(rest: Distribution): void {
    if (this.#line !== null) this.#addWays(rest, this.#line);
    const { from, weights } = this.#part.upward;
    const down = zeros(from, from + weights.length);
    for (const { indices, uses } of this.#cases)
      for (const { value, weight } of uses)
        for (const at of indices)
          addWeight(down, from + at, weight * weightAt(rest, from + at + value), this.#sink.semiring);
    this.#part.passDown(normalised(down));
  }

  #addWays(rest: Distribution, { at, likelihood, shares }: SeenLine): void {
    const ways: WeightedWay[] = [];
    for (const { bonus, indices, slips } of this.#cases) {
      const right = this.#weightOf(bonus, indices, rest);
      const written = right * shares.right * lineWeight(likelihood, bonus);
      ways.push({ written: EMPTY, weight: right * shares.blank * likelihood.empty, slip: 0 });
      ways.push({ written: writtenOnLine(likelihood, bonus), weight: written, slip: 0 });
      for (const { value, weight: share } of slips) {
        const carried = shares.carriedSlip * this.#weightOf(value, indices, rest);
        const weight = share * combined(right * shares.penSlip, carried, this.#sink.semiring);
        ways.push({ written: writtenOnLine(likelihood, value), weight, slip: weight });
      }
    }
    this.#sink.add(at, ways);
  }

  /** The weight of the total adding this to any of some sums. */
  #weightOf(added: number, indices: readonly number[], rest: Distribution): number {
    const { from, weights } = this.#part.upward;
    let all = 0;
    for (const at of indices)
      all = combined(all, (weights[at] ?? 0) * weightAt(rest, from + at + added), this.#sink.semiring);
    return all;
  }
}

/** Every bonus that can be earned, including none. */
export function bonusesOf(tiers: Tiers): number[] {
  return [...new Set([0, ...tiers.tiers.map(({ from }) => bonusFor(tiers, from))])];
}

function casesOf(
  { from, weights }: Distribution,
  tiers: Tiers,
  line: SeenLine | null,
  semiring: Semiring,
): Case[] {
  const bonuses = bonusesOf(tiers);
  const indices = new Map<number, number[]>(bonuses.map((bonus) => [bonus, []]));
  for (const [at, weight] of weights.entries())
    if (weight !== 0) indices.get(bonusFor(tiers, from + at))?.push(at);
  return [...indices].map(([bonus, own]): Case => {
    if (line === null) return { bonus, indices: own, uses: [{ value: bonus, weight: 1 }], slips: [] };
    const { likelihood, shares } = line;
    const others = new Set(bonuses.filter((other) => other !== bonus));
    const values = new Set([...others, ...likelihood.candidates]);
    values.delete(bonus);
    const slips = [...values].map((value): Use => {
      const anyNumber = (1 - PRIORS.otherBonus) * ANY_NUMBER;
      const share = others.has(value) ? PRIORS.otherBonus / others.size : anyNumber;
      return { value, weight: share * lineWeight(likelihood, value) };
    });
    // The right bonus is used where the line is blank, holds it, or holds a mere slip of the pen.
    const right = shares.right * lineWeight(likelihood, bonus);
    const fits = [right, ...slips.map(({ weight }) => shares.penSlip * weight)];
    const weight = fits.reduce((all, one) => combined(all, one, semiring), shares.blank * likelihood.empty);
    const carried = slips.map((slip) => ({ ...slip, weight: slip.weight * shares.carriedSlip }));
    return { bonus, indices: own, uses: [{ value: bonus, weight }, ...carried], slips };
  });
}

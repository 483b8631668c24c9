import type { Section } from "../../rules/game/game.ts";
import { bonusFor } from "../../rules/sums/sum-graph.ts";
import { combined, Distribution } from "./distribution.ts";
import type { Factor } from "./factor.ts";
import { lineWeight, type SeenLine, writtenOnLine } from "./line-factor.ts";
import type { Marginals, WeightedWay } from "./marginals.ts";
import { PRIORS } from "./priors.ts";
import { EMPTY } from "./sheet-reading.ts";

/** The share of each number among wrong bonuses that are none of the section's. */
export const ANY_NUMBER = 1 / 300;

type Tiers = Pick<Section, "tiers" | "tierMode">;

/** A number with its weight. */
type Use = Readonly<Record<"value" | "weight", number>>;

/** A sum together with the bonus that it earns, as each sum decides about both bonus and total; a pad may have no bonus line. */
export function bonusFactor(part: Factor, tiers: Tiers, line: SeenLine | null, sink: Marginals): Factor {
  const { semiring } = sink;
  const { upward } = part;
  const bonuses = bonusesOf(tiers);
  const cases = bonuses.map((bonus) => {
    const slips = line === null ? [] : slipsFrom(bonus, bonuses, line);
    return { bonus, sums: [] as number[], slips, uses: usesOf(bonus, slips, line, sink) };
  });
  for (const [at, weight] of upward.weights.entries()) {
    const sum = upward.from + at;
    if (weight !== 0) cases.find(({ bonus }) => bonus === bonusFor(tiers, sum))?.sums.push(sum);
  }
  const uses = cases.flatMap(({ sums, uses }) => uses.map((use) => ({ ...use, sums })));
  const added = uses.map(({ value }) => value);
  const totals = Distribution.zeros(upward.from + Math.min(0, ...added), upward.end + Math.max(0, ...added));
  for (const { sums, value, weight } of uses)
    for (const sum of sums) totals.add(sum + value, upward.at(sum) * weight, semiring);
  const waysGiven = (rest: Distribution, { likelihood, shares }: SeenLine) =>
    cases.flatMap(({ bonus, sums, slips }): WeightedWay[] => {
      /** The weight of the total adding so much to any of the sums. */
      const weightOf = (value: number) =>
        sums.reduce((all, sum) => combined(all, upward.at(sum) * rest.at(sum + value), semiring), 0);
      const right = weightOf(bonus);
      const written = right * shares.right * lineWeight(likelihood, bonus);
      return [
        { written: EMPTY, weight: right * shares.blank * likelihood.empty, slip: 0 },
        { written: writtenOnLine(likelihood, bonus), weight: written, slip: 0 },
        ...slips.map(({ value, weight: share }) => {
          const carried = shares.carriedSlip * weightOf(value);
          const weight = share * combined(right * shares.penSlip, carried, semiring);
          return { written: writtenOnLine(likelihood, value), weight, slip: weight };
        }),
      ];
    });
  return {
    upward: totals.normalised(),
    passDown(rest) {
      if (line !== null) sink.add(line.at, waysGiven(rest, line));
      const down = Distribution.zeros(upward.from, upward.end);
      for (const { sums, value, weight } of uses)
        for (const sum of sums) down.add(sum, weight * rest.at(sum + value), semiring);
      part.passDown(down.normalised());
    },
  };
}

/** Every bonus that can be earned, including none. */
export function bonusesOf(tiers: Tiers): number[] {
  return [...new Set([0, ...tiers.tiers.map(({ from }) => bonusFor(tiers, from))])];
}

/** What may be written instead of a bonus: the weight is its share times the likelihood of the picture. */
function slipsFrom(bonus: number, bonuses: readonly number[], { likelihood }: SeenLine): Use[] {
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
function usesOf(bonus: number, slips: readonly Use[], line: SeenLine | null, { semiring }: Marginals): Use[] {
  if (line === null) return [{ value: bonus, weight: 1 }];
  const { likelihood, shares } = line;
  // The right bonus is used where the line is blank, holds it, or holds a mere slip of the pen.
  const right = shares.right * lineWeight(likelihood, bonus);
  const fits = [right, ...slips.map(({ weight }) => shares.penSlip * weight)];
  const weight = fits.reduce((all, one) => combined(all, one, semiring), shares.blank * likelihood.empty);
  const carried = slips.map((slip) => ({ ...slip, weight: slip.weight * shares.carriedSlip }));
  return [{ value: bonus, weight }, ...carried];
}

import type { Section } from "../game/game.ts";
import { bonusFor } from "../game/lines.ts";
import { HABITS } from "./habits.ts";
import type { Ink } from "./ink.ts";
import { type LineShares, lineWeight, writtenOnLine } from "./line-part.ts";
import type { Noted, Part, Tally } from "./part.ts";
import type { Written } from "./sheet-reading.ts";
import { type Algebra, gathered, joined, reweighted, type Spread, trimmed, weightAt } from "./spread.ts";

/** A wrong bonus that is none of the section's; each number has this share of them. */
export const ANY_NUMBER = 1 / 300;

/** The bonus that goes with one sum, and how well the bonus line goes with it. */
interface Earned {
  readonly bonus: number;
  /** How well the line goes with this bonus being gone on with. */
  readonly kept: number;
  readonly slips: readonly BonusSlip[];
}

interface BonusSlip {
  readonly value: number;
  /** How often it is written instead, times how well it goes with the picture. */
  readonly weight: number;
}

/**
 * The sum of a section with its bonus. The sum decides about the bonus as well as about the total, so both are weighed
 * together for each sum. `line` is the bonus line, null where the pad has none.
 */
export class BonusPart implements Part {
  readonly up: Spread;
  readonly #part: Part;
  readonly #line: BonusLine | null;
  readonly #earnedBy: (sum: number) => Earned;
  readonly #tally: Tally;

  constructor(part: Part, section: Section, line: BonusLine | null, tally: Tally) {
    this.#part = part;
    this.#line = line;
    this.#tally = tally;
    const bonuses = bonusesOf(section);
    const byBonus = new Map(bonuses.map((bonus) => [bonus, earnedWith(bonus, bonuses, line, tally.algebra)]));
    this.#earnedBy = (sum) => byBonus.get(bonusFor(section, sum)) ?? { bonus: 0, kept: 1, slips: [] };
    this.up = trimmed(this.#withBonus(tally.algebra));
  }

  #withBonus(algebra: Algebra): Spread {
    const ways: { value: number; weight: number }[] = [];
    const carried = this.#line?.shares.carriedSlip ?? 0;
    this.#part.up.weights.forEach((weight, at) => {
      if (weight === 0) return;
      const sum = this.#part.up.from + at;
      const { bonus, kept, slips } = this.#earnedBy(sum);
      ways.push({ value: sum + bonus, weight: weight * kept });
      for (const slip of slips)
        ways.push({ value: sum + slip.value, weight: weight * carried * slip.weight });
    });
    return gathered(ways, algebra);
  }

  take(rest: Spread): void {
    const { algebra } = this.#tally;
    const carried = this.#line?.shares.carriedSlip ?? 0;
    if (this.#line !== null) this.#tally.note(this.#line.at, this.#ways(rest, this.#line));
    const down = reweighted(this.#part.up, (sum) => {
      const { bonus, kept, slips } = this.#earnedBy(sum);
      const right = weightAt(rest, sum + bonus) * kept;
      return slips.reduce(
        (all, slip) => joined(all, carried * slip.weight * weightAt(rest, sum + slip.value), algebra),
        right,
      );
    });
    this.#part.take(trimmed(down));
  }

  #ways(rest: Spread, { ink, shares }: BonusLine): Noted[] {
    const { algebra } = this.#tally;
    const found = new Map<Earned, EarnedWeights>();
    this.#part.up.weights.forEach((weight, at) => {
      if (weight === 0) return;
      const sum = this.#part.up.from + at;
      const earned = this.#earnedBy(sum);
      const weights = found.get(earned) ?? { right: 0, slips: earned.slips.map(() => 0) };
      found.set(earned, weights);
      const right = weight * weightAt(rest, sum + earned.bonus);
      weights.right = joined(weights.right, right, algebra);
      earned.slips.forEach((slip, index) => {
        const carried = weight * shares.carriedSlip * weightAt(rest, sum + slip.value);
        const slipped = slip.weight * joined(right * shares.penSlip, carried, algebra);
        weights.slips[index] = joined(weights.slips[index] ?? 0, slipped, algebra);
      });
    });
    return [...found].flatMap(([{ bonus, slips }, weights]) => [
      { written: EMPTY, weight: weights.right * shares.blank * ink.empty, slip: 0 },
      {
        written: writtenOnLine(ink, bonus),
        weight: weights.right * shares.right * lineWeight(ink, bonus),
        slip: 0,
      },
      ...slips.map(({ value }, index) => {
        const weight = weights.slips[index] ?? 0;
        return { written: writtenOnLine(ink, value), weight, slip: weight };
      }),
    ]);
  }
}

const EMPTY: Written = { kind: "empty" };

/** The weights of all sums that earn the same bonus. */
interface EarnedWeights {
  /** It is gone on with. */
  right: number;
  /** Each slip is written instead. */
  readonly slips: number[];
}

/** The line on which a bonus is written. */
export interface BonusLine {
  /** The place of its box on the sheet. */
  readonly at: number;
  readonly ink: Ink;
  readonly shares: LineShares;
}

/** Every bonus that the section can bring, none included. */
function bonusesOf(section: Section): number[] {
  const reached = section.tiers.map(({ from }) => bonusFor(section, from));
  return [...new Set([0, ...reached])];
}

function earnedWith(
  bonus: number,
  bonuses: readonly number[],
  line: BonusLine | null,
  algebra: Algebra,
): Earned {
  if (line === null) return { bonus, kept: 1, slips: [] };
  const { ink, shares } = line;
  const others = bonuses.filter((other) => other !== bonus);
  const share = (value: number) =>
    others.includes(value) ? HABITS.otherBonus / others.length : (1 - HABITS.otherBonus) * ANY_NUMBER;
  const slips = [...new Set([...others, ...ink.candidates])]
    .filter((value) => value !== bonus)
    .map((value) => ({ value, weight: share(value) * lineWeight(ink, value) }));
  const asItIs = joined(shares.blank * ink.empty, shares.right * lineWeight(ink, bonus), algebra);
  const kept = slips.reduce((all, { weight }) => joined(all, shares.penSlip * weight, algebra), asItIs);
  return { bonus, kept, slips };
}

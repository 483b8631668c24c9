import type { Section } from "../../rules/game/game.ts";
import { bonusFor } from "../../rules/sums/sum-graph.ts";
import type { Written } from "./sheet-reading.ts";

/** A wrong bonus that is none of the section's; each number has this share of them. */
export const ANY_NUMBER = 1 / 300;

const EMPTY: Written = { kind: "empty" };

/** The bonus that goes with one sum, and how well the bonus line goes with it. */
interface Earned {
  readonly bonus: number;
  /** How well the line goes with this bonus being gone on with. */
  readonly kept: number;
  readonly slips: readonly BonusSlip[];
}

const NOTHING_EARNED: Earned = { bonus: 0, kept: 1, slips: [] };

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
  /** What goes with each sum of the part. */
  readonly #earned: readonly Earned[];
  readonly #tally: Tally;

  constructor(part: Part, section: Section, line: BonusLine | null, tally: Tally) {
    this.#part = part;
    this.#line = line;
    this.#tally = tally;
    const bonuses = bonusesOf(section);
    const byBonus = new Map(bonuses.map((bonus) => [bonus, earnedWith(bonus, bonuses, line, tally.algebra)]));
    this.#earned = earnedBySums(part.up, section, byBonus);
    this.up = trimmed(this.#withBonus(tally.algebra));
  }

  #withBonus(algebra: Algebra): Spread {
    const { from, weights } = this.#part.up;
    const carried = this.#line?.shares.carriedSlip ?? 0;
    const sums = withRoomFor(this.#part.up, this.#earned);
    for (let at = 0; at < weights.length; at++) {
      const [sum, weight, earned] = [from + at, weights[at] ?? 0, this.#earned[at]];
      if (weight === 0 || earned === undefined) continue;
      addWay(sums, sum + earned.bonus, weight * earned.kept, algebra);
      for (const slip of earned.slips)
        addWay(sums, sum + slip.value, weight * carried * slip.weight, algebra);
    }
    return sums;
  }

  take(rest: Spread): void {
    if (this.#line !== null) this.#tally.note(this.#line.at, this.#ways(rest, this.#line));
    const { from, weights } = this.#part.up;
    const down = new Float64Array(weights.length);
    for (let at = 0; at < weights.length; at++) {
      const earned = this.#earned[at];
      if (weights[at] !== 0 && earned !== undefined) down[at] = this.#goneOnWith(rest, from + at, earned);
    }
    this.#part.take(trimmed({ from, weights: down }));
  }

  /** How well a sum goes with what was seen elsewhere, whatever bonus is added to it. */
  #goneOnWith(rest: Spread, sum: number, { bonus, kept, slips }: Earned): number {
    const carried = this.#line?.shares.carriedSlip ?? 0;
    let all = weightAt(rest, sum + bonus) * kept;
    for (const { value, weight } of slips)
      all = joined(all, carried * weight * weightAt(rest, sum + value), this.#tally.algebra);
    return all;
  }

  #ways(rest: Spread, line: BonusLine): Noted[] {
    const found = new Map<Earned, BonusWays>();
    const { from, weights } = this.#part.up;
    for (let at = 0; at < weights.length; at++) {
      const [weight, earned] = [weights[at] ?? 0, this.#earned[at]];
      if (weight === 0 || earned === undefined) continue;
      const ways = found.get(earned) ?? new BonusWays(earned, line, rest, this.#tally.algebra);
      found.set(earned, ways);
      ways.add(from + at, weight);
    }
    const noted: Noted[] = [];
    for (const ways of found.values()) noted.push(...ways.noted());
    return noted;
  }
}

/** The ways in which the line may have been filled over all sums that earn the same bonus. */
class BonusWays {
  readonly #earned: Earned;
  readonly #line: BonusLine;
  readonly #rest: Spread;
  readonly #algebra: Algebra;
  /** The weight of the bonus being gone on with. */
  #right = 0;
  /** The weight of each slip being written instead. */
  readonly #slips: Float64Array;

  constructor(earned: Earned, line: BonusLine, rest: Spread, algebra: Algebra) {
    this.#earned = earned;
    this.#line = line;
    this.#rest = rest;
    this.#algebra = algebra;
    this.#slips = new Float64Array(earned.slips.length);
  }

  /** One sum more that earns the bonus. */
  add(sum: number, weight: number): void {
    const { penSlip, carriedSlip } = this.#line.shares;
    const right = weight * weightAt(this.#rest, sum + this.#earned.bonus);
    this.#right = joined(this.#right, right, this.#algebra);
    let index = 0;
    for (const slip of this.#earned.slips) {
      const carried = weight * carriedSlip * weightAt(this.#rest, sum + slip.value);
      const slipped = slip.weight * joined(right * penSlip, carried, this.#algebra);
      this.#slips[index] = joined(this.#slips[index] ?? 0, slipped, this.#algebra);
      index++;
    }
  }

  noted(): Noted[] {
    const { ink, shares } = this.#line;
    const { bonus, slips } = this.#earned;
    const right = this.#right * shares.right * lineWeight(ink, bonus);
    const ways: Noted[] = [
      { written: EMPTY, weight: this.#right * shares.blank * ink.empty, slip: 0 },
      { written: writtenOnLine(ink, bonus), weight: right, slip: 0 },
    ];
    for (const [index, { value }] of slips.entries()) {
      const weight = this.#slips[index] ?? 0;
      ways.push({ written: writtenOnLine(ink, value), weight, slip: weight });
    }
    return ways;
  }
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
  const bonuses = new Set([0]);
  for (const { from } of section.tiers) bonuses.add(bonusFor(section, from));
  return [...bonuses];
}

function earnedWith(
  bonus: number,
  bonuses: readonly number[],
  line: BonusLine | null,
  algebra: Algebra,
): Earned {
  if (line === null) return { bonus, kept: 1, slips: [] };
  const { ink, shares } = line;
  const others = new Set(bonuses);
  others.delete(bonus);
  const slips: BonusSlip[] = [];
  let kept = joined(shares.blank * ink.empty, shares.right * lineWeight(ink, bonus), algebra);
  for (const value of new Set([...others, ...ink.candidates])) {
    if (value === bonus) continue;
    const share = others.has(value) ? HABITS.otherBonus / others.size : (1 - HABITS.otherBonus) * ANY_NUMBER;
    const weight = share * lineWeight(ink, value);
    slips.push({ value, weight });
    kept = joined(kept, shares.penSlip * weight, algebra);
  }
  return { bonus, kept, slips };
}

/** What goes with each sum of a range. */
function earnedBySums(sums: Spread, section: Section, byBonus: ReadonlyMap<number, Earned>): Earned[] {
  const earned: Earned[] = [];
  for (let sum = sums.from; sum < endOf(sums); sum++)
    earned.push(byBonus.get(bonusFor(section, sum)) ?? NOTHING_EARNED);
  return earned;
}

/** As far as sums reach with what may be added to each of them. */
function withRoomFor(sums: Spread, earned: readonly Earned[]): Spread {
  let [least, most] = [0, 0];
  for (const { bonus, slips } of new Set(earned)) {
    least = Math.min(least, bonus);
    most = Math.max(most, bonus);
    for (const { value } of slips) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return unweighted(sums.from + least, endOf(sums) + most);
}

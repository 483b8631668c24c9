import type { Turn } from "../../rules/game/game.ts";
import type { Timing } from "../moves.ts";
import type { HeldWays } from "./held-ways.ts";
import type { Kernel } from "./kernel.ts";

export interface TurnRules {
  /** The most rolls. */
  readonly maxRolls: number;
  /** The first roll after which a player may stop. */
  readonly stopFrom: number;
  /** Whether dice that were set aside stay so. */
  readonly isFinal: boolean;
  /** Whether scores depend on the roll in which dice fell. */
  readonly isTimed: boolean;
  /** Whether stopping earlier earns something else than the last roll. */
  readonly isScoredAnew?: boolean;
}

/** What a turn can earn, for the states in the kernel's lanes. */
export interface TurnStakes {
  /** Writes the worth of whole rolls, future included, into their rows of the grid. @param isRaised whether rows keep their values where they are higher */
  score(timing: Timing, isRaised: boolean): void;
  /** The price of a roll by lane, from 1 on; null for none. */
  price?(rollNumber: number): Float64Array | null;
  /**
   * Receives the grid before each choice, from the last roll back: whole rolls have the worth of stopping,
   * other rows the mean of rolling the rest.
   */
  onGrid?(kernel: Kernel, rollsLeft: number): void;
  /** Receives the grid after each choice, with the best hold of each row. Not called for the last roll, nor where dice stay aside. */
  onChoice?(kernel: Kernel, rollsLeft: number): void;
  /** Where timings matter: receives the grid in which whole rolls have the worth of served ones, if that is higher. */
  onServed?(kernel: Kernel, rollNumber: number): void;
}

/** The first roll after which a player may stop; extra rolls are never compulsory. */
export function firstStop({ rolls, stopEarly }: Turn): number {
  return stopEarly ? 1 : rolls;
}

/** Solves a turn from the last roll to the first. The kernel keeps the result until its next turn. */
export function playBackwards(kernel: Kernel, firstRoll: number, rules: TurnRules, stakes: TurnStakes): void {
  const { maxRolls, stopFrom, isFinal, isTimed, isScoredAnew = false } = rules;
  stakes.score({ rollNumber: maxRolls, isServed: maxRolls === 1 }, false);
  stakes.onGrid?.(kernel, 0);
  for (let left = 1; left < maxRolls; left++) {
    const rollNumber = maxRolls - left;
    const served = isTimed ? servedMean(kernel, rules, stakes, rollNumber + 1) : null;
    if (isFinal && left > 1) kernel.keepAside();
    else kernel.means();
    if (served !== null) kernel.grid.set(served);
    pay(kernel, firstRoll, stakes.price?.(rollNumber + 1) ?? null);
    if (isTimed || isFinal || isScoredAnew) stakes.score({ rollNumber, isServed: rollNumber === 1 }, false);
    if (rollNumber < stopFrom) kernel.grid.fill(Number.NEGATIVE_INFINITY, firstRoll * kernel.lanes);
    stakes.onGrid?.(kernel, left);
    if (isFinal && rollNumber > 1) continue;
    kernel.best();
    stakes.onChoice?.(kernel, left);
  }
  kernel.expect();
}

/** The worth of rolling all dice where served dice may earn more. @param rollNumber of that roll */
function servedMean(
  kernel: Kernel,
  { maxRolls, stopFrom }: TurnRules,
  stakes: TurnStakes,
  rollNumber: number,
): Float64Array {
  const grid = kernel.grid.slice();
  if (rollNumber < maxRolls) kernel.best();
  if (rollNumber === maxRolls || rollNumber >= stopFrom) stakes.score({ rollNumber, isServed: true }, true);
  stakes.onServed?.(kernel, rollNumber);
  kernel.expect();
  kernel.grid.set(grid);
  return kernel.expected.slice(0, kernel.lanes);
}

/** Subtracts the price of a roll from all rows that leave dice to roll. */
function pay({ grid, lanes }: Kernel, firstRoll: number, price: Float64Array | null): void {
  if (price === null) return;
  for (let at = 0; at < firstRoll * lanes; at++) grid[at] = (grid[at] ?? 0) - (price[at % lanes] ?? 0);
}

/** Callbacks that keep the grids for `followChoices`: before each choice, by rolls left, and behind them those after it. */
export function keepChoices(maxRolls: number): Pick<TurnStakes, "onGrid" | "onChoice"> {
  return {
    onGrid: (kernel, left) => kernel.keep(left),
    onChoice: (kernel, left) => kernel.keep(maxRolls + left),
  };
}

/** Adds the probabilities of a roll of all dice. @param lanes of the kernel @param chances by lane, the probability of this roll; 1 if left out */
export function addFullRolls(
  into: Float64Array,
  { chances: rolls, firstRoll }: Pick<HeldWays, "chances" | "firstRoll">,
  lanes: number,
  chances?: Float64Array,
): void {
  let at = firstRoll * lanes;
  for (let roll = 0; roll < rolls.length; roll++)
    for (let i = 0; i < lanes; i++, at++)
      into[at] = (into[at] ?? 0) + (rolls[roll] ?? 0) * (chances?.[i] ?? 1);
}

/** Follows the choices of a turn from the first roll to the whole rolls at its end. */
export function followChoices(kernel: Kernel, maxRolls: number): void {
  for (let left = maxRolls - 1; left > 0; left--) {
    kernel.follow(left, maxRolls + left);
    kernel.rollHeld();
  }
  // After the last roll, all dice stay.
  kernel.follow(0, 0);
}

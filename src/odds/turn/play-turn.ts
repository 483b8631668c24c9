import type { Turn } from "../../rules/game/game.ts";
import type { Timing } from "../moves.ts";
import type { HeldWays } from "./held-ways.ts";
import type { Kernel } from "./kernel.ts";

/** What a turn allows. */
export interface TurnRules {
  /** How many throws it has at most. */
  readonly maxRolls: number;
  /** After which throw a player may stop at the earliest. */
  readonly stopFrom: number;
  /** Whether dice that were set aside stay so. */
  readonly isFinal: boolean;
  /** Whether it matters in which throw dice came to lie as they do, and with which others. */
  readonly isTimed: boolean;
  /** Whether whole rolls earn something else after the last throw than before it. */
  readonly isScoredAnew?: boolean;
}

/** What a turn is worked out from, for the states that the kernel works on. */
export interface TurnStakes {
  /**
   * Puts what whole rolls earn, with what comes after, into their rows of the grid.
   *
   * @param isRaised whether it is weighed against what stands there
   */
  score(timing: Timing, isRaised: boolean): void;
  /** What each throw costs, by lane, from 1 on; null if nothing. */
  price?(rollNumber: number): Float64Array | null;
  /**
   * Is given the grid before each choice of what to hold, the last throw's first: rows of whole rolls are worth what they earn, all
   * others what comes of throwing the rest.
   */
  hear?(kernel: Kernel, rollsLeft: number): void;
  /** Is given the grid after the choice: each row is worth the best that can be held of its dice. Before the first choice, not where dice that were set aside stay so. */
  chosen?(kernel: Kernel, rollsLeft: number): void;
  /** Where timings matter: is given the grid in which whole rolls are worth the most that they may be if all dice fell in this throw. */
  served?(kernel: Kernel, rollNumber: number): void;
}

/** After which throw of a turn a player may stop at the earliest; throws beyond those that it has of itself are never a must. */
export function firstStop({ rolls, stopEarly }: Turn): number {
  return stopEarly ? 1 : rolls;
}

/** Plays a turn backwards, from the last throw to the first. What the kernel then holds is good until its next turn. */
export function playBackwards(kernel: Kernel, firstRoll: number, rules: TurnRules, stakes: TurnStakes): void {
  const { maxRolls, stopFrom, isFinal, isTimed, isScoredAnew = false } = rules;
  stakes.score({ rollNumber: maxRolls, isServed: maxRolls === 1 }, false);
  stakes.hear?.(kernel, 0);
  for (let left = 1; left < maxRolls; left++) {
    const rollNumber = maxRolls - left;
    const served = isTimed ? servedMean(kernel, rules, stakes, rollNumber + 1) : null;
    if (isFinal && left > 1) kernel.keepAside();
    else kernel.means();
    if (served !== null) kernel.grid.set(served);
    pay(kernel, firstRoll, stakes.price?.(rollNumber + 1) ?? null);
    if (isTimed || isFinal || isScoredAnew) stakes.score({ rollNumber, isServed: rollNumber === 1 }, false);
    if (rollNumber < stopFrom) kernel.grid.fill(Number.NEGATIVE_INFINITY, firstRoll * kernel.lanes);
    stakes.hear?.(kernel, left);
    if (isFinal && rollNumber > 1) continue;
    kernel.best();
    stakes.chosen?.(kernel, left);
  }
  kernel.expect();
}

/** What throwing all dice is worth where dice may be worth more if they fell in one throw. @param rollNumber which throw it is */
function servedMean(
  kernel: Kernel,
  { maxRolls, stopFrom }: TurnRules,
  stakes: TurnStakes,
  rollNumber: number,
): Float64Array {
  const grid = kernel.grid.slice();
  if (rollNumber < maxRolls) kernel.best();
  if (rollNumber === maxRolls || rollNumber >= stopFrom) stakes.score({ rollNumber, isServed: true }, true);
  stakes.served?.(kernel, rollNumber);
  kernel.expect();
  kernel.grid.set(grid);
  return kernel.expected.slice(0, kernel.lanes);
}

/** Takes what a throw costs from all ways to hold dice that leave some to throw. */
function pay({ grid, lanes }: Kernel, firstRoll: number, price: Float64Array | null): void {
  if (price === null) return;
  for (let at = 0; at < firstRoll * lanes; at++) grid[at] = (grid[at] ?? 0) - (price[at % lanes] ?? 0);
}

/** Keeps the grids that `followChoices` looks at, while a turn is worked out: before each choice, by the throws that are left, and after it behind those. */
export function keepChoices(maxRolls: number): Pick<TurnStakes, "hear" | "chosen"> {
  return {
    hear: (kernel, left) => kernel.keep(left),
    chosen: (kernel, left) => kernel.keep(maxRolls + left),
  };
}

/** Adds how probable each roll of all dice is. @param lanes as the kernel takes them @param chances by lane, how probable that throw is; sure if left out */
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

/** Follows the choices of a turn from what lies there after the first throw to the rolls that are held at its end. */
export function followChoices(kernel: Kernel, maxRolls: number): void {
  for (let left = maxRolls - 1; left > 0; left--) {
    kernel.follow(left, maxRolls + left);
    kernel.fall();
  }
  // After the last throw, all dice stay as they lie.
  kernel.follow(0, 0);
}

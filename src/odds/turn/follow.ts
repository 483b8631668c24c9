import type { TurnStakes } from "./backwards.ts";
import type { HeldWays } from "./held-ways.ts";
import type { Kernel } from "./kernel.ts";

/** Keeps the grids that `followChoices` looks at, while a turn is worked out: before each choice, by the throws that are left, and after it behind those. */
export function keepingChoices(throws: number): Pick<TurnStakes, "hear" | "chosen"> {
  return {
    hear: (kernel, left) => kernel.keep(left),
    chosen: (kernel, left) => kernel.keep(throws + left),
  };
}

/** Adds how probable each roll of all dice is. @param lanes as the kernel takes them @param chances by lane, how probable that throw is; sure if left out */
export function throwAll(
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
export function followChoices(kernel: Kernel, throws: number): void {
  for (let left = throws - 1; left > 0; left--) {
    kernel.follow(left, throws + left);
    kernel.fall();
  }
  // After the last throw, all dice stay as they lie.
  kernel.follow(0, 0);
}

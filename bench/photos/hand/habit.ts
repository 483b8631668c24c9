import type { Chance } from "../chance.ts";
import type { Hand } from "./hands.ts";
import { type Pen, pickPen } from "./pens.ts";

/** How one person writes numbers into boxes, the same over a whole sheet. */
export interface Habit {
  readonly hand: Hand;
  readonly pen: Pen;
  /** The height of a digit if the box leaves room for it. */
  readonly digitMm: number;
  /** The height of a digit at most, in heights of the box. */
  readonly fill: number;
  readonly slant: number;
  readonly stretch: number;
  /** Between digits, in digit heights; below 0 they touch. */
  readonly gap: number;
  /** Where in a wide box the number is: 0 left, 1 right. */
  readonly side: number;
  /** Where between the box's lines the number is: 0 hangs from the upper one, 1 stands on the lower one. */
  readonly sit: number;
  /** Neatness: how much all that varies from box to box. */
  readonly unrest: number;
  /** The usual strike mark of this person, even against the rules. */
  readonly mark: string;
  /** How large strikes are, in heights of the box. */
  readonly strike: number;
}

/** A person with a pen. */
export function pickHabit(hand: Hand, chance: Chance): Habit {
  return {
    hand,
    pen: pickPen(chance),
    digitMm: chance.between(3.6, 6.4),
    fill: chance.between(0.56, 0.92),
    slant: chance.near(0, 0.09),
    stretch: Math.exp(chance.near(0, 0.1)),
    gap: chance.near(0.13, 0.07),
    side: chance.weighted([
      [0.5, 0.55],
      [chance.between(0.08, 0.3), 0.25],
      [chance.between(0.7, 0.95), 0.2],
    ]),
    sit: chance.weighted([
      [0.5, 0.45],
      [chance.between(0.75, 1.02), 0.45],
      [chance.between(0.1, 0.4), 0.1],
    ]),
    unrest: chance.between(0.4, 1.3),
    mark: chance.pick(["/", "/", "X", "–", "–"]),
    strike: chance.between(0.55, 1.05),
  };
}

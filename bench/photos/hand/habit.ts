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
  /** How far all numbers are to the right of their place, in widths of the box. */
  readonly beyond: number;
  /** Whether corrections are written over what was there. */
  readonly isOver: boolean;
  /** Whether totals have a circle around them. */
  readonly circles: boolean;
  /** How a 0 is written; with a slash or in a circle, it is the usual strike mark, too. */
  readonly zero: "plain" | "slashed" | "circled";
  /** Neatness: how much all that varies from box to box. */
  readonly unrest: number;
  /** The usual strike mark of this person, even against the rules. */
  readonly mark: string;
  /** How large strikes are, in heights of the box. */
  readonly strike: number;
}

/**
 * Peculiar ways to write: a third as high as the box, across both of its lines, on one of them, partly outside of it, over what was there;
 * over a 0; circles around totals; a slash through each 0 or a circle around it; initials for names; a column that was begun and crossed out.
 */
export const WRITINGS = [
  ...(["small", "across", "astride", "outside", "over"] as const),
  ...(["over-zero", "circled", "zeros", "initials", "void-column"] as const),
] as const;
export type Writing = (typeof WRITINGS)[number];

/** A person with a pen. @param writing what is peculiar about all that they write; undefined for nothing */
export function pickHabit(hand: Hand, chance: Chance, writing?: Writing): Habit {
  return { ...usualHabit(hand, chance), ...peculiarity(writing, chance) };
}

function peculiarity(writing: Writing | undefined, chance: Chance): Partial<Habit> {
  switch (writing) {
    case "small":
      return { fill: chance.between(0.3, 0.37) };
    case "across":
      return { digitMm: 9, fill: chance.between(1, 1.25), sit: 0.5 };
    case "astride":
      return { fill: chance.between(0.7, 0.95), sit: chance.pick([-0.5, 1.5]), unrest: 1 };
    case "outside":
      return { beyond: chance.pick([-0.1, 0.1]), side: 0.5 };
    case "over":
    case "over-zero":
      return { isOver: true };
    case "circled":
      return { circles: true };
    case "zeros":
      return { zero: chance.pick(["slashed", "circled"] as const) };
    case "initials":
    case "void-column":
    case undefined:
      return {};
    default:
      return writing satisfies never;
  }
}

function usualHabit(hand: Hand, chance: Chance): Habit {
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
    beyond: 0,
    isOver: false,
    circles: false,
    zero: "plain",
    unrest: chance.between(0.4, 1.3),
    mark: chance.pick(["/", "/", "X", "–", "–"]),
    strike: chance.between(0.55, 1.05),
  };
}

/**
 * Dice, faces and what was rolled. Faces are integers (a ten-sided die shows 0 to 9); a roll is a list of faces in no
 * particular order.
 */

export type Face = number;

/** Colours that the pips of a face can have, for games that ask for dice of one colour. */
export const COLOURS = [
  "black",
  "white",
  "red",
  "orange",
  "yellow",
  "green",
  "blue",
  "purple",
  "brown",
  "grey",
] as const;

/** The faces that lie on the table, in any order. */
export type Roll = readonly Face[];

/** One die with every whole number from `low` to `high` on it. */
export interface Die {
  readonly low: Face;
  readonly high: Face;
}

/** The dice of one turn, or of one layer or hand of it where a turn has several. */
export interface Dice {
  /** One entry for each die that is rolled. */
  readonly dice: readonly Die[];
  /** How many of them are scored; the player leaves the rest out. */
  readonly scored: number;
  /** A colour for each face, for games that ask for dice of one colour; null where colours do not matter. */
  readonly colours: ReadonlyMap<Face, string> | null;
}

/** All faces that some die can show, ascending. */
export function facesOf(dice: Dice): Face[] {
  const faces = new Set<Face>();
  for (const die of dice.dice) for (let face = die.low; face <= die.high; face++) faces.add(face);
  return [...faces].sort((a, b) => a - b);
}

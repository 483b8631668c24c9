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
export function facesOf({ dice }: Dice): Face[] {
  const faces = new Set<Face>();
  for (const { low, high } of dice) for (let face = low; face <= high; face++) faces.add(face);
  return [...faces].sort((a, b) => a - b);
}

/** Hands depend on the dice alone, and every category of a game needs them. */
const known = new WeakMap<Dice, readonly Roll[]>();

/**
 * Every hand that can be scored: the multisets of `scored` faces that some roll of the dice can leave, each once, faces
 * ascending. Five dice of six sides give 252.
 */
export function handsOf(dice: Dice): readonly Roll[] {
  const found = known.get(dice);
  if (found !== undefined) return found;
  const byKey = new Map<string, Roll>();
  for (const hand of handsFrom(kindsOf(dice.dice), dice.scored)) {
    hand.sort((a, b) => a - b);
    byKey.set(hand.join(), hand);
  }
  const hands = [...byKey.values()];
  known.set(dice, hands);
  return hands;
}

/** Every hand that this roll can leave: each way of leaving out dice, each multiset once, faces ascending. */
export function handsInRoll(dice: Dice, roll: Roll): readonly Roll[] {
  const sorted = [...roll].sort((a, b) => a - b);
  const hands: Face[][] = [];
  const choose = (from: number, hand: Face[]): void => {
    if (hand.length === dice.scored) {
      hands.push(hand);
      return;
    }
    for (let i = from; i < sorted.length; i++) {
      const face = sorted[i];
      // Equal faces give equal hands: of each run of them only the first may start a branch.
      if (face === undefined || (i > from && face === sorted[i - 1])) continue;
      choose(i + 1, [...hand, face]);
    }
  };
  choose(0, []);
  return hands;
}

/** Whether these faces can lie on the table: one for each die. Matters where the dice differ. */
export function canRoll(dice: Dice, roll: Roll): boolean {
  if (roll.length !== dice.dice.length) return false;
  const place = (at: number, free: readonly Die[]): boolean => {
    const face = roll[at];
    if (face === undefined) return true;
    const tried = new Set<string>();
    return free.some((die, i) => {
      const kind = `${die.low}-${die.high}`;
      if (tried.has(kind) || face < die.low || face > die.high) return false;
      tried.add(kind);
      return place(at + 1, free.toSpliced(i, 1));
    });
  };
  return place(0, dice.dice);
}

type Kind = { readonly die: Die; count: number };

/** Equal dice taken together. */
function kindsOf(dice: readonly Die[]): Kind[] {
  const kinds: Kind[] = [];
  for (const die of dice) {
    const kind = kinds.find((k) => k.die.low === die.low && k.die.high === die.high);
    if (kind === undefined) kinds.push({ die, count: 1 });
    else kind.count++;
  }
  return kinds;
}

/** All ways to take `wanted` dice from the kinds, with every way they can fall. */
function handsFrom(kinds: readonly Kind[], wanted: number): Face[][] {
  const [kind, ...rest] = kinds;
  if (kind === undefined) return wanted === 0 ? [[]] : [];
  const hands: Face[][] = [];
  for (let taken = 0; taken <= Math.min(kind.count, wanted); taken++) {
    const others = handsFrom(rest, wanted - taken);
    for (const mine of multisets(kind.die.low, kind.die.high, taken))
      for (const other of others) hands.push([...mine, ...other]);
  }
  return hands;
}

/** All multisets of `size` faces from `low` to `high`, ascending. */
function multisets(low: Face, high: Face, size: number): Face[][] {
  if (size === 0) return [[]];
  const sets: Face[][] = [];
  for (let face = low; face <= high; face++)
    for (const rest of multisets(face, high, size - 1)) sets.push([face, ...rest]);
  return sets;
}

/** Dice, faces and rolls. Faces are integers (a ten-sided die shows 0 to 9); rolls are unordered. */

import { LruCache, memoize } from "../memoize.ts";

/** A face of a die: its number of pips, or the key of a symbol in `Game.symbols`. */
export type Face = number;

/** Colours of pips, for games that ask for dice of one colour. */
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

/** The faces of a roll, in any order. */
export type Roll = readonly Face[];

/** One die with every whole number from `low` to `high` on it. */
export interface Die {
  readonly low: Face;
  readonly high: Face;
}

/** The dice of one turn, or of one layer or hand of it where a turn has several. */
export interface Dice {
  /** One entry per die. */
  readonly dice: readonly Die[];
  /** How many of them are scored; the player drops the rest. */
  readonly scored: number;
  /** The colour of each face; null where colours don't matter. */
  readonly colours: ReadonlyMap<Face, string> | null;
  readonly wild: Wild | null;
}

/** Faces that may replace any other in a pattern. Boxes that take any dice count them as rolled. */
interface Wild {
  readonly faces: readonly Face[];
  /** Whether they may only replace a face that another die shows. */
  readonly beside: boolean;
}

/** All faces that any of the dice can show, ascending. */
export const facesOf = memoize(({ dice }: Dice): readonly Face[] => {
  const faces = new Set<Face>();
  for (const { low, high } of dice) for (let face = low; face <= high; face++) faces.add(face);
  return [...faces].sort((a, b) => a - b);
});

/** The separator between dice: a hyphen, or a dot where faces have minus signs or several digits. */
export function diceSeparator(faces: readonly (Face | string)[]): string {
  return faces.every((face) => /^[\p{L}\d]$/u.test(String(face))) ? "-" : "\u00a0· ";
}

/** Dice as figures in a sentence: `5-5-3`, `−1 · 0 · 12`. @param possible the faces that decide how the dice are separated */
export function rollText(faces: readonly (Face | string)[], possible = faces): string {
  return faces.map(faceText).join(diceSeparator(possible));
}

/** Faces in a list, with true minus signs: `−1, 0, 12`. */
export function facesText(faces: readonly (Face | string)[]): string {
  return faces.map(faceText).join(", ");
}

function faceText(face: Face | string): string {
  return String(face).replace(/^-/, "\u2212");
}

/** A cache key: equal for equal dice. */
export function diceKey({ dice, scored, colours, wild }: Dice): string {
  return JSON.stringify([dice, scored, [...(colours ?? [])], wild]);
}

/** Hands by dice, shared by all games with equal dice: a photo's code is compared with many combinations of house rules. */
const HANDS = new LruCache<string, readonly Roll[]>(16);

/** Every hand that can be scored: all multisets of `scored` faces, each ascending. Five six-sided dice give 252. */
export const handsOf = memoize((dice: Dice): readonly Roll[] =>
  HANDS.get(diceKey(dice), () => {
    const hands = enumerateHands(groupDice(dice.dice), dice.scored).map((hand) => hand.sort((a, b) => a - b));
    return [...new Map(hands.map((hand) => [hand.join(), hand])).values()];
  }),
);

/** Every hand that a roll allows, one for each way to drop dice, without duplicates, faces ascending. */
export function handsInRoll(dice: Dice, roll: Roll): readonly Roll[] {
  const sorted = [...roll].sort((a, b) => a - b);
  if (sorted.length === dice.scored) return [sorted];
  const choose = (left: Roll, hand: Roll): Roll[] => {
    const missing = dice.scored - hand.length;
    if (missing === 0) return [hand];
    // Equal faces give equal hands, so only the first of a run starts a branch, and only if enough faces follow.
    return left.flatMap((face, i) =>
      face === left[i - 1] || left.length - i < missing ? [] : choose(left.slice(i + 1), [...hand, face]),
    );
  };
  return choose(sorted, []);
}

/** Whether the dice can show these faces, one each. Matters where the dice differ. */
export function canRoll({ dice }: Dice, roll: Roll): boolean {
  // Greedy from the lowest face: of the dice that fit, take the one with the lowest maximum, since the others may show higher faces.
  const free = dice.toSorted((a, b) => a.high - b.high);
  const isOnTable = (face: Face) => {
    const at = free.findIndex(({ low, high }) => low <= face && face <= high);
    return at !== -1 && free.splice(at, 1).length === 1;
  };
  return roll.length === dice.length && roll.toSorted((a, b) => a - b).every(isOnTable);
}

/** A group of equal dice. */
interface Kind {
  readonly die: Die;
  readonly count: number;
}

export function groupDice(dice: readonly Die[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const die of dice) {
    const key = `${die.low} to ${die.high}`;
    kinds.set(key, { die, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}

/** All hands of `wanted` dice from these groups; unlike dice can give the same hand several times. */
function enumerateHands(kinds: readonly Kind[], wanted: number): Face[][] {
  const [kind, ...rest] = kinds;
  if (kind === undefined) return wanted === 0 ? [[]] : [];
  const hands: Face[][] = [];
  for (let taken = 0; taken <= Math.min(kind.count, wanted); taken++) {
    const others = enumerateHands(rest, wanted - taken);
    for (const mine of multisets(kind.die.low, kind.die.high, taken))
      for (const other of others) hands.push([...mine, ...other]);
  }
  return hands;
}

/** Every hand that this one may count as by its wild dice, itself first, faces ascending. */
export function listWildReadings(dice: Dice, hand: Roll): readonly Roll[] {
  const wild = hand.filter((face) => dice.wild?.faces.includes(face));
  if (wild.length === 0) return [hand];
  const others = hand.filter((face) => !wild.includes(face));
  const faces = dice.wild?.beside === true ? [...new Set(hand)] : facesOf(dice);
  const read = multisets(0, faces.length - 1, wild.length).map((chosen) =>
    [...others, ...chosen.map((at) => faces[at] ?? 0)].sort((a, b) => a - b),
  );
  const rolled = hand.toSorted((a, b) => a - b).join();
  return [hand, ...read.filter((one) => one.join() !== rolled)];
}

/** All multisets of `size` faces from `low` to `high`, ascending. */
function multisets(low: Face, high: Face, size: number): Face[][] {
  if (size === 0) return [[]];
  const sets: Face[][] = [];
  for (let face = low; face <= high; face++)
    for (const rest of multisets(face, high, size - 1)) sets.push([face, ...rest]);
  return sets;
}

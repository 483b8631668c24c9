import { type Dice, type Die, kindsOf, type Roll } from "../dice/dice.ts";
import { LruCache } from "../lru-cache.ts";

/** Every way to hold some of a turn's dice or all, dice of one kind taken as equal; ways are called by their index. */
export interface HeldDice {
  /** Which faces are held, ascending. */
  readonly faces: readonly Roll[];
  /** What is held when one die more falls, for each face in the order of the die. */
  readonly grown: readonly (readonly number[])[];
  /** The ways in which all dice lie on the table. */
  readonly whole: readonly number[];
  /** For each way in which all dice lie there, all ways to hold some of them or all. */
  readonly parts: ReadonlyMap<number, readonly number[]>;
}

/** More ways than these would take too long. Ten dice of six sides have 8 008. */
const MOST_WAYS = 4_000;

/** The ways to hold these dice; null where the dice differ, or where there are too many ways. */
export function heldDice({ dice }: Dice): HeldDice | null {
  const [kind, ...others] = kindsOf(dice);
  if (kind === undefined || others.length > 0) return null;
  const { die, count } = kind;
  if (waysToHold(die.high - die.low + 1, count) > MOST_WAYS) return null;
  return known.get(`${count} from ${die.low} to ${die.high}`, () => waysWith(die, count));
}

/** Most games have one of few kinds of dice. */
const known = new LruCache<string, HeldDice>(8);

function waysWith(die: Die, count: number): HeldDice {
  const sides = die.high - die.low + 1;
  const faces: Roll[] = [[]];
  const indices = new Map([["", 0]]);
  const grown: number[][] = [];
  // Ways are found in the order of how many dice they hold, so each grows into later ones only.
  for (let at = 0; at < faces.length; at++) {
    const held = faces[at] ?? [];
    grown.push(
      held.length === count
        ? []
        : Array.from({ length: sides }, (_, side) => {
            const more = [...held, die.low + side].sort((a, b) => a - b);
            const known = indices.get(more.join());
            if (known !== undefined) return known;
            indices.set(more.join(), faces.length);
            return faces.push(more) - 1;
          }),
    );
  }
  const whole = faces.flatMap((held, at) => (held.length === count ? [at] : []));
  const partsOf = (roll: Roll) => [...new Set(subsetsOf(roll).map((part) => indices.get(part.join()) ?? 0))];
  const parts = new Map(whole.map((at) => [at, partsOf(faces[at] ?? [])]));
  return { faces, grown, whole, parts };
}

/** How many multisets of at most `count` faces there are. */
function waysToHold(sides: number, count: number): number {
  let ways = 1;
  for (let taken = 1; taken <= count; taken++) ways = (ways * (sides + taken)) / taken;
  return ways;
}

function subsetsOf(roll: Roll): Roll[] {
  const parts: Roll[] = [[]];
  for (const face of roll) parts.push(...parts.map((part) => [...part, face]));
  return parts;
}

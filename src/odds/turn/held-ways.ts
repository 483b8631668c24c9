import { type Die, groupDice, type Roll } from "../../rules/dice/dice.ts";
import { getElement } from "../../rules/arrays.ts";

/** Lists of whole numbers in one array: list `i` ranges from `starts[i]` to before `starts[i + 1]`. */
export interface Lists {
  readonly starts: Int32Array;
  readonly entries: Int32Array;
}

/** Every way to hold some of the dice of a turn or all, as multisets of faces. Ways are identified by their index. */
export interface HeldWays {
  readonly count: number;
  /** By way: the faces that are held. */
  readonly faces: readonly Roll[];
  /** Ways are ordered by their number of dice; from this index on, all dice are held. */
  readonly firstRoll: number;
  /** By way: the ways with one more die, for each of its faces; empty for whole rolls. */
  readonly grown: Lists;
  /** By way: the ways with one die less. */
  readonly reduced: Lists;
  /** By way: the ways with one die more, of any kind of dice. */
  readonly larger: Lists;
  /** The probability of each whole roll, `firstRoll` first, when all dice are rolled. */
  readonly chances: Float64Array;
}

/** How many of each face are held, by kind of dice. */
type Counts = readonly (readonly number[])[];

export function waysToHold(dice: readonly Die[]): number {
  let ways = 1;
  for (const { die, count } of groupDice(dice)) {
    const sides = die.high - die.low + 1;
    for (let taken = 1; taken <= count; taken++) ways = (ways * (sides + taken)) / taken;
  }
  return Math.round(ways);
}

/** Five dice of six sides have 462 ways, of which 252 are whole rolls. */
export function heldWays(dice: readonly Die[]): HeldWays {
  const kinds = groupDice(dice);
  const perKind = kinds.map(({ die, count }) => boundedCounts(die.high - die.low + 1, count));
  const product = perKind.reduce<Counts[]>(
    (ways, mine) => ways.flatMap((way) => mine.map((counts) => [...way, counts])),
    [[]],
  );
  const all = product
    .map((counts) => ({ counts, size: total(counts.flat()) }))
    .sort((a, b) => a.size - b.size);
  const indices = new Map(all.map(({ counts }, at) => [countsKey(counts), at]));
  const at = (counts: Counts) => indices.get(countsKey(counts)) ?? -1;
  const grown = all.map(({ counts }) => {
    // Dice of the first kind are added first: the order does not matter for whole rolls.
    const kind = kinds.findIndex(({ count }, i) => total(getElement(counts, i)) < count);
    return kind === -1
      ? []
      : getElement(counts, kind).map((_, side) => at(changeCount(counts, kind, side, 1)));
  });
  const reduced = all.map(({ counts }) =>
    counts.flatMap((mine, kind) =>
      mine.flatMap((held, side) => (held > 0 ? [at(changeCount(counts, kind, side, -1))] : [])),
    ),
  );
  const facesOfWay = ({ counts }: { counts: Counts }) =>
    counts
      .flatMap((mine, kind) =>
        mine.flatMap((held, side) => Array<number>(held).fill(getElement(kinds, kind).die.low + side)),
      )
      .sort((a, b) => a - b);
  const firstRoll = all.findIndex(({ size }) => size === dice.length);
  return {
    count: all.length,
    faces: all.map(facesOfWay),
    firstRoll,
    grown: packLists(grown),
    reduced: packLists(reduced),
    larger: packLists(invert(reduced)),
    chances: Float64Array.from(all.slice(firstRoll), ({ counts }) => rollChance(counts)),
  };
}

/** Rolls the dice that are not held: moves the probabilities of ways to whole rolls. */
export function distributeRolls({ firstRoll, grown }: HeldWays, chances: Float64Array): void {
  for (let way = 0; way < firstRoll; way++) {
    const mass = chances[way] ?? 0;
    if (mass === 0) continue;
    const [start, end] = [grown.starts[way] ?? 0, grown.starts[way + 1] ?? 0];
    const share = mass / (end - start);
    for (let j = start; j < end; j++) {
      const next = grown.entries[j] ?? 0;
      chances[next] = (chances[next] ?? 0) + share;
    }
    chances[way] = 0;
  }
}

/** Rolls the dice that are not held. @returns a whole roll, as a way to hold all dice */
export function rollRest(
  { firstRoll, grown }: HeldWays,
  held: number,
  random: { readonly below: (end: number) => number },
): number {
  let way = held;
  while (way < firstRoll) {
    const start = grown.starts[way] ?? 0;
    way = grown.entries[start + random.below((grown.starts[way + 1] ?? 0) - start)] ?? 0;
  }
  return way;
}

/** All ways to hold some of the dice or all, all of them first. */
export function subHolds({ reduced }: HeldWays, way: number): number[] {
  return reachableWays(way, reduced);
}

/** All ways that hold at least these dice, in ascending order. */
export function superHolds({ larger }: HeldWays, way: number): number[] {
  return reachableWays(way, larger).sort((a, b) => a - b);
}

function reachableWays(way: number, { starts, entries }: Lists): number[] {
  const found = new Set([way]);
  for (const one of found)
    for (let at = starts[one] ?? 0; at < (starts[one + 1] ?? 0); at++) found.add(entries[at] ?? 0);
  return [...found];
}

/** For each index, the lists that contain it. */
function invert(lists: readonly (readonly number[])[]): number[][] {
  const inverse = lists.map((): number[] => []);
  lists.forEach((list, at) => {
    for (const one of list) inverse[one]?.push(at);
  });
  return inverse;
}

function boundedCounts(sides: number, most: number): number[][] {
  if (sides === 0) return [[]];
  return Array.from({ length: most + 1 }, (_, first) =>
    boundedCounts(sides - 1, most - first).map((rest) => [first, ...rest]),
  ).flat();
}

function changeCount(counts: Counts, kind: number, side: number, by: number): Counts {
  return counts.map((mine, k) =>
    k === kind ? mine.map((held, s) => (s === side ? held + by : held)) : mine,
  );
}

/** The product of the multinomial probabilities of all kinds. */
function rollChance(counts: Counts): number {
  return counts.reduce((chance, mine) => {
    let ways = 1;
    let rolled = 0;
    for (const held of mine) for (let i = 1; i <= held; i++) ways = (ways * ++rolled) / i;
    return (chance * Math.round(ways)) / mine.length ** rolled;
  }, 1);
}

export function packLists(lists: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = (starts[i] ?? 0) + list.length;
  });
  return { starts, entries: Int32Array.from(lists.flat()) };
}

function countsKey(counts: Counts): string {
  return counts.map((mine) => mine.join()).join(";");
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Numbers at random, the same for the same seed: xorshift with 32 bits (Marsaglia 2003). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 0x9e37_79b1) ^ 0x5bd1_e995) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }
}

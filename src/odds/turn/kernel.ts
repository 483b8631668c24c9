import { type HeldWays, type Lists, packLists, superHolds } from "./held-ways.ts";
import { getElement } from "../../rules/arrays.ts";
import { growMemory, loadLoops } from "../../rules/wasm.ts";
import { TURN_WASM, type TurnLoops } from "./turn-wasm.ts";

/**
 * The inner loops of a turn. The grid has a row for each way to hold dice, whole rolls last, and in each row a number for each of the `lanes`
 * states that are solved together.
 */
export interface Kernel {
  readonly lanes: number;
  readonly grid: Float64Array;
  /** The worth of each offer, one row per offer. */
  readonly offers: Float64Array;
  /** The result of `expect`, by lane. */
  readonly expected: Float64Array;
  /** Sets each whole roll to the worth of its offer. */
  put(table: OfferTable): void;
  /** Raises each whole roll to the worth of its offer. */
  raise(table: OfferTable): void;
  /** Sets each way that leaves dice to roll to the mean over their faces. */
  means(): void;
  /** Sets each way to the maximum over itself and all ways to hold fewer dice. */
  best(): void;
  /** `best` followed by `means`, where dice that were set aside stay so. */
  keepAside(): void;
  /** Computes the mean of rolling all dice. */
  expect(): void;
  /** By way to hold dice: the probability that these dice lie on the table, before the choice what to hold. */
  readonly lying: Float64Array;
  /** By way: the probability that it is held; for whole rolls, that the turn ended with it. */
  readonly held: Float64Array;
  /** The probability that each offer is taken, one row per offer. */
  readonly taken: Float64Array;
  /** Keeps the grid under this number, for `follow` and `take`. */
  keep(at: number): void;
  /** Moves probabilities from `lying` to `held`, along the choices between two kept grids. */
  follow(before: number, after: number): void;
  /** Moves probabilities of held dice to the rolls that they can become. */
  rollHeld(): void;
  /** Moves the probabilities of ended turns to the offers that are worth as much as the whole rolls of a kept grid. */
  take(table: OfferTable, rolls: number): void;
}

/** For each whole roll the row of its offer, as the kernel keeps it. */
export type OfferTable = number & { readonly offerTable: never };

/** The most states that are solved together. */
export const MAX_LANES = 16;

/** Addresses of lists in memory. */
interface Placed {
  readonly starts: number;
  readonly entries: number;
}

/** The memory of one solver, with tables that all its kernels share, and a kernel for each number of lanes. */
export class Kernels {
  readonly #memory: WebAssembly.Memory;
  readonly #ways: HeldWays;
  readonly #aside: Aside | null;
  readonly #kernels = new Map<number, Kernel>();
  readonly #addresses: Addresses;
  #end = 16;

  /** @param mostOffers how many offers there are at a time @param isFinal whether dice that were set aside stay so @param keeps how many grids can be kept */
  constructor(
    ways: HeldWays,
    tables: readonly Int32Array[],
    mostOffers: number,
    isFinal: boolean,
    keeps = 0,
  ) {
    this.#ways = ways;
    this.#aside = isFinal ? buildAsidePairs(ways) : null;
    this.#memory = new WebAssembly.Memory({ initial: 1 });
    const grown = this.#placeLists(ways.grown);
    const reduced = this.#placeLists(ways.reduced);
    const weights = this.#place(computeListWeights(ways.grown));
    const aside = this.#aside;
    this.#addresses = {
      grown,
      reduced,
      weights,
      chances: this.#place(ways.chances),
      tables: tables.map((table) => this.#place(table)),
      aside:
        aside === null
          ? null
          : {
              grown: this.#placeLists(aside.grown),
              reduced: this.#placeLists(aside.reduced),
              weights: this.#place(computeListWeights(aside.grown)),
              source: this.#place(aside.source),
              roots: this.#place(aside.roots.subarray(0, ways.firstRoll)),
              grid: this.#reserve(aside.source.length * MAX_LANES * 8),
            },
      grid: this.#reserve(ways.count * MAX_LANES * 8),
      offers: this.#reserve(mostOffers * MAX_LANES * 8),
      expected: this.#reserve(MAX_LANES * 8),
      taken: this.#reserve(mostOffers * MAX_LANES * 8),
      lying: this.#reserve(ways.count * MAX_LANES * 8),
      held: this.#reserve(ways.count * MAX_LANES * 8),
      kept: Array.from({ length: keeps }, () => this.#reserve(ways.count * MAX_LANES * 8)),
    };
  }

  /** The smallest kernel with enough lanes. */
  for(states: number): Kernel {
    const lanes = ([2, 4, 8] as const).find((lanes) => lanes >= states) ?? MAX_LANES;
    const known = this.#kernels.get(lanes) ?? this.#make(lanes);
    this.#kernels.set(lanes, known);
    return known;
  }

  #make(lanes: keyof typeof TURN_WASM): Kernel {
    const loops = loadLoops<TurnLoops>(TURN_WASM[lanes], this.#memory);
    const { buffer } = this.#memory;
    const { grown, reduced, weights, chances, tables, aside, grid, offers, expected } = this.#addresses;
    const { taken, lying, held, kept } = this.#addresses;
    const { count, firstRoll } = this.#ways;
    const toRolls = firstRoll * lanes * 8;
    const rolls = grid + toRolls;
    const tableEnd = (at: number) => getElement(tables, at) + (count - firstRoll) * 4;
    const rows = new Float64Array(buffer, grid, count * lanes);
    const bytes = new Uint8Array(buffer);
    const keepAside = () => {
      if (aside === null || this.#aside === null) return;
      const { source, firstWhole } = this.#aside;
      loops.put(aside.grid, grid, aside.source, aside.source + source.length * 4);
      loops.best(aside.grid, aside.reduced.starts, aside.reduced.entries, 0, source.length);
      loops.means(aside.grid, aside.grown.starts, aside.grown.entries, aside.weights, 0, firstWhole);
      loops.put(grid, aside.grid, aside.roots, aside.roots + firstRoll * 4);
    };
    return {
      lanes,
      grid: rows,
      offers: new Float64Array(buffer, offers, (expected - offers) / 8),
      expected: new Float64Array(buffer, expected, lanes),
      put: (table) => loops.put(rolls, offers, getElement(tables, table), tableEnd(table)),
      raise: (table) => loops.raise(rolls, offers, getElement(tables, table), tableEnd(table)),
      means: () => loops.means(grid, grown.starts, grown.entries, weights, 0, firstRoll),
      best: () => loops.best(grid, reduced.starts, reduced.entries, 1, count),
      keepAside,
      expect: () => loops.expect(rolls, chances, chances + (count - firstRoll) * 8, expected),
      lying: new Float64Array(buffer, lying, count * lanes),
      held: new Float64Array(buffer, held, count * lanes),
      taken: new Float64Array(buffer, taken, ((expected - offers) / 8 / MAX_LANES) * lanes),
      keep: (at) => bytes.copyWithin(getElement(kept, at), grid, grid + count * lanes * 8),
      follow: (before, after) =>
        loops.follow(
          getElement(kept, before),
          getElement(kept, after),
          lying,
          held,
          reduced.starts,
          reduced.entries,
          1,
          count,
        ),
      rollHeld: () => loops.fall(held, lying, grown.starts, grown.entries, weights, 0, firstRoll),
      take: (table, at) => {
        const [worths, from] = [getElement(kept, at) + toRolls, held + toRolls];
        loops.take(worths, from, offers, taken, getElement(tables, table), tableEnd(table));
      },
    };
  }

  #placeLists({ starts, entries }: Lists): Placed {
    return { starts: this.#place(starts), entries: this.#place(entries) };
  }

  #place(numbers: Int32Array | Float64Array): number {
    const at = this.#reserve(numbers.byteLength);
    const Kind = numbers instanceof Int32Array ? Int32Array : Float64Array;
    new Kind(this.#memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  #reserve(bytes: number): number {
    const at = this.#end;
    this.#end += Math.ceil(bytes / 16) * 16;
    growMemory(this.#memory, this.#end);
    return at;
  }
}

interface Addresses {
  readonly grown: Placed;
  readonly reduced: Placed;
  readonly weights: number;
  readonly chances: number;
  readonly tables: readonly number[];
  readonly aside: AsideAddresses | null;
  readonly grid: number;
  readonly offers: number;
  readonly expected: number;
  readonly taken: number;
  readonly lying: number;
  readonly held: number;
  readonly kept: readonly number[];
}

interface AsideAddresses extends Pick<Addresses, "grown" | "reduced" | "weights" | "grid"> {
  readonly source: number;
  readonly roots: number;
}

/** For each list, 1 divided by its length. */
function computeListWeights({ starts }: Lists): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, i) => {
    const length = (starts[i + 1] ?? 0) - (starts[i] ?? 0);
    return length === 0 ? 0 : 1 / length;
  });
}

/** Pairs of held dice and rolled dice, ordered by the number of rolled dice. */
interface Aside {
  /** By pair: the way to hold all its dice. */
  readonly source: Int32Array;
  readonly grown: Lists;
  /** The pairs with one rolled die less. */
  readonly reduced: Lists;
  /** From this pair on, all dice lie on the table. */
  readonly firstWhole: number;
  /** By way to hold dice: its pair without rolled dice. */
  readonly roots: Int32Array;
}

/** The transitions of dice that stay aside. */
function buildAsidePairs(ways: HeldWays): Aside {
  const getWayEntries = ({ starts, entries }: Lists, way: number) =>
    entries.subarray(starts[way], starts[way + 1]);
  interface Pair {
    readonly held: number;
    readonly whole: number;
    readonly grown: number[];
    readonly reduced: Set<number>;
  }
  // A pair is identified by the dice that stay aside and all dice on the table; pairs without rolled dice come first.
  const pairs: Pair[] = [];
  for (let held = 0; held < ways.count; held++)
    pairs.push({ held, whole: held, grown: [], reduced: new Set() });
  for (let held = 0; held < ways.count; held++)
    for (const whole of superHolds(ways, held).slice(1))
      pairs.push({ held, whole, grown: [], reduced: new Set() });
  const indices = new Map(pairs.map(({ held, whole }, at) => [`${held}:${whole}`, at]));
  for (const { held, whole, grown } of pairs)
    for (const next of getWayEntries(ways.grown, whole)) grown.push(indices.get(`${held}:${next}`) ?? 0);
  for (const { held, whole, reduced } of pairs)
    for (const less of getWayEntries(ways.reduced, whole)) {
      const pair = indices.get(`${held}:${less}`);
      if (pair !== undefined && whole !== held) reduced.add(pair);
    }
  const countTableDice = (at: number) => getElement(ways.faces, getElement(pairs, at).whole).length;
  const order = pairs.map((_, at) => at).sort((a, b) => countTableDice(a) - countTableDice(b));
  const places = new Int32Array(pairs.length);
  order.forEach((at, place) => {
    places[at] = place;
  });
  const sorted = order.map((at) => getElement(pairs, at));
  const lists = (of: (pair: Pair) => Iterable<number>) =>
    packLists(sorted.map((pair) => [...of(pair)].map((at) => places[at] ?? 0)));
  return {
    source: Int32Array.from(sorted, ({ whole }) => whole),
    grown: lists(({ grown }) => grown),
    reduced: lists(({ reduced }) => reduced),
    firstWhole: sorted.findIndex(({ whole }) => whole >= ways.firstRoll),
    roots: Int32Array.from({ length: ways.count }, (_, way) => places[way] ?? 0),
  };
}

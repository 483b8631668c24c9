import { type HeldWays, type Lists, superHolds } from "./held-ways.ts";
import { getElement } from "../../rules/arrays.ts";
import { growMemory, loadLoops } from "../../rules/wasm.ts";
import { TURN_WASM, type TurnLoops } from "./turn-wasm.ts";

/**
 * The inner loops of a turn, on a grid with one row for each way to hold dice; in a row there is one number for each of the `lanes` states
 * that are worked out together. Rows of whole rolls come last.
 */
export interface Kernel {
  readonly lanes: number;
  readonly grid: Float64Array;
  /** What can be written is worth: a row for each offer. */
  readonly offers: Float64Array;
  /** What `expect` gave, by lane. */
  readonly expected: Float64Array;
  /** Each whole roll becomes what its offer is worth. @param table see `offerTable` */
  put(table: OfferTable): void;
  /** Each whole roll becomes what its offer is worth, if that is more. */
  raise(table: OfferTable): void;
  /** Each way that leaves dice to throw becomes the mean of what can fall. */
  means(): void;
  /** Each way becomes the best of itself and of all ways to hold less. */
  best(): void;
  /** As `best` and then `means`, where dice that were set aside stay so. */
  keepAside(): void;
  /** What a throw of all dice is worth. */
  expect(): void;
  /** Probabilities by way to hold dice: of those that lie on the table, before it is chosen what to hold. */
  readonly lying: Float64Array;
  /** The same of those that are held; of whole rolls, of those with which the turn has ended. */
  readonly held: Float64Array;
  /** How probable it is that an offer is taken: a row for each offer. */
  readonly taken: Float64Array;
  /** Keeps the grid under this number, so that what was chosen from it can be followed. */
  keep(at: number): void;
  /** The choice that leads from one kept grid to another one, for probabilities: what lies on the table is held or thrown again. */
  follow(before: number, after: number): void;
  /** Throws what is held and is no whole roll. */
  fall(): void;
  /** Gives what the turn ended with to the offers of a table, where they are worth as much as the whole rolls of a kept grid. */
  take(table: OfferTable, rolls: number): void;
}

/** For each whole roll the row of its offer, as the kernel keeps it. */
export type OfferTable = number & { readonly offerTable: never };

/** As many states are worked out together at most. */
export const MAX_LANES = 16;

/** Where lists lie in memory. */
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

  /**
   * @param mostOffers how many offers there are at a time
   * @param isFinal whether dice that were set aside stay so
   * @param keeps how many grids can be kept
   */
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

  /** The kernel for as many states, or a few more. */
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
      fall: () => loops.fall(held, lying, grown.starts, grown.entries, weights, 0, firstRoll),
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

/** For each list one by its length. */
function computeListWeights({ starts }: Lists): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, i) => {
    const length = (starts[i + 1] ?? 0) - (starts[i] ?? 0);
    return length === 0 ? 0 : 1 / length;
  });
}

/** Pairs of held dice and rolled dice, ordered by the number of rolled dice. */
interface Aside {
  /** What is held if all dice of a pair are held. */
  readonly source: Int32Array;
  readonly grown: Lists;
  /** The pairs with one of the fallen dice less. */
  readonly reduced: Lists;
  /** From here on all dice lie on the table. */
  readonly firstWhole: number;
  /** For each way to hold dice its pair with none fallen. */
  readonly roots: Int32Array;
}

/** What becomes of dice that stay aside: from each way that leaves dice to throw. */
function buildAsidePairs(ways: HeldWays): Aside {
  const getWayEntries = ({ starts, entries }: Lists, way: number) =>
    entries.subarray(starts[way], starts[way + 1]);
  interface Pair {
    readonly held: number;
    readonly whole: number;
    readonly grown: number[];
    readonly reduced: Set<number>;
  }
  // A pair is named by the dice that stay aside, and by all dice on the table; those with none fallen come first.
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
  const lists = (of: (pair: Pair) => Iterable<number>): Lists => {
    const all = sorted.map((pair) => [...of(pair)].map((at) => places[at] ?? 0));
    const starts = new Int32Array(all.length + 1);
    all.forEach((list, i) => {
      starts[i + 1] = (starts[i] ?? 0) + list.length;
    });
    return { starts, entries: Int32Array.from(all.flat()) };
  };
  return {
    source: Int32Array.from(sorted, ({ whole }) => whole),
    grown: lists(({ grown }) => grown),
    reduced: lists(({ reduced }) => reduced),
    firstWhole: sorted.findIndex(({ whole }) => whole >= ways.firstRoll),
    roots: Int32Array.from({ length: ways.count }, (_, way) => places[way] ?? 0),
  };
}

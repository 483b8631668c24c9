import {
  ADD,
  advance,
  AND,
  AND_NOT,
  FLOATS_ADD,
  FLOATS_EQUAL,
  FLOATS_MAX,
  FLOATS_MULTIPLY,
  get,
  I32,
  loadInt,
  loadSplat,
  loadVector,
  moduleOf,
  number,
  set,
  SHIFT_LEFT,
  storeVector,
  SUB,
  whileLess,
  ZEROS,
} from "../../rules/wasm-bytes.ts";

/**
 * The loops of a turn as WebAssembly with SIMD, put together here byte by byte, so that nothing has to be compiled at install. Each
 * works on a grid of numbers: one row for each way to hold dice, and in a row one number for each of `lanes` states that are worked out
 * together. Lists of rows are 32-bit indices. `kernel.ts` says what each loop does.
 */
export function turnModule(lanes: number): Uint8Array<ArrayBuffer> {
  const code = new Code(lanes);
  const all = lanes / 2;
  const loop = (name: string, parameters: number, integers: number, vectors: number, body: number[]) => ({
    name,
    parameters: Array<number>(parameters).fill(I32),
    integers,
    vectors,
    body,
  });
  return moduleOf("turn", [
    loop("means", 6, 5, all, code.means()),
    loop("best", 5, 4, all, code.best()),
    loop("put", 4, 1, 0, code.offer(false)),
    loop("raise", 4, 1, 0, code.offer(true)),
    loop("expect", 4, 2, all, code.expect()),
    loop("follow", 8, 5, all + 1, code.follow()),
    loop("fall", 7, 5, all, code.fall()),
    loop("take", 6, 2, 1, code.take()),
  ]);
}

/** Writes the loops. Locals are called by their number: parameters, then whole numbers, then one vector for each two lanes. */
class Code {
  readonly #vectors: number;
  /** A row's length in bytes, as a power of two. */
  readonly #shift: number;

  constructor(lanes: number) {
    this.#vectors = lanes / 2;
    this.#shift = Math.log2(lanes * 8);
  }

  /** means(grid, starts, entries, weights, first, last): from the last row down, each becomes the mean of the rows in its list. */
  means(): number[] {
    const [grid, starts, entries, weights, first, row] = [0, 1, 2, 3, 4, 5] as const;
    const [at, end, from, address, weight] = [6, 7, 8, 9, 10] as const;
    const sums = 11;
    return [
      ...whileLess(first, row, [
        ...set(row, [...get(row), ...number(1), SUB]),
        ...this.#listOf(row, starts, entries, at, end),
        ...this.#clear(sums),
        ...whileLess(at, end, [
          ...set(from, this.#rowAt(grid, loadInt(get(at)))),
          ...this.#each((i) => set(sums + i, [...get(sums + i), ...this.#load(from, i), ...FLOATS_ADD])),
          ...advance(at, 4),
        ]),
        ...set(address, this.#rowAt(grid, get(row))),
        ...set(weight, [...get(weights), ...get(row), ...number(3), SHIFT_LEFT, ADD]),
        ...this.#each((i) =>
          this.#store(address, i, [...get(sums + i), ...loadSplat(weight), ...FLOATS_MULTIPLY]),
        ),
      ]),
    ];
  }

  /** best(grid, starts, entries, first, last): from the first row up, each becomes the greatest of itself and the rows in its list. */
  best(): number[] {
    const [grid, starts, entries, row, last] = [0, 1, 2, 3, 4] as const;
    const [at, end, from, address] = [5, 6, 7, 8] as const;
    const most = 9;
    return [
      ...whileLess(row, last, [
        ...this.#listOf(row, starts, entries, at, end),
        ...set(address, this.#rowAt(grid, get(row))),
        ...this.#each((i) => set(most + i, this.#load(address, i))),
        ...whileLess(at, end, [
          ...set(from, this.#rowAt(grid, loadInt(get(at)))),
          ...this.#each((i) => set(most + i, [...get(most + i), ...this.#load(from, i), ...FLOATS_MAX])),
          ...advance(at, 4),
        ]),
        ...this.#each((i) => this.#store(address, i, get(most + i))),
        ...advance(row, 1),
      ]),
    ];
  }

  /** put and raise(rows, offers, table, end): each row becomes the offer that the table names, or the greater of both. */
  offer(isRaised: boolean): number[] {
    const [row, offers, at, end] = [0, 1, 2, 3] as const;
    const from = 4;
    return whileLess(at, end, [
      ...set(from, this.#rowAt(offers, loadInt(get(at)))),
      ...this.#each((i) =>
        this.#store(
          row,
          i,
          isRaised ? [...this.#load(row, i), ...this.#load(from, i), ...FLOATS_MAX] : this.#load(from, i),
        ),
      ),
      ...advance(row, 2 ** this.#shift),
      ...advance(at, 4),
    ]);
  }

  /** expect(rows, chances, end, out): what the rows come to on average, with a probability for each. */
  expect(): number[] {
    const [row, chance, end, out] = [0, 1, 2, 3] as const;
    const sums = 6;
    return [
      ...this.#clear(sums),
      ...whileLess(chance, end, [
        ...this.#each((i) =>
          set(sums + i, [
            ...get(sums + i),
            ...this.#load(row, i),
            ...loadSplat(chance),
            ...FLOATS_MULTIPLY,
            ...FLOATS_ADD,
          ]),
        ),
        ...advance(row, 2 ** this.#shift),
        ...advance(chance, 8),
      ]),
      ...this.#each((i) => this.#store(out, i, get(sums + i))),
    ];
  }

  /**
   * follow(own, best, from, kept, starts, entries, first, row): the other way of `best`, for probabilities. From the last row down, what lies in
   * `from` is kept where `best` is the row's own number, else it goes on to the first row of its list that has the same; the row is empty then.
   */
  follow(): number[] {
    const [own, best, from, kept, starts, entries, first, row] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
    const [at, end, mine, there, offset] = [8, 9, 10, 11, 12] as const;
    const rest = 13;
    const same = rest + this.#vectors;
    /** Takes what has the same number in the row at `other`, and adds it to that at `to`. */
    const take = (i: number, other: readonly number[], to: number) => [
      ...set(same, [...other, ...this.#load(mine, i), ...FLOATS_EQUAL]),
      ...this.#store(to, i, [...this.#load(to, i), ...get(rest + i), ...get(same), ...AND, ...FLOATS_ADD]),
      ...set(rest + i, [...get(rest + i), ...get(same), ...AND_NOT]),
    ];
    return whileLess(first, row, [
      ...set(row, [...get(row), ...number(1), SUB]),
      ...this.#listOf(row, starts, entries, at, end),
      ...set(mine, this.#rowAt(best, get(row))),
      ...set(there, this.#rowAt(from, get(row))),
      ...this.#each((i) => set(rest + i, this.#load(there, i))),
      ...this.#each((i) => this.#store(there, i, ZEROS)),
      ...set(there, this.#rowAt(kept, get(row))),
      ...set(offset, this.#rowAt(own, get(row))),
      ...this.#each((i) => take(i, this.#load(offset, i), there)),
      ...whileLess(at, end, [
        ...set(offset, [...loadInt(get(at)), ...number(this.#shift), SHIFT_LEFT]),
        ...set(there, [...get(from), ...get(offset), ADD]),
        ...set(offset, [...get(best), ...get(offset), ADD]),
        ...this.#each((i) => take(i, this.#load(offset, i), there)),
        ...advance(at, 4),
      ]),
    ]);
  }

  /** fall(kept, to, starts, entries, weights, row, last): the other way of `means`: each row is shared out among those of its list, first those of `kept`. */
  fall(): number[] {
    const [kept, to, starts, entries, weights, row, last] = [0, 1, 2, 3, 4, 5, 6] as const;
    const [at, end, mine, there, weight] = [7, 8, 9, 10, 11] as const;
    const share = 12;
    return whileLess(row, last, [
      ...this.#listOf(row, starts, entries, at, end),
      ...set(mine, this.#rowAt(kept, get(row))),
      ...set(there, this.#rowAt(to, get(row))),
      ...set(weight, [...get(weights), ...get(row), ...number(3), SHIFT_LEFT, ADD]),
      ...this.#each((i) =>
        set(share + i, [
          ...this.#load(mine, i),
          ...this.#load(there, i),
          ...FLOATS_ADD,
          ...loadSplat(weight),
          ...FLOATS_MULTIPLY,
        ]),
      ),
      ...this.#each((i) => [...this.#store(mine, i, ZEROS), ...this.#store(there, i, ZEROS)]),
      ...whileLess(at, end, [
        ...set(there, this.#rowAt(to, loadInt(get(at)))),
        ...this.#each((i) =>
          this.#store(there, i, [...this.#load(there, i), ...get(share + i), ...FLOATS_ADD]),
        ),
        ...advance(at, 4),
      ]),
      ...advance(row, 1),
    ]);
  }

  /**
   * take(worths, from, offers, taken, table, end): the other way of `put` and `raise`, for probabilities: what lies in a row of `from` goes to the
   * offer that the table names, where that is worth as much as the row.
   */
  take(): number[] {
    const [worth, from, offers, taken, at, end] = [0, 1, 2, 3, 4, 5] as const;
    const [offer, to] = [6, 7] as const;
    const same = 8;
    return whileLess(at, end, [
      ...set(offer, this.#rowAt(offers, loadInt(get(at)))),
      ...set(to, this.#rowAt(taken, loadInt(get(at)))),
      ...this.#each((i) => [
        ...set(same, [...this.#load(worth, i), ...this.#load(offer, i), ...FLOATS_EQUAL]),
        ...this.#store(to, i, [
          ...this.#load(to, i),
          ...this.#load(from, i),
          ...get(same),
          ...AND,
          ...FLOATS_ADD,
        ]),
        ...this.#store(from, i, [...this.#load(from, i), ...get(same), ...AND_NOT]),
      ]),
      ...advance(worth, 2 ** this.#shift),
      ...advance(from, 2 ** this.#shift),
      ...advance(at, 4),
    ]);
  }

  /** Sets `at` and `end` to where the list of a row begins and ends. */
  #listOf(row: number, starts: number, entries: number, at: number, end: number): number[] {
    const start = [...get(starts), ...get(row), ...number(2), SHIFT_LEFT, ADD];
    const place = (offset: number) => [
      ...get(entries),
      ...loadInt(start, offset),
      ...number(2),
      SHIFT_LEFT,
      ADD,
    ];
    return [...set(at, place(0)), ...set(end, place(4))];
  }

  #rowAt(grid: number, index: readonly number[]): number[] {
    return [...get(grid), ...index, ...number(this.#shift), SHIFT_LEFT, ADD];
  }

  #each(write: (vector: number) => number[]): number[] {
    return Array.from({ length: this.#vectors }, (_, i) => write(i)).flat();
  }

  #clear(sums: number): number[] {
    return this.#each((i) => set(sums + i, ZEROS));
  }

  #load(address: number, vector: number): number[] {
    return loadVector(address, 16 * vector);
  }

  #store(address: number, vector: number, value: readonly number[]): number[] {
    return storeVector(address, 16 * vector, value);
  }
}

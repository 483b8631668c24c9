/**
 * The five loops of a turn as WebAssembly with SIMD, put together here byte by byte, so that nothing has to be compiled at install. Each
 * works on a grid of numbers: one row for each way to hold dice, and in a row one number for each of `lanes` states that are worked out
 * together. Lists of rows are 32-bit indices. `kernel.ts` says what each loop does.
 */
export function turnModule(lanes: number): Uint8Array<ArrayBuffer> {
  const code = new Code(lanes);
  const functions = [
    { name: "means", parameters: 6, locals: 5, body: code.means() },
    { name: "best", parameters: 5, locals: 4, body: code.best() },
    { name: "put", parameters: 4, locals: 3, body: code.offer(false) },
    { name: "raise", parameters: 4, locals: 3, body: code.offer(true) },
    { name: "expect", parameters: 4, locals: 2, body: code.expect() },
  ];
  const vectors = lanes / 2;
  const types = functions.map(({ parameters }) => [0x60, ...vector(Array(parameters).fill(I32)), 0]);
  const exports = functions.map(({ name }, at) => [...text(name), 0, at]);
  const bodies = functions.map(({ locals, body }) => {
    const declared = [2, ...unsigned(locals), I32, ...unsigned(vectors), V128];
    return vector([...declared, ...body, END]);
  });
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([[...text("turn"), ...text("memory"), 2, 0, 1]])),
    ...section(3, vector(functions.map((_, at) => at))),
    ...section(7, list(exports)),
    ...section(10, list(bodies)),
  ]);
}

const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const END = 0x0b;
const ADD = 0x6a;
const SUB = 0x6b;
const SHIFT_LEFT = 0x74;
const LESS = 0x48;
const SIMD = 0xfd;
const LOAD_SPLAT = 10;
const FLOATS_ADD = [SIMD, ...unsigned(240)];
const FLOATS_MULTIPLY = [SIMD, ...unsigned(242)];
const FLOATS_MAX = [SIMD, ...unsigned(247)];

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
      ...this.#whileLess(first, row, [
        ...set(row, [...get(row), ...number(1), SUB]),
        ...this.#listOf(row, starts, entries, at, end),
        ...this.#clear(sums),
        ...this.#whileLess(at, end, [
          ...set(from, this.#rowAt(grid, loadInt(get(at)))),
          ...this.#each((i) => set(sums + i, [...get(sums + i), ...this.#load(from, i), ...FLOATS_ADD])),
          ...set(at, [...get(at), ...number(4), ADD]),
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
      ...this.#whileLess(row, last, [
        ...this.#listOf(row, starts, entries, at, end),
        ...set(address, this.#rowAt(grid, get(row))),
        ...this.#each((i) => set(most + i, this.#load(address, i))),
        ...this.#whileLess(at, end, [
          ...set(from, this.#rowAt(grid, loadInt(get(at)))),
          ...this.#each((i) => set(most + i, [...get(most + i), ...this.#load(from, i), ...FLOATS_MAX])),
          ...set(at, [...get(at), ...number(4), ADD]),
        ]),
        ...this.#each((i) => this.#store(address, i, get(most + i))),
        ...set(row, [...get(row), ...number(1), ADD]),
      ]),
    ];
  }

  /** put and raise(rows, offers, table, end): each row becomes the offer that the table names, or the greater of both. */
  offer(isRaised: boolean): number[] {
    const [row, offers, at, end] = [0, 1, 2, 3] as const;
    const from = 4;
    return this.#whileLess(at, end, [
      ...set(from, this.#rowAt(offers, loadInt(get(at)))),
      ...this.#each((i) =>
        this.#store(
          row,
          i,
          isRaised ? [...this.#load(row, i), ...this.#load(from, i), ...FLOATS_MAX] : this.#load(from, i),
        ),
      ),
      ...set(row, [...get(row), ...number(2 ** this.#shift), ADD]),
      ...set(at, [...get(at), ...number(4), ADD]),
    ]);
  }

  /** expect(rows, chances, end, out): what the rows come to on average, with a probability for each. */
  expect(): number[] {
    const [row, chance, end, out] = [0, 1, 2, 3] as const;
    const sums = 6;
    return [
      ...this.#clear(sums),
      ...this.#whileLess(chance, end, [
        ...this.#each((i) =>
          set(sums + i, [
            ...get(sums + i),
            ...this.#load(row, i),
            ...loadSplat(chance),
            ...FLOATS_MULTIPLY,
            ...FLOATS_ADD,
          ]),
        ),
        ...set(row, [...get(row), ...number(2 ** this.#shift), ADD]),
        ...set(chance, [...get(chance), ...number(8), ADD]),
      ]),
      ...this.#each((i) => this.#store(out, i, get(sums + i))),
    ];
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
    return this.#each((i) => set(sums + i, [SIMD, 12, ...Array<number>(16).fill(0)]));
  }

  #load(address: number, vector: number): number[] {
    return [...get(address), SIMD, 0, 3, ...unsigned(16 * vector)];
  }

  #store(address: number, vector: number, value: readonly number[]): number[] {
    return [...get(address), ...value, SIMD, 11, 3, ...unsigned(16 * vector)];
  }

  #whileLess(a: number, b: number, body: readonly number[]): number[] {
    const isLess = [...get(a), ...get(b), LESS];
    return [...isLess, 0x04, VOID, 0x03, VOID, ...body, ...isLess, 0x0d, 0, END, END];
  }
}

function get(local: number): number[] {
  return [0x20, ...unsigned(local)];
}

function set(local: number, value: readonly number[]): number[] {
  return [...value, 0x21, ...unsigned(local)];
}

function number(value: number): number[] {
  return [0x41, ...signed(value)];
}

function loadInt(address: readonly number[], offset = 0): number[] {
  return [...address, 0x28, 2, offset];
}

function loadSplat(address: number): number[] {
  return [...get(address), SIMD, LOAD_SPLAT, 3, 0];
}

/** LEB128, as numbers stand in a module. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))];
}

function vector(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): number[] {
  return vector([...name].map((letter) => letter.charCodeAt(0)));
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...vector(content)];
}

/** What a module of WebAssembly is put together from, byte by byte. */

/** How many bytes a whole number takes, one of single and of double precision, and a vector. */
export const INT = 4;
export const SINGLE = 4;
export const DOUBLE = 8;
export const VECTOR = 16;

export const I32 = 0x7f;
export const F64 = 0x7c;
const V128 = 0x7b;
const VOID = 0x40;
const END = 0x0b;
export const ADD = 0x6a;
export const SUB = 0x6b;
export const SHIFT_LEFT = 0x74;
const LESS = 0x48;
const SIMD = 0xfd;
const LOAD_SPLAT = 10;
const LOAD_SINGLE_SPLAT = 9;
export const FLOATS_ADD = [SIMD, ...unsigned(240)];
export const FLOATS_MULTIPLY = [SIMD, ...unsigned(242)];
export const FLOATS_MAX = [SIMD, ...unsigned(247)];
/** Vectors of four numbers of single precision. */
export const SINGLES_ADD = [SIMD, ...unsigned(228)];
export const SINGLES_MULTIPLY = [SIMD, ...unsigned(230)];
export const SINGLES_DIVIDE = [SIMD, ...unsigned(231)];
export const SINGLES_MIN = [SIMD, ...unsigned(232)];
export const SINGLES_MAX = [SIMD, ...unsigned(233)];
/** All bits set where two floats are equal. */
export const FLOATS_EQUAL = [SIMD, 71];
/** The first two of four numbers of single precision, as floats. */
export const PROMOTE = [SIMD, 95];
/** The second halves of two vectors. */
export const HIGH_HALF = shuffle((at) => (at < 8 ? 8 : 16) + at);
/** Sixteen whole numbers of a byte, which become eight of two, without signs. */
export const SHORTS_FROM_LOW_BYTES = [SIMD, ...unsigned(137)];
export const SHORTS_FROM_HIGH_BYTES = [SIMD, ...unsigned(138)];
/** The sums of each two of them. */
export const SHORTS_FROM_BYTE_PAIRS = [SIMD, 125];
/** Eight whole numbers of two bytes. Products of all are added up two by two, with signs, to four of four bytes. */
export const SHORTS_ADD = [SIMD, ...unsigned(142)];
export const SHORTS_MULTIPLY = [SIMD, ...unsigned(149)];
export const SHORTS_SHIFT_RIGHT = [SIMD, ...unsigned(141)];
export const SHORTS_PAIRED_PRODUCTS = [SIMD, ...unsigned(186)];
/** Sixteen bytes out of two vectors of them, each at least 0 and at most 255. */
export const BYTES_FROM_SHORTS = [SIMD, 102];
/** Four whole numbers of four bytes. */
export const WHOLES_FROM_LOW_SHORTS = [SIMD, ...unsigned(169)];
export const WHOLES_FROM_HIGH_SHORTS = [SIMD, ...unsigned(170)];
export const WHOLES_FROM_SINGLES = [SIMD, ...unsigned(248)];
export const WHOLES_ADD = [SIMD, ...unsigned(174)];
export const WHOLES_MULTIPLY = [SIMD, ...unsigned(181)];
/** Out of two vectors of them, with signs, as near as two bytes can come. */
export const SHORTS_FROM_WHOLES = [SIMD, ...unsigned(133)];
export const SINGLES_FROM_WHOLES = [SIMD, ...unsigned(250)];
/** To the nearest whole number; of two that are as near, to the even one. */
export const SINGLES_ROUND = [SIMD, 106];
export const SPLAT = [SIMD, 20];
export const AND = [SIMD, 78];
/** The first, without the bits of the second. */
export const AND_NOT = [SIMD, 79];
/** Zeros, of either precision. */
export const ZEROS = vectorOf(Uint8Array, [0]);

/** A function: its parameters, then whole numbers and vectors as locals. Locals are called by their number, in this order. */
export interface Loop {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly integers: number;
  readonly vectors: number;
  readonly body: readonly number[];
}

/** A module that exports these functions, which work on a memory that is given to it as `of.memory`. */
export function moduleOf(of: string, loops: readonly Loop[]): Uint8Array<ArrayBuffer> {
  const types = loops.map(({ parameters }) => [0x60, ...vector(parameters), 0]);
  const exports = loops.map(({ name }, at) => [...text(name), 0, at]);
  const bodies = loops.map(({ integers, vectors, body }) =>
    vector([2, ...unsigned(integers), I32, ...unsigned(vectors), V128, ...body, END]),
  );
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([[...text(of), ...text("memory"), 2, 0, 1]])),
    ...section(3, vector(loops.map((_, at) => at))),
    ...section(7, list(exports)),
    ...section(10, list(bodies)),
  ]);
}

/** Functions that run on a memory of their own: numbers that they take are addresses in it. */
export type Opened<T> = T & { readonly memory: WebAssembly.Memory };

/** Opens a module of these functions, which has the smallest memory. */
export function openLoops<T extends object>(of: string, loops: readonly Loop[]): Opened<T> {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(of, loops)), {
    [of]: { memory },
  });
  return { ...(exports as T), memory };
}

const PAGE = 65_536;

/** Makes a memory as large as so many bytes; what is in it stays, but views of it must be made anew. */
export function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

export function loadVector(address: number, offset: number): number[] {
  return [...get(address), SIMD, 0, 3, ...unsigned(offset)];
}

export function storeVector(address: number, offset: number, value: readonly number[]): number[] {
  return [...get(address), ...value, SIMD, 11, 3, ...unsigned(offset)];
}

/** Does something as long as a whole number is less than another one. */
export function whileLess(a: number, b: number, body: readonly number[]): number[] {
  const isLess = [...get(a), ...get(b), LESS];
  return [...isLess, 0x04, VOID, 0x03, VOID, ...body, ...isLess, 0x0d, 0, END, END];
}

/** Does something if a whole number is less than another one. */
export function ifLess(a: number, b: number, body: readonly number[]): number[] {
  return [...get(a), ...get(b), LESS, 0x04, VOID, ...body, END];
}

export function get(local: number): number[] {
  return [0x20, ...unsigned(local)];
}

export function set(local: number, value: readonly number[]): number[] {
  return [...value, 0x21, ...unsigned(local)];
}

/** Adds a number to a whole number, mostly to an address. */
export function advance(local: number, by: number): number[] {
  return set(local, [...get(local), ...number(by), ADD]);
}

export function number(value: number): number[] {
  return [0x41, ...signed(value)];
}

export function loadInt(address: readonly number[], offset = 0): number[] {
  return [...address, 0x28, 2, offset];
}

export function storeInt(address: number, value: readonly number[], offset = 0): number[] {
  return [...get(address), ...value, 0x36, 2, offset];
}

/** The number of single precision at an address, four times. */
export function loadSingleSplat(address: number, offset = 0): number[] {
  return [...get(address), SIMD, LOAD_SINGLE_SPLAT, 2, offset];
}

/** The number at an address, twice. */
export function loadSplat(address: number): number[] {
  return [...get(address), SIMD, LOAD_SPLAT, 3, 0];
}

/** A vector of these numbers, over and over. */
export function vectorOf(
  Kind: Uint8ArrayConstructor | Int16ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor,
  values: readonly number[],
): number[] {
  const count = VECTOR / Kind.BYTES_PER_ELEMENT;
  const all = Array.from({ length: count }, (_, at) => values[at % values.length] as number);
  return [SIMD, 12, ...new Uint8Array(Kind.from(all).buffer)];
}

/** Bytes of two vectors. @param laneOf where each stands: below 16 in the first, from 16 on in the second */
export function shuffle(laneOf: (at: number) => number): number[] {
  return [SIMD, 13, ...Array.from({ length: VECTOR }, (_, at) => laneOf(at))];
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

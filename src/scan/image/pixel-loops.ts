import {
  AND,
  advance,
  BYTES_FROM_SHORTS,
  get,
  I32,
  type Loop,
  loadVector,
  number,
  type Opened,
  openLoops,
  SHORTS_ADD,
  SHORTS_FROM_BYTE_PAIRS,
  SHORTS_FROM_HIGH_BYTES,
  SHORTS_FROM_LOW_BYTES,
  SHORTS_FROM_WHOLES,
  SHORTS_MULTIPLY,
  SHORTS_PAIRED_PRODUCTS,
  SHORTS_SHIFT_RIGHT,
  SINGLES_ADD,
  SINGLES_DIVIDE,
  SINGLES_FROM_WHOLES,
  SINGLES_MAX,
  SINGLES_MIN,
  SINGLES_MULTIPLY,
  SINGLES_ROUND,
  set,
  shuffle,
  storeVector,
  VECTOR,
  vectorOf,
  WHOLES_ADD,
  WHOLES_FROM_HIGH_SHORTS,
  WHOLES_FROM_LOW_SHORTS,
  WHOLES_FROM_SINGLES,
  WHOLES_MULTIPLY,
  whileLess,
} from "../../rules/wasm-bytes.ts";
import { WHITE } from "./picture.ts";

/** The shares of red, green and blue in luma, in 256ths (0.299, 0.587 and 0.114 of Rec. 601). */
const SHARES = { red: 77, green: 150, blue: 29 } as const;
/** Of the shares, as a power of 2. */
const WHOLE_BITS = 8;
const WHOLE = 2 ** WHOLE_BITS;
/** Levels by which blue and red differ from luma for each step of Cb and Cr. */
const BLUE_STEP = 1.772;
const RED_STEP = 1.402;
/** Cb and Cr of grey. */
const NEUTRAL = 128;

/** So many pixels are worked out side by side: a vector holds one byte of each. */
export const ABREAST = VECTOR;
/** Bytes of red, green and blue of these pixels. */
export const RGB_ABREAST = 3 * ABREAST;

/** What is done with every pixel of a photo. All numbers are addresses. */
interface PixelLoops {
  /** The luma of pixels, RGB_ABREAST bytes at a time. */
  luma(rgb: number, rgbEnd: number, to: number): void;
  /**
   * Cb and Cr for every two pixels of two rows, RGB_ABREAST bytes of each at a time: the first pixel of the upper row and the second of
   * the lower one, one diagonal to the other, since most photos are stored with one chroma for all four.
   */
  chroma(upper: number, upperEnd: number, lower: number, to: number): void;
  /** Red, green and blue of pixels, from luma and from Cb and Cr of each, ABREAST at a time. */
  join(luma: number, lumaEnd: number, chroma: number, to: number): void;
  /** The mean of each two pixels of two rows of grey, twice ABREAST of each at a time. */
  halve(upper: number, upperEnd: number, lower: number, to: number): void;
  /** Pixels divided by the light that falls on them, RGB_ABREAST bytes at a time, and grey in which ink of any colour is dark. */
  divide(rgb: number, rgbEnd: number, light: number, to: number, grey: number): void;
}

let opened: Opened<PixelLoops> | null = null;

/** The loops as WebAssembly with SIMD, opened once. What is in their memory is only good until somebody else calls one. */
export function pixelLoops(): Opened<PixelLoops> {
  opened ??= openLoops<PixelLoops>("pixels", [
    loop("luma", 3, 6, luma()),
    loop("chroma", 4, 6, chroma()),
    loop("join", 4, 6, join()),
    loop("halve", 4, 0, halve()),
    loop("divide", 5, 9, divide()),
  ]);
  return opened;
}

function loop(name: keyof PixelLoops, parameters: number, vectors: number, body: number[]): Loop {
  return { name, parameters: Array<number>(parameters).fill(I32), integers: 0, vectors, body };
}

type Code = readonly number[];

/** An operation on what these give. */
function of(operation: Code, ...operands: readonly Code[]): number[] {
  return [...operands.flat(), ...operation];
}

/** Three vectors, one after the other. */
type Three = readonly [number, number, number];

/** The bytes of red, green and blue that stand at an address, in three locals. */
function loadThree(address: number, parts: Three): number[] {
  return parts.flatMap((part, at) => set(part, loadVector(address, at * ABREAST)));
}

/** Bytes out of three vectors; beyond them, any. @param placeOf where each stands, counted from the first of all */
function picked([one, next, last]: Three, placeOf: (at: number) => number): number[] {
  const two = 2 * ABREAST;
  const first = shuffle((at) => placeOf(at) % two);
  const both = shuffle((at) => (placeOf(at) < two ? at : placeOf(at) - ABREAST) % two);
  return of(both, of(first, get(one), get(next)), get(last));
}

/** Red, green and blue of the pixels that stand at an address, each in a local of its own. @param parts locals to work with */
function loadChannels(address: number, parts: Three, channels: Three): number[] {
  const channel = (first: number) => picked(parts, (at) => 3 * at + first);
  return [...loadThree(address, parts), ...channels.flatMap((local, first) => set(local, channel(first)))];
}

/** Writes three channels pixel by pixel to an address. */
function storeInterleaved(to: number, channels: Three): number[] {
  return channels.flatMap((_, part) =>
    storeVector(
      to,
      part * ABREAST,
      picked(channels, (at) => {
        const place = part * ABREAST + at;
        return (place % 3) * ABREAST + Math.floor(place / 3);
      }),
    ),
  );
}

function luma(): number[] {
  const [rgb, rgbEnd, to] = [0, 1, 2] as const;
  const parts = [3, 4, 5] as const;
  const channels = [6, 7, 8] as const;
  const shares = [SHARES.red, SHARES.green, SHARES.blue];
  const half = (widen: Code) => {
    const products = channels.map((channel, at) =>
      of(SHORTS_MULTIPLY, of(widen, get(channel)), shorts(shares[at] as number)),
    );
    // The half is for rounding.
    const sum = products.reduce((sum, product) => of(SHORTS_ADD, sum, product), shorts(WHOLE / 2));
    return of(SHORTS_SHIFT_RIGHT, sum, number(WHOLE_BITS));
  };
  return whileLess(rgb, rgbEnd, [
    ...loadChannels(rgb, parts, channels),
    ...storeVector(to, 0, of(BYTES_FROM_SHORTS, half(SHORTS_FROM_LOW_BYTES), half(SHORTS_FROM_HIGH_BYTES))),
    ...advance(rgb, RGB_ABREAST),
    ...advance(to, ABREAST),
  ]);
}

function chroma(): number[] {
  const [upper, upperEnd, lower, to] = [0, 1, 2, 3] as const;
  const parts = [4, 5, 6] as const;
  const [red, green, blue] = [7, 8, 9] as const;
  const pairs = ABREAST / 2;
  /** A channel of every second pixel. */
  const ofPixels = (first: number, channel: number) =>
    of(
      SHORTS_FROM_LOW_BYTES,
      picked(parts, (at) => 3 * (2 * at + first) + channel),
    );
  // A sum of two pixels fits into 16 bits, and what it is multiplied with into the 32 of a pair of products.
  const redAndGreen = (from: number) =>
    of(
      shuffle((at) => (at % 4 < 2 ? 0 : ABREAST) + from + 2 * Math.floor(at / 4) + (at % 2)),
      get(red),
      get(green),
    );
  const halfOf = (byRed: number, byGreen: number, byBlue: number, step: number) => (from: number) => {
    const products = of(SHORTS_PAIRED_PRODUCTS, redAndGreen(from), shorts(byRed, byGreen));
    const widen = from === 0 ? WHOLES_FROM_LOW_SHORTS : WHOLES_FROM_HIGH_SHORTS;
    const more = of(WHOLES_ADD, products, of(WHOLES_MULTIPLY, of(widen, get(blue)), wholes(byBlue)));
    const scaled = of(SINGLES_MULTIPLY, of(SINGLES_FROM_WHOLES, more), singles(0.5 / step / WHOLE));
    return of(WHOLES_ADD, of(WHOLES_FROM_SINGLES, of(SINGLES_ROUND, scaled)), wholes(NEUTRAL));
  };
  const both = (half: (from: number) => number[]) => of(SHORTS_FROM_WHOLES, half(0), half(ABREAST / 2));
  const bluer = halfOf(-SHARES.red, -SHARES.green, WHOLE - SHARES.blue, BLUE_STEP);
  const redder = halfOf(WHOLE - SHARES.red, -SHARES.green, -SHARES.blue, RED_STEP);
  return whileLess(upper, upperEnd, [
    ...loadThree(upper, parts),
    ...[red, green, blue].flatMap((sum, channel) => set(sum, ofPixels(0, channel))),
    ...loadThree(lower, parts),
    ...[red, green, blue].flatMap((sum, channel) => set(sum, of(SHORTS_ADD, get(sum), ofPixels(1, channel)))),
    // First all Cb, then all Cr, and at last each beside the other.
    ...set(red, of(BYTES_FROM_SHORTS, both(bluer), both(redder))),
    ...storeVector(
      to,
      0,
      of(
        shuffle((at) => (at % 2) * pairs + Math.floor(at / 2)),
        get(red),
        get(red),
      ),
    ),
    ...[upper, lower].flatMap((row) => advance(row, RGB_ABREAST)),
    ...advance(to, ABREAST),
  ]);
}

function join(): number[] {
  const [luma, lumaEnd, chroma, to] = [0, 1, 2, 3] as const;
  const channels = [4, 5, 6] as const;
  const light = 7;
  const colours = [8, 9] as const;
  const ofHalf = (half: 0 | 1) => {
    const widen = half === 0 ? SHORTS_FROM_LOW_BYTES : SHORTS_FROM_HIGH_BYTES;
    const level = of(widen, get(light));
    const cb = of(AND, get(colours[half]), shorts(2 ** 8 - 1));
    const cr = of(SHORTS_SHIFT_RIGHT, get(colours[half]), number(8));
    return { level, cb, cr };
  };
  /** The levels of a channel: luma, and so much of what there is more of blue and of red. */
  const levels = (ofBlue: number, ofRed: number) => (half: 0 | 1) => {
    const { level, cb, cr } = ofHalf(half);
    const quarter = (widen: Code) => {
      const single = (value: Code, neutral: number) =>
        of(SINGLES_FROM_WHOLES, of(WHOLES_ADD, of(widen, value), wholes(-neutral)));
      const more = (value: Code, share: number) =>
        share === 0 ? [] : of(SINGLES_ADD, of(SINGLES_MULTIPLY, single(value, NEUTRAL), singles(share)));
      const sum = [...single(level, 0), ...more(cr, ofRed * RED_STEP), ...more(cb, ofBlue * BLUE_STEP)];
      return of(WHOLES_FROM_SINGLES, of(SINGLES_ROUND, sum));
    };
    return of(SHORTS_FROM_WHOLES, quarter(WHOLES_FROM_LOW_SHORTS), quarter(WHOLES_FROM_HIGH_SHORTS));
  };
  const [red, blue] = [levels(0, 1), levels(1, 0)];
  const green = levels(-SHARES.blue / SHARES.green, -SHARES.red / SHARES.green);
  return whileLess(luma, lumaEnd, [
    ...set(light, loadVector(luma, 0)),
    ...colours.flatMap((part, at) => set(part, loadVector(chroma, at * ABREAST))),
    ...[red, green, blue].flatMap((half, at) =>
      set(channels[at] as number, of(BYTES_FROM_SHORTS, half(0), half(1))),
    ),
    ...storeInterleaved(to, channels),
    ...advance(luma, ABREAST),
    ...advance(chroma, 2 * ABREAST),
    ...advance(to, RGB_ABREAST),
  ]);
}

function halve(): number[] {
  const [upper, upperEnd, lower, to] = [0, 1, 2, 3] as const;
  // Two for rounding, and then a quarter.
  const meanAt = (place: number) => {
    const sums = [upper, lower].map((row) => of(SHORTS_FROM_BYTE_PAIRS, loadVector(row, place)));
    const sum = sums.reduce((sum, more) => of(SHORTS_ADD, sum, more), shorts(2));
    return of(SHORTS_SHIFT_RIGHT, sum, number(2));
  };
  return whileLess(upper, upperEnd, [
    ...storeVector(to, 0, of(BYTES_FROM_SHORTS, meanAt(0), meanAt(ABREAST))),
    ...[upper, lower].flatMap((row) => advance(row, 2 * ABREAST)),
    ...advance(to, ABREAST),
  ]);
}

/** The shares of red, green and blue in grey, beside the darker one of red and green: blue light is weak and noisy. */
const GREY_SHARES = [0.5 * 0.299, 0.5 * 0.587, 0.5 * 0.114] as const;

function divide(): number[] {
  const [rgb, rgbEnd, light, to, grey] = [0, 1, 2, 3, 4] as const;
  const parts = [5, 6, 7] as const;
  const seen = [8, 9, 10] as const;
  const lights = [11, 12, 13] as const;
  const quarters = [SHORTS_FROM_LOW_BYTES, SHORTS_FROM_HIGH_BYTES].flatMap((half) =>
    [WHOLES_FROM_LOW_SHORTS, WHOLES_FROM_HIGH_SHORTS].map(
      (quarter) => (bytes: number) => of(SINGLES_FROM_WHOLES, of(quarter, of(half, get(bytes)))),
    ),
  );
  type Quarter = (bytes: number) => number[];
  const even = (quarter: Quarter, channel: 0 | 1 | 2) => {
    const gain = of(SINGLES_DIVIDE, singles(WHITE), of(SINGLES_MAX, quarter(lights[channel]), singles(1)));
    return of(SINGLES_MULTIPLY, quarter(seen[channel]), gain);
  };
  // What is too bright for a byte becomes as bright as one can be.
  const bytesOf = (levels: (quarter: Quarter) => number[]) => {
    const wholes = quarters.map((quarter) => of(WHOLES_FROM_SINGLES, levels(quarter)));
    const [first, second, third, last] = wholes as [number[], number[], number[], number[]];
    return of(BYTES_FROM_SHORTS, of(SHORTS_FROM_WHOLES, first, second), of(SHORTS_FROM_WHOLES, third, last));
  };
  const inkOf = (quarter: Quarter) => {
    const darker = of(SINGLES_MIN, even(quarter, 0), even(quarter, 1));
    return ([0, 1, 2] as const).reduce(
      (sum, channel) =>
        of(SINGLES_ADD, sum, of(SINGLES_MULTIPLY, even(quarter, channel), singles(GREY_SHARES[channel]))),
      of(SINGLES_MULTIPLY, darker, singles(0.5)),
    );
  };
  return whileLess(rgb, rgbEnd, [
    ...loadChannels(rgb, parts, seen),
    ...loadChannels(light, parts, lights),
    ...storeVector(grey, 0, bytesOf(inkOf)),
    ...parts.flatMap((part, channel) =>
      set(
        part,
        bytesOf((quarter) => even(quarter, channel as 0 | 1 | 2)),
      ),
    ),
    ...storeInterleaved(to, parts),
    ...[rgb, light, to].flatMap((pixels) => advance(pixels, RGB_ABREAST)),
    ...advance(grey, ABREAST),
  ]);
}

function shorts(...values: readonly number[]): number[] {
  return vectorOf(Int16Array, values);
}

function wholes(value: number): number[] {
  return vectorOf(Int32Array, [value]);
}

function singles(value: number): number[] {
  return vectorOf(Float32Array, [value]);
}

import {
  advance,
  F64,
  FLOATS_ADD,
  FLOATS_MULTIPLY,
  get,
  I32,
  loadVector,
  moduleOf,
  set,
  SPLAT,
  storeVector,
  whileLess,
} from "../../rules/wasm-bytes.ts";

/** So many numbers are worked out at a time; there must be room for as many after the last one. */
export const STEP = 8;

/** add(to, from, end, share): adds a list of numbers, times a share, to another one, in WebAssembly with SIMD. */
export function spreadModule(): Uint8Array<ArrayBuffer> {
  const [to, from, end, share, factor] = [0, 1, 2, 3, 4] as const;
  const vectors = Array.from({ length: STEP / 2 }, (_, i) => 16 * i);
  const forward = (address: number) => advance(address, 8 * STEP);
  const body = [
    ...set(factor, [...get(share), ...SPLAT]),
    ...whileLess(from, end, [
      ...vectors.flatMap((at) => [
        ...storeVector(to, at, [
          ...loadVector(to, at),
          ...loadVector(from, at),
          ...get(factor),
          ...FLOATS_MULTIPLY,
          ...FLOATS_ADD,
        ]),
      ]),
      ...forward(to),
      ...forward(from),
    ]),
  ];
  return moduleOf("spread", [
    { name: "add", parameters: [I32, I32, I32, F64], integers: 0, vectors: 1, body },
  ]);
}

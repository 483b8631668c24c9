import { growMemory, lazyLoops, SINGLE, VECTOR } from "../../rules/wasm.ts";
import { WARP_WASM, type WarpLoops } from "./warp-wasm.ts";

const loops = lazyLoops<WarpLoops>(WARP_WASM);

/** Values that are worked on at a time. */
const LANES = VECTOR / SINGLE;

/**
 * For each value of a square: the greatest near it, less the cost of the way there, across and down.
 *
 * @param values row by row
 * @param costs of ways in one direction, from the farthest back to the farthest on, an odd number
 */
export function relaxSquare(values: Float32Array, costs: Float32Array): Float32Array {
  const side = Math.sqrt(values.length);
  const most = costs.length >> 1;
  // Around the square lies what is less than any number, so that nothing beyond it is near.
  const width = Math.ceil((side + 2 * most) / LANES) * LANES;
  const count = width * (side + 2 * most);
  const costsAt = 3 * count * SINGLE;
  const { memory, relax } = loops();
  growMemory(memory, costsAt + costs.byteLength + VECTOR);
  const numbers = new Float32Array(memory.buffer);
  numbers.fill(Number.NEGATIVE_INFINITY, 0, 2 * count);
  for (let at = 0; at < costs.length; at++) numbers[3 * count + at] = -(costs[at] as number);
  const row = (at: number) => (most + at) * width + most;
  for (let at = 0; at < side; at++) numbers.set(values.subarray(at * side, (at + 1) * side), row(at));
  const rows = { first: most * width * SINGLE, end: (most + side) * width * SINGLE };
  const onward = (from: number, step: number, to: number) =>
    relax(
      costsAt,
      costsAt + costs.byteLength,
      from * SINGLE + rows.first - most * step,
      from * SINGLE + rows.end - most * step,
      step,
      to * SINGLE + rows.first,
    );
  onward(0, SINGLE, count);
  onward(count, width * SINGLE, 2 * count);
  const result = new Float32Array(values.length);
  for (let at = 0; at < side; at++) {
    const from = 2 * count + row(at);
    result.set(numbers.subarray(from, from + side), at * side);
  }
  return result;
}

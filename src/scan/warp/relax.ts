import {
  ADD,
  advance,
  get,
  growTo,
  I32,
  type Loop,
  loadSingleSplat,
  loadVector,
  type Opened,
  openLoops,
  SINGLE,
  SINGLES_ADD,
  SINGLES_MAX,
  set,
  storeVector,
  VECTOR,
  vectorOf,
  whileLess,
} from "../../rules/wasm-bytes.ts";

/** So many values are worked out side by side. */
const ABREAST = VECTOR / SINGLE;

/**
 * For each value of a square: the greatest near it, less the cost of the way there, across and down.
 *
 * @param values row by row
 * @param costs of ways in one direction, from the farthest back to the farthest on, an odd number
 */
export function relaxed(values: Float32Array, costs: Float32Array): Float32Array {
  const side = Math.sqrt(values.length);
  const most = costs.length >> 1;
  // Around the square lies what is less than any number, so that nothing beyond it is near.
  const width = Math.ceil((side + 2 * most) / ABREAST) * ABREAST;
  const count = width * (side + 2 * most);
  const costsAt = 3 * count * SINGLE;
  const { memory, relax } = loops();
  growTo(memory, costsAt + costs.byteLength + VECTOR);
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

/** All numbers are addresses, and a length in bytes. */
interface Loops {
  /**
   * The greatest near each value of a line in one direction.
   *
   * @param costs what each is less by, negated
   * @param first what is farthest back from the first value
   * @param end what is farthest back from the one behind the last
   * @param step from one that is near to the next
   */
  relax(costs: number, costsEnd: number, first: number, end: number, step: number, to: number): void;
}

let opened: Opened<Loops> | null = null;

/** The loop as WebAssembly with SIMD, opened once. */
function loops(): Opened<Loops> {
  opened ??= openLoops<Loops>("relax", [relaxLoop()]);
  return opened;
}

function relaxLoop(): Loop {
  const [costs, costsEnd, first, end, step, to] = [0, 1, 2, 3, 4, 5] as const;
  const [cost, near] = [6, 7] as const;
  const best = 8;
  const body = whileLess(first, end, [
    ...set(best, vectorOf(Float32Array, [Number.NEGATIVE_INFINITY])),
    ...set(cost, get(costs)),
    ...set(near, get(first)),
    ...whileLess(cost, costsEnd, [
      ...set(best, [
        ...[...get(best), ...loadVector(near, 0), ...loadSingleSplat(cost)],
        ...[...SINGLES_ADD, ...SINGLES_MAX],
      ]),
      ...set(near, [...get(near), ...get(step), ADD]),
      ...advance(cost, SINGLE),
    ]),
    ...storeVector(to, 0, get(best)),
    ...advance(first, VECTOR),
    ...advance(to, VECTOR),
  ]);
  return { name: "relax", parameters: Array<number>(6).fill(I32), integers: 2, vectors: 1, body };
}

import { DOUBLE, growMemory, INT, lazyLoops, VECTOR } from "../../rules/wasm.ts";
import { WARP_WASM, type WarpLoops } from "./warp-wasm.ts";

const loops = lazyLoops<WarpLoops>(WARP_WASM);

/** Linear equations with few terms each, solved in the sense of least squares. */
export class SparseEquations {
  /**
   * The matrix of the normal equations, by diagonals: how far each lies above the main one (those below are the same), and its values, by
   * row. Where unknowns stand on a grid there are few of them.
   */
  readonly #diagonals = new Map<number, Float64Array>();
  /** Their right side. */
  readonly #goal: Float64Array;
  /** What equations add to the matrix, by the list of how far apart their terms are: to which diagonal, and the product of which factors. */
  readonly #products = new Map<readonly number[], readonly Product[]>();

  constructor(unknowns: number) {
    this.#goal = new Float64Array(unknowns);
  }

  /**
   * Adds an equation.
   *
   * @param first the unknown from which on those of the terms are counted
   * @param offsets of each term: how far behind it its unknown stands; one list for all equations in which that is the same
   * @param goal what the terms should add up to
   * @param weight what the square of the error counts
   */
  add(
    first: number,
    offsets: readonly number[],
    factors: readonly number[],
    goal: number,
    weight: number,
  ): void {
    for (let term = 0; term < offsets.length; term++) {
      const at = first + (offsets[term] as number);
      this.#goal[at] = (this.#goal[at] as number) + weight * (factors[term] as number) * goal;
    }
    for (const { diagonal, row, one, other } of this.#getProducts(offsets)) {
      const more = weight * (factors[one] as number) * (factors[other] as number);
      diagonal[first + row] = (diagonal[first + row] as number) + more;
    }
  }

  #getProducts(offsets: readonly number[]): readonly Product[] {
    const known = this.#products.get(offsets);
    if (known !== undefined) return known;
    const products = offsets.flatMap((row, one) =>
      offsets.flatMap((column, other) =>
        column < row ? [] : { diagonal: this.#diagonal(column - row), row, one, other },
      ),
    );
    this.#products.set(offsets, products);
    return products;
  }

  #diagonal(above: number): Float64Array {
    const diagonal = this.#diagonals.get(above) ?? new Float64Array(this.#goal.length);
    this.#diagonals.set(above, diagonal);
    return diagonal;
  }

  /** Finds the unknowns from values near them: conjugate gradients (Hestenes and Stiefel 1952), preconditioned by the main diagonal. */
  solve(start: Float64Array): Float64Array {
    const { length } = start;
    const main = this.#diagonal(0);
    const { direction, applied, multiply } = inMemory(this.#diagonals, length);
    direction.set(start);
    multiply();
    const solution = start.slice();
    const [residual, eased] = [new Float64Array(length), new Float64Array(length)];
    let all = 0;
    for (let at = 0; at < length; at++) {
      const goal = this.#goal[at] as number;
      residual[at] = goal - (applied[at] as number);
      eased[at] = (residual[at] as number) / (main[at] as number);
      all += (goal * goal) / (main[at] as number);
    }
    direction.set(eased);
    const enough = TOLERANCE * all;
    let left = dot(residual, eased);
    for (let step = 0; step < MAX_STEPS && left > enough; step++) {
      multiply();
      const size = left / dot(direction, applied);
      if (!Number.isFinite(size)) break;
      for (let at = 0; at < length; at++) {
        solution[at] = (solution[at] as number) + size * (direction[at] as number);
        residual[at] = (residual[at] as number) - size * (applied[at] as number);
        eased[at] = (residual[at] as number) / (main[at] as number);
      }
      const next = dot(residual, eased);
      for (let at = 0; at < length; at++)
        direction[at] = (eased[at] as number) + (next / left) * (direction[at] as number);
      left = next;
    }
    return solution;
  }
}

/** Where the product of two terms of an equation stands: on which diagonal, and in which row, counted from the equation's first unknown. */
interface Product {
  readonly diagonal: Float64Array;
  readonly row: number;
  readonly one: number;
  readonly other: number;
}

const MAX_STEPS = 200;
/** Share of the squared error at zero that may remain: far below what can be seen. */
const TOLERANCE = 1e-6;

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** A symmetric matrix in the memory of the loop, what it is multiplied with, and what comes of that: both are only good until the next matrix. */
function inMemory(diagonals: ReadonlyMap<number, Float64Array>, length: number) {
  const both = [...diagonals].flatMap(([above, values]) => [
    { above, values, from: 0 },
    ...(above === 0 ? [] : [{ above: -above, values, from: above }]),
  ]);
  const furthest = Math.max(...diagonals.keys());
  const alignByteLength = (count: number) => Math.ceil((count * DOUBLE) / VECTOR) * VECTOR;
  const stride = alignByteLength(length);
  // Rows are worked out two by two, and near the ends also with unknowns that there are not.
  const aside = alignByteLength(furthest + 1);
  const matrixAt = Math.ceil((both.length * INT) / VECTOR) * VECTOR;
  const directionAt = matrixAt + both.length * stride + aside;
  const appliedAt = directionAt + stride + aside;
  const { memory, multiply } = loops();
  growMemory(memory, appliedAt + stride);
  const floats = (at: number, count: number) => new Float64Array(memory.buffer, at, count);
  floats(matrixAt, (appliedAt + stride - matrixAt) / DOUBLE).fill(0);
  new Int32Array(memory.buffer, 0, both.length).set(both.map(({ above }) => above * DOUBLE));
  for (const [at, { values, from }] of both.entries())
    floats(matrixAt + at * stride, length).set(values.subarray(0, length - from), from);
  return {
    direction: floats(directionAt, length),
    applied: floats(appliedAt, length),
    multiply: () =>
      multiply(0, both.length * INT, matrixAt, stride, directionAt, directionAt + stride, appliedAt),
  };
}

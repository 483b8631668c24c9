/** Linear equations with few terms each, solved in the sense of least squares. */
export class SparseEquations {
  /** The terms of all equations, one after the other. */
  readonly #unknowns: number[] = [];
  readonly #factors: number[] = [];
  /** Where the terms of each equation end, and what the square of its error counts. */
  readonly #ends: number[] = [];
  readonly #weights: number[] = [];
  /** Of the normal equations: the main diagonal of their matrix, and their right side. */
  readonly #main: Float64Array;
  readonly #goal: Float64Array;

  constructor(unknowns: number) {
    this.#main = new Float64Array(unknowns);
    this.#goal = new Float64Array(unknowns);
  }

  /**
   * Adds an equation.
   *
   * @param first the unknown from which on those of the terms are counted
   * @param offsets of each term: how far behind it its unknown stands
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
      const [at, factor] = [first + (offsets[term] as number), factors[term] as number];
      this.#unknowns.push(at);
      this.#factors.push(factor);
      this.#main[at] = (this.#main[at] as number) + weight * factor * factor;
      this.#goal[at] = (this.#goal[at] as number) + weight * factor * goal;
    }
    this.#ends.push(this.#unknowns.length);
    this.#weights.push(weight);
  }

  /** Finds the unknowns from values near them: conjugate gradients (Hestenes and Stiefel 1952), preconditioned by the main diagonal. */
  solve(start: Float64Array): Float64Array {
    const { length } = start;
    const main = this.#main;
    const solution = start.slice();
    const applied = new Float64Array(length);
    this.#multiply(solution, applied);
    const [residual, eased] = [new Float64Array(length), new Float64Array(length)];
    let all = 0;
    for (let at = 0; at < length; at++) {
      const goal = this.#goal[at] as number;
      residual[at] = goal - (applied[at] as number);
      eased[at] = (residual[at] as number) / (main[at] as number);
      all += (goal * goal) / (main[at] as number);
    }
    const direction = eased.slice();
    const enough = TOLERANCE * all;
    let left = dot(residual, eased);
    for (let step = 0; step < MAX_STEPS && left > enough; step++) {
      this.#multiply(direction, applied);
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

  /** Sets the result to the matrix of the normal equations times values. */
  #multiply(values: Float64Array, result: Float64Array): void {
    const [unknowns, factors, ends, weights] = [this.#unknowns, this.#factors, this.#ends, this.#weights];
    result.fill(0);
    for (let equation = 0, first = 0; equation < ends.length; equation++) {
      const end = ends[equation] as number;
      let sum = 0;
      for (let at = first; at < end; at++)
        sum += (factors[at] as number) * (values[unknowns[at] as number] as number);
      sum *= weights[equation] as number;
      for (; first < end; first++) {
        const at = unknowns[first] as number;
        result[at] = (result[at] as number) + (factors[first] as number) * sum;
      }
    }
  }
}

const MAX_STEPS = 200;
/** Share of the squared error at zero that may remain: far below what can be seen. */
const TOLERANCE = 1e-6;

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

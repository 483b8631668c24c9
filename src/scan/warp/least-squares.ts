/** A term of a linear equation: a factor and the index of the unknown it belongs to. */
export type Term = readonly [unknown: number, factor: number];

/** Linear equations with few terms each, solved in the sense of least squares. */
export class SparseEquations {
  readonly #unknowns: number[] = [];
  readonly #factors: number[] = [];
  /** Where the terms of each equation end. */
  readonly #ends: number[] = [];
  readonly #goals: number[] = [];

  /** @param goal what the terms should add up to */
  add(terms: readonly Term[], goal: number): void {
    for (const [unknown, factor] of terms) {
      this.#unknowns.push(unknown);
      this.#factors.push(factor);
    }
    this.#ends.push(this.#unknowns.length);
    this.#goals.push(goal);
  }

  /**
   * Finds the unknowns by conjugate gradients (Hestenes and Stiefel 1952), with the diagonal as preconditioner.
   *
   * @param start values near the solution, one for each unknown
   */
  solve(start: Float64Array): Float64Array {
    const matrix: Matrix = {
      unknowns: Int32Array.from(this.#unknowns),
      factors: Float64Array.from(this.#factors),
      ends: Int32Array.from(this.#ends),
    };
    return conjugateGradients(matrix, Float64Array.from(this.#goals), start);
  }
}

interface Matrix {
  readonly unknowns: Int32Array;
  readonly factors: Float64Array;
  readonly ends: Int32Array;
}

const MAX_STEPS = 200;
/** Share of the squared error at zero that may remain: far below what can be seen. */
const TOLERANCE = 1e-7;

function conjugateGradients(matrix: Matrix, goals: Float64Array, start: Float64Array): Float64Array {
  const { length } = start;
  const solution = start.slice();
  const diagonal = new Float64Array(length);
  const goal = new Float64Array(length);
  addTransposed(matrix, goals, goal, diagonal);
  const applied = new Float64Array(length);
  applyNormal(matrix, solution, applied);
  const residual = goal.map((value, at) => value - (applied[at] as number));
  const eased = divided(residual, diagonal);
  const direction = eased.slice();
  const enough = TOLERANCE * dot(goal, divided(goal, diagonal));
  let left = dot(residual, eased);
  for (let step = 0; step < MAX_STEPS && left > enough; step++) {
    applyNormal(matrix, direction, applied);
    const size = left / dot(direction, applied);
    if (!Number.isFinite(size)) break;
    for (let at = 0; at < length; at++) {
      solution[at] = (solution[at] as number) + size * (direction[at] as number);
      residual[at] = (residual[at] as number) - size * (applied[at] as number);
      eased[at] = (residual[at] as number) / (diagonal[at] as number);
    }
    const next = dot(residual, eased);
    for (let at = 0; at < length; at++)
      direction[at] = (eased[at] as number) + (next / left) * (direction[at] as number);
    left = next;
  }
  return solution;
}

/** Adds the transposed matrix times values, one for each equation; and the squares of its columns. */
function addTransposed(
  { unknowns, factors, ends }: Matrix,
  values: Float64Array,
  result: Float64Array,
  squares: Float64Array,
): void {
  for (let equation = 0, term = 0; equation < ends.length; equation++)
    for (; term < (ends[equation] as number); term++) {
      const unknown = unknowns[term] as number;
      const factor = factors[term] as number;
      result[unknown] = (result[unknown] as number) + factor * (values[equation] as number);
      squares[unknown] = (squares[unknown] as number) + factor * factor;
    }
}

/** Sets the result to the transposed matrix times the matrix times values. */
function applyNormal({ unknowns, factors, ends }: Matrix, values: Float64Array, result: Float64Array): void {
  result.fill(0);
  for (let equation = 0, first = 0; equation < ends.length; equation++) {
    const end = ends[equation] as number;
    let sum = 0;
    for (let term = first; term < end; term++)
      sum += (factors[term] as number) * (values[unknowns[term] as number] as number);
    for (let term = first; term < end; term++) {
      const unknown = unknowns[term] as number;
      result[unknown] = (result[unknown] as number) + (factors[term] as number) * sum;
    }
    first = end;
  }
}

function divided(values: Float64Array, by: Float64Array): Float64Array {
  return values.map((value, at) => value / (by[at] as number));
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

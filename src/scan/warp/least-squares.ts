/**
 * Linear equations with few terms each, solved in the sense of least squares. Their normal matrix is symmetric and has few diagonals: it
 * is stored by them, which is fast to fill and to multiply with.
 */
export class SparseEquations {
  /** By how far a diagonal lies above the main one. */
  readonly #diagonals = new Map<number, Float64Array>();
  readonly #goal: Float64Array;

  constructor(unknowns: number) {
    this.#goal = new Float64Array(unknowns);
  }

  /**
   * Adds an equation.
   *
   * @param first an unknown
   * @param offsets the unknown of each term, from that one on
   * @param factors one for each term
   * @param goal what the terms should add up to
   * @param weight what the square of its error counts
   */
  add(first: number, offsets: readonly number[], factors: readonly number[], goal: number, weight: number) {
    for (let one = 0; one < offsets.length; one++) {
      const at = first + (offsets[one] as number);
      const weighted = weight * (factors[one] as number);
      this.#goal[at] = (this.#goal[at] as number) + weighted * goal;
      for (let other = 0; other < offsets.length; other++) {
        const offset = (offsets[other] as number) - (offsets[one] as number);
        if (offset < 0) continue;
        const diagonal = this.#diagonal(offset);
        diagonal[at] = (diagonal[at] as number) + weighted * (factors[other] as number);
      }
    }
  }

  #diagonal(offset: number): Float64Array {
    const known = this.#diagonals.get(offset);
    if (known !== undefined) return known;
    const diagonal = new Float64Array(this.#goal.length - offset);
    this.#diagonals.set(offset, diagonal);
    return diagonal;
  }

  /**
   * Finds the unknowns by conjugate gradients (Hestenes and Stiefel 1952), with the main diagonal as preconditioner.
   *
   * @param start values near the solution, one for each unknown
   */
  solve(start: Float64Array): Float64Array {
    return conjugateGradients(rowsOf(this.#diagonals, start.length), this.#diagonal(0), this.#goal, start);
  }
}

/** A symmetric matrix row by row; `ends` says where each row ends. Zeros stay: rows of one length are faster. */
function rowsOf(diagonals: ReadonlyMap<number, Float64Array>, length: number) {
  const columns = new Int32Array(2 * diagonals.size * length);
  const values = new Float64Array(columns.length);
  const ends = new Int32Array(length);
  const above = [...diagonals].map(([offset, diagonal]) => ({ offset, diagonal }));
  const below = above.map(({ offset, diagonal }) => ({ offset: -offset, diagonal }));
  const sides = [...above, ...below.filter(({ offset }) => offset !== 0)];
  for (let row = 0, at = 0; row < length; row++) {
    for (const { offset, diagonal } of sides) {
      const value = diagonal[Math.min(row, row + offset)];
      if (value === undefined) continue;
      columns[at] = row + offset;
      values[at++] = value;
    }
    ends[row] = at;
  }
  return { columns, values, ends };
}

const MAX_STEPS = 200;
/** Share of the squared error at zero that may remain: far below what can be seen. */
const TOLERANCE = 1e-6;

function conjugateGradients(
  matrix: ReturnType<typeof rowsOf>,
  main: Float64Array,
  goal: Float64Array,
  start: Float64Array,
): Float64Array {
  const { length } = start;
  const solution = start.slice();
  const applied = new Float64Array(length);
  multiply(matrix, solution, applied);
  const residual = goal.map((value, at) => value - (applied[at] as number));
  const eased = divided(residual, main);
  const direction = eased.slice();
  const enough = TOLERANCE * dot(goal, divided(goal, main));
  let left = dot(residual, eased);
  for (let step = 0; step < MAX_STEPS && left > enough; step++) {
    multiply(matrix, direction, applied);
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

/** Sets the result to a matrix times values. */
function multiply(
  { columns, values: factors, ends }: ReturnType<typeof rowsOf>,
  values: Float64Array,
  result: Float64Array,
): void {
  for (let row = 0, at = 0; row < ends.length; row++) {
    const end = ends[row] as number;
    let sum = 0;
    for (; at < end; at++) sum += (factors[at] as number) * (values[columns[at] as number] as number);
    result[row] = sum;
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

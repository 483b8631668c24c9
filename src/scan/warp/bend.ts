import type { Size } from "../../print/geometry.ts";
import { dot, getElement } from "../../rules/arrays.ts";
import { DOUBLE, growMemory, INT, lazyLoops, VECTOR } from "../../rules/wasm.ts";
import { WARP_WASM, type WarpLoops } from "./warp-wasm.ts";

/** The displacement of the paper relative to the plane through its fiducials: shifts in mm at the nodes of a grid over the page. */
export interface Bend {
  readonly columns: number;
  readonly rows: number;
  /** Shifts across and down, node by node. */
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/** A piece of the print, as located in the photo. */
export interface ControlPoint {
  readonly xMm: number;
  readonly yMm: number;
  /** Its shift relative to the plane through the fiducials. */
  readonly acrossMm: number;
  readonly downMm: number;
  /** The inverse covariance of its shift: along a line, the shift is undetermined. */
  readonly weightAcross: number;
  readonly weightDown: number;
  readonly weightBoth: number;
}

/** Shifts are interpolated linearly between nodes; paper bends so little that the error is hundredths of a mm. */
const STEP_MM = 9;

export function flatBend({ widthMm, heightMm }: Size): Bend {
  const columns = Math.ceil(widthMm / STEP_MM) + 1;
  const rows = Math.ceil(heightMm / STEP_MM) + 1;
  const across = new Float64Array(columns * rows);
  return { columns, rows, across, down: across.slice() };
}

/**
 * The first node of the cell around a point of the page, and the bilinear weights of its four nodes; outside the grid, those of the nearest
 * cell.
 */
function cellAround({ columns, rows }: Bend, xMm: number, yMm: number) {
  const column = Math.max(0, Math.min(columns - 2, Math.floor(xMm / STEP_MM)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(yMm / STEP_MM)));
  const [right, lower] = [xMm / STEP_MM - column, yMm / STEP_MM - row];
  return {
    first: row * columns + column,
    upperLeft: (1 - right) * (1 - lower),
    upperRight: right * (1 - lower),
    lowerLeft: (1 - right) * lower,
    lowerRight: right * lower,
  };
}

/** The shift at a point of the page: across and down, in mm. */
export function bendShift(bend: Bend, xMm: number, yMm: number): [across: number, down: number] {
  const cell = cellAround(bend, xMm, yMm);
  return [interpolateShift(cell, bend.across, bend.columns), interpolateShift(cell, bend.down, bend.columns)];
}

function interpolateShift(
  cell: ReturnType<typeof cellAround>,
  shifts: Float64Array,
  columns: number,
): number {
  const { first, upperLeft, upperRight, lowerLeft, lowerRight } = cell;
  return (
    upperLeft * (shifts[first] as number) +
    upperRight * (shifts[first + 1] as number) +
    lowerLeft * (shifts[first + columns] as number) +
    lowerRight * (shifts[first + columns + 1] as number)
  );
}

const ROBUST_PASSES = 3;
/** The factor for the stiffness in the first pass, which includes outliers. */
const FIRST_STIFFNESS = 8;

/** Fits a bend robustly, starting from another one. Outliers weigh less (Tukey's biweight). */
export function fitBend(start: Bend, points: readonly ControlPoint[], stiffness: number, outlierMm: number) {
  let bend = smoothestBend(start, points, FIRST_STIFFNESS * stiffness);
  for (let pass = ROBUST_PASSES; pass > 0; pass--)
    bend = smoothestBend(bend, agreeingPoints(bend, points, outlierMm * pass), stiffness);
  return bend;
}

/** The points within a distance of the bend, weighted by how near they are. */
function agreeingPoints(bend: Bend, points: readonly ControlPoint[], mostMm: number): ControlPoint[] {
  const agreeing: ControlPoint[] = [];
  for (const point of points) {
    const off = residualMm(point, bend) / mostMm;
    if (off >= 1) continue;
    const factor = (1 - off * off) ** 2;
    const [weightAcross, weightDown] = [point.weightAcross * factor, point.weightDown * factor];
    agreeing.push({ ...point, weightAcross, weightDown, weightBoth: point.weightBoth * factor });
  }
  return agreeing;
}

/** The distance of a bend from a point in the point's determined directions. */
export function residualMm(point: ControlPoint, bend: Bend): number {
  const [across, down] = bendShift(bend, point.xMm, point.yMm);
  const [x, y] = [across - point.acrossMm, down - point.downMm];
  const { weightAcross, weightDown, weightBoth } = point;
  const square = weightAcross * x * x + 2 * weightBoth * x * y + weightDown * y * y;
  return Math.sqrt(Math.max(0, square) / (Math.max(weightAcross, weightDown) + 1e-9));
}

/** The smoothest bend that agrees with points, by least squares: paper may curve, but not fold. */
function smoothestBend(start: Bend, points: readonly ControlPoint[], stiffness: number): Bend {
  const count = start.across.length;
  const equations = new SparseEquations(2 * count);
  const corners = [0, 1, start.columns, start.columns + 1];
  const across = [...corners, ...corners.map((at) => at + count)];
  for (const point of points) addPoint(equations, start, point, { across, down: corners });
  for (const first of [0, count]) addStiffness(equations, start, first, stiffness);
  const solved = equations.solve(Float64Array.from([...start.across, ...start.down]));
  return { ...start, across: solved.slice(0, count), down: solved.slice(count) };
}

/**
 * Two equations, which together weigh the error of a shift by its inverse covariance.
 *
 * @param terms of each equation: the nodes of a cell, counted from its first one
 */
function addPoint(
  equations: SparseEquations,
  bend: Bend,
  point: ControlPoint,
  terms: Readonly<Record<"across" | "down", readonly number[]>>,
): void {
  const { acrossMm, downMm, weightAcross, weightDown, weightBoth } = point;
  const cell = cellAround(bend, point.xMm, point.yMm);
  const shares = [cell.upperLeft, cell.upperRight, cell.lowerLeft, cell.lowerRight];
  const tilt = weightAcross > 0 ? weightBoth / weightAcross : 0;
  const factors = [...shares, ...shares.map((share) => tilt * share)];
  equations.add(cell.first, terms.across, factors, acrossMm + tilt * downMm, weightAcross);
  const weight = Math.max(0, weightDown - tilt * weightBoth);
  equations.add(cell.first + bend.across.length, terms.down, shares, downMm, weight);
}

/** The second differences to keep small, along rows, along columns, and mixed: offsets and factors of their terms. */
const STIFF = [
  { right: [0, 1, 2], below: [0, 0, 0], factors: [1, -2, 1], weight: 1 },
  { right: [0, 0, 0], below: [0, 1, 2], factors: [1, -2, 1], weight: 1 },
  { right: [0, 1, 0, 1], below: [0, 0, 1, 1], factors: [1, -1, -1, 1], weight: 2 },
];

/** Keeps shifts in one direction smooth. @param first the index of the first of them */
function addStiffness(equations: SparseEquations, bend: Bend, first: number, stiffness: number): void {
  const { columns, rows } = bend;
  for (const { right, below, factors, weight } of STIFF) {
    const offsets = right.map((column, term) => column + getElement(below, term) * columns);
    const [lastRow, lastColumn] = [rows - Math.max(...below), columns - Math.max(...right)];
    for (let row = 0; row < lastRow; row++)
      for (let column = 0; column < lastColumn; column++)
        equations.add(first + row * columns + column, offsets, factors, 0, weight * stiffness);
  }
}

const loops = lazyLoops<WarpLoops>(WARP_WASM);

/** Linear equations with few terms each, solved in the sense of least squares. */
export class SparseEquations {
  /**
   * The symmetric matrix of the normal equations: for each upper diagonal, its distance from the main one, and its values by row. Unknowns
   * on a grid need few diagonals.
   */
  readonly #diagonals = new Map<number, Float64Array>();
  /** Their right side. */
  readonly #goal: Float64Array;
  /** For each list of offsets, the additions of such equations to the matrix: the diagonal, and the factors to multiply. */
  readonly #products = new Map<readonly number[], readonly Product[]>();

  constructor(unknowns: number) {
    this.#goal = new Float64Array(unknowns);
  }

  /**
   * Adds an equation.
   * @param first the index of the first unknown
   * @param offsets of each term: the index of its unknown after the first; equations with the same offsets share one array
   * @param goal the wanted sum of the terms
   * @param weight the weight of the squared error
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

  /** Solves for the unknowns from a start near them: conjugate gradients (Hestenes and Stiefel 1952), preconditioned by the main diagonal. */
  solve(start: Float64Array): Float64Array {
    const { length } = start;
    const main = this.#diagonal(0);
    const { direction, applied, multiply } = loadMatrix(this.#diagonals, length);
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

/** Where the product of two terms of an equation is added: the diagonal, and the row counted from the equation's first unknown. */
interface Product {
  readonly diagonal: Float64Array;
  readonly row: number;
  readonly one: number;
  readonly other: number;
}

const MAX_STEPS = 200;
/** The share of the squared error at zero that may remain: far below visible differences. */
const TOLERANCE = 1e-6;

/** A symmetric matrix in the memory of the loop, its factor and the product: both are only valid until the next matrix. */
function loadMatrix(diagonals: ReadonlyMap<number, Float64Array>, length: number) {
  const both = [...diagonals].flatMap(([above, values]) => [
    { above, values, from: 0 },
    ...(above === 0 ? [] : [{ above: -above, values, from: above }]),
  ]);
  const furthest = Math.max(...diagonals.keys());
  const alignByteLength = (count: number) => Math.ceil((count * DOUBLE) / VECTOR) * VECTOR;
  const stride = alignByteLength(length);
  // Rows are computed in pairs, and near the ends with unknowns outside the range.
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

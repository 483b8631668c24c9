import type { Size } from "../../print/geometry.ts";
import { SparseEquations } from "./least-squares.ts";

/** How far the paper is from where its marks alone would put it: shifts in mm at the nodes of a grid over the page. */
export interface Bend {
  readonly columns: number;
  readonly rows: number;
  readonly stepMm: number;
  /** Shifts across and down, node by node. */
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/** Where a piece of the print was seen: it holds the bend. */
export interface ControlPoint {
  readonly xMm: number;
  readonly yMm: number;
  /** How far from where the marks would put it. */
  readonly acrossMm: number;
  readonly downMm: number;
  /** The inverse covariance of its shift: a line says nothing about the way along it. */
  readonly weightAcross: number;
  readonly weightDown: number;
  readonly weightBoth: number;
}

/** Shifts are linear between nodes; paper bends so little that this is off by hundredths of a mm. */
const STEP_MM = 9;

/** The bend of a sheet that lies flat. */
export function flatBend({ widthMm, heightMm }: Size): Bend {
  const columns = Math.ceil(widthMm / STEP_MM) + 1;
  const rows = Math.ceil(heightMm / STEP_MM) + 1;
  const across = new Float64Array(columns * rows);
  return { columns, rows, stepMm: STEP_MM, across, down: across.slice() };
}

/**
 * The cell of the grid in which a point of the page lies: its node at the top left, and where in the cell the point lies, as shares of
 * its sides from there; for points beside the grid, the nearest cell and shares beyond 0 and 1.
 */
function cellAt({ columns, rows, stepMm }: Bend, xMm: number, yMm: number) {
  const column = Math.max(0, Math.min(columns - 2, Math.floor(xMm / stepMm)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(yMm / stepMm)));
  return { node: row * columns + column, right: xMm / stepMm - column, lower: yMm / stepMm - row };
}

/** The shift at a point of the page: across and down, in mm. */
export function shiftAt(bend: Bend, xMm: number, yMm: number): [across: number, down: number] {
  const cell = cellAt(bend, xMm, yMm);
  return [interpolated(bend.across, bend.columns, cell), interpolated(bend.down, bend.columns, cell)];
}

function interpolated(
  values: Float64Array,
  columns: number,
  { node, right, lower }: ReturnType<typeof cellAt>,
): number {
  return (
    (1 - right) * (1 - lower) * (values[node] as number) +
    right * (1 - lower) * (values[node + 1] as number) +
    (1 - right) * lower * (values[node + columns] as number) +
    right * lower * (values[node + columns + 1] as number)
  );
}

const ROBUST_PASSES = 3;
/** In the first pass, with outliers among the points, paper is taken to be this many times as stiff. */
const FIRST_STIFFNESS = 8;

/**
 * The bend that most points agree on. Those far off, such as where somebody wrote over a line, count less and less.
 *
 * @param start a bend near it
 * @param stiffness how much smoothness weighs against points
 */
export function fitBend(
  start: Bend,
  points: readonly ControlPoint[],
  stiffness: number,
  outlierMm: number,
): Bend {
  let bend = smoothestBend(start, points, FIRST_STIFFNESS * stiffness);
  for (let pass = ROBUST_PASSES; pass > 0; pass--)
    bend = smoothestBend(bend, reweighted(points, bend, outlierMm * pass), stiffness);
  return bend;
}

/** The points that agree with a bend, each weighing less the farther off it is (Tukey's biweight). */
function reweighted(points: readonly ControlPoint[], bend: Bend, outlierMm: number): ControlPoint[] {
  return points.flatMap((point) => {
    const off = residualMm(point, bend) / outlierMm;
    if (off >= 1) return [];
    const factor = (1 - off * off) ** 2;
    const [weightAcross, weightDown] = [point.weightAcross * factor, point.weightDown * factor];
    return [{ ...point, weightAcross, weightDown, weightBoth: point.weightBoth * factor }];
  });
}

/** How far a bend is from a point in the directions that the point is sure of. */
export function residualMm(point: ControlPoint, bend: Bend): number {
  const [across, down] = shiftAt(bend, point.xMm, point.yMm);
  const [x, y] = [across - point.acrossMm, down - point.downMm];
  const { weightAcross, weightDown, weightBoth } = point;
  const square = weightAcross * x * x + 2 * weightBoth * x * y + weightDown * y * y;
  return Math.sqrt(Math.max(0, square) / (Math.max(weightAcross, weightDown) + 1e-9));
}

/** The smoothest bend that agrees with points, by least squares: paper may curve, but not fold. */
function smoothestBend(start: Bend, points: readonly ControlPoint[], stiffness: number): Bend {
  const count = start.across.length;
  const equations = new SparseEquations(2 * count);
  for (const point of points) addPoint(equations, start, point);
  addStiffness(equations, start, 0, stiffness);
  addStiffness(equations, start, count, stiffness);
  const first = new Float64Array(2 * count);
  first.set(start.across);
  first.set(start.down, count);
  const solved = equations.solve(first);
  return { ...start, across: solved.slice(0, count), down: solved.slice(count) };
}

/** Two equations, which together weigh the error of a shift by its inverse covariance. */
function addPoint(equations: SparseEquations, bend: Bend, point: ControlPoint): void {
  const { acrossMm, downMm, weightAcross, weightDown, weightBoth } = point;
  const { node, right, lower } = cellAt(bend, point.xMm, point.yMm);
  const count = bend.across.length;
  const shares = [(1 - right) * (1 - lower), right * (1 - lower), (1 - right) * lower, right * lower];
  const corners = [0, 1, bend.columns, bend.columns + 1];
  const tilt = weightAcross > 0 ? weightBoth / weightAcross : 0;
  const nodes = [...corners, ...corners.map((corner) => count + corner)];
  const factors = [...shares, ...shares.map((share) => tilt * share)];
  equations.add(node, nodes, factors, acrossMm + tilt * downMm, weightAcross);
  equations.add(count + node, corners, shares, downMm, Math.max(0, weightDown - tilt * weightBoth));
}

const SECOND_DIFFERENCE = [1, -2, 1];
const TWIST = [1, -1, -1, 1];

/**
 * Keeps second differences of shifts in one direction small: along rows, along columns, and across both.
 *
 * @param first the index of the first of those shifts
 */
function addStiffness(
  equations: SparseEquations,
  { columns, rows }: Bend,
  first: number,
  stiffness: number,
): void {
  const inRow = [0, 1, 2];
  const inColumn = [0, columns, 2 * columns];
  const inCell = [0, 1, columns, columns + 1];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = first + row * columns + column;
      if (column < columns - 2) equations.add(at, inRow, SECOND_DIFFERENCE, 0, stiffness);
      if (row < rows - 2) equations.add(at, inColumn, SECOND_DIFFERENCE, 0, stiffness);
      if (column < columns - 1 && row < rows - 1) equations.add(at, inCell, TWIST, 0, 2 * stiffness);
    }
}

import type { Size } from "../../print/geometry.ts";

/** How far the paper is from where its marks alone would put it: shifts in mm at the nodes of a grid over the page. */
export interface Bend {
  readonly columns: number;
  readonly rows: number;
  readonly stepMm: number;
  /** Shifts across and down, node by node. */
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/** Where a piece of the print was seen. */
export interface Sighting {
  readonly xMm: number;
  readonly yMm: number;
  /** How far from where the marks would put it. */
  readonly acrossMm: number;
  readonly downMm: number;
  /** How much it says about each direction, and both together: a line says nothing about the way along it. */
  readonly sureAcross: number;
  readonly sureDown: number;
  readonly sureBoth: number;
}

/** Between nodes, shifts change evenly; paper bends so little that this is off by hundredths of a mm. */
const STEP_MM = 9;

/** The bend of a sheet that lies flat. */
export function flat({ widthMm, heightMm }: Size): Bend {
  const columns = Math.ceil(widthMm / STEP_MM) + 1;
  const rows = Math.ceil(heightMm / STEP_MM) + 1;
  const count = columns * rows;
  return {
    columns,
    rows,
    stepMm: STEP_MM,
    across: new Float64Array(count),
    down: new Float64Array(count),
  };
}

/** A cell of the grid, and where in it a point of the page lies. */
export interface Cell {
  /** Its node at the top left; the others are the next one, and those `columns` farther on. */
  readonly node: number;
  /** Where in the cell the point lies, as shares of its sides from the top left; beyond 0 and 1 for points beside the grid. */
  readonly right: number;
  readonly lower: number;
}

/** The cell in which a point of the page lies; for points beside the grid, the nearest one. */
export function cellAt({ columns, rows, stepMm }: Bend, xMm: number, yMm: number): Cell {
  const column = Math.max(0, Math.min(columns - 2, Math.floor(xMm / stepMm)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(yMm / stepMm)));
  return { node: row * columns + column, right: xMm / stepMm - column, lower: yMm / stepMm - row };
}

/** The shift at a point of the page: across and down, in mm. */
export function shiftAt(bend: Bend, xMm: number, yMm: number): [across: number, down: number] {
  const cell = cellAt(bend, xMm, yMm);
  return [between(bend.across, bend.columns, cell), between(bend.down, bend.columns, cell)];
}

function between(values: Float64Array, columns: number, { node, right, lower }: Cell): number {
  return (
    (1 - right) * (1 - lower) * (values[node] ?? 0) +
    right * (1 - lower) * (values[node + 1] ?? 0) +
    (1 - right) * lower * (values[node + columns] ?? 0) +
    right * lower * (values[node + columns + 1] ?? 0)
  );
}

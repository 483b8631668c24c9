import type { PageSize } from "./page-fit.ts";

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
export function flat({ widthMm, heightMm }: PageSize): Bend {
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

/** The four nodes around a point of the page, and how much each counts there. */
export function nodesAround({ columns, rows, stepMm }: Bend, xMm: number, yMm: number) {
  const column = Math.max(0, Math.min(columns - 2, Math.floor(xMm / stepMm)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(yMm / stepMm)));
  const right = xMm / stepMm - column;
  const lower = yMm / stepMm - row;
  const at = row * columns + column;
  return {
    nodes: [at, at + 1, at + columns, at + columns + 1],
    shares: [(1 - right) * (1 - lower), right * (1 - lower), (1 - right) * lower, right * lower],
  };
}

/** The shift at a point of the page: across and down, in mm. */
export function shiftAt(bend: Bend, xMm: number, yMm: number): [across: number, down: number] {
  const { nodes, shares } = nodesAround(bend, xMm, yMm);
  let across = 0;
  let down = 0;
  nodes.forEach((node, at) => {
    across += (shares[at] ?? 0) * (bend.across[node] ?? 0);
    down += (shares[at] ?? 0) * (bend.down[node] ?? 0);
  });
  return [across, down];
}

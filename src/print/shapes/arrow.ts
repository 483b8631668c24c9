import type { Point, Shape } from "./shape.ts";

/** The ways in which a column is filled. */
export const ARROWS = ["down", "up", "both", "inward", "outward"] as const;
export type Arrow = (typeof ARROWS)[number];

const WEIGHT = 0.11;
const HEAD = 0.24;
const TOP = 0.08;
const BOTTOM = 0.92;
/** Two arrows that meet or part leave a gap between them. */
const GAP = 0.07;

/** An arrow that shows the order of a column; `both` says that any order will do. */
export function arrowShapes(arrow: Arrow): Shape[] {
  switch (arrow) {
    case "down":
      return [shaft(TOP, BOTTOM), head(BOTTOM, -1)];
    case "up":
      return [shaft(TOP, BOTTOM), head(TOP, 1)];
    case "both":
      return [shaft(TOP, BOTTOM), head(TOP, 1), head(BOTTOM, -1)];
    case "inward":
      return [shaft(TOP, 0.5 - GAP), head(0.5 - GAP, -1), shaft(0.5 + GAP, BOTTOM), head(0.5 + GAP, 1)];
    case "outward":
      return [shaft(TOP, 0.5 - GAP), head(TOP, 1), shaft(0.5 + GAP, BOTTOM), head(BOTTOM, -1)];
  }
}

function shaft(from: number, to: number): Shape {
  return stroke([
    { x: 0.5, y: from },
    { x: 0.5, y: to },
  ]);
}

/** A head with its tip at a height; its wings point down (1) or up (-1). */
function head(tip: number, wings: 1 | -1): Shape {
  const y = tip + wings * HEAD;
  return stroke([
    { x: 0.5 - HEAD, y },
    { x: 0.5, y: tip },
    { x: 0.5 + HEAD, y },
  ]);
}

function stroke(points: readonly Point[]): Shape {
  return { kind: "path", points, closed: false, fill: null, line: { weight: WEIGHT, ink: 1, dash: null } };
}

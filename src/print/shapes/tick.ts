import type { Shape } from "./shape.ts";

const LINE_WEIGHT = 0.12;
const INK = 0.75;

/** A small empty box to tick: shapes within the unit square, its line included. */
export function tickShapes(): Shape[] {
  const side = 1 - LINE_WEIGHT;
  const inset = LINE_WEIGHT / 2;
  const line = { weight: LINE_WEIGHT, ink: INK, dash: null };
  return [
    { kind: "rounded-rectangle", x: inset, y: inset, width: side, height: side, radius: 0.12, fill: 0, line },
  ];
}

import type { Line, Point, Shape } from "./shape.ts";

/** As it lies on the table; as one of the dice that make the pattern; as the one that is left out. */
export const DIE_STATES = ["plain", "hit", "dropped"] as const;
export type DieState = (typeof DIE_STATES)[number];

const LINE_WEIGHT = 0.06;
const CORNER = 0.2;
const PIP_RADIUS = 0.105;
/** A little more than a third of the way out, so that six pips stay apart on a photocopy. */
const NEAR = 0.27;
const FAR = 0.73;
const NUMERAL_HEIGHT = 0.5;

const LOOKS: Readonly<Record<DieState, { fill: number; ink: number; pips: number }>> = {
  plain: { fill: 0, ink: 1, pips: 1 },
  hit: { fill: 0.88, ink: 0.88, pips: 0 },
  dropped: { fill: 0, ink: 0.55, pips: 0.45 },
};

const MIDDLE: Point = { x: 0.5, y: 0.5 };
const RISING: readonly Point[] = [
  { x: FAR, y: NEAR },
  { x: NEAR, y: FAR },
];
const FALLING: readonly Point[] = [
  { x: NEAR, y: NEAR },
  { x: FAR, y: FAR },
];
const SIDES: readonly Point[] = [
  { x: NEAR, y: 0.5 },
  { x: FAR, y: 0.5 },
];

const PIPS: ReadonlyMap<number, readonly Point[]> = new Map([
  [1, [MIDDLE]],
  [2, RISING],
  [3, [...RISING, MIDDLE]],
  [4, [...RISING, ...FALLING]],
  [5, [...RISING, ...FALLING, MIDDLE]],
  [6, [...RISING, ...FALLING, ...SIDES]],
]);

/**
 * A die seen from above: rounded square, pips at thirds, one line weight. A face that no pip die has is a numeral, and a
 * symbol stands as it is.
 *
 * @param face what it shows: a number, or a symbol of one or two letters
 * @param look its state; `hit` is dark with light pips, `dropped` is dashed and pale
 * @returns shapes within the unit square, lines included
 */
export function dieShapes(face: number | string, look: { readonly state: DieState }): Shape[] {
  return [body(look.state), ...faceShapes(face, LOOKS[look.state].pips)];
}

function body(state: DieState): Shape {
  const { fill, ink } = LOOKS[state];
  const line: Line = { weight: LINE_WEIGHT, ink, dash: state === "dropped" ? [0.12, 0.1] : null };
  const inset = LINE_WEIGHT / 2;
  const side = 1 - LINE_WEIGHT;
  return {
    kind: "rounded-rectangle",
    x: inset,
    y: inset,
    width: side,
    height: side,
    radius: CORNER,
    fill,
    line,
  };
}

function faceShapes(face: number | string, ink: number): Shape[] {
  const pips = typeof face === "number" ? PIPS.get(face) : undefined;
  if (pips === undefined) {
    const text = String(face);
    const height = text.length > 1 ? NUMERAL_HEIGHT * 0.8 : NUMERAL_HEIGHT;
    return [{ kind: "numeral", text, centerX: 0.5, centerY: 0.5, height, ink }];
  }
  return pips.map(({ x, y }) => ({
    kind: "circle",
    centerX: x,
    centerY: y,
    radius: PIP_RADIUS,
    fill: ink,
    line: null,
  }));
}

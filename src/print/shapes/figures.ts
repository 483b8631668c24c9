import type { Stroke, Shape } from "./shape.ts";

/** As it lies on the table; as one of the dice that make the pattern; as the one that is left out. */
export const DIE_STATES = ["plain", "hit", "dropped"] as const;
export type DieState = (typeof DIE_STATES)[number];

const DIE_LINE = 0.06;
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

type Pips = readonly (readonly [x: number, y: number])[];
const MIDDLE: Pips = [[0.5, 0.5]];
const RISING: Pips = [
  [FAR, NEAR],
  [NEAR, FAR],
];
const FALLING: Pips = [
  [NEAR, NEAR],
  [FAR, FAR],
];
const SIDES: Pips = [
  [NEAR, 0.5],
  [FAR, 0.5],
];

const PIPS: ReadonlyMap<number, Pips> = new Map([
  [1, MIDDLE],
  [2, RISING],
  [3, [...RISING, ...MIDDLE]],
  [4, [...RISING, ...FALLING]],
  [5, [...RISING, ...FALLING, ...MIDDLE]],
  [6, [...RISING, ...FALLING, ...SIDES]],
]);

/**
 * A die seen from above, within the unit square, lines included. A face that no pip die has is a numeral, and a symbol of one or two
 * letters stands as it is; `hit` is dark with light pips, `dropped` is dashed and pale.
 */
export function dieShapes(face: number | string, state: DieState = "plain"): Shape[] {
  const { fill, ink, pips } = LOOKS[state];
  const line: Stroke = { weight: DIE_LINE, ink, dash: state === "dropped" ? [0.12, 0.1] : null };
  return [square(0.2, fill, line), ...faceShapes(face, pips)];
}

/** A square that fills the unit square, its line included. */
function square(radius: number, fill: number, line: Stroke): Shape {
  const inset = line.weight / 2;
  const side = 1 - line.weight;
  return { kind: "rounded-rectangle", x: inset, y: inset, width: side, height: side, radius, fill, line };
}

function faceShapes(face: number | string, ink: number): Shape[] {
  const pips = typeof face === "number" ? PIPS.get(face) : undefined;
  if (pips === undefined) {
    const text = String(face);
    const height = text.length > 1 ? NUMERAL_HEIGHT * 0.8 : NUMERAL_HEIGHT;
    return [{ kind: "numeral", text, centerX: 0.5, centerY: 0.5, height, ink }];
  }
  const pip = { kind: "circle", radius: PIP_RADIUS, fill: ink, line: null } as const;
  return pips.map(([centerX, centerY]) => ({ ...pip, centerX, centerY }));
}

/** A small empty box to tick: shapes within the unit square, its line included. */
export function tickShapes(): Shape[] {
  return [square(0.12, 0, { weight: 0.12, ink: 0.75, dash: null })];
}

/** The ways in which a column is filled. */
export const ARROWS = ["down", "up", "both", "inward", "outward"] as const;
export type Arrow = (typeof ARROWS)[number];

const ARROW_LINE: Stroke = { weight: 0.11, ink: 1, dash: null };
const HEAD = 0.24;
const TOP = 0.08;
const BOTTOM = 0.92;
/** Two arrows that meet or part leave a gap between them. */
const ABOVE_GAP = 0.5 - 0.07;
const BELOW_GAP = 0.5 + 0.07;

/** An arrow that shows the order of a column; `both` says that any order will do. */
export function arrowShapes(arrow: Arrow): Shape[] {
  const [upper, lower] = [shaft(TOP, ABOVE_GAP), shaft(BELOW_GAP, BOTTOM)];
  return {
    down: [shaft(TOP, BOTTOM), head(BOTTOM, -1)],
    up: [shaft(TOP, BOTTOM), head(TOP, 1)],
    both: [shaft(TOP, BOTTOM), head(TOP, 1), head(BOTTOM, -1)],
    inward: [upper, head(ABOVE_GAP, -1), lower, head(BELOW_GAP, 1)],
    outward: [upper, head(TOP, 1), lower, head(BOTTOM, -1)],
  }[arrow];
}

function shaft(from: number, to: number): Shape {
  const points = [from, to].map((y) => ({ x: 0.5, y }));
  return { kind: "path", points, fill: null, line: ARROW_LINE };
}

/** A head with its tip at a height; its wings point down (1) or up (-1). */
function head(tip: number, wings: 1 | -1): Shape {
  const y = tip + wings * HEAD;
  const points = [
    { x: 0.5 - HEAD, y },
    { x: 0.5, y: tip },
    { x: 0.5 + HEAD, y },
  ];
  return { kind: "path", points, fill: null, line: ARROW_LINE };
}

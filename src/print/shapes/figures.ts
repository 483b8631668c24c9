type Point = Readonly<Record<"x" | "y", number>>;

interface Stroke {
  readonly weight: number;
  readonly ink: number;
  /** Lengths of dash and gap; null for an unbroken line. */
  readonly dash: readonly [number, number] | null;
}

interface Paint {
  /** Null: nothing is filled. */
  readonly fill: number | null;
  readonly line: Stroke | null;
}

/** The centre of a figure. */
type Centred = Readonly<Record<"centerX" | "centerY", number>>;

/**
 * A drawing in a unit square, origin top left, y downwards, to be scaled. Ink is the share of black: 0 is the white of the paper, 1 is
 * black. Line weights are in units of the square, too.
 */
export type Shape =
  | (Paint &
      Point &
      Readonly<Record<"width" | "height" | "radius", number>> & { readonly kind: "rounded-rectangle" })
  | (Paint & Centred & { readonly kind: "circle"; readonly radius: number })
  /** A polyline with round ends and corners. */
  | (Paint & { readonly kind: "path"; readonly points: readonly Point[] })
  /** A short numeral in bold. `height` is that of its figures. */
  | (Centred & {
      readonly kind: "numeral";
      readonly text: string;
      readonly height: number;
      readonly ink: number;
    });

/** The runs of black modules in a row; `to` is exclusive. */
export function findRuns(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, at) => {
    const last = runs.at(-1);
    if (!isBlack) return;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  });
  return runs;
}

/** A plain die, one of the pattern, and one that is left out. */
export const DIE_STATES = ["plain", "hit", "dropped"] as const;
export type DieState = (typeof DIE_STATES)[number];

/** On the smallest dice of pads (2.6 mm), figures of this height are just over 6 pt. */
const NUMERAL_HEIGHT = 0.55;
/** Two letters and three figures are lower, to fit between the sides. */
const PAIR_HEIGHT = 0.4;
const TRIPLE_HEIGHT = 0.28;

type DieLook = Readonly<Record<"fill" | "ink" | "pips" | "weight", number>>;

const LOOKS: Readonly<Record<DieState, DieLook>> = {
  plain: { fill: 0, ink: 1, pips: 1, weight: 0.06 },
  hit: { fill: 0.88, ink: 0.88, pips: 0, weight: 0.06 },
  dropped: { fill: 0, ink: 0.55, pips: 0.85, weight: 0.06 },
};

/** A look for each colour, still different on copies. */
const TINTS: readonly (DieLook & { readonly isHatched: boolean })[] = [
  { fill: 0, ink: 1, pips: 1, weight: 0.06, isHatched: false },
  { fill: 0, ink: 1, pips: 1, weight: 0.06, isHatched: true },
  { fill: 0, ink: 1, pips: 1, weight: 0.13, isHatched: false },
  { fill: 1, ink: 1, pips: 0, weight: 0.06, isHatched: false },
];

/** The look for the colour of each face, from 0; empty where colours don't matter or are more than there are looks. */
export function tintsByFace(colours: ReadonlyMap<number, string> | null): ReadonlyMap<number, number> {
  const all = [...(colours ?? [])].sort(([one], [other]) => one - other);
  const names = [...new Set(all.map(([, colour]) => colour))];
  return new Map(
    names.length > TINTS.length ? [] : all.map(([face, colour]) => [face, names.indexOf(colour)]),
  );
}

/** Rising strokes of equal distance, inside the outline. */
const HATCHING: readonly Shape[] = [-0.5, -0.25, 0, 0.25, 0.5].map((shift) => {
  const [near, far] = [0.1 + Math.max(0, shift), 0.9 + Math.min(0, shift)];
  return stroke({ x: near, y: 1 - near + shift }, { x: far, y: 1 - far + shift }, 0.03);
});

/** A straight black line. */
function stroke(from: Point, to: Point, weight: number): Shape {
  return { kind: "path", points: [from, to], fill: null, line: { weight, ink: 1, dash: null } };
}

/** The share of the unit square that a die in a colour leaves for its underline. */
const SHRUNK = 0.84;
const UNDERLINE = stroke({ x: 0.14, y: 0.95 }, { x: 0.86, y: 0.95 }, 0.1);

/** A shape of a die, made smaller towards a point in the middle of its width. */
function shrink(shape: Shape, share: number, centerY: number): Shape {
  const x = (at: number) => 0.5 + (at - 0.5) * share;
  const y = (at: number) => centerY + (at - centerY) * share;
  const center = (at: { centerX: number; centerY: number }) => ({
    centerX: x(at.centerX),
    centerY: y(at.centerY),
  });
  switch (shape.kind) {
    case "rounded-rectangle":
      return {
        ...shape,
        x: x(shape.x),
        y: y(shape.y),
        width: shape.width * share,
        height: shape.height * share,
        radius: shape.radius * share,
      };
    case "circle":
      return { ...shape, ...center(shape), radius: shape.radius * share };
    case "path":
      return { ...shape, points: shape.points.map((point) => ({ x: x(point.x), y: y(point.y) })) };
    case "numeral":
      return { ...shape, ...center(shape), height: shape.height * share };
    default:
      return shape satisfies never;
  }
}

/** The stroke through a die that is left out: black, so that copies show it, thinner than the pips on it, and without a gap that looks like one. */
const CROSS = stroke({ x: 0.05, y: 0.05 }, { x: 0.95, y: 0.95 }, 0.06);

/** How the dice of pads are drawn: black on white, white on black, or black on white with round corners. */
export const DIE_STYLES = ["outline", "solid", "rounded"] as const;
export type DieStyle = (typeof DIE_STYLES)[number];

/** The radius of a die's corners, and of its pips. */
type DieBody = Readonly<Record<"corner" | "pip", number>>;
const BODY: DieBody = { corner: 0.2, pip: 0.105 };
const STYLED: Readonly<Record<DieStyle, DieLook & DieBody>> = {
  outline: { ...LOOKS.plain, ...BODY },
  solid: { ...BODY, fill: 1, ink: 1, pips: 0, weight: 0.06 },
  rounded: { ...LOOKS.plain, corner: 0.32, pip: 0.1, weight: 0.085 },
};

/** Distance of pips from the edges: six pips stay apart on a photocopy. */
const NEAR = 0.27;
const pair = (centerX: number, centerY: number): Centred[] => [
  { centerX, centerY },
  { centerX: 1 - centerX, centerY: 1 - centerY },
];
const MIDDLE = [{ centerX: 0.5, centerY: 0.5 }];
const RISING = pair(1 - NEAR, NEAR);
const FALLING = pair(NEAR, NEAR);

const PIPS: readonly (readonly Centred[] | undefined)[] = [
  undefined,
  MIDDLE,
  RISING,
  [...RISING, ...MIDDLE],
  [...RISING, ...FALLING],
  [...RISING, ...FALLING, ...MIDDLE],
  [...RISING, ...FALLING, ...pair(NEAR, 0.5)],
];

/**
 * A die seen from above, within the unit square, lines included. Faces without pips are numerals or symbols of one or two letters. `hit`
 * is dark with light pips, `dropped` is pale and crossed out.
 * @param tint the look for its colour, see `tintsByFace`: a hit is underlined then; null without colours
 */
export function dieShapes(
  face: number | string,
  state: DieState = "plain",
  tint: number | null = null,
): Shape[] {
  const look = TINTS[tint ?? TINTS.length];
  if (look === undefined) return drawDie(face, LOOKS[state], [], state === "dropped");
  const die = drawDie(face, look, look.isHatched ? HATCHING : [], state === "dropped");
  return [...die.map((shape) => shrink(shape, SHRUNK, 0)), ...(state === "hit" ? [UNDERLINE] : [])];
}

/** The side of the small die inside a double die, and the weight of the large die's outline. */
const INNER = { side: 0.72, weight: 0.05 };

/**
 * A die of a pad in a style; one with a colour in the look for that, as large as one without.
 * @param isDouble whether it is a double die, a small one inside a large hollow one; numerals would be too small in it
 */
export function styledDie(
  face: number | string,
  style: DieStyle,
  tint: number | null,
  isDouble = false,
): Shape[] {
  if (isDouble && typeof face === "number" && PIPS[face] !== undefined) {
    const outline = square(STYLED[style].corner, 0, { weight: INNER.weight, ink: 1, dash: null });
    return [outline, ...styledDie(face, style, tint).map((shape) => shrink(shape, INNER.side, 0.5))];
  }
  const look = TINTS[tint ?? TINTS.length];
  return drawDie(face, look ?? STYLED[style], look?.isHatched ? HATCHING : [], false, STYLED[style]);
}

function drawDie(
  face: number | string,
  { fill, ink, pips, weight }: DieLook,
  hatching: readonly Shape[],
  isCrossed: boolean,
  { corner, pip }: DieBody = BODY,
): Shape[] {
  const outline = [square(corner, fill, { weight, ink, dash: null }), ...hatching];
  const cross = isCrossed ? [CROSS] : [];
  const places = typeof face === "number" ? PIPS[face] : undefined;
  if (places !== undefined) {
    const round = { kind: "circle" as const, radius: pip, fill: pips, line: null };
    return [...outline, ...cross, ...places.map((place) => ({ ...round, ...place }))];
  }
  const text = String(face).replace("-", "\u2212");
  const height = [NUMERAL_HEIGHT, NUMERAL_HEIGHT, PAIR_HEIGHT][text.length] ?? TRIPLE_HEIGHT;
  return [...outline, { kind: "numeral", text, centerX: 0.5, centerY: 0.5, height, ink: pips }, ...cross];
}

/** A square that fills the unit square, line included. */
function square(radius: number, fill: number, line: Stroke): Shape {
  const inset = line.weight / 2;
  const side = 1 - line.weight;
  return { kind: "rounded-rectangle", x: inset, y: inset, width: side, height: side, radius, fill, line };
}

/** An empty box to tick, within the unit square, line included. */
export function tickShapes(): Shape[] {
  return [square(0.12, 0, { weight: 0.12, ink: 1, dash: null })];
}

/** The orders in which a column is filled. */
export const ARROWS = ["down", "up", "both", "inward", "outward"] as const;
export type Arrow = (typeof ARROWS)[number];

const HEAD = 0.24;
const TOP = 0.08;
const BOTTOM = 0.92;
/** The gap between two arrows that meet or part. */
const ABOVE_GAP = 0.5 - 0.07;
const BELOW_GAP = 0.5 + 0.07;

/** The arrow for the order of a column; `both` means any order. */
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

function path(...points: [x: number, y: number][]): Shape {
  const line = { weight: 0.11, ink: 1, dash: null };
  return { kind: "path", points: points.map(([x, y]) => ({ x, y })), fill: null, line };
}

function shaft(from: number, to: number): Shape {
  return path([0.5, from], [0.5, to]);
}

/** A head with its tip at a height; its wings point down (1) or up (-1). */
function head(tip: number, wings: 1 | -1): Shape {
  const y = tip + wings * HEAD;
  return path([0.5 - HEAD, y], [0.5, tip], [0.5 + HEAD, y]);
}

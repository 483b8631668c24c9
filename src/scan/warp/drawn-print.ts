import { getTypeface, type TypeFamily } from "../../print/fonts/typeface.ts";
import { MM_PER_PT } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { drawSheet } from "../../print/pad/draw-sheet.ts";
import type { Ink as Shade, PdfCanvas } from "../../print/pdf/canvas.ts";
import type { Shape } from "../../print/shapes/figures.ts";
import { QUARTER } from "../../print/style/shapes.ts";
import type { PictureSize } from "../image/picture.ts";

/** Draws the print of a layout in levels of grey, without fiducials, code and logo, which differ from sheet to sheet. */
export function drawPrint(
  layout: PadLayout,
  family: TypeFamily,
  pxPerMm: number,
  size: PictureSize,
): Uint8Array {
  const ink = new InkCanvas(size);
  drawSheet(createInkCanvas(ink, family, pxPerMm), layout);
  return ink.levels();
}

function createInkCanvas(ink: InkCanvas, family: TypeFamily, pxPerMm: number): PdfCanvas {
  const glyphs = new Map<string, Polygon[]>();
  const text: PdfCanvas["text"] = (line) => {
    const { xMm, baselineMm, sizePt, weight, upwards = false } = line;
    const face = getTypeface(family, weight);
    const unit = (sizePt * MM_PER_PT * pxPerMm) / face.unitsPerEm;
    const [left, baseline] = [xMm * pxPerMm, baselineMm * pxPerMm];
    for (const { x, y, path } of face.glyphs(line.text)) {
      const outlines = glyphs.get(path) ?? parseGlyphPath(path);
      glyphs.set(path, outlines);
      // The y axis of fonts points upwards, that of pages downwards.
      const place: Place = upwards
        ? { left: left - y * unit, top: baseline - x * unit, right: [0, -unit], down: [-unit, 0] }
        : { left: left + x * unit, top: baseline - y * unit, right: [unit, 0], down: [0, -unit] };
      const placed: Polygon[] = [];
      for (const outline of outlines) placed.push(onPage(outline, place));
      ink.fill(placed, toDarkness(line.ink));
    }
  };
  return {
    text,
    line({ fromXMm, fromYMm, toXMm, toYMm, weightPt, dashMm = null, ink: shade }) {
      const ends = [fromXMm, fromYMm, toXMm, toYMm].map((mm) => mm * pxPerMm);
      const dash = dashMm?.map((mm) => mm * pxPerMm) ?? null;
      const weight = weightPt * MM_PER_PT * pxPerMm;
      for (const dashed of dashes(ends, dash)) ink.fill([bar(dashed, weight)], toDarkness(shade));
    },
    fill({ xMm, yMm, widthMm, heightMm, ink: shade }) {
      const [left, top, right, bottom] = [xMm, yMm, xMm + widthMm, yMm + heightMm].map((mm) => mm * pxPerMm);
      ink.fill([rectangle(left ?? 0, top ?? 0, right ?? 0, bottom ?? 0)], toDarkness(shade));
    },
    shapes(shapes, { xMm, yMm, sideMm, colour = null }) {
      const scale = sideMm * pxPerMm;
      const place: Place = {
        left: xMm * pxPerMm,
        top: yMm * pxPerMm,
        right: [scale, 0],
        down: [0, scale],
      };
      const toShapeDarkness = (share: number) => toDarkness(share === 1 ? (colour ?? share) : share);
      for (const shape of shapes)
        if (shape.kind === "numeral") {
          const { bold } = family;
          const sizePt = (shape.height * sideMm) / bold.height(1).capMm;
          const left = xMm + shape.centerX * sideMm - bold.width(shape.text, sizePt) / 2;
          const baselineMm = yMm + (shape.centerY + shape.height / 2) * sideMm;
          const numeral = { text: shape.text, xMm: left, baselineMm, sizePt, weight: "bold" } as const;
          text({ ...numeral, ink: shape.ink === 1 ? (colour ?? shape.ink) : shape.ink });
        } else drawShape(ink, shape, place, scale, toShapeDarkness);
    },
    // Chosen by the user, so useless for locating the print.
    modules: () => undefined,
    picture: () => undefined,
    outlines: () => undefined,
  };
}

/** The affine map of a drawing to the page, in px: its origin, and the steps of one unit to the right and of one unit down. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: readonly [across: number, down: number];
  readonly down: readonly [across: number, down: number];
}

function toDarkness(shade: Shade): number {
  if (typeof shade === "number") return shade;
  return 1 - (0.2126 * shade.red + 0.7152 * shade.green + 0.0722 * shade.blue);
}

function drawShape(
  ink: InkCanvas,
  shape: Exclude<Shape, { kind: "numeral" }>,
  place: Place,
  scale: number,
  shown: (share: number) => number,
): void {
  const { fill, line } = shape;
  const outline = (grownBy: number) => onPage(sheetOutline(shape, grownBy), place);
  if (fill !== null) ink.fill([outline(0)], shown(fill));
  if (line === null) return;
  const half = line.weight / 2;
  if (shape.kind !== "path" && line.dash === null) {
    // The line is the area between two outlines, the inner one reversed.
    ink.fill([outline(half), pairs(outline(-half)).reverse().flat()], shown(line.ink));
    return;
  }
  const corners = outline(0);
  const chain = shape.kind === "path" ? corners : [...corners, ...corners.slice(0, 2)];
  for (const dash of dashes(chain, line.dash?.map((length) => length * scale) ?? null))
    for (let at = 0; at + 4 <= dash.length; at += 2)
      ink.fill([capsule(dash.slice(at, at + 4), line.weight * scale)], shown(line.ink));
}

/** The points of a shape's outline in the unit square, grown by a distance; a path is returned as it is. */
function sheetOutline(shape: Exclude<Shape, { kind: "numeral" }>, grownBy: number): Polygon {
  switch (shape.kind) {
    case "rounded-rectangle": {
      const { x, y, width, height } = shape;
      const [left, top, right, bottom] = [
        x - grownBy,
        y - grownBy,
        x + width + grownBy,
        y + height + grownBy,
      ];
      return buildRoundedRectangle(left, top, right, bottom, Math.max(0, shape.radius + grownBy));
    }
    case "circle": {
      const [{ centerX, centerY }, radius] = [shape, shape.radius + grownBy];
      return buildRoundedRectangle(
        centerX - radius,
        centerY - radius,
        centerX + radius,
        centerY + radius,
        radius,
      );
    }
    case "path":
      return shape.points.flatMap(({ x, y }) => [x, y]);
    default:
      return shape satisfies never;
  }
}

function onPage(points: Polygon, { left, top, right, down }: Place): number[] {
  const placed: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    placed.push(left + x * right[0] + y * down[0], top + x * right[1] + y * down[1]);
  }
  return placed;
}

function pairs(points: Polygon): [x: number, y: number][] {
  return Array.from({ length: points.length / 2 }, (_, at) => [
    points[2 * at] as number,
    points[2 * at + 1] as number,
  ]);
}

function rectangle(left: number, top: number, right: number, bottom: number): Polygon {
  return [left, top, right, top, right, bottom, left, bottom];
}

function buildRoundedRectangle(
  left: number,
  top: number,
  right: number,
  bottom: number,
  radius: number,
): Polygon {
  const guide = radius * (1 - QUARTER);
  const corner = (x: number, y: number, toRight: number, down: number, isLevel: boolean) => {
    const level = [x + toRight * radius, y, x + toRight * guide, y];
    const upright = [x, y + down * guide, x, y + down * radius];
    return curve(
      isLevel
        ? [...level, ...upright]
        : [...upright.slice(2), ...upright.slice(0, 2), ...level.slice(2), ...level.slice(0, 2)],
    );
  };
  return [
    ...corner(left, top, 1, 1, false),
    ...corner(right, top, -1, 1, true),
    ...corner(right, bottom, -1, -1, false),
    ...corner(left, bottom, 1, -1, true),
  ];
}

/** A bar with straight ends around a line. */
function bar(ends: Polygon, weight: number): Polygon {
  const [x1, y1, x2, y2] = ends as [number, number, number, number];
  const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2);
  if (length === 0) return [];
  const [across, down] = [((y1 - y2) * weight) / (2 * length), ((x2 - x1) * weight) / (2 * length)];
  return [x1 + across, y1 + down, x2 + across, y2 + down, x2 - across, y2 - down, x1 - across, y1 - down];
}

/** The same with round ends. */
function capsule(ends: Polygon, weight: number): Polygon {
  const [x1, y1, x2, y2] = ends as [number, number, number, number];
  const sides = bar(ends, weight);
  if (sides.length === 0)
    return buildRoundedRectangle(
      x1 - weight / 2,
      y1 - weight / 2,
      x1 + weight / 2,
      y1 + weight / 2,
      weight / 2,
    );
  const [ax, ay, bx, by, cx, cy, dx, dy] = sides as Eight;
  // From the axis to the first side; turned by a right angle, along the axis.
  const [across, down] = [ax - x1, ay - y1];
  const cap = (
    x: number,
    y: number,
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    forth: 1 | -1,
  ) => {
    const [tipX, tipY] = [x + forth * down, y - forth * across];
    const [outX, outY] = [forth * down * QUARTER, -forth * across * QUARTER];
    const [sideX, sideY] = [(fromX - x) * QUARTER, (fromY - y) * QUARTER];
    return [
      ...curve([fromX, fromY, fromX + outX, fromY + outY, tipX + sideX, tipY + sideY, tipX, tipY]),
      ...curve([tipX, tipY, tipX - sideX, tipY - sideY, toX + outX, toY + outY, toX, toY]),
    ];
  };
  return [...cap(x2, y2, bx, by, cx, cy, 1), ...cap(x1, y1, dx, dy, ax, ay, -1)];
}

/** Segments per curve; the error is below a tenth of a pixel at the drawn sizes. */
const STEPS = 8;

/** A cubic Bézier as a polyline. @param points start, two control points, end */
function curve(points: Polygon): number[] {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points as Eight;
  const chain: number[] = [];
  for (let step = 0; step <= STEPS; step++) {
    const [t, s] = [step / STEPS, 1 - step / STEPS];
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    chain.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
  return chain;
}

type Eight = [number, number, number, number, number, number, number, number];

/** The outlines of a glyph in units of its font: `M`, `L`, `Q`, `C` and `Z` with all numbers, as HarfBuzz writes them. */
function parseGlyphPath(path: string): Polygon[] {
  const polygons: number[][] = [];
  for (const [, letter, numbers = ""] of path.matchAll(/([MLQC])([^MLQCZ]*)/g)) {
    const points = numbers.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const polygon = polygons.at(-1) ?? [];
    const [x = 0, y = 0] = polygon.slice(-2);
    if (letter === "M") polygons.push(points);
    else if (letter === "L") polygon.push(...points);
    else if (letter === "C") polygon.push(...curve([x, y, ...points]).slice(2));
    else {
      // The same curve as a cubic.
      const [guideX = 0, guideY = 0, toX = 0, toY = 0] = points;
      const between = (one: number, guide: number) => one + (2 / 3) * (guide - one);
      const guides = [between(x, guideX), between(y, guideY), between(toX, guideX), between(toY, guideY)];
      polygon.push(...curve([x, y, ...guides, toX, toY]).slice(2));
    }
  }
  return polygons;
}

/** Cuts a polyline into dashes; null keeps it whole. @param dash lengths of dash and gap */
function dashes(chain: Polygon, dash: readonly number[] | null): Polygon[] {
  if (dash === null) return [chain];
  const [dashLength = 0, gap = 0] = dash;
  const cut: number[][] = [];
  let [isDrawn, left] = [true, dashLength];
  for (let at = 0; at + 4 <= chain.length; at += 2) {
    const [x1, y1, x2, y2] = chain.slice(at, at + 4) as [number, number, number, number];
    const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2);
    if (at === 0) cut.push([x1, y1]);
    for (let gone = 0; gone < length; ) {
      const step = Math.min(left, length - gone);
      gone += step;
      left -= step;
      const [x, y] = [x1 + ((x2 - x1) * gone) / length, y1 + ((y2 - y1) * gone) / length];
      if (isDrawn) cut.at(-1)?.push(x, y);
      if (left > 0) continue;
      isDrawn = !isDrawn;
      left = isDrawn ? dashLength : gap;
      if (isDrawn) cut.push([x, y]);
      if (left <= 0) return cut;
    }
  }
  return cut;
}

/** The corners of a polygon, across and down in px from the top left corner: `x, y, x, y, …`. */
export type Polygon = readonly number[];

/**
 * A canvas for filling polygons. Each pixel gets its exact covered share, computed only by additions and multiplications, so that the
 * result is the same on every platform; SVG renderers differ at every edge.
 */
export class InkCanvas {
  readonly #widthPx: number;
  readonly #heightPx: number;
  /** The darkness of each pixel, from 0 for paper to 1 for black. */
  readonly #darkness: Float32Array;
  /** The coverage that polygons add to a pixel and to all pixels to its right, row by row; zero between two fillings. */
  #cover = new Float64Array(0);

  constructor({ widthPx, heightPx }: PictureSize) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.#darkness = new Float32Array(widthPx * heightPx);
  }

  /** Fills polygons; one of opposite orientation inside another is a hole. */
  fill(polygons: readonly Polygon[], darkness: number): void {
    const reach = this.#computeBounds(polygons);
    const count = coverWidth(reach) * (reach.bottom - reach.top);
    if (count > this.#cover.length) this.#cover = new Float64Array(count);
    for (const polygon of polygons) this.#addPolygon(polygon, reach);
    for (let row = reach.top; row < reach.bottom; row++) this.#fillRow(row, reach, darkness);
  }

  /** As levels, from 0 for black to 255 for paper. */
  levels(): Uint8Array {
    const levels = new Uint8Array(this.#darkness.length);
    for (let at = 0; at < levels.length; at++)
      levels[at] = Math.round(255 * (1 - (this.#darkness[at] as number)));
    return levels;
  }

  /** The pixels that the polygons can cover: the first column and row, and those after the last. */
  #computeBounds(polygons: readonly Polygon[]): Reach {
    let [left, top, right, bottom] = [this.#widthPx, this.#heightPx, 0, 0];
    for (const polygon of polygons)
      for (let at = 0; at < polygon.length; at += 2) {
        const [x, y] = [polygon[at] as number, polygon[at + 1] as number];
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      }
    return {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(this.#widthPx, Math.ceil(right)),
      bottom: Math.min(this.#heightPx, Math.ceil(bottom)),
    };
  }

  #addPolygon(polygon: Polygon, reach: Reach): void {
    let x = polygon.at(-2) as number;
    let y = polygon.at(-1) as number;
    for (let at = 0; at < polygon.length; at += 2) {
      const nextX = polygon[at] as number;
      const nextY = polygon[at + 1] as number;
      if (y < nextY) this.#addEdge(x, y, nextX, nextY, 1, reach);
      else if (y > nextY) this.#addEdge(nextX, nextY, x, y, -1, reach);
      x = nextX;
      y = nextY;
    }
  }

  /** An edge from its upper end to its lower one, row by row. */
  #addEdge(x: number, y: number, endX: number, endY: number, turn: 1 | -1, reach: Reach): void {
    const slope = (endX - x) / (endY - y);
    const to = Math.min(endY, this.#heightPx);
    for (let top = Math.max(y, 0); top < to; ) {
      const row = Math.floor(top);
      const bottom = Math.min(row + 1, to);
      const [one, other] = [this.#within(x + (top - y) * slope), this.#within(x + (bottom - y) * slope)];
      this.#addPiece(row, Math.min(one, other), Math.max(one, other), turn * (bottom - top), reach);
      top = bottom;
    }
  }

  #within(x: number): number {
    return Math.min(this.#widthPx, Math.max(0, x));
  }

  /** A piece of an edge within a row: it covers the part to its right of each pixel that it crosses, and all pixels after. */
  #addPiece(row: number, left: number, right: number, height: number, reach: Reach): void {
    const cover = this.#cover;
    const start = (row - reach.top) * coverWidth(reach) - reach.left;
    for (let from = left; ; ) {
      const column = Math.floor(from);
      const to = Math.min(right, column + 1);
      const part = right > left ? (height * (to - from)) / (right - left) : height;
      const behind = part * ((from + to) / 2 - column);
      const at = start + column;
      cover[at] = (cover[at] as number) + part - behind;
      cover[at + 1] = (cover[at + 1] as number) + behind;
      if (to >= right) return;
      from = to;
    }
  }

  #fillRow(row: number, reach: Reach, darkness: number): void {
    const { left, right, top } = reach;
    const [cover, page] = [this.#cover, this.#darkness];
    const start = (row - top) * coverWidth(reach) - left;
    let sum = 0;
    for (let column = left; column < right; column++) {
      sum += cover[start + column] as number;
      const share = Math.min(1, Math.abs(sum));
      const at = row * this.#widthPx + column;
      page[at] = (page[at] as number) * (1 - share) + darkness * share;
    }
    // An edge at the right end adds to the column after it.
    cover.fill(0, start + left, start + right + 2);
  }
}

type Reach = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

/** The columns of a row of coverage: two more than the pixels, for edges at the right end. */
function coverWidth({ left, right }: Reach): number {
  return right - left + 2;
}

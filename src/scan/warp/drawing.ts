import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { MM_PER_PT } from "../../print/geometry.ts";
import type { PadLayout, PlacedText, Rule, Tint } from "../../print/layout/pad-layout.ts";
import { arrowShapes } from "../../print/shapes/figures.ts";
import { dieShapes } from "../../print/shapes/figures.ts";
import type { Line, Shape } from "../../print/shapes/shape.ts";

/** How large to draw; the picture may be larger than the page. */
export interface DrawingSize {
  readonly pxPerMm: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * What is printed on every sheet of a layout, as SVG measured in mm: all but marks and code, which differ from sheet to
 * sheet. The same order as on paper: tints below, text on top.
 */
export function drawingOf(layout: PadLayout, family: TypeFamily, size: DrawingSize): string {
  const { pxPerMm, widthPx, heightPx } = size;
  const parts = [
    ...layout.tints.map(tint),
    ...layout.rules.map(rule),
    ...layout.dice.map((die) => figure(dieShapes(die.face), die, family)),
    ...layout.arrows.map(({ arrow, ...place }) => figure(arrowShapes(arrow), place, family)),
    ...layout.texts.map((placed) => text(placed, family)),
  ];
  const view = `0 0 ${widthPx / pxPerMm} ${heightPx / pxPerMm}`;
  const box = `viewBox="${view}" width="${widthPx}" height="${heightPx}"`;
  const paper = `<rect width="100%" height="100%" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${paper}${parts.join("")}</svg>`;
}

/** A share of black as a colour. */
function shade(ink: number): string {
  const level = Math.round(255 * (1 - ink));
  return `rgb(${level},${level},${level})`;
}

function tint({ xMm, yMm, widthMm, heightMm, grey }: Tint): string {
  return `<rect x="${xMm}" y="${yMm}" width="${widthMm}" height="${heightMm}" fill="${shade(grey)}"/>`;
}

function rule({ fromXMm, fromYMm, toXMm, toYMm, weightPt, grey }: Rule): string {
  const ends = `x1="${fromXMm}" y1="${fromYMm}" x2="${toXMm}" y2="${toYMm}"`;
  return `<line ${ends} stroke="${shade(grey)}" stroke-width="${weightPt * MM_PER_PT}"/>`;
}

function text({ text, xMm, baselineMm, sizePt, weight, grey, upwards }: PlacedText, family: TypeFamily) {
  const turn = upwards ? " rotate(-90)" : "";
  const path = family[weight].outline(text, sizePt);
  return `<path transform="translate(${xMm} ${baselineMm})${turn}" fill="${shade(grey)}" d="${path}"/>`;
}

interface Square {
  readonly xMm: number;
  readonly yMm: number;
  readonly sideMm: number;
}

function figure(shapes: readonly Shape[], { xMm, yMm, sideMm }: Square, family: TypeFamily): string {
  const drawn = shapes.map((shape) => drawShape(shape, family)).join("");
  return `<g transform="translate(${xMm} ${yMm}) scale(${sideMm})">${drawn}</g>`;
}

function drawShape(shape: Shape, family: TypeFamily): string {
  switch (shape.kind) {
    case "numeral":
      return numeral(shape, family);
    case "circle": {
      const { centerX, centerY, radius } = shape;
      return `<circle cx="${centerX}" cy="${centerY}" r="${radius}" ${paint(shape.fill, shape.line)}/>`;
    }
    case "rounded-rectangle": {
      const { x, y, width, height, radius } = shape;
      const frame = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`;
      return `<rect ${frame} ${paint(shape.fill, shape.line)}/>`;
    }
    case "path": {
      const points = shape.points.map(({ x, y }) => `${x},${y}`).join(" ");
      return `<polyline points="${points}" ${paint(shape.fill, shape.line)}/>`;
    }
  }
}

function paint(fill: number | null, line: Line | null): string {
  const inside = fill === null ? "none" : shade(fill);
  if (line === null) return `fill="${inside}"`;
  const dash = line.dash === null ? "" : ` stroke-dasharray="${line.dash.join(" ")}"`;
  const stroke = `stroke="${shade(line.ink)}" stroke-width="${line.weight}"`;
  return `fill="${inside}" ${stroke} stroke-linecap="round" stroke-linejoin="round"${dash}`;
}

function numeral(shape: Extract<Shape, { kind: "numeral" }>, { bold }: TypeFamily): string {
  // Outlines are rounded to hundredths: they are made a hundred times as large as the square and shrunk.
  const sizePt = (100 * shape.height) / bold.height(1).capMm;
  const x = shape.centerX - bold.width(shape.text, sizePt) / 200;
  const y = shape.centerY + shape.height / 2;
  const path = bold.outline(shape.text, sizePt);
  return `<path transform="translate(${x} ${y}) scale(0.01)" fill="${shade(shape.ink)}" d="${path}"/>`;
}

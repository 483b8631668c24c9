import { base64 } from "../../rules/bytes.ts";
import { type AnyFamily, getTypeface, type Weight } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT, type Size } from "../geometry.ts";
import type { Ink, Outlines, PaintedPath, PdfCanvas } from "../pdf/canvas.ts";
import type { Colour } from "../pdf/colour.ts";
import { findRuns, type Shape } from "../shapes/figures.ts";

/** A page for browsers with the drawing operations of a PDF page, in mm. */
interface SvgDrawing extends PdfCanvas {
  /** @returns the drawing as an `svg` element without a label; the glyph sheet has its glyphs */
  finish(): string;
}

/** Opens a drawing of the size of a page. @param paper the colour of the page; null for transparent */
export function openSvg(
  { widthMm, heightMm }: Size,
  glyphs: GlyphSheet,
  paper: string | null = "#fff",
): SvgDrawing {
  const parts: string[] = paper === null ? [] : [`<rect width="100%" height="100%" fill="${paper}"/>`];
  return {
    text: ({ text, xMm, baselineMm, sizePt, weight, ink, upwards }) => {
      const turn = upwards === true ? " rotate(-90)" : "";
      const at = `translate(${mm(xMm)} ${mm(baselineMm)})${turn}`;
      parts.push(glyphs.line(text, weight, sizePt, at, ink));
    },
    line: ({ fromXMm, fromYMm, toXMm, toYMm, weightPt, ink, dashMm }) => {
      const ends = `x1="${mm(fromXMm)}" y1="${mm(fromYMm)}" x2="${mm(toXMm)}" y2="${mm(toYMm)}"`;
      const dash = dashMm === undefined ? "" : ` stroke-dasharray="${dashMm.map(mm).join(" ")}"`;
      parts.push(`<line ${ends} stroke="${shade(ink)}" stroke-width="${mm(weightPt * MM_PER_PT)}"${dash}/>`);
    },
    fill: (box) => parts.push(`<rect ${formatArea(box)} fill="${shade(box.ink)}"/>`),
    modules: ({ rows, xMm, yMm, widthMm, heightMm }) => {
      const stepY = heightMm / rows.length;
      const path = rows.flatMap((row, at) => {
        const stepX = widthMm / row.length;
        return findRuns(row).map(([from, to]) => {
          const width = mm((to - from) * stepX);
          return `M${mm(xMm + from * stepX)} ${mm(yMm + at * stepY)}h${width}v${mm(stepY)}h-${width}z`;
        });
      });
      parts.push(`<path d="${path.join("")}" shape-rendering="crispEdges"/>`);
    },
    shapes: (shapes, { xMm, yMm, sideMm, colour = null }) => {
      const { bold } = glyphs.family;
      const numeral = ({ text, centerX, centerY, height, ink }: Numeral) => {
        const sizePt = height / bold.height(1).capMm;
        const left = centerX - bold.width(text, sizePt) / 2;
        const at = `translate(${mm(left)} ${mm(centerY + height / 2)})`;
        return glyphs.line(text, "bold", sizePt, at, ink === 1 ? (colour ?? ink) : ink);
      };
      const drawn = shapes.map((shape) => shapeSvg(shape, numeral, colour));
      const place = `translate(${mm(xMm)} ${mm(yMm)}) scale(${mm(sideMm)})`;
      parts.push(`<g transform="${place}">${drawn.join("")}</g>`);
    },
    picture: ({ png, ...area }) => {
      const href = `data:image/png;base64,${base64(png)}`;
      parts.push(`<image ${formatArea(area)} preserveAspectRatio="none" href="${href}"/>`);
    },
    outlines: ({ outlines: { box, outlines }, ...area }) => {
      const view = `viewBox="${box.x} ${box.y} ${box.width} ${box.height}" preserveAspectRatio="none"`;
      parts.push(`<svg ${formatArea(area)} ${view}>${outlines.map(outlineSvg).join("")}</svg>`);
    },
    finish: () => `<svg viewBox="0 0 ${mm(widthMm)} ${mm(heightMm)}">${parts.join("")}</svg>`,
  };
}

/** A drawing as a standalone file of the size of its page. */
export function svgFile({ widthMm, heightMm }: Size, glyphs: GlyphSheet, drawing: SvgDrawing): string {
  const size = `width="${mm(widthMm)}mm" height="${mm(heightMm)}mm" viewBox="0 0 ${mm(widthMm)} ${mm(heightMm)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${glyphs.outlines()}${drawing.finish()}</svg>\n`;
}

function formatArea({ xMm, yMm, widthMm, heightMm }: Area): string {
  return `x="${mm(xMm)}" y="${mm(yMm)}" width="${mm(widthMm)}" height="${mm(heightMm)}"`;
}

/** Outlines as a standalone file, their box stretched to this size in pixels. */
export function outlinesSvg(
  { box, outlines }: Outlines,
  { width, height }: Readonly<Record<"width" | "height", number>>,
): string {
  const view = `viewBox="${box.x} ${box.y} ${box.width} ${box.height}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${view}>${outlines.map(outlineSvg).join("")}</svg>`;
}

const CAPS = ["butt", "round", "square"];
const JOINS = ["miter", "round", "bevel"];

function outlineSvg({ steps, fill, isEvenOdd, stroke }: PaintedPath): string {
  const path = steps.map(([letter, ...numbers]) => letter + numbers.join(" ")).join("");
  const rule = isEvenOdd ? ' fill-rule="evenodd"' : "";
  const filled = ` fill="${fill === null ? "none" : shade(fill)}"${rule}`;
  const line =
    stroke === null
      ? ""
      : ` stroke="${shade(stroke.ink)}" stroke-width="${stroke.weight}" stroke-linecap="${CAPS[stroke.cap]}" stroke-linejoin="${JOINS[stroke.join]}"`;
  return `<path d="${path}"${filled}${line}/>`;
}

/** Rounds to a thousandth of a millimetre. */
function mm(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

export type Numeral = Extract<Shape, { kind: "numeral" }>;

/** A shape of the unit square as SVG. @param numeral writes a numeral, which needs a font @param colour replaces black */
export function shapeSvg(
  shape: Shape,
  numeral: (shape: Numeral) => string,
  colour: Colour | null = null,
): string {
  if (shape.kind === "numeral") return numeral(shape);
  const looks = formatPaint(shape, colour);
  switch (shape.kind) {
    case "rounded-rectangle": {
      const { x, y, width, height, radius } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"${looks}/>`;
    }
    case "circle":
      return `<circle cx="${shape.centerX}" cy="${shape.centerY}" r="${shape.radius}"${looks}/>`;
    case "path":
      return `<polyline points="${shape.points.map(({ x, y }) => `${x},${y}`).join(" ")}"${looks}/>`;
    default:
      return shape satisfies never;
  }
}

function formatPaint({ fill, line }: Exclude<Shape, Numeral>, colour: Colour | null): string {
  const formatInk = (share: number) => shade(share === 1 ? (colour ?? share) : share);
  const filled = ` fill="${fill === null ? "none" : formatInk(fill)}"`;
  if (line === null) return filled;
  const dash = line.dash === null ? "" : ` stroke-dasharray="${line.dash.join(" ")}"`;
  const ends = 'stroke-linecap="round" stroke-linejoin="round"';
  return `${filled} stroke="${formatInk(line.ink)}" stroke-width="${line.weight}" ${ends}${dash}`;
}

/** An ink as a CSS colour. */
export function shade(ink: Ink): string {
  const shares = typeof ink === "number" ? [1 - ink, 1 - ink, 1 - ink] : [ink.red, ink.green, ink.blue];
  const levels = shares.map((share) => Math.round(255 * share).toString(16));
  return `#${levels.map((level) => level.padStart(2, "0")).join("")}`;
}

/** The outlines of all glyphs on a page, each once: texts look as on paper in every browser, and stay small. */
export class GlyphSheet {
  readonly family: AnyFamily;
  readonly #paths = new Map<string, string>();

  constructor(family: AnyFamily) {
    this.family = family;
  }

  /** A line of text as SVG. @param at the transform to the start of its baseline */
  line(text: string, weight: Weight, sizePt: number, at: string, ink: Ink): string {
    const face = getTypeface(this.family, weight);
    const uses = face.glyphs(text).map(({ id, x, y, path }) => {
      if (path === "") return "";
      const name = weight.charAt(0) + id.toString(36);
      this.#paths.set(name, path);
      return `<use href="#${name}" x="${x}"${y === 0 ? "" : ` y="${y}"`}/>`;
    });
    // The y axis of fonts points up, that of pages down.
    const unit = Number(((sizePt * MM_PER_PT) / face.unitsPerEm).toPrecision(6));
    return `<g transform="${at} scale(${unit} -${unit})" fill="${shade(ink)}">${uses.join("")}</g>`;
  }

  /** The outlines in an invisible drawing, which must be on the same page as the others. */
  outlines(): string {
    const paths = [...this.#paths].map(([name, path]) => `<path id="${name}" d="${path}"/>`);
    return `<svg width="0" height="0" class="outlines" aria-hidden="true"><defs>${paths.join("")}</defs></svg>`;
  }
}

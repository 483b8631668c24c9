import { base64 } from "../../rules/bytes.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT, type Size } from "../geometry.ts";
import type { Colour, Ink, PdfCanvas } from "../pdf/canvas.ts";
import { runsOf, type Shape } from "../shapes/shape.ts";

/** A page that is drawn on as one of a PDF is, by the same hands, and shown in a browser. Everything is measured in mm. */
interface SvgDrawing extends PdfCanvas {
  /** @returns the drawing as an `svg` element without a label; its glyphs stand on the glyph sheet */
  finish(): string;
}

/** Opens a drawing as large as a page. @param paper the colour of the page; null for a transparent one */
export function openSvg(
  { widthMm, heightMm }: Size,
  family: TypeFamily,
  glyphs: GlyphSheet,
  paper: string | null = "#fff",
): SvgDrawing {
  const parts: string[] = paper === null ? [] : [`<rect width="100%" height="100%" fill="${paper}"/>`];
  return {
    text: ({ text, xMm, baselineMm, sizePt, weight, ink, upwards }) => {
      const turn = upwards === true ? " rotate(-90)" : "";
      const at = `translate(${mm(xMm)} ${mm(baselineMm)})${turn}`;
      parts.push(lineOfText(glyphs, text, weight, sizePt, at, ink));
    },
    line: ({ fromXMm, fromYMm, toXMm, toYMm, weightPt, ink, dashMm }) => {
      const ends = `x1="${mm(fromXMm)}" y1="${mm(fromYMm)}" x2="${mm(toXMm)}" y2="${mm(toYMm)}"`;
      const dash = dashMm === undefined ? "" : ` stroke-dasharray="${dashMm.map(mm).join(" ")}"`;
      parts.push(`<line ${ends} stroke="${shade(ink)}" stroke-width="${mm(weightPt * MM_PER_PT)}"${dash}/>`);
    },
    fill: (box) => parts.push(`<rect ${placeOf(box)} fill="${shade(box.ink)}"/>`),
    modules: ({ rows, xMm, yMm, widthMm, heightMm }) => {
      const stepY = heightMm / rows.length;
      const path = rows.flatMap((row, at) => {
        const stepX = widthMm / row.length;
        return runsOf(row).map(([from, to]) => {
          const width = mm((to - from) * stepX);
          return `M${mm(xMm + from * stepX)} ${mm(yMm + at * stepY)}h${width}v${mm(stepY)}h-${width}z`;
        });
      });
      parts.push(`<path d="${path.join("")}" shape-rendering="crispEdges"/>`);
    },
    shapes: (shapes, { xMm, yMm, sideMm, colour = null }) => {
      const numeral = ({ text, centerX, centerY, height, ink }: Numeral) => {
        const sizePt = height / family.bold.height(1).capMm;
        const left = centerX - family.bold.width(text, sizePt) / 2;
        const at = `translate(${mm(left)} ${mm(centerY + height / 2)})`;
        return lineOfText(glyphs, text, "bold", sizePt, at, ink === 1 && colour !== null ? colour : ink);
      };
      const drawn = shapes.map((shape) => shapeSvg(shape, numeral, colour));
      const place = `translate(${mm(xMm)} ${mm(yMm)}) scale(${mm(sideMm)})`;
      parts.push(`<g transform="${place}">${drawn.join("")}</g>`);
    },
    picture: ({ png, ...area }) => {
      const href = `data:image/png;base64,${base64(png)}`;
      parts.push(`<image ${placeOf(area)} preserveAspectRatio="none" href="${href}"/>`);
    },
    finish: () => `<svg viewBox="0 0 ${mm(widthMm)} ${mm(heightMm)}">${parts.join("")}</svg>`,
  };
}

/** Fonts count upwards, pages downwards. */
function lineOfText(
  glyphs: GlyphSheet,
  text: string,
  weight: keyof TypeFamily,
  sizePt: number,
  at: string,
  ink: Ink,
): string {
  const unit = Number(glyphs.unitMm(sizePt, weight).toPrecision(6));
  return `<g transform="${at} scale(${unit} -${unit})" fill="${shade(ink)}">${glyphs.line(text, weight)}</g>`;
}

function placeOf({ xMm, yMm, widthMm, heightMm }: Area): string {
  return `x="${mm(xMm)}" y="${mm(yMm)}" width="${mm(widthMm)}" height="${mm(heightMm)}"`;
}

/** A thousandth of a millimetre is finer than any screen. */
function mm(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

export type Numeral = Extract<Shape, { kind: "numeral" }>;

/** A shape of the unit square as SVG. @param numeral writes a numeral, which takes a font @param colour of what is black in it */
export function shapeSvg(
  shape: Shape,
  numeral: (shape: Numeral) => string,
  colour: Colour | null = null,
): string {
  switch (shape.kind) {
    case "rounded-rectangle":
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius}"${looksOf(shape, colour)}/>`;
    case "circle":
      return `<circle cx="${shape.centerX}" cy="${shape.centerY}" r="${shape.radius}"${looksOf(shape, colour)}/>`;
    case "path": {
      const points = shape.points.map(({ x, y }) => `${x},${y}`).join(" ");
      return `<polyline points="${points}"${looksOf(shape, colour)}/>`;
    }
    case "numeral":
      return numeral(shape);
    default:
      return shape satisfies never;
  }
}

function looksOf({ fill, line }: Exclude<Shape, Numeral>, colour: Colour | null): string {
  const shown = (share: number) => shade(share === 1 && colour !== null ? colour : share);
  const dash = line?.dash == null ? "" : ` stroke-dasharray="${line.dash.join(" ")}"`;
  const ends = ' stroke-linecap="round" stroke-linejoin="round"';
  const stroke =
    line === null ? "" : ` stroke="${shown(line.ink)}" stroke-width="${line.weight}"${ends}${dash}`;
  return ` fill="${fill === null ? "none" : shown(fill)}"${stroke}`;
}

/** An ink as browsers write colours. */
export function shade(ink: Ink): string {
  const { red, green, blue } =
    typeof ink === "number" ? { red: 1 - ink, green: 1 - ink, blue: 1 - ink } : ink;
  const level = (share: number) =>
    Math.round(255 * share)
      .toString(16)
      .padStart(2, "0");
  return `#${level(red)}${level(green)}${level(blue)}`;
}

/**
 * The outlines of all glyphs that the drawings of one page use, each once: a drawing only says which glyph stands where. So
 * texts look as on paper with whatever fonts a browser has, and take little room.
 */
export class GlyphSheet {
  readonly #family: TypeFamily;
  readonly #paths = new Map<string, string>();

  constructor(family: TypeFamily) {
    this.#family = family;
  }

  /** A line of text as SVG in units of the font, from its beginning on the baseline upwards. */
  line(text: string, weight: keyof TypeFamily): string {
    const uses = this.#family[weight].glyphs(text).map(({ id, x, y, path }) => {
      if (path === "") return "";
      const name = weight.charAt(0) + id.toString(36);
      this.#paths.set(name, path);
      return `<use href="#${name}" x="${x}"${y === 0 ? "" : ` y="${y}"`}/>`;
    });
    return uses.join("");
  }

  /** The size of a unit of the font in mm, at a size in pt. */
  unitMm(sizePt: number, weight: keyof TypeFamily): number {
    return (sizePt * MM_PER_PT) / this.#family[weight].unitsPerEm;
  }

  /** The outlines, in a drawing of their own that shows nothing; it has to stand on the page of the others. */
  outlines(): string {
    const paths = [...this.#paths].map(([name, path]) => `<path id="${name}" d="${path}"/>`);
    return `<svg width="0" height="0" class="outlines" aria-hidden="true"><defs>${paths.join("")}</defs></svg>`;
  }
}

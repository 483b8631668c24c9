import { MM_PER_PT } from "../geometry.ts";
import { base64 } from "../../rules/bytes.ts";
import { runsOf } from "../shapes/runs.ts";
import type { Ink, PdfCanvas } from "../pdf/canvas.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { GlyphSheet } from "./glyph-sheet.ts";
import { type Numeral, shade, shapeSvg } from "./shape-svg.ts";

/** A page that is drawn on as one of a PDF is, by the same hands, and shown in a browser. Everything is measured in mm. */
export interface SvgDrawing extends PdfCanvas {
  /** @returns the drawing as an `svg` element without a label; its glyphs stand on the glyph sheet */
  finish(): string;
}

/**
 * Opens a drawing as large as a page.
 *
 * @param paper the colour of the page; null if nothing is to be seen where nothing is drawn
 */
export function openSvg(
  page: { readonly widthMm: number; readonly heightMm: number },
  family: TypeFamily,
  glyphs: GlyphSheet,
  paper: string | null = "#fff",
): SvgDrawing {
  const parts: string[] = paper === null ? [] : [`<rect width="100%" height="100%" fill="${paper}"/>`];
  const { widthMm, heightMm } = page;
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
    fill: (box) => {
      const area = `x="${mm(box.xMm)}" y="${mm(box.yMm)}" width="${mm(box.widthMm)}" height="${mm(box.heightMm)}"`;
      parts.push(`<rect ${area} fill="${shade(box.ink)}"/>`);
    },
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
      parts.push(
        `<g transform="translate(${mm(xMm)} ${mm(yMm)}) scale(${mm(sideMm)})">${drawn.join("")}</g>`,
      );
    },
    picture: ({ png, ...area }) => {
      const place = `x="${mm(area.xMm)}" y="${mm(area.yMm)}" width="${mm(area.widthMm)}" height="${mm(area.heightMm)}"`;
      const href = `data:image/png;base64,${base64(png)}`;
      parts.push(`<image ${place} preserveAspectRatio="none" href="${href}"/>`);
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

/** A thousandth of a millimetre is finer than any screen. */
function mm(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

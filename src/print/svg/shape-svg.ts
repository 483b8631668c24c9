import type { Line, Shape } from "../shapes/shape.ts";
import type { Colour, Ink } from "../pdf/canvas.ts";

export type Numeral = Extract<Shape, { kind: "numeral" }>;

/**
 * A shape of the unit square as SVG.
 *
 * @param numeral writes a numeral, which takes a font
 * @param colour of what is black in it
 */
export function shapeSvg(
  shape: Shape,
  numeral: (shape: Numeral) => string,
  colour: Colour | null = null,
): string {
  const looks = (fill: number | null, line: Line | null) => looksOf(fill, line, colour);
  switch (shape.kind) {
    case "rounded-rectangle":
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius}"${looks(shape.fill, shape.line)}/>`;
    case "circle":
      return `<circle cx="${shape.centerX}" cy="${shape.centerY}" r="${shape.radius}"${looks(shape.fill, shape.line)}/>`;
    case "path": {
      const points = shape.points.map(({ x, y }) => `${x},${y}`).join(" ");
      return `<poly${shape.closed ? "gon" : "line"} points="${points}"${looks(shape.fill, shape.line)}/>`;
    }
    case "numeral":
      return numeral(shape);
  }
}

function looksOf(fill: number | null, line: Line | null, colour: Colour | null): string {
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

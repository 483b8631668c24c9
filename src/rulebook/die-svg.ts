import { dieShapes } from "../figure/die.ts";
import type { Line, Shape } from "../figure/shape.ts";
import type { ShownDie } from "./dice-marks.ts";

/** The id of a die's drawing in the page. */
export function dieId({ face, state }: ShownDie): string {
  return `die-${face}-${state}`;
}

/** One drawing for each different die, to be used wherever it occurs. */
export function dieSymbols(dice: Iterable<ShownDie>): string {
  const different = new Map([...dice].map((die) => [dieId(die), die]));
  const symbols = [...different].map(
    ([id, { face, state }]) =>
      `<symbol id="${id}" viewBox="0 0 1 1">${dieShapes(face, { state }).map(shapeSvg).join("")}</symbol>`,
  );
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${symbols.join("")}</svg>`;
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case "rounded-rectangle":
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius}"${looks(shape.fill, shape.line)}/>`;
    case "circle":
      return `<circle cx="${shape.centerX}" cy="${shape.centerY}" r="${shape.radius}"${looks(shape.fill, shape.line)}/>`;
    case "path": {
      const points = shape.points.map(({ x, y }) => `${x},${y}`).join(" ");
      return `<poly${shape.closed ? "gon" : "line"} points="${points}"${looks(shape.fill, shape.line)}/>`;
    }
    case "numeral": {
      // Figures are about two thirds of the type size high.
      const size = (shape.height / 0.66).toFixed(3);
      const y = (shape.centerY + shape.height / 2).toFixed(3);
      return `<text x="${shape.centerX}" y="${y}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${grey(shape.ink)}">${shape.text}</text>`;
    }
  }
}

function looks(fill: number | null, line: Line | null): string {
  const dash = line?.dash == null ? "" : ` stroke-dasharray="${line.dash.join(" ")}"`;
  const stroke = line === null ? "" : ` stroke="${grey(line.ink)}" stroke-width="${line.weight}"${dash}`;
  return ` fill="${fill === null ? "none" : grey(fill)}"${stroke}`;
}

/** Ink as a grey; dice stay light with dark pips on a dark page, too, as real ones do. */
function grey(ink: number): string {
  const level = Math.round(255 * (1 - ink))
    .toString(16)
    .padStart(2, "0");
  return `#${level}${level}${level}`;
}

import { dieShapes } from "../shapes/die.ts";
import { type Numeral, shade, shapeSvg } from "../svg/shape-svg.ts";
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
      `<symbol id="${id}" viewBox="0 0 1 1">${dieShapes(face, { state })
        .map((shape) => shapeSvg(shape, numeral))
        .join("")}</symbol>`,
  );
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${symbols.join("")}</svg>`;
}

/** In the font of the page; figures are about two thirds of the type size high. */
function numeral({ text, centerX, centerY, height, ink }: Numeral): string {
  const size = (height / 0.66).toFixed(3);
  const y = (centerY + height / 2).toFixed(3);
  return `<text x="${centerX}" y="${y}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${shade(ink)}">${text}</text>`;
}

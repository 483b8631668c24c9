/** A colour by its shares of red, green and blue light (sRGB), 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * What something is drawn with: the share of black, where 0 is the white of the paper and 1 is black, or a colour. A share of black is
 * written as grey, never as a mixed colour.
 */
export type Ink = number | Colour;

/** The operator that makes an ink the one that fills. */
export function fillingWith(ink: Ink): string {
  return typeof ink === "number" ? `${greyOf(ink)} g` : `${shares(ink)} rg`;
}

/** The operator that makes an ink the one that draws lines. */
export function liningWith(ink: Ink): string {
  return typeof ink === "number" ? `${greyOf(ink)} G` : `${shares(ink)} RG`;
}

/** PDF's grey counts the other way round. */
function greyOf(ink: number): string {
  return (1 - ink).toFixed(3);
}

function shares({ red, green, blue }: Colour): string {
  return [red, green, blue].map((share) => share.toFixed(3)).join(" ");
}

/** Points per millimetre: PDF measures in points of 1/72 inch. */
export const PT_PER_MM = 72 / 25.4;

/** Ink, the share of black, as PDF's grey, which counts the other way round. */
export function grey(ink: number): string {
  return (1 - ink).toFixed(3);
}

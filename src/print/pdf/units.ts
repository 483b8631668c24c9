/** Points per millimetre: PDF measures in points of 1/72 inch. */
export const PT_PER_MM = 72 / 25.4;

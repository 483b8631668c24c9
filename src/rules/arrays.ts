/** An element of a list at an index that must be there. @throws RangeError where it is not: a fault of the program, never of its input. */
export function elementAt<T>(
  list: { readonly [index: number]: T; readonly length: number },
  index: number,
): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return list[index] as T;
}

// The same for hot loops over pixels: unchecked, so an index beyond the end makes the result NaN. Each kind of array has a function of
// its own, since one that sees several kinds is many times slower.

export function byteAt(values: Uint8Array, index: number): number {
  return values[index] as number;
}

export function floatAt(values: Float32Array, index: number): number {
  return values[index] as number;
}

export function doubleAt(values: Float64Array, index: number): number {
  return values[index] as number;
}

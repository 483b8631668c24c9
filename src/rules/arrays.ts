/** An element of a list at an index that must be there. @throws RangeError where it is not: a fault of the program, never of its input. */
export function elementAt<T>(
  list: { readonly [index: number]: T; readonly length: number },
  index: number,
): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return list[index] as T;
}

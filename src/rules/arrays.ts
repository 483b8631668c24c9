/** An element of a list at an index that must be there. @throws RangeError where it is not: a fault of the program, never of its input. */
export function getElement<T>(
  list: { readonly [index: number]: T; readonly length: number },
  index: number,
): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return list[index] as T;
}

/** The value in the middle of some numbers, the upper one of two; 0 where there are none. */
export function median(values: readonly number[] | Float64Array): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/** The last index below `count` for which something holds, by bisection: it holds for all indices before it, too. -1 if for none. */
export function lastIndexWhere(count: number, holds: (index: number) => boolean): number {
  let [last, fails] = [-1, count];
  while (fails - last > 1) {
    const middle = (last + fails) >> 1;
    if (holds(middle)) last = middle;
    else fails = middle;
  }
  return last;
}

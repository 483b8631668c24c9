/** The element at an index that must exist. @throws RangeError if it doesn't: a bug in the program, never in its input */
export function getElement<T>(
  list: { readonly [index: number]: T; readonly length: number },
  index: number,
): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return list[index] as T;
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

export function mean(numbers: ArrayLike<number>): number {
  let sum = 0;
  // `of` would make an object for each number.
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
  return sum / numbers.length;
}

/** The dot product of vectors of the same length. */
export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** The median, the upper of two middle values; 0 for no values. */
export function median(values: readonly number[] | Float64Array): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/** The last index below `count` for which `holds` is true, by bisection; -1 for none. `holds` must be true for all indices before it. */
export function lastIndexWhere(count: number, holds: (index: number) => boolean): number {
  let [last, fails] = [-1, count];
  while (fails - last > 1) {
    const middle = (last + fails) >> 1;
    if (holds(middle)) last = middle;
    else fails = middle;
  }
  return last;
}

/** The values by key; keys and values keep their order. */
export function groupByKey<T, Key>(values: Iterable<T>, keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

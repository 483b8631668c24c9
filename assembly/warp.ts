// The loops that fit the print of a sheet to a photo of it.

const ZERO = f64x2.splat(0);

/** Shifts that `sumRow` works on at a time. */
export const SHIFTS: i32 = 4;
/** What `sumRow` adds up for each shift: values, their squares, and their products with the pattern. */
export const SUMS: i32 = 3;

/**
 * Adds up what the shifts of a row need, SHIFTS at a time.
 *
 * @param places addresses of a tile's pixels, relative to the first value of a shift
 * @param pattern what the tile shows there, behind the places
 * @param shift the first value of the first shift
 * @param shiftsEnd behind the first value of the last shift
 * @param sums where to write, for SHIFTS shifts, first the values, then the squares, then the products
 */
export function sumRow(places: usize, pattern: usize, shift: usize, shiftsEnd: usize, sums: usize): void {
  if (shift < shiftsEnd)
    do {
      let lowValues = ZERO;
      let highValues = ZERO;
      let lowSquares = ZERO;
      let highSquares = ZERO;
      let lowProducts = ZERO;
      let highProducts = ZERO;
      let weight = pattern;
      let place = places;
      if (place < pattern)
        do {
          const values = v128.load(shift + load<i32>(place));
          const factor = f64x2.promote_low_f32x4(v128.load32_splat(weight));
          const low = f64x2.promote_low_f32x4(values);
          const high = f64x2.promote_low_f32x4(i64x2.shuffle(values, values, 1, 3));
          lowValues = f64x2.add(lowValues, low);
          lowSquares = f64x2.add(lowSquares, f64x2.mul(low, low));
          lowProducts = f64x2.add(lowProducts, f64x2.mul(low, factor));
          highValues = f64x2.add(highValues, high);
          highSquares = f64x2.add(highSquares, f64x2.mul(high, high));
          highProducts = f64x2.add(highProducts, f64x2.mul(high, factor));
          place += 4;
          weight += 4;
        } while (place < pattern);
      v128.store(sums, lowValues);
      v128.store(sums, highValues, 16);
      v128.store(sums, lowSquares, 32);
      v128.store(sums, highSquares, 48);
      v128.store(sums, lowProducts, 64);
      v128.store(sums, highProducts, 80);
      shift += 16;
      sums += 96;
    } while (shift < shiftsEnd);
}

/**
 * Multiplies a matrix, given by its diagonals, with a vector.
 *
 * @param offsets how many bytes each diagonal lies above the main one
 * @param matrix the diagonals, each `stride` bytes long and beginning with the first row
 * @param values the vector, with zeros around it
 */
export function multiply(
  offsets: usize,
  offsetsEnd: usize,
  matrix: usize,
  stride: usize,
  values: usize,
  valuesEnd: usize,
  out: usize,
): void {
  if (values < valuesEnd)
    do {
      let sum = ZERO;
      let diagonal = matrix;
      for (let offset = offsets; offset < offsetsEnd; offset += 4, diagonal += stride)
        sum = f64x2.add(sum, f64x2.mul(v128.load(diagonal), v128.load(values + load<i32>(offset))));
      v128.store(out, sum);
      values += 16;
      matrix += 16;
      out += 16;
    } while (values < valuesEnd);
}

/**
 * The greatest number near each of a line, less the cost of the way there.
 *
 * @param costs of each way, negated, from the farthest back to the farthest ahead
 * @param first the number farthest back from the first one
 * @param end the number farthest back from the one behind the last
 * @param step bytes from one number near another to the next
 */
export function relax(costs: usize, costsEnd: usize, first: usize, end: usize, step: usize, to: usize): void {
  if (first < end)
    do {
      let best = f32x4.splat(-Infinity);
      let near = first;
      for (let cost = costs; cost < costsEnd; cost += 4, near += step)
        best = f32x4.max(best, f32x4.add(v128.load(near), v128.load32_splat(cost)));
      v128.store(to, best);
      first += 16;
      to += 16;
    } while (first < end);
}

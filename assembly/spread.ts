/** Numbers that `add` takes at a time; there must be room for as many after the last one. */
export const STEP: i32 = 8;

/** Adds a list of numbers, times a share, to another one. */
export function add(to: usize, from: usize, end: usize, share: f64): void {
  const factor = f64x2.splat(share);
  if (from < end)
    do {
      v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(from), factor)));
      v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(v128.load(from, 16), factor)), 16);
      v128.store(to, f64x2.add(v128.load(to, 32), f64x2.mul(v128.load(from, 32), factor)), 32);
      v128.store(to, f64x2.add(v128.load(to, 48), f64x2.mul(v128.load(from, 48), factor)), 48);
      from += 8 * STEP;
      to += 8 * STEP;
    } while (from < end);
}

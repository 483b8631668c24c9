// The loops of a turn, on grids: a row for each way to hold dice, and in a row one number for each of LANES states that are solved
// together. The list of row `i` is the 32-bit row numbers from entry `starts[i]` to before entry `starts[i + 1]`. LANES is given to
// the compiler, 2, 4, 8 or 16, which leaves out the vectors that a row doesn't have. An `if` before `do` is faster than `while`, which
// branches twice each time.

/** Bytes of a row. */
const ROW: usize = 8 * LANES;

const ZERO = f64x2.splat(0);

function rowAt(grid: usize, row: i32): usize {
  return grid + <usize>row * ROW;
}

/** @param start the address of an entry of `starts` */
function listStart(entries: usize, start: usize): usize {
  return entries + 4 * load<i32>(start);
}

/** From the last row down, each becomes the sum of the rows in its list, times its weight. */
export function means(
  grid: usize,
  starts: usize,
  entries: usize,
  weights: usize,
  first: i32,
  last: i32,
): void {
  for (let row = last - 1; row >= first; row--) {
    let a = ZERO,
      b = ZERO,
      c = ZERO,
      d = ZERO,
      e = ZERO,
      f = ZERO,
      g = ZERO,
      h = ZERO;
    let at = listStart(entries, starts + 4 * row);
    const end = listStart(entries, starts + 4 * row + 4);
    if (at < end)
      do {
        const from = rowAt(grid, load<i32>(at));
        a = f64x2.add(a, v128.load(from));
        if (LANES > 2) b = f64x2.add(b, v128.load(from, 16));
        if (LANES > 4) {
          c = f64x2.add(c, v128.load(from, 32));
          d = f64x2.add(d, v128.load(from, 48));
        }
        if (LANES > 8) {
          e = f64x2.add(e, v128.load(from, 64));
          f = f64x2.add(f, v128.load(from, 80));
          g = f64x2.add(g, v128.load(from, 96));
          h = f64x2.add(h, v128.load(from, 112));
        }
        at += 4;
      } while (at < end);
    const to = rowAt(grid, row);
    const weight = v128.load64_splat(weights + 8 * row);
    v128.store(to, f64x2.mul(a, weight));
    if (LANES > 2) v128.store(to, f64x2.mul(b, weight), 16);
    if (LANES > 4) {
      v128.store(to, f64x2.mul(c, weight), 32);
      v128.store(to, f64x2.mul(d, weight), 48);
    }
    if (LANES > 8) {
      v128.store(to, f64x2.mul(e, weight), 64);
      v128.store(to, f64x2.mul(f, weight), 80);
      v128.store(to, f64x2.mul(g, weight), 96);
      v128.store(to, f64x2.mul(h, weight), 112);
    }
  }
}

/** From the first row up, each becomes the greatest of itself and the rows in its list. */
export function best(grid: usize, starts: usize, entries: usize, first: i32, last: i32): void {
  let row = first;
  if (row < last)
    do {
      const to = rowAt(grid, row);
      let a = ZERO,
        b = ZERO,
        c = ZERO,
        d = ZERO,
        e = ZERO,
        f = ZERO,
        g = ZERO,
        h = ZERO;
      a = v128.load(to);
      if (LANES > 2) b = v128.load(to, 16);
      if (LANES > 4) {
        c = v128.load(to, 32);
        d = v128.load(to, 48);
      }
      if (LANES > 8) {
        e = v128.load(to, 64);
        f = v128.load(to, 80);
        g = v128.load(to, 96);
        h = v128.load(to, 112);
      }
      let at = listStart(entries, starts + 4 * row);
      const end = listStart(entries, starts + 4 * row + 4);
      if (at < end)
        do {
          const from = rowAt(grid, load<i32>(at));
          a = f64x2.pmax(a, v128.load(from));
          if (LANES > 2) b = f64x2.pmax(b, v128.load(from, 16));
          if (LANES > 4) {
            c = f64x2.pmax(c, v128.load(from, 32));
            d = f64x2.pmax(d, v128.load(from, 48));
          }
          if (LANES > 8) {
            e = f64x2.pmax(e, v128.load(from, 64));
            f = f64x2.pmax(f, v128.load(from, 80));
            g = f64x2.pmax(g, v128.load(from, 96));
            h = f64x2.pmax(h, v128.load(from, 112));
          }
          at += 4;
        } while (at < end);
      v128.store(to, a);
      if (LANES > 2) v128.store(to, b, 16);
      if (LANES > 4) {
        v128.store(to, c, 32);
        v128.store(to, d, 48);
      }
      if (LANES > 8) {
        v128.store(to, e, 64);
        v128.store(to, f, 80);
        v128.store(to, g, 96);
        v128.store(to, h, 112);
      }
      row++;
    } while (row < last);
}

/** Each row becomes the offer that the table names. */
export function put(rows: usize, offers: usize, table: usize, end: usize): void {
  if (table < end)
    do {
      const offer = rowAt(offers, load<i32>(table));
      v128.store(rows, v128.load(offer));
      if (LANES > 2) v128.store(rows, v128.load(offer, 16), 16);
      if (LANES > 4) {
        v128.store(rows, v128.load(offer, 32), 32);
        v128.store(rows, v128.load(offer, 48), 48);
      }
      if (LANES > 8) {
        v128.store(rows, v128.load(offer, 64), 64);
        v128.store(rows, v128.load(offer, 80), 80);
        v128.store(rows, v128.load(offer, 96), 96);
        v128.store(rows, v128.load(offer, 112), 112);
      }
      table += 4;
      rows += ROW;
    } while (table < end);
}

/** Each row becomes the greater of itself and the offer that the table names. */
export function raise(rows: usize, offers: usize, table: usize, end: usize): void {
  if (table < end)
    do {
      const offer = rowAt(offers, load<i32>(table));
      v128.store(rows, f64x2.pmax(v128.load(rows), v128.load(offer)));
      if (LANES > 2) v128.store(rows, f64x2.pmax(v128.load(rows, 16), v128.load(offer, 16)), 16);
      if (LANES > 4) {
        v128.store(rows, f64x2.pmax(v128.load(rows, 32), v128.load(offer, 32)), 32);
        v128.store(rows, f64x2.pmax(v128.load(rows, 48), v128.load(offer, 48)), 48);
      }
      if (LANES > 8) {
        v128.store(rows, f64x2.pmax(v128.load(rows, 64), v128.load(offer, 64)), 64);
        v128.store(rows, f64x2.pmax(v128.load(rows, 80), v128.load(offer, 80)), 80);
        v128.store(rows, f64x2.pmax(v128.load(rows, 96), v128.load(offer, 96)), 96);
        v128.store(rows, f64x2.pmax(v128.load(rows, 112), v128.load(offer, 112)), 112);
      }
      table += 4;
      rows += ROW;
    } while (table < end);
}

/** The mean of rows, each with its probability. */
export function expect(rows: usize, chances: usize, end: usize, out: usize): void {
  let a = ZERO,
    b = ZERO,
    c = ZERO,
    d = ZERO,
    e = ZERO,
    f = ZERO,
    g = ZERO,
    h = ZERO;
  if (chances < end)
    do {
      const chance = v128.load64_splat(chances);
      a = f64x2.add(a, f64x2.mul(v128.load(rows), chance));
      if (LANES > 2) b = f64x2.add(b, f64x2.mul(v128.load(rows, 16), chance));
      if (LANES > 4) {
        c = f64x2.add(c, f64x2.mul(v128.load(rows, 32), chance));
        d = f64x2.add(d, f64x2.mul(v128.load(rows, 48), chance));
      }
      if (LANES > 8) {
        e = f64x2.add(e, f64x2.mul(v128.load(rows, 64), chance));
        f = f64x2.add(f, f64x2.mul(v128.load(rows, 80), chance));
        g = f64x2.add(g, f64x2.mul(v128.load(rows, 96), chance));
        h = f64x2.add(h, f64x2.mul(v128.load(rows, 112), chance));
      }
      chances += 8;
      rows += ROW;
    } while (chances < end);
  v128.store(out, a);
  if (LANES > 2) v128.store(out, b, 16);
  if (LANES > 4) {
    v128.store(out, c, 32);
    v128.store(out, d, 48);
  }
  if (LANES > 8) {
    v128.store(out, e, 64);
    v128.store(out, f, 80);
    v128.store(out, g, 96);
    v128.store(out, h, 112);
  }
}

/**
 * The way back of `best`, for probabilities: from the last row down, what is in `from` is moved to the same row of `kept` where `best` is
 * the row's own number, else within `from` to the first row of its list that has that number.
 */
export function follow(
  own: usize,
  best: usize,
  from: usize,
  kept: usize,
  starts: usize,
  entries: usize,
  first: i32,
  last: i32,
): void {
  for (let row = last - 1; row >= first; row--) {
    const offset = rowAt(0, row);
    const worth = best + offset;
    const source = from + offset;
    let a = ZERO,
      b = ZERO,
      c = ZERO,
      d = ZERO,
      e = ZERO,
      f = ZERO,
      g = ZERO,
      h = ZERO;
    a = v128.load(source);
    if (LANES > 2) b = v128.load(source, 16);
    if (LANES > 4) {
      c = v128.load(source, 32);
      d = v128.load(source, 48);
    }
    if (LANES > 8) {
      e = v128.load(source, 64);
      f = v128.load(source, 80);
      g = v128.load(source, 96);
      h = v128.load(source, 112);
    }
    v128.store(source, ZERO);
    if (LANES > 2) v128.store(source, ZERO, 16);
    if (LANES > 4) {
      v128.store(source, ZERO, 32);
      v128.store(source, ZERO, 48);
    }
    if (LANES > 8) {
      v128.store(source, ZERO, 64);
      v128.store(source, ZERO, 80);
      v128.store(source, ZERO, 96);
      v128.store(source, ZERO, 112);
    }
    a = move(a, kept + offset, equal(own + offset, worth));
    if (LANES > 2) b = move(b, kept + offset + 16, equal(own + offset + 16, worth + 16));
    if (LANES > 4) {
      c = move(c, kept + offset + 32, equal(own + offset + 32, worth + 32));
      d = move(d, kept + offset + 48, equal(own + offset + 48, worth + 48));
    }
    if (LANES > 8) {
      e = move(e, kept + offset + 64, equal(own + offset + 64, worth + 64));
      f = move(f, kept + offset + 80, equal(own + offset + 80, worth + 80));
      g = move(g, kept + offset + 96, equal(own + offset + 96, worth + 96));
      h = move(h, kept + offset + 112, equal(own + offset + 112, worth + 112));
    }
    let at = listStart(entries, starts + 4 * row);
    const end = listStart(entries, starts + 4 * row + 4);
    if (at < end)
      do {
        const next = rowAt(0, load<i32>(at));
        a = move(a, from + next, equal(best + next, worth));
        if (LANES > 2) b = move(b, from + next + 16, equal(best + next + 16, worth + 16));
        if (LANES > 4) {
          c = move(c, from + next + 32, equal(best + next + 32, worth + 32));
          d = move(d, from + next + 48, equal(best + next + 48, worth + 48));
        }
        if (LANES > 8) {
          e = move(e, from + next + 64, equal(best + next + 64, worth + 64));
          f = move(f, from + next + 80, equal(best + next + 80, worth + 80));
          g = move(g, from + next + 96, equal(best + next + 96, worth + 96));
          h = move(h, from + next + 112, equal(best + next + 112, worth + 112));
        }
        at += 4;
      } while (at < end);
  }
}

/** The way back of `means`: each row of `kept` and of `to` is shared out equally among the rows of its list in `to`. */
export function fall(
  kept: usize,
  to: usize,
  starts: usize,
  entries: usize,
  weights: usize,
  first: i32,
  last: i32,
): void {
  let row = first;
  if (row < last)
    do {
      const one = rowAt(kept, row);
      const other = rowAt(to, row);
      const weight = v128.load64_splat(weights + 8 * row);
      let a = ZERO,
        b = ZERO,
        c = ZERO,
        d = ZERO,
        e = ZERO,
        f = ZERO,
        g = ZERO,
        h = ZERO;
      a = f64x2.mul(f64x2.add(v128.load(one), v128.load(other)), weight);
      if (LANES > 2) b = f64x2.mul(f64x2.add(v128.load(one, 16), v128.load(other, 16)), weight);
      if (LANES > 4) {
        c = f64x2.mul(f64x2.add(v128.load(one, 32), v128.load(other, 32)), weight);
        d = f64x2.mul(f64x2.add(v128.load(one, 48), v128.load(other, 48)), weight);
      }
      if (LANES > 8) {
        e = f64x2.mul(f64x2.add(v128.load(one, 64), v128.load(other, 64)), weight);
        f = f64x2.mul(f64x2.add(v128.load(one, 80), v128.load(other, 80)), weight);
        g = f64x2.mul(f64x2.add(v128.load(one, 96), v128.load(other, 96)), weight);
        h = f64x2.mul(f64x2.add(v128.load(one, 112), v128.load(other, 112)), weight);
      }
      v128.store(one, ZERO);
      if (LANES > 2) v128.store(one, ZERO, 16);
      if (LANES > 4) {
        v128.store(one, ZERO, 32);
        v128.store(one, ZERO, 48);
      }
      if (LANES > 8) {
        v128.store(one, ZERO, 64);
        v128.store(one, ZERO, 80);
        v128.store(one, ZERO, 96);
        v128.store(one, ZERO, 112);
      }
      v128.store(other, ZERO);
      if (LANES > 2) v128.store(other, ZERO, 16);
      if (LANES > 4) {
        v128.store(other, ZERO, 32);
        v128.store(other, ZERO, 48);
      }
      if (LANES > 8) {
        v128.store(other, ZERO, 64);
        v128.store(other, ZERO, 80);
        v128.store(other, ZERO, 96);
        v128.store(other, ZERO, 112);
      }
      let at = listStart(entries, starts + 4 * row);
      const end = listStart(entries, starts + 4 * row + 4);
      if (at < end)
        do {
          const target = rowAt(to, load<i32>(at));
          v128.store(target, f64x2.add(v128.load(target), a));
          if (LANES > 2) v128.store(target, f64x2.add(v128.load(target, 16), b), 16);
          if (LANES > 4) {
            v128.store(target, f64x2.add(v128.load(target, 32), c), 32);
            v128.store(target, f64x2.add(v128.load(target, 48), d), 48);
          }
          if (LANES > 8) {
            v128.store(target, f64x2.add(v128.load(target, 64), e), 64);
            v128.store(target, f64x2.add(v128.load(target, 80), f), 80);
            v128.store(target, f64x2.add(v128.load(target, 96), g), 96);
            v128.store(target, f64x2.add(v128.load(target, 112), h), 112);
          }
          at += 4;
        } while (at < end);
      row++;
    } while (row < last);
}

/** The way back of `put` and `raise`: what is in a row of `from` is moved to the offer that the table names, where both are worth the same. */
export function take(
  worths: usize,
  from: usize,
  offers: usize,
  taken: usize,
  table: usize,
  end: usize,
): void {
  if (table < end)
    do {
      const offset = rowAt(0, load<i32>(table));
      const offer = offers + offset;
      const to = taken + offset;
      v128.store(from, move(v128.load(from), to, equal(worths, offer)));
      if (LANES > 2) v128.store(from, move(v128.load(from, 16), to + 16, equal(worths + 16, offer + 16)), 16);
      if (LANES > 4) {
        v128.store(from, move(v128.load(from, 32), to + 32, equal(worths + 32, offer + 32)), 32);
        v128.store(from, move(v128.load(from, 48), to + 48, equal(worths + 48, offer + 48)), 48);
      }
      if (LANES > 8) {
        v128.store(from, move(v128.load(from, 64), to + 64, equal(worths + 64, offer + 64)), 64);
        v128.store(from, move(v128.load(from, 80), to + 80, equal(worths + 80, offer + 80)), 80);
        v128.store(from, move(v128.load(from, 96), to + 96, equal(worths + 96, offer + 96)), 96);
        v128.store(from, move(v128.load(from, 112), to + 112, equal(worths + 112, offer + 112)), 112);
      }
      table += 4;
      worths += ROW;
      from += ROW;
    } while (table < end);
}

/** Lanes in which two vectors are equal. */
function equal(one: usize, other: usize): v128 {
  return f64x2.eq(v128.load(one), v128.load(other));
}

/** Adds some lanes of a vector to what is at an address. @returns the others */
function move(vector: v128, to: usize, lanes: v128): v128 {
  v128.store(to, f64x2.add(v128.load(to), v128.and(vector, lanes)));
  return v128.andnot(vector, lanes);
}

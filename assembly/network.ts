// The loops of a neural network's convolutions, which are products of matrices, multiplied tile by tile.

/** Rows of a tile. */
export const TILE_ROWS: i32 = 4;
/** Columns of a tile; its sums, and what is added to them, fit into the registers of processors. */
export const TILE_COLUMNS: i32 = 8;

/** Copies the numbers at the addresses from `sources` to before `end`, TILE_COLUMNS at a time. */
export function gather(sources: usize, end: usize, to: usize): void {
  if (sources < end)
    do {
      store<i32>(to, load<i32>(load<usize>(sources)));
      store<i32>(to, load<i32>(load<usize>(sources, 4)), 4);
      store<i32>(to, load<i32>(load<usize>(sources, 8)), 8);
      store<i32>(to, load<i32>(load<usize>(sources, 12)), 12);
      store<i32>(to, load<i32>(load<usize>(sources, 16)), 16);
      store<i32>(to, load<i32>(load<usize>(sources, 20)), 20);
      store<i32>(to, load<i32>(load<usize>(sources, 24)), 24);
      store<i32>(to, load<i32>(load<usize>(sources, 28)), 28);
      sources += 4 * TILE_COLUMNS;
      to += 4 * TILE_COLUMNS;
    } while (sources < end);
}

/**
 * Adds the product of two matrices to a third.
 *
 * @param bands the first factor, in bands of TILE_ROWS rows: of each its columns, one after the other
 * @param panels the second, in panels of TILE_COLUMNS columns: of each its rows, one after the other
 * @param panel bytes of a panel
 * @param block bytes of a panel that are summed up before they are added
 * @param out the third, whose rows are `stride` bytes long
 */
export function multiply(
  bands: usize,
  bandsEnd: usize,
  panels: usize,
  panelsEnd: usize,
  panel: usize,
  block: usize,
  out: usize,
  stride: usize,
): void {
  if (panels < panelsEnd)
    do {
      const panelEnd = panels + panel;
      let rows = bands;
      let tile = out;
      if (rows < bandsEnd)
        do {
          let columns = panels;
          while (columns < panelEnd) {
            const blockEnd = min(columns + block, panelEnd);
            let a = ZERO,
              b = ZERO,
              c = ZERO,
              d = ZERO,
              e = ZERO,
              f = ZERO,
              g = ZERO,
              h = ZERO;
            if (columns < blockEnd)
              do {
                const left = v128.load(columns);
                const right = v128.load(columns, 16);
                let factor = v128.load32_splat(rows);
                a = f32x4.add(a, f32x4.mul(factor, left));
                b = f32x4.add(b, f32x4.mul(factor, right));
                factor = v128.load32_splat(rows, 4);
                c = f32x4.add(c, f32x4.mul(factor, left));
                d = f32x4.add(d, f32x4.mul(factor, right));
                factor = v128.load32_splat(rows, 8);
                e = f32x4.add(e, f32x4.mul(factor, left));
                f = f32x4.add(f, f32x4.mul(factor, right));
                factor = v128.load32_splat(rows, 12);
                g = f32x4.add(g, f32x4.mul(factor, left));
                h = f32x4.add(h, f32x4.mul(factor, right));
                columns += 4 * TILE_COLUMNS;
                rows += 4 * TILE_ROWS;
              } while (columns < blockEnd);
            addRow(tile, a, b);
            addRow(tile + stride, c, d);
            addRow(tile + 2 * stride, e, f);
            addRow(tile + 3 * stride, g, h);
          }
          tile += 4 * stride;
        } while (rows < bandsEnd);
      panels += panel;
      out += 4 * TILE_COLUMNS;
    } while (panels < panelsEnd);
}

const ZERO = f32x4.splat(0);

function addRow(to: usize, left: v128, right: v128): void {
  v128.store(to, f32x4.add(v128.load(to), left));
  v128.store(to, f32x4.add(v128.load(to, 16), right), 16);
}

/**
 * Adds a number to each row from `out` to before `end`: the first of those at `bias` to the first row, and so on. Sums below the number at
 * `floor` become that number.
 */
export function finish(out: usize, end: usize, stride: usize, bias: usize, floor: usize): void {
  const least = v128.load32_splat(floor);
  if (out < end)
    do {
      const more = v128.load32_splat(bias);
      for (const rowEnd = out + stride; out < rowEnd; out += 16)
        v128.store(out, f32x4.max(f32x4.add(v128.load(out), more), least));
      bias += 4;
    } while (out < end);
}

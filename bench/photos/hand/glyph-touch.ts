import type { Glyph } from "./hands.ts";
import type { Touch } from "./ink-layer.ts";

/** How a glyph is written this time. */
export interface GlyphForm {
  readonly heightPx: number;
  /** Width by height, in relation to how it was collected. */
  readonly stretch: number;
  /** Shear, to the right positive. */
  readonly slant: number;
  /** In radians. */
  readonly turn: number;
  readonly tracePx: number;
}

/** How dark the paper of scans is at most. */
const SCANNED_PAPER = 0.14;
/** Empty pixels around the ink, for soft edges. */
const RIM = 2;

/** A glyph at its size and slant, cut to its ink and a small rim. */
export function glyphTouch(glyph: Glyph, form: GlyphForm): Touch {
  const scaleY = form.heightPx / glyph.heightPx;
  const scaleX = scaleY * form.stretch;
  const wide = glyph.widthPx * scaleX;
  const widthPx = Math.ceil(wide + (Math.abs(form.slant) + Math.abs(form.turn)) * form.heightPx) + 2 * RIM;
  const heightPx = Math.ceil(form.heightPx + Math.abs(form.turn) * wide) + 2 * RIM;
  const share = new Float32Array(widthPx * heightPx);
  const edge = edgeOf(glyph, form, scaleY);
  const [cos, sin] = [Math.cos(form.turn), Math.sin(form.turn)];
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      // From the paper back to the glyph: unturn, unslant, unscale around the middle.
      const [dx, dy] = [column + 0.5 - widthPx / 2, row + 0.5 - heightPx / 2];
      const y = cos * dy - sin * dx;
      const x = cos * dx + sin * dy + form.slant * y;
      const value = sample(
        glyph,
        x / scaleX + glyph.widthPx / 2 - 0.5,
        y / scaleY + glyph.heightPx / 2 - 0.5,
      );
      share[row * widthPx + column] = Math.min(1, Math.max(0, (value / 255 - edge.level) * edge.steep + 0.5));
    }
  }
  return { widthPx, heightPx, share };
}

/**
 * Where the edge of the stroke is taken: an outline is made thinner or thicker towards the width of the pen's trace, within what its
 * few pixels tell; real ink keeps its shades.
 */
function edgeOf(glyph: Glyph, form: GlyphForm, scale: number): { level: number; steep: number } {
  const usualPx = glyph.heightPx / glyph.size;
  const grow = (form.tracePx / scale - glyph.trace * usualPx) / 2;
  if (glyph.isScan) {
    const level = Math.min(0.5, Math.max(0.3, 0.4 - 0.12 * grow));
    // Paper must come out as paper, even where the scan is a little grey.
    return { level, steep: Math.max(1.9, 0.5 / (level - SCANNED_PAPER)) };
  }
  const level = Math.min(0.72, Math.max(0.26, 0.48 - 0.55 * grow));
  return { level, steep: Math.max(1.5, 0.8 * scale) };
}

function sample({ widthPx, heightPx, ink }: Glyph, x: number, y: number): number {
  if (x < -2 || y < -2 || x > widthPx + 1 || y > heightPx + 1) return 0;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  let value = 0;
  for (let row = Math.max(0, top - 1); row <= Math.min(heightPx - 1, top + 2); row++) {
    let line = 0;
    for (let column = Math.max(0, left - 1); column <= Math.min(widthPx - 1, left + 2); column++)
      line += (ink[row * widthPx + column] ?? 0) * cubic(x - column);
    value += line * cubic(y - row);
  }
  return value;
}

const FINENESS = 256;
/** A cubic B-spline: softer than what goes through the points, so that the steps of a coarse outline vanish. */
const SPLINE = Float32Array.from({ length: 2 * FINENESS + 2 }, (_, at) => {
  const d = at / FINENESS;
  if (d >= 2) return 0;
  return d < 1 ? (4 - 6 * d * d + 3 * d ** 3) / 6 : (2 - d) ** 3 / 6;
});

function cubic(t: number): number {
  return SPLINE[Math.round(Math.abs(t) * FINENESS)] ?? 0;
}

/** For each row the first and the last inked column; where there is no ink, the first lies beyond the last. */
export function profileOf({ widthPx, heightPx, share }: Touch): { first: Int32Array; last: Int32Array } {
  const first = new Int32Array(heightPx).fill(widthPx);
  const last = new Int32Array(heightPx).fill(-1);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      if ((share[row * widthPx + column] ?? 0) < 0.3) continue;
      first[row] = Math.min(first[row] ?? 0, column);
      last[row] = column;
    }
  }
  return { first, last };
}

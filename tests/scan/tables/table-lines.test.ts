import { expect, test } from "vitest";
import type { FlatStroke } from "../../../src/scan/tables/flat-strokes.ts";
import { withFaintLines } from "../../../src/scan/tables/faint-lines.ts";
import { tableLines } from "../../../src/scan/tables/table-lines.ts";

const PX_PER_MM = 8;
const ROWS = [10, 18, 26, 34, 42, 50];
const COLUMNS = [10, 40, 55, 70];

/** A straight stroke, in mm. */
function stroke(at: number, from: number, to: number): FlatStroke {
  const alongMm = Float64Array.from(
    { length: Math.round((to - from) * 4) + 1 },
    (_, step) => from + step / 4,
  );
  return { alongMm, acrossMm: alongMm.map(() => at) };
}

/** The picture of such a table. @param faint how dark each line across is, by its place */
function pictureOf(depthOf: (at: number) => number) {
  const [widthPx, heightPx] = [80 * PX_PER_MM, 60 * PX_PER_MM];
  const pixels = new Uint8Array(widthPx * heightPx).fill(245);
  const px = (mm: number) => Math.round(mm * PX_PER_MM);
  for (const at of ROWS)
    for (const row of [px(at), px(at) + 1])
      pixels.fill(245 - depthOf(at), row * widthPx + px(10), row * widthPx + px(70));
  for (const at of COLUMNS)
    for (let row = px(10); row < px(50); row++)
      pixels.fill(60, row * widthPx + px(at), row * widthPx + px(at) + 2);
  return { widthPx, heightPx, pixels };
}

const across = ROWS.map((at) => stroke(at, 10, 70));
const down = COLUMNS.map((at) => stroke(at, 10, 50));
const places = (lines: readonly { readonly atPx: number }[] = []) =>
  lines.map(({ atPx }) => Math.round(atPx / PX_PER_MM));

test("letters that stand below each other in every row are no line", () => {
  const picture = pictureOf(() => 185);
  const letters = ROWS.slice(0, -1).map((at) => stroke(24, at + 0.9, at + 7.1));
  const lines = tableLines(across, [...down, ...letters], picture, PX_PER_MM);
  expect(places(lines?.down)).toEqual(COLUMNS);
  // The same strokes through the lines across are one.
  const through = tableLines(across, [...down, stroke(24, 11, 49)], picture, PX_PER_MM);
  expect(places(through?.down)).toEqual([10, 24, 40, 55, 70]);
});

test("a line that was overlooked is looked for where a row is twice as high as the others", () => {
  const seen = across.filter((_, at) => at !== 2);
  const faint = pictureOf((at) => (at === 26 ? 45 : 185));
  const found = tableLines(seen, down, faint, PX_PER_MM);
  expect(places(found?.across)).toEqual([10, 18, 34, 42, 50]);
  expect(found && places(withFaintLines(found, faint).across)).toEqual(ROWS);
  const none = pictureOf((at) => (at === 26 ? 0 : 185));
  expect(found && withFaintLines(found, none)).toEqual(found);
});

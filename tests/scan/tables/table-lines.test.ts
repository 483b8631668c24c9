import type { FlatStroke } from "../../../src/scan/tables/flatten.ts";
import { tableLines, addFaintLines } from "../../../src/scan/tables/table-lines.ts";
import { expect, test } from "vitest";

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

const px = (mm: number) => Math.round(mm * PX_PER_MM);

/** The picture of such a table. @param depthAt how dark each line across is, by its place @param thickPx how thick all lines are */
function pictureOf(depthAt: (at: number) => number, thickPx = 2) {
  const [widthPx, heightPx] = [80 * PX_PER_MM, 60 * PX_PER_MM];
  const pixels = new Uint8Array(widthPx * heightPx).fill(245);
  for (const at of ROWS)
    for (let row = px(at); row < px(at) + thickPx; row++)
      pixels.fill(245 - depthAt(at), row * widthPx + px(10), row * widthPx + px(70));
  for (const at of COLUMNS)
    for (let row = px(10); row < px(50); row++)
      pixels.fill(60, row * widthPx + px(at), row * widthPx + px(at) + thickPx);
  return { widthPx, heightPx, pixels };
}

const FOUND = { thicknessPx: 2, isDouble: false, seen: 1 } as const;
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
  expect(found && places(addFaintLines(found, faint).across)).toEqual(ROWS);
  const none = pictureOf((at) => (at === 26 ? 0 : 185));
  expect(found && addFaintLines(found, none)).toEqual(found);
});

test.each([1, 2])(
  "lines beyond the outermost ones are found where others continue, solid or dotted as on copies (1 of %d px)",
  (dots) => {
    const { pixels, ...size } = pictureOf(() => 185);
    // A copy breaks all lines but for the one that was found.
    const copied = pixels.map((level, at) => {
      const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
      return ((x >> 2) + (y >> 2)) % dots === 0 ? level : 245;
    });
    const lineAt = (mm: number) => ({ ...FOUND, atPx: mm * PX_PER_MM });
    const rows = ROWS.map(lineAt);
    const found = addFaintLines({ across: rows, down: [40, 55].map(lineAt) }, { ...size, pixels: copied });
    expect(places(found.down)).toEqual(COLUMNS);
    const columns = COLUMNS.map(lineAt);
    const complete = addFaintLines({ across: rows.slice(1, 4), down: columns }, { ...size, pixels: copied });
    expect(places(complete.across)).toEqual(ROWS);
    // Where the rows end, there is nothing beyond.
    const narrow = pixels.map((level, at) => (at % size.widthPx > px(57) ? 245 : level));
    const part = addFaintLines({ across: rows, down: [40, 55].map(lineAt) }, { ...size, pixels: narrow });
    expect(places(part.down)).toEqual([10, 40, 55]);
  },
);

test("rows that are not quite alike are usual rows all the same", () => {
  // Double lines are a little off the places of single ones: half of the gaps are wider than the mean, by up to a seventh.
  const uneven = [10, 17, 26, 33, 42, 50];
  const picture = pictureOf(() => 185);
  const lines = uneven.flatMap((at) => (at === 33 || at === 42 ? [] : [{ ...FOUND, atPx: at * PX_PER_MM }]));
  const columns = COLUMNS.map((at) => ({ ...FOUND, atPx: at * PX_PER_MM }));
  const found = addFaintLines({ across: lines, down: columns }, picture);
  expect(places(found.across)).toEqual([10, 17, 26, 34, 42, 50]);
});

test("a line runs through others where both are blurred, as far as they are thick", () => {
  // Where a line ends at a thick one, as at the frame, neither is seen.
  const frame = ROWS.slice(0, -1).map((at) => stroke(70, at + 0.5, at + 7.5));
  const seen = [...down.slice(0, -1), ...frame];
  const thick = tableLines(
    across,
    seen,
    pictureOf(() => 185, 8),
    PX_PER_MM,
  );
  expect(places(thick?.down)).toEqual(COLUMNS);
  const thin = tableLines(
    across,
    seen,
    pictureOf(() => 185),
    PX_PER_MM,
  );
  expect(places(thin?.down)).toEqual([10, 40, 55]);
});

test("the outer line of a table is where the lines that cross it end, if they go on by a row", () => {
  const picture = pictureOf((at) => (at === 50 ? 0 : 185));
  const seen = across.slice(0, -1);
  expect(places(tableLines(seen, down, picture, PX_PER_MM)?.across)).toEqual(ROWS);
  const upper = tableLines(
    across.slice(1),
    down,
    pictureOf((at) => (at === 10 ? 0 : 185)),
    PX_PER_MM,
  );
  expect(places(upper?.across)).toEqual(ROWS);
  // Ends at different places, and at the last line, are no line.
  const ragged = [45, 50, 48, 52].map((to, at) => stroke(COLUMNS[at] ?? 0, 10, to));
  expect(places(tableLines(seen, ragged, picture, PX_PER_MM)?.across)).toEqual([10, 18, 26, 34, 42]);
  const short = COLUMNS.map((at) => stroke(at, 10, 43));
  expect(places(tableLines(seen, short, picture, PX_PER_MM)?.across)).toEqual([10, 18, 26, 34, 42]);
});

test("the edges of the paper are no lines of a table that hangs together with them", () => {
  const columns = [10, 25, 31, 37, 43, 49, 55, 61, 70];
  const inner = columns.map((at) => stroke(at, 10, 50));
  const edges = {
    across: [2, 58].map((at) => stroke(at, 3, 77)),
    down: [3, 77].map((at) => stroke(at, 2, 58)),
  };
  const picture = pictureOf(() => 185);
  const found = tableLines([...edges.across, ...across], [...edges.down, ...inner], picture, PX_PER_MM);
  expect([places(found?.across), places(found?.down)]).toEqual([ROWS, columns]);
  // The head of a table is a row of it, though only its first and last line across reach there.
  const head = [stroke(10, 2, 50), ...inner.slice(1, -1), stroke(70, 2, 50)];
  const framed = tableLines([stroke(2, 10, 70), ...across], head, picture, PX_PER_MM);
  expect(places(framed?.across)).toEqual([2, ...ROWS]);
});

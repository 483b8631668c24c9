import { expect, test } from "vitest";
import { cutBoxes } from "../../../src/scan/warp/cut-boxes.ts";

/** A column of four boxes between lines, in px; ten make a mm. */
const [LEFT, TOP, WIDTH, HEIGHT] = [50, 60, 180, 80];
const SHEET = { widthPx: 280, heightPx: 440 };
const boxes = [0, 1, 2, 3].map((row) => ({
  xMm: LEFT / 10,
  yMm: (TOP + row * HEIGHT) / 10,
  widthMm: WIDTH / 10,
  heightMm: HEIGHT / 10,
}));
const rules = [0, 1, 2, 3, 4].map((row) => {
  const yMm = (TOP + row * HEIGHT) / 10;
  return {
    fromXMm: LEFT / 10,
    fromYMm: yMm,
    toXMm: (LEFT + WIDTH) / 10,
    toYMm: yMm,
    weightPt: 0.5,
    grey: 0.5,
  };
});

/** A frame of ink, like a 0, or a bar. */
interface Stroke {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes that ink astride a line belongs to. */
function listAstride(strokes: readonly Stroke[]): number[] {
  const pixels = new Uint8Array(SHEET.widthPx * SHEET.heightPx).fill(250);
  const paint = (x: number, y: number, level: number) => {
    pixels[y * SHEET.widthPx + x] = Math.min(level, pixels[y * SHEET.widthPx + x] ?? 0);
  };
  for (const row of [0, 1, 2, 3, 4])
    for (let x = LEFT; x < LEFT + WIDTH; x++) for (const y of [0, 1]) paint(x, TOP + row * HEIGHT - y, 160);
  for (const { left, top, width, height } of strokes)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (Math.min(x, y, width - 1 - x, height - 1 - y) < 5) paint(left + x, top + y, 40);
  const tints = [] as const;
  const cut = cutBoxes({ layout: { rules, boxes, tints }, pxPerMm: 10, grey: { ...SHEET, pixels } }, () => 1);
  return cut.flatMap(({ isAstride = false }, at) => (isAstride ? [at] : []));
}

/** The line between the second box and the third. */
const LINE = TOP + 2 * HEIGHT;
const zero = (middle: number, height = 44): Stroke => ({
  left: 110,
  top: Math.round(middle - height / 2),
  width: 30,
  height,
});
const dash: Stroke = { left: 90, top: LINE + 52, width: 70, height: 6 };
/** How far the middle of a number is below the line. */
const OFF = [-10, -6, -3, 0, 3, 6, 10];

test.each(OFF)("a number %d px off a line is that of the box above, if the one below has an entry", (off) => {
  expect(listAstride([zero(LINE + off), dash])).toEqual([1]);
});

test.each(OFF)("a number %d px off a line is that of the box below, if the one above has an entry", (off) => {
  expect(listAstride([zero(LINE + off), { ...dash, top: LINE - 58 }])).toEqual([2]);
});

test("a number in the middle of a line may be that of either box", () => {
  expect(listAstride([zero(LINE)])).toEqual([1, 2]);
});

test.each([36, 52, 64])(
  "a number %d px high within its box, or a little out of it, is astride no line",
  (height) => {
    for (const middle of [LINE - HEIGHT / 2, LINE - height / 2 - 2, LINE - height / 2 + 6])
      for (const others of [[], [dash]]) expect(listAstride([zero(middle, height), ...others])).toEqual([]);
  },
);

import { describe, expect, test } from "vitest";
import { pickBend } from "../../bench/photos/camera/bend.ts";
import type { Canvas } from "../../bench/photos/camera/canvas.ts";
import { openCv } from "../../bench/photos/camera/cv.ts";
import { lensOf } from "../../bench/photos/camera/lens.ts";
import { type LyingSheet, paintSheet, truthOf } from "../../bench/photos/camera/lying-sheet.ts";
import { chanceFor } from "../../bench/photos/chance.ts";
import { planSheet } from "../../bench/photos/sheets/plan.ts";

const PX_PER_MM = 6;
const SPOT_MM = 4;

/** A white page with black squares in its corners, on paper that is larger than it. */
function lyingPage(printScale: number): LyingSheet {
  const planned = planSheet(1, "subject");
  const page = planned.layout.page;
  const [widthPx, heightPx] = [page.widthMm * PX_PER_MM, page.heightMm * PX_PER_MM].map(Math.round) as [
    number,
    number,
  ];
  const rgb = new Uint8Array(3 * widthPx * heightPx).fill(255);
  const size = SPOT_MM * PX_PER_MM;
  // As on every pad, nothing is printed up to the very edge.
  const isNear = (at: number, end: number) =>
    Math.min(at, end - 1 - at) < size && Math.min(at, end - 1 - at) > 2;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const isCorner = isNear(x, widthPx) && isNear(y, heightPx);
      if (isCorner) rgb.fill(0, 3 * (y * widthPx + x), 3 * (y * widthPx + x) + 3);
    }
  }
  const paper = { widthMm: page.widthMm * 1.2, heightMm: page.heightMm * 1.2 };
  const boxes = planned.layout.boxes.map(() => ({
    ink: { kind: "empty" as const },
    crossedOut: null,
    frame: null,
  }));
  return {
    planned,
    written: {
      paper: { widthPx, heightPx, pxPerMm: PX_PER_MM, rgb },
      boxes,
      writers: [],
      isCopied: false,
      pens: [],
    },
    paper,
    printScale,
    bend: pickBend(paper.widthMm, paper.heightMm, 9, "glued", chanceFor(1, "bend")),
    place: { xMm: 4, yMm: -3, turn: 0.2 },
    wear: { tone: [1, 1, 1], fibre: 0, lightFrom: 0, slant: 0.3, ring: null, damage: null },
  };
}

const lens = lensOf({
  widthPx: 900,
  heightPx: 1000,
  focal: 900,
  distanceMm: 330,
  turn: 0.5,
  tilt: 0.4,
  from: 0.7,
  middle: [0.5, 0.5],
  distortion: -0.03,
});

describe.each([0.93, 1, 1.03])("a page that was printed at %d of its size", (printScale) => {
  test("lies in the photo where the truth says", async () => {
    const sheet = lyingPage(printScale);
    const canvas: Canvas = { widthPx: 900, heightPx: 1000, rgb: new Uint8Array(3 * 900 * 1000).fill(90) };
    paintSheet(canvas, sheet, lens, await openCv());
    const { corners } = truthOf(sheet, lens, () => true, true);
    const middle = corners.reduce(([x, y], corner) => [x + corner[0] / 4, y + corner[1] / 4], [
      0, 0,
    ] as const);
    expect(corners).toHaveLength(4);
    for (const [x, y] of corners) {
      const long = Math.hypot(x - middle[0], y - middle[1]);
      const at = (outward: number) =>
        canvas.rgb[
          3 *
            (Math.round(y + ((y - middle[1]) * outward) / long) * canvas.widthPx +
              Math.round(x + ((x - middle[0]) * outward) / long))
        ] ?? 0;
      // Black just inside of the page's corner, white paper just outside.
      expect(at(-6)).toBeLessThan(40);
      expect(at(4)).toBeGreaterThan(150);
    }
  });
});

test("what can't be seen is hidden", () => {
  const sheet = lyingPage(1);
  const hidden = (canSee: () => boolean) =>
    truthOf(sheet, lens, canSee, true).boxes.filter((box) => box.hidden).length;
  expect(hidden(() => true)).toBe(0);
  expect(hidden(() => false)).toBe(sheet.planned.layout.boxes.length);
});

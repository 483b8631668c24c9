import { describe, expect, test } from "vitest";
import { BENDS, pickBend, type Spot } from "../../bench/photos/camera/bend.ts";
import { lensOf } from "../../bench/photos/camera/lens.ts";
import { mapOf, spotAt } from "../../bench/photos/camera/map.ts";
import { chanceFor } from "../../bench/photos/chance.ts";

const [WIDTH_MM, HEIGHT_MM] = [148, 210];
const VIEW = {
  widthPx: 1200,
  heightPx: 1600,
  focal: 1400,
  distanceMm: 240,
  turn: 2.4,
  tilt: 0.5,
  from: 1.1,
  middle: [0.53, 0.48],
  distortion: 0.04,
} as const;

const SPOTS: readonly Spot[] = [-0.5, -0.2, 0, 0.31, 0.5].flatMap((x) =>
  [-0.5, -0.17, 0.1, 0.5].map((y): Spot => [x * WIDTH_MM, y * HEIGHT_MM]),
);

describe.each(BENDS)("paper that lies %s", (kind) => {
  const bend = pickBend(WIDTH_MM, HEIGHT_MM, 12, kind, chanceFor(3, kind));

  test("is not stretched", () => {
    for (const [x, y] of SPOTS) {
      for (const [dx, dy] of [
        [0.5, 0],
        [0, 0.5],
      ] as const) {
        const [a, b] = [bend.at([x, y]), bend.at([x + dx, y + dy])];
        expect(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])).toBeCloseTo(0.5, 2);
      }
    }
  });

  test("rises as high as it should, and lies on the table", () => {
    const heights = SPOTS.map((spot) => bend.at(spot)[2]);
    expect(Math.min(...heights)).toBeGreaterThan(-0.01);
    expect(Math.max(...heights)).toBeLessThanOrEqual(bend.liftMm + 0.5);
  });

  test("is found again through the lens: from the spot to the pixel and back", () => {
    const lens = lensOf(VIEW);
    const project = (spot: Spot) => lens(bend.at(spot));
    const map = mapOf(project, VIEW.widthPx, VIEW.heightPx, Math.hypot(WIDTH_MM, HEIGHT_MM) / 2);
    const seen = SPOTS.filter((spot) => {
      const [x, y] = project(spot);
      return x > 0 && y > 0 && x < VIEW.widthPx && y < VIEW.heightPx;
    });
    expect(seen.length).toBeGreaterThan(12);
    for (const [x, y] of seen) {
      const [u, v] = spotAt(map, project([x, y]));
      expect(Math.hypot(u - x, v - y)).toBeLessThan(0.1);
    }
  });
});

test("a turned sheet is turned the same way in the photo", () => {
  const lens = lensOf({ ...VIEW, tilt: 0, distortion: 0, turn: Math.PI / 2 });
  const [middle, right] = [lens([0, 0, 0]), lens([10, 0, 0])];
  expect(right[0] - middle[0]).toBeCloseTo(0, 5);
  expect(right[1] - middle[1]).toBeGreaterThan(10);
});

test("what stands nearer to the camera is larger", () => {
  const lens = lensOf({ ...VIEW, tilt: 0, distortion: 0 });
  const long = (z: number) => {
    const [a, b] = [lens([0, 0, z]), lens([10, 0, z])];
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  };
  expect(long(20)).toBeGreaterThan(long(0));
});

import { describe, expect, it } from "vitest";
import { distance } from "../../../src/scan/image/picture.ts";
import { greyMat } from "../../../src/scan/image/tools.ts";
import { crowdPerimeter } from "../../../src/scan/marks/detect.ts";
import { findSheets } from "../../../src/scan/marks/find-sheets.ts";
import { areaCorners } from "../../../src/scan/marks/page-fit.ts";
import { type PaperSheet, type Pose, photograph, photoOf } from "../../support/camera.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";
import { printed, tools } from "../../support/photos.ts";
import { randomFrom } from "../../support/sheets.ts";

const layout = good(laidOut(shippedGame("yazzo"), "de", "a6", 1, "double"));
const sheet = await printed(layout);
const pose: Pose = { widthPx: 1100, heightPx: 1100, pxPerMm: 6, blurPx: 0.7, noise: 4 };

/** The largest distance between a found corner and where it is, in px. */
function worstCorner(
  found: ReturnType<typeof findSheets>[number],
  seenAt: (x: number, y: number) => { x: number; y: number },
) {
  const offs = found.marks.flatMap(({ place, corners }) => {
    const mark = layout.marks.find((one) => one.place === place);
    if (mark === undefined) throw new Error(`the layout has no mark ${place}`);
    return areaCorners(mark).map(({ x, y }, at) => distance(seenAt(x, y), corners[at] ?? { x: 0, y: 0 }));
  });
  return Math.max(...offs);
}

describe("findSheets", () => {
  it.each([0, 97, 180, 275])(
    "finds all corners of a sheet turned by %d degrees, to a fraction of a pixel",
    (turnDegrees) => {
      const [shot] = photograph(tools.cv, [[sheet, { ...pose, turnDegrees, tiltDegrees: [15, -8] }]]);
      if (shot === undefined) throw new Error("no photo");
      const [found, ...others] = findSheets(shot.photo, tools);
      expect(others).toEqual([]);
      expect(found?.marks.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
      if (found !== undefined) expect(worstCorner(found, shot.seenAt)).toBeLessThan(0.45);
    },
  );

  it("measures how blurred the marks are", () => {
    const blurs = [1, 2].map((blurPx) => {
      const [shot] = photograph(tools.cv, [[sheet, { ...pose, blurPx }]]);
      return shot === undefined ? 0 : (findSheets(shot.photo, tools)[0]?.marks[0]?.blurPx ?? 0);
    });
    expect(blurs[0]).toBeGreaterThan(0.9);
    expect(blurs[0]).toBeLessThan(1.4);
    expect(blurs[1]).toBeGreaterThan(1.5);
    expect(blurs[1]).toBeLessThan(2.4);
  });

  it("tells two sheets of the same group apart and reads from left to right", () => {
    const two: Pose = { ...pose, widthPx: 1500, heightPx: 1000, pxPerMm: 5.5 };
    const shots = photograph(tools.cv, [
      [sheet, { ...two, at: [0.28, 0.5], turnDegrees: 4 }],
      [sheet, { ...two, at: [0.73, 0.5], turnDegrees: -3 }],
    ]);
    const found = findSheets(shots[0]?.photo ?? photoOf(sheet.picture), tools);
    expect(found.map(({ marks }) => marks.length)).toEqual([4, 4]);
    shots.forEach(({ seenAt }, at) => {
      const one = found[at];
      if (one !== undefined) expect(worstCorner(one, seenAt)).toBeLessThan(0.5);
    });
  });

  it("keeps sheets of different groups apart and knows their group", async () => {
    const other = await printed(layout, "", 7);
    const two: Pose = { ...pose, widthPx: 1500, heightPx: 1000, pxPerMm: 5.5 };
    const [shot] = photograph(tools.cv, [
      [other, { ...two, at: [0.28, 0.5] }],
      [sheet, { ...two, at: [0.73, 0.5], turnDegrees: 180 }],
    ]);
    if (shot === undefined) throw new Error("no photo");
    expect(findSheets(shot.photo, tools).map(({ group, marks }) => [group, marks.length])).toEqual([
      [7, 4],
      [0, 4],
    ]);
  });

  it("makes do with three corners, and forgets what is left of a neighbour at the photo's edge", () => {
    const two: Pose = { ...pose, widthPx: 1500, heightPx: 1000, pxPerMm: 5.5 };
    const [shot] = photograph(tools.cv, [
      [withoutMark(0), { ...two, at: [0.3, 0.5] }],
      [sheet, { ...two, at: [0.95, 0.5] }],
    ]);
    if (shot === undefined) throw new Error("no photo");
    const found = findSheets(shot.photo, tools);
    expect(found.map(({ marks }) => marks.map(({ place }) => place))).toEqual([[1, 2, 3]]);
  });

  it("finds the small marks of a sheet in a large photo, which is looked at in parts", () => {
    const large: Pose = { widthPx: 2600, heightPx: 1500, pxPerMm: 3.4, blurPx: 0.5, noise: 2 };
    const [shot] = photograph(tools.cv, [[sheet, large]]);
    if (shot === undefined) throw new Error("no photo");
    const [found] = findSheets(shot.photo, tools);
    expect(found?.marks.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
    if (found !== undefined) expect(worstCorner(found, shot.seenAt)).toBeLessThan(0.6);
  });

  it.each([
    ["small", { pxPerMm: 3.6, blurPx: 0.6 }],
    ["blurred", { pxPerMm: 6, blurPx: 1.3 }],
    ["turned and blurred", { pxPerMm: 5, blurPx: 1.1, turnDegrees: 138, tiltDegrees: [12, -8] }],
  ] satisfies [string, Partial<Pose>][])(
    "finds small marks whose modules are grey: %s",
    async (_, blurred) => {
      const small = await printed(good(laidOut(shippedGame("yazzo"), "de", "a5", 1, "standard")), "", 7);
      const [shot] = photograph(tools.cv, [[small, { ...pose, ...blurred, heightPx: 1400, widthPx: 1400 }]]);
      if (shot === undefined) throw new Error("no photo");
      const [found, ...others] = findSheets(shot.photo, tools);
      expect(others).toEqual([]);
      expect([found?.group, found?.marks.length]).toEqual([7, 4]);
    },
  );

  it("takes no dark squares with anything inside for marks", () => {
    const random = randomFrom(7);
    const [squares, stepPx, modulePx] = [20, 40, 3];
    const widthPx = squares * stepPx;
    const pixels = new Uint8Array(widthPx ** 2).fill(225);
    for (let at = 0; at < (8 * squares) ** 2; at++) {
      const [column, row] = [at % (8 * squares), Math.floor(at / (8 * squares))];
      const isRim = [column, row].some((place) => place % 8 === 0 || place % 8 === 7);
      const level = isRim ? 40 : 60 + 160 * random();
      const place = (module: number) => Math.floor(module / 8) * stepPx + (module % 8) * modulePx + 8;
      for (let y = 0; y < modulePx; y++)
        pixels.fill(
          level,
          (place(row) + y) * widthPx + place(column),
          (place(row) + y) * widthPx + place(column) + modulePx,
        );
    }
    const found = findSheets(photoOf({ widthPx, heightPx: widthPx, pixels }), tools);
    expect(found.filter(({ marks }) => marks.length > 1)).toEqual([]);
    expect(found.length).toBeLessThan(0.01 * squares ** 2);
  });

  it("finds nothing where there is nothing", () => {
    const pixels = new Uint8Array(400 * 300).fill(180);
    expect(findSheets(photoOf({ widthPx: 400, heightPx: 300, pixels }), tools)).toEqual([]);
  });
});

/** The sheet with one mark under something. */
function withoutMark(place: number): PaperSheet {
  const mark = layout.marks.find((one) => one.place === place);
  if (mark === undefined) throw new Error(`the layout has no mark ${place}`);
  const { widthPx, heightPx } = sheet.picture;
  const pixels = sheet.picture.pixels.slice();
  const left = Math.floor(mark.xMm * sheet.pxPerMm);
  for (let y = Math.floor(mark.yMm * sheet.pxPerMm); y < (mark.yMm + mark.heightMm) * sheet.pxPerMm; y++)
    pixels.fill(140, y * widthPx + left, y * widthPx + left + mark.widthMm * sheet.pxPerMm);
  return { ...sheet, picture: { widthPx, heightPx, pixels } };
}

it("looks for no marks among squares of paper, and finds those of a sheet that lies on it", () => {
  const [shot] = photograph(tools.cv, [[sheet, pose]]);
  if (shot === undefined) throw new Error("no photo");
  const { grey } = shot.photo;
  const { widthPx, heightPx } = grey;
  const crowdOf = (picture: typeof grey) => {
    const mat = greyMat(tools.cv, picture);
    const perimeter = crowdPerimeter(tools.cv, mat) * Math.max(widthPx, heightPx);
    mat.delete();
    return perimeter;
  };
  expect(crowdOf(grey)).toBe(0);
  const corners = [shot.seenAt(0, 0), shot.seenAt(105, 148)];
  const isOn = (value: number, axis: "x" | "y") =>
    corners.some((corner) => corner[axis] < value + 9) && corners.some((corner) => corner[axis] > value - 9);
  const pixels = grey.pixels.map((level, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return isOn(x, "x") && isOn(y, "y") ? level : x % 16 < 2 || y % 16 < 2 ? 60 : 225;
  });
  expect(crowdOf({ ...grey, pixels })).toBeGreaterThan(4 * 14);
  const [found, ...others] = findSheets({ ...shot.photo, grey: { ...grey, pixels } }, tools);
  expect(others).toEqual([]);
  expect(found?.marks.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
});

import { expect, test } from "vitest";
import type { Photo, Point } from "../../../src/scan/image/picture.ts";
import type { Homography } from "../../../src/scan/marks/page-fit.ts";
import { findTables, tablesOnPapers, tablesWithin } from "../../../src/scan/tables/find-tables.ts";
import { isolatePapers } from "../../../src/scan/tables/papers.ts";
import { rareTest } from "../../support/cases.ts";
import { tools } from "../../support/photos.ts";
import { type DrawnSheet, ruledPhoto } from "../../support/ruled-picture.ts";

/** Eight rows and three columns that nearly reach the edges of the paper. */
const ROWS = [2, 10, 18, 26, 34, 42, 50, 58, 66];
const COLUMNS = [2, 30, 46, 62];
const SHEET: DrawnSheet = {
  widthMm: 64,
  heightMm: 68,
  across: ROWS.map((at) => ({ at, from: 2, to: 62 })),
  down: COLUMNS.map((at) => ({ at, from: 2, to: 66 })),
};
const SIZE = { widthPx: 640, heightPx: 640 };
/** 5 px a mm, turned a little. */
const TURNED: Homography = [0.199, 0.02, -33, -0.02, 0.199, -23, 0, 0, 1];

/** A cloth with light and dark squares, between which thin lines run on from those of the table. */
function checked(xMm: number, yMm: number): number {
  const [x, y] = [Math.floor((xMm + 400) / 4), Math.floor((yMm + 402) / 4)];
  const isLine = (xMm + 400) % 4 < 0.4 || (yMm + 402) % 4 < 0.4;
  return isLine ? 40 : (x + y) % 2 === 0 ? 200 : 110;
}

const onCloth = ruledPhoto(SHEET, SIZE, TURNED, checked);
const onTable = ruledPhoto(SHEET, SIZE, TURNED);

const sizesOf = (sheets: ReturnType<typeof tablesOnPapers>) =>
  sheets.map(({ tables }) => tables.map(({ across, down }) => [across.length - 1, down.length - 1]));

/** Where a place of the sheet, in mm, is seen in the photo, in px. */
function seenAt(xMm: number, yMm: number): Point {
  const [a, b, c, d, e, f] = TURNED;
  const [x, y, determinant] = [xMm - c, yMm - f, a * e - b * d];
  return { x: (e * x - b * y) / determinant, y: (a * y - d * x) / determinant };
}

function levelAt({ grey }: Photo, xMm: number, yMm: number): number {
  const { x, y } = seenAt(xMm, yMm);
  return grey.pixels[Math.round(y) * grey.widthPx + Math.round(x)] ?? Number.NaN;
}

rareTest("a table whose lines run on in those of a checked cloth is found on its paper alone", () => {
  expect(sizesOf(findTables(onCloth, tools))).not.toEqual([[[8, 3]]]);
  expect(sizesOf(tablesOnPapers(onCloth, tools))).toEqual([[[8, 3]]]);
});

rareTest("of several tables on a paper, only those are left out that go on beyond it", () => {
  // The lower table was cut off where its last column was wider than what is left of it.
  const lower = [76, 84, 92, 100, 108, 116];
  const sheet: DrawnSheet = {
    widthMm: 64,
    heightMm: 120,
    across: [...SHEET.across, ...lower.map((at) => ({ at, from: 2, to: 62 }))],
    down: [...SHEET.down, ...[2, 24, 40, 56].map((at) => ({ at, from: 76, to: 116 }))].filter(
      ({ at, from }) => from === 2 || at !== 62,
    ),
  };
  const photo = ruledPhoto(sheet, { widthPx: 640, heightPx: 840 }, TURNED);
  expect(sizesOf(findTables(photo, tools))).toEqual([
    [
      [8, 3],
      [5, 3],
    ],
  ]);
  const [alone, ...others] = tablesOnPapers(photo, tools);
  expect(others).toEqual([]);
  expect(alone && sizesOf([alone])).toEqual([[[8, 3]]]);
  // The picture shows no more than the table that is left.
  expect((alone?.grey.heightPx ?? 0) / (alone?.grey.widthPx ?? 1)).toBeCloseTo((64 + 16) / (60 + 16), 1);
});

test("what lies around a paper is painted over as if the paper went on; the paper stays as it is", () => {
  const [alone, ...others] = [...isolatePapers(onCloth, tools.cv)];
  expect(others).toEqual([]);
  if (alone === undefined) throw new Error("there is a paper");
  expect(levelAt(alone, 14, 6)).toBe(levelAt(onCloth, 14, 6));
  expect(levelAt(alone, 14, 10)).toBeLessThan(100);
  for (const [xMm, yMm] of [
    [-12, 10],
    [-14, 12],
    [30, 80],
    [76, 30],
  ] as const)
    expect(Math.abs(levelAt(alone, xMm, yMm) - levelAt(alone, 14, 6))).toBeLessThan(10);
});

test("a plain table top darker than paper is no paper, and a photo of nothing but paper holds none to be told apart", () => {
  expect([...isolatePapers(onTable, tools.cv)]).toHaveLength(1);
  const paper = ruledPhoto({ ...SHEET, widthMm: 1, heightMm: 1 }, SIZE, TURNED, () => 225);
  expect([...isolatePapers(paper, tools.cv)]).toEqual([]);
});

test("a part of a photo is looked at as if nothing lay around it", () => {
  const corners = [seenAt(0, 0), seenAt(64, 0), seenAt(64, 68), seenAt(0, 68)];
  expect(sizesOf(tablesWithin(onCloth, corners, tools))).toEqual([[[8, 3]]]);
});

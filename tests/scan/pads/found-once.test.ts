import { expect, it } from "vitest";
import { uniqueSheets, addSheetsOnPapers } from "../../../src/scan/pads/split-sheet.ts";

/** A sheet whose outline is upright, with how badly it fits. */
const found = (name: string, [left, top, right, bottom]: number[], cost: number, isPart = false) => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [left, top, right, bottom];
  const outline = [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
  return { name, sheet: { outline }, isPart, cost };
};
const namesOf = (...sheets: ReturnType<typeof found>[]) =>
  uniqueSheets(sheets, ({ cost }) => cost).map(({ name }) => name);

it("keeps of a sheet that was found twice the one whose lines fit better, in whichever order", () => {
  const [table, paper] = [found("table", [10, 10, 90, 90], 3), found("paper", [0, 0, 100, 100], 1)];
  expect(namesOf(table, paper)).toEqual(["paper"]);
  expect(namesOf(paper, table)).toEqual(["paper"]);
});

it("keeps two sheets beside each other, and one that lies on the corner of another", () => {
  const large = found("large", [0, 0, 100, 100], 1);
  expect(namesOf(large, found("beside", [110, 0, 200, 100], 5))).toEqual(["large", "beside"]);
  // Its middle lies on the large one, whose own middle lies next to it.
  expect(namesOf(large, found("corner", [70, 70, 120, 120], 5))).toEqual(["large", "corner"]);
});

it("leaves out a part of what was found whole, unless the whole fits no pad", () => {
  const part = found("part", [0, 0, 40, 40], 0, true);
  expect(namesOf(found("whole", [0, 0, 100, 100], 7), part)).toEqual(["whole"]);
  expect(namesOf(found("whole", [0, 0, 100, 100], Infinity), part)).toEqual(["whole", "part"]);
});

it("never leaves out a sheet for one that fits no pad, nor one that fits none for a better one", () => {
  const [fits, other] = [found("fits", [0, 0, 100, 100], 2), found("other", [0, 0, 100, 100], Infinity)];
  expect(namesOf(fits, other)).toEqual(["fits", "other"]);
});

it("keeps the first of two that fit equally well", () => {
  const twice = [found("first", [0, 0, 100, 100], 2), found("second", [0, 0, 100, 100], 2)];
  expect(namesOf(...twice)).toEqual(["first"]);
});

it("takes what was found on a paper alone for what fits worse and goes on beyond its edge, and adds what is new", () => {
  const whole = found("whole", [0, 0, 100, 100], 2);
  const cutOff = found("cut off", [200, 0, 400, 100], 5);
  const unknown = found("unknown", [0, 200, 400, 400], Infinity);
  const together = (...alone: ReturnType<typeof found>[]) =>
    addSheetsOnPapers([whole, cutOff, unknown], alone, {
      isWhole: ({ name }) => name !== "cut off" && name !== "unknown",
      costOf: ({ cost }) => cost,
    }).map(({ name }) => name);
  expect(together()).toEqual(["whole", "cut off", "unknown"]);
  expect(together(found("again", [10, 10, 90, 90], 0))).toEqual(["whole", "cut off", "unknown"]);
  expect(together(found("better", [210, 10, 260, 90], 1))).toEqual(["whole", "unknown", "better"]);
  expect(together(found("worse", [210, 10, 260, 90], 6))).toEqual(["whole", "cut off", "unknown"]);
  expect(together(found("known", [20, 210, 90, 390], 6))).toEqual(["whole", "cut off", "known"]);
  expect(together(found("new", [500, 0, 600, 100], 6))).toEqual(["whole", "cut off", "unknown", "new"]);
});

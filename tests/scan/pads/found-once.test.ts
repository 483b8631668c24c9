import { expect, it } from "vitest";
import { foundOnce } from "../../../src/scan/pads/found-once.ts";

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
  foundOnce(sheets, ({ cost }) => cost).map(({ name }) => name);

it("keeps of a sheet that was found twice the one whose lines fit better, in whichever order", () => {
  const [table, paper] = [found("table", [10, 10, 90, 90], 3), found("paper", [0, 0, 100, 100], 1)];
  expect(namesOf(table, paper)).toEqual(["paper"]);
  expect(namesOf(paper, table)).toEqual(["paper"]);
});

it("keeps two sheets beside each other, and one that lies on the corner of another", () => {
  const large = found("large", [0, 0, 100, 100], 1);
  expect(namesOf(large, found("beside", [110, 0, 200, 100], 5))).toEqual(["large", "beside"]);
  // Its middle lies on the large one, whose own middle lies beside it.
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

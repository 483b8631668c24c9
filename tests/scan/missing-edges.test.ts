import { expect, test } from "vitest";
import { missingEdges } from "../../src/scan/view/view-sheets.ts";

const PHOTO = { widthPx: 1000, heightPx: 800 };
/** An upright sheet, by its left, top, right and bottom. */
const sheet = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const told = (outline: ReturnType<typeof sheet>) =>
  missingEdges(outline, PHOTO, "a.jpg").map(({ message }) => message);

test("nothing is said about a sheet that lies inside, or whose edge is only just cut", () => {
  expect(told(sheet(10, 10, 990, 790))).toEqual([]);
  // A corner is cut off: a quarter of either edge.
  expect(told(sheet(200, 200, 1000, 800).with(2, { x: 1010, y: 805 }))).not.toContain(
    "the top edge of the sheet is missing on a.jpg",
  );
});

test.each([
  ["top", sheet(100, -20, 900, 700)],
  ["right", sheet(100, 20, 1050, 700)],
  ["bottom", sheet(100, 20, 900, 820)],
  ["left", sheet(-20, 20, 900, 700)],
] as const)("the %s edge that the photo cuts off is told, and no other", (edge, outline) => {
  expect(told(outline)).toEqual([`the ${edge} edge of the sheet is missing on a.jpg`]);
});

test("the edges are those of the sheet, however it lies", () => {
  // Upside down: its top lies at the bottom of the photo.
  const [a, b, c, d] = sheet(100, 20, 900, 820);
  if (!a || !b || !c || !d) throw new Error("no corners");
  expect(told([c, d, a, b])).toEqual(["the top edge of the sheet is missing on a.jpg"]);
});

test("it is a warning with a way out", () => {
  const [problem] = missingEdges(sheet(100, 20, 1050, 700), PHOTO, "a.jpg");
  expect(problem).toMatchObject({ code: "missing-edge", severity: "warning" });
  expect(problem?.hint).toContain("take another photo");
});

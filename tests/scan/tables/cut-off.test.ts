import { expect, test } from "vitest";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { findCutEdges, isTableCutOff, type PhotoEdge } from "../../../src/scan/tables/find-tables.ts";
import type { RuledLine } from "../../../src/scan/tables/ruled-sheet.ts";
import { tools } from "../../support/photos.ts";

const [WIDTH, HEIGHT] = [400, 360];
const ACROSS = [60, 108, 156, 204, 252, 300];
const DOWN = [60, 140, 220, 300];
const lineAt = (atPx: number): RuledLine => ({ atPx, thicknessPx: 2, isDouble: false, seen: 1 });
const TABLE = { across: ACROSS.map(lineAt), down: DOWN.map(lineAt) };

/** A picture of the table, whose lines across run on to a place on the right, and whose lines down to one below. */
function picture(toX: number, toY: number): Grey {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(230);
  for (const y of ACROSS) for (let x = 60; x <= toX; x++) pixels.fill(60, y * WIDTH + x, y * WIDTH + x + 1);
  for (const x of DOWN) for (let y = 60; y <= toY; y++) pixels[y * WIDTH + x] = 60;
  return { widthPx: WIDTH, heightPx: HEIGHT, pixels };
}

test("a table whose lines end with it is whole", () => {
  expect(isTableCutOff(TABLE, picture(300, 300))).toBe(false);
});

test("a table whose lines go on at a side is cut off there", () => {
  expect(isTableCutOff(TABLE, picture(399, 300))).toBe(true);
  expect(isTableCutOff(TABLE, picture(300, 359))).toBe(true);
});

test("a single line that runs on, and what is dark beside the table as a whole, cut nothing off", () => {
  const one = picture(300, 300);
  one.pixels.fill(60, 108 * WIDTH + 300, 108 * WIDTH + 399);
  expect(isTableCutOff(TABLE, one)).toBe(false);
  const edge = picture(300, 300);
  for (let y = 0; y < HEIGHT; y++) edge.pixels.fill(40, y * WIDTH + 320, (y + 1) * WIDTH);
  expect(isTableCutOff(TABLE, edge)).toBe(false);
});

const EDGES: readonly PhotoEdge[] = ["top", "right", "bottom", "left"];
const ANY_EDGES = Array.from({ length: 2 ** EDGES.length }, (_, bits) =>
  EDGES.filter((_, at) => (bits >> at) % 2 === 1),
);

/** A table whose lines run on to where a photo ends, that lies turned clockwise in quarters. */
function tableOnPhoto(cut: readonly PhotoEdge[], quarters: number, runOn: readonly PhotoEdge[] = cut) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(230);
  const ends = (edge: PhotoEdge, rim: number, last: number) => (runOn.includes(edge) ? rim : last);
  for (const y of ACROSS)
    pixels.fill(60, y * WIDTH + ends("left", 0, 60), y * WIDTH + ends("right", WIDTH - 1, 300) + 1);
  for (const x of DOWN)
    for (let y = ends("top", 0, 60); y <= ends("bottom", HEIGHT - 1, 300); y++) pixels[y * WIDTH + x] = 60;
  // The photo ends within the margin of the picture, or far beyond it.
  const from = (edge: PhotoEdge) => (cut.includes(edge) ? -30 : 100);
  const [left, top] = [from("left"), from("top")];
  const [widthPx, heightPx] = [left + WIDTH + from("right"), top + HEIGHT + from("bottom")];
  const corners = [
    { x: left, y: top },
    { x: left + WIDTH, y: top },
    { x: left + WIDTH, y: top + HEIGHT },
    { x: left, y: top + HEIGHT },
  ];
  const turn = ({ x, y }: { x: number; y: number }) =>
    [
      { x, y },
      { x: heightPx - y, y: x },
      { x: widthPx - x, y: heightPx - y },
      { x: y, y: widthPx - x },
    ][quarters] ?? { x, y };
  const photo = quarters % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
  const grey = { widthPx: WIDTH, heightPx: HEIGHT, pixels };
  const tables = [{ ...TABLE, darkness: [] }];
  const sheet = { tables, grey, rgb: new Uint8Array(), pxPerMm: 8, outline: corners.map(turn) };
  return findCutEdges(tools.cv, sheet, photo);
}

test.each([0, 1, 2, 3])(
  "the edges of the photo are named that cut a table off, turned by %i quarters",
  (quarters) => {
    expect(ANY_EDGES).toHaveLength(16);
    for (const cut of ANY_EDGES) {
      const onPhoto = cut.map((edge) => EDGES[(EDGES.indexOf(edge) + quarters) % 4]);
      expect(tableOnPhoto(cut, quarters)).toEqual(EDGES.filter((edge) => onPhoto.includes(edge)));
    }
  },
);

test("a whole table near the edges of the photo is not cut off, nor one that runs on within it", () => {
  expect(tableOnPhoto(EDGES, 0, [])).toEqual([]);
  expect(tableOnPhoto([], 0, EDGES)).toEqual([]);
});

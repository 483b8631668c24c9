import { expect, it } from "vitest";
import type { DigitReader } from "../../../src/scan/digits/reader.ts";
import { readCells } from "../../../src/scan/pads/weigh-pads.ts";
import { clearly } from "../../support/made-up-photo.ts";
import { madeUpTable } from "../../support/ruled-sheets.ts";

const FIVE = clearly({ kind: "score", value: 5 });
const digits: DigitReader = {
  read: async (pictures) => pictures.map(() => FIVE),
  readCarefully: async (pictures) => pictures.map(() => FIVE),
  close: async () => {},
};

it("gives partial evidence of a half-hidden cell", async () => {
  const tables = [madeUpTable({ rows: 3, labels: 1, columns: 1 })];
  const cells = [1, 0.5, 0.1].map((visible, row) => {
    const picture = { widthPx: 2, heightPx: 2, pixels: new Uint8Array(4) };
    const area = { xPx: 0, yPx: 0, widthPx: 2, heightPx: 2 };
    const box = { picture, visible, isBlank: false, isFaint: false, area };
    return { place: { table: 0, row, column: 1 }, box };
  });
  const { evidence, partialEvidence } = await readCells({ turn: 0, tables, cells }, false, digits);
  expect(cells.map(({ place }) => evidence(place))).toEqual([FIVE, null, null]);
  expect(cells.map(({ place }) => partialEvidence?.(place))).toEqual([null, FIVE, null]);
});

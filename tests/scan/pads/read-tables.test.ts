import { expect, it } from "vitest";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { type Evidence, NO_INK } from "../../../src/scan/digits/evidence.ts";
import type { DigitReader } from "../../../src/scan/digits/reader.ts";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { readTables } from "../../../src/scan/pads/read-tables.ts";
import { filledSheet, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";

const pad = getElement(
  (await shippedPads()).filter(({ id }) => id === "yatzy-pad"),
  0,
);
const WRITTEN = rowsFilled(pad, {
  ...{ ones: 3, twos: 6, threes: 9, fours: 8, fives: 15, sixes: 24, "upper.sum": 65, "upper.bonus": 50 },
  ...{ pair: 10, two_pairs: 20, three: 12, four: "/", small: 15, large: "/", full_house: 26, chance: 21 },
  ...{ yatzy: 50, "grand.total": 269 },
});

/** What is read on a sheet of the pad that a person has named, of which the last rows are cut off. */
async function readWithout(rowsCutOff: number) {
  const tables = tablesOf(pad, 2).map(({ across, down, darkness }) => ({
    across: across.slice(0, across.length - rowsCutOff),
    down,
    darkness: darkness.slice(0, darkness.length - rowsCutOff),
  }));
  const { cells: places, evidence } = filledSheet(tables, 1, WRITTEN);
  const seen = new Map<Grey, Evidence>();
  const cells = places.map((place) => {
    const picture = { widthPx: 1, heightPx: 1, pixels: new Uint8Array(1) };
    seen.set(picture, evidence(place) ?? NO_INK);
    const area = { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 };
    return { place, box: { picture, visible: 1, isBlank: false, isFaint: false, area } };
  });
  const look = async (pictures: readonly Grey[]) => pictures.map((one) => seen.get(one) ?? NO_INK);
  const digits: DigitReader = { read: look, readCarefully: look, close: async () => {} };
  const turns = [{ turn: 0 as const, tables, cells, picture: null }];
  return need(await readTables({ turns }, { pads: [pad], isGiven: true }, digits, "photo"));
}

it("is sure of a pad that a person has named only if all of its rows were found", async () => {
  const whole = await readWithout(0);
  expect(whole.pad).toMatchObject({ id: "yatzy-pad", isSure: true });
  expect(whole.warnings).toEqual([]);
  const part = await readWithout(1);
  expect(part.pad).toMatchObject({ id: "yatzy-pad", isSure: false });
  expect(part.warnings.map(({ code }) => code)).toEqual(["uncertain-pad"]);
  expect(JSON.stringify(part.warnings)).toContain("grand.total");
});

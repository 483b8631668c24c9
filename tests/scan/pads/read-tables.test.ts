import { expect, it } from "vitest";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { type Evidence, NO_INK } from "../../../src/scan/digits/evidence.ts";
import type { DigitReader } from "../../../src/scan/digits/reader.ts";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { type KnownPads, readTables } from "../../../src/scan/pads/read-tables.ts";
import { filledSheet, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";

const shipped = await shippedPads();
const padOf = (id: string) =>
  getElement(
    shipped.filter((one) => one.id === id),
    0,
  );
const pad = padOf("yatzy-pad");
const WRITTEN = rowsFilled(pad, {
  ...{ ones: 3, twos: 6, threes: 9, fours: 8, fives: 15, sixes: 24, "upper.sum": 65, "upper.bonus": 50 },
  ...{ pair: 10, two_pairs: 20, three: 12, four: "/", small: 15, large: "/", full_house: 26, chance: 21 },
  ...{ yatzy: 50, "grand.total": 269 },
});

/** What is read on a sheet of the pad, of which the last rows are cut off. */
async function readSheet(written: typeof WRITTEN, rowsCutOff: number, known: KnownPads) {
  const tables = tablesOf(pad, 6).map(({ across, down, darkness }) => ({
    across: across.slice(0, across.length - rowsCutOff),
    down,
    darkness: darkness.slice(0, darkness.length - rowsCutOff),
  }));
  const { cells: places, evidence } = filledSheet(tables, 1, written);
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
  return need(await readTables({ turns }, known, digits, "photo"));
}

const named: KnownPads = { pads: [pad], isGiven: true };

it("is sure of a pad that a person has named only if all of its rows were found", async () => {
  const whole = await readSheet(WRITTEN, 0, named);
  expect(whole.pad).toMatchObject({ id: "yatzy-pad", isSure: true });
  expect(whole.warnings).toEqual([]);
  const part = await readSheet(WRITTEN, 1, named);
  expect(part.pad).toMatchObject({ id: "yatzy-pad", isSure: false });
  expect(part.warnings.map(({ code }) => code)).toEqual(["uncertain-pad"]);
  expect(JSON.stringify(part.warnings)).toContain("grand.total");
});

it("asks which of two pads with the same rows it is only if their rules lead to another result", async () => {
  const both: KnownPads = { pads: [pad, padOf("yatzy-pad-danish")], isGiven: false };
  const boxes = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15 };
  const lower = { pair: 10, two_pairs: 20, three: 12, four: "/", small: 15, large: "/" } as const;
  const rest = { full_house: 26, chance: 21, yatzy: 50 } as const;
  // Above 63 both pads give the bonus, at 63 only one of them.
  for (const [sixes, isSure] of [
    [24, true],
    [18, false],
  ] as const) {
    const written = rowsFilled(pad, { ...boxes, ...lower, ...rest, sixes });
    const read = await readSheet(written, 0, both);
    expect([sixes, read.pad.isSure]).toEqual([sixes, isSure]);
  }
});

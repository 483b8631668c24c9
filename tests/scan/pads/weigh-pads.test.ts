import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Written } from "../../../src/scan/inference/sheet-reading.ts";
import { padFits, padNameCells } from "../../../src/scan/pads/fit-rows.ts";
import { type Pad, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { logRatioToAnything, type SeenSheet, weighPads } from "../../../src/scan/pads/weigh-pads.ts";
import { clearly } from "../../support/made-up-photo.ts";
import { filledSheet, firstColumn, madeUpTable, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";
import { describe, expect, it } from "vitest";
import { someOf } from "../../support/cases.ts";

const pads = await shippedPads();
const padOf = (id: string): Pad =>
  getElement(
    pads.filter((pad) => pad.id === id),
    0,
  );
const card = padOf("kniffel-card");
const yatzy = padOf("yatzy-pad");

type Contents = Readonly<Record<string, number | "/">>;
const KNIFFEL: Contents = {
  ...{ ones: 3, twos: 6, threes: 9, fours: 8, fives: 15, sixes: 24, three: 24, four: "/", full_house: 25 },
  ...{ small: 30, large: 40, five: "/", chance: 23 },
  ...{ "upper.sum": 65, "upper.bonus": 35, "upper.total": 100, "lower.sum": 142, "grand.total": 242 },
};
const YATZY: Contents = {
  ...{ ones: 3, twos: 6, threes: 9, fours: 8, fives: 15, sixes: 24, pair: 10, two_pairs: 20, three: 12 },
  ...{ four: "/", small: 15, large: "/", full_house: 26, chance: 21, yatzy: 50 },
};

/** How a sheet is weighed among all shipped pads. */
function weighedOf(
  tables: ReturnType<typeof tablesOf>,
  labels: number,
  written: ReadonlyMap<number, Written>,
) {
  const sheet = filledSheet(tables, labels, written);
  const fits = pads.flatMap((pad) => padFits({ tables }, pad));
  return weighPads(
    fits.map((fit) => ({ fit, sheet })),
    false,
  );
}

describe("rows laid upon a table", () => {
  it("of its own pad cost nothing", () => {
    const [best] = padFits({ tables: tablesOf(card, 6) }, card);
    expect(best?.cost).toBe(0);
    expect(firstColumn(getElement(padFits({ tables: tablesOf(card, 6) }, card), 0))).toEqual(
      expect.arrayContaining([
        "0.0 ones",
        "0.8 upper.total",
        "1.0 three",
        "1.8 upper.total",
        "1.9 grand.total",
      ]),
    );
  });

  it("may lack the row for names", () => {
    const tables = [madeUpTable({ rows: 18, labels: 1, columns: 4 })];
    const [best] = padFits({ tables }, yatzy);
    expect(best?.cost).toBeLessThan(2);
    expect(firstColumn(getElement(padFits({ tables }, yatzy), 0))[0]).toBe("0.0 ones");
  });

  it("cost more where a column of numbers would be one of labels", () => {
    const costs = padFits({ tables: tablesOf(yatzy, 6) }, yatzy).filter(({ rows }) => !rows.includes(null));
    const least = (columns: number) =>
      Math.min(...costs.filter((fit) => fit.columns === columns).map(({ cost }) => cost));
    expect(least(6)).toBe(0);
    expect(least(5)).toBeGreaterThan(6);
  });

  it("fit no crossword, no calendar and no short list", () => {
    for (const look of [
      { rows: 15, labels: 0, columns: 15 },
      { rows: 6, labels: 0, columns: 7 },
      { rows: 5, labels: 1, columns: 3 },
    ])
      expect(pads.flatMap((pad) => padFits({ tables: [madeUpTable(look)] }, pad))).toEqual([]);
  });
});

describe("names", () => {
  it("stand above the columns of players, and nowhere where columns are games", () => {
    const [block] = padFits({ tables: tablesOf(yatzy, 3) }, yatzy);
    const heads = block === undefined ? [] : padNameCells(block);
    expect(heads.map(({ player, cell }) => [player, cell.row, cell.column])).toEqual([
      [1, 0, 1],
      [2, 0, 2],
      [3, 0, 3],
    ]);
    const [games] = padFits({ tables: tablesOf(card, 6) }, card);
    expect(games && padNameCells(games)).toEqual([]);
  });
});

describe("pads weighed by what is written", () => {
  it.each(
    someOf(
      [
        ["kniffel-card", KNIFFEL, 2],
        ["yatzy-pad", YATZY, 1],
      ] as const,
      2,
      1,
    ),
  )("are sure of %s", (id, contents, labels) => {
    const pad = padOf(id);
    const weighed = weighedOf(tablesOf(pad, 6), labels, rowsFilled(pad, contents));
    expect(weighed?.probability).toBeGreaterThan(0.99);
    expect(weighed?.best.fit.pad.id).toBe(id);
  });

  it("are not sure where everything stands a row too low", () => {
    const tables = tablesOf(yatzy, 4);
    const shifted = new Map([...rowsFilled(yatzy, YATZY)].map(([row, written]) => [row + 1, written]));
    const weighed = weighedOf(tables, 1, shifted);
    expect(
      weighed === null || weighed.probability < 0.99 || firstColumn(weighed.best.fit)[0] !== "0.1 ones",
    ).toBe(true);
  });

  it("have two rows for one that is as high as two, whichever they are: numbers tell", () => {
    // A glare hides the line between fours and fives, and what is written there.
    const tables = [madeUpTable({ rows: 18, labels: 1, columns: 4, heights: new Map([[4, 2]]), blank: [0] })];
    const { fours: _, fives: __, ...seen } = YATZY;
    const rows = [...rowsFilled(yatzy, seen)];
    const written = new Map(rows.map(([row, one]) => [row > 5 ? row - 1 : row, one]));
    const sheet = filledSheet(tables, 1, written);
    const weighed = weighPads(
      padFits({ tables }, yatzy).map((fit) => ({ fit, sheet })),
      true,
    );
    const places = weighed === null ? [] : firstColumn(weighed.best.fit);
    expect(places).toEqual(expect.arrayContaining(["0.1 ones", "0.2 twos", "0.3 threes", "0.5 sixes"]));
  });

  it("are not sure where the lines are far from those of the pad, however well the numbers fit", () => {
    const tables = tablesOf(yatzy, 4);
    const sheet = filledSheet(tables, 1, rowsFilled(yatzy, YATZY));
    const [fit] = padFits({ tables }, yatzy);
    if (fit === undefined) throw new Error("the pad should fit");
    const weighed = (cost: number) => weighPads([{ fit: { ...fit, cost }, sheet }], false);
    expect(weighed(0)?.probability).toBeGreaterThan(0.99);
    expect(weighed(14)?.probability).toBeLessThan(0.5);
    // The rows are right all the same: it is worth asking which pad it is.
    expect(weighed(22)?.probability).toBeLessThan(0.01);
    expect(weighed(22)?.ofRows).toBeGreaterThan(0.9);
  });

  it("are surer of far lines with each complete game whose sums are right", () => {
    const tables = tablesOf(card, 6);
    const [fit] = padFits({ tables }, card);
    if (fit === undefined) throw new Error("the pad should fit");
    const weighed = (games: number, contents: Contents) => {
      const one = filledSheet(tables, 2, rowsFilled(card, contents));
      const evidence: SeenSheet["evidence"] = (cell) =>
        one.evidence({ ...cell, column: cell.column < 2 + games ? 2 : 3 });
      return weighPads([{ fit: { ...fit, cost: 14 }, sheet: { ...one, evidence } }], false)?.probability ?? 0;
    };
    const chances = [1, 2, 4, 6].map((games) => weighed(games, KNIFFEL));
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(chances[0]).toBeLessThan(0.9);
    expect(chances[3]).toBeGreaterThan(0.99);
    expect(weighed(6, { ...KNIFFEL, "lower.sum": 132 })).toBeLessThan(0.9);
  });

  it("are not sure where two rows are in each other's places", () => {
    const swapped = { ...YATZY, chance: 50, yatzy: 21 };
    const weighed = weighedOf(tablesOf(yatzy, 4), 1, rowsFilled(yatzy, swapped));
    expect(weighed?.probability ?? 0).toBeLessThan(0.99);
  });

  it("hardly doubt their rows where a face holds what only the next face can, for pads print faces in order", () => {
    const written = rowsFilled(yatzy, { ...YATZY, threes: 12, fours: 3 });
    expect(weighedOf(tablesOf(yatzy, 4), 1, written)?.probability).toBeGreaterThan(0.6);
  });

  it("take no column of printed labels for a player, whatever numbers its words look like", () => {
    const tables = tablesOf(yatzy, 4);
    const numbers = filledSheet(tables, 1, rowsFilled(yatzy, YATZY));
    const labels = getElement(tables, 0).darkness.map((_, row) => ({ table: 0, row, column: 0 }));
    const sheet: SeenSheet = {
      ...numbers,
      cells: [...labels, ...numbers.cells],
      evidence: (cell) =>
        cell.column === 0 ? clearly({ kind: "score", value: 500 + cell.row }) : numbers.evidence(cell),
    };
    const fits = padFits({ tables }, yatzy);
    expect(fits.map(({ columns }) => columns)).toEqual(expect.arrayContaining([4, 5]));
    const weighed = weighPads(
      fits.map((fit) => ({ fit, sheet })),
      false,
    );
    expect(weighed?.best.fit.columns).toBe(4);
    expect(weighed?.probability).toBeGreaterThan(0.99);
  });

  it("are not taken for upright where numbers stand among the labels, and words among the numbers", () => {
    const tables = [madeUpTable({ rows: rowsOfPad(yatzy).length, labels: 1, columns: 1 })];
    const fits = padFits({ tables }, yatzy).filter(({ columns }) => columns === 1);
    const written = rowsFilled(yatzy, YATZY);
    const cells = getElement(tables, 0).darkness.flatMap((_, row) =>
      [0, 1].map((column) => ({ table: 0, row, column })),
    );
    const aboveIf = (isUpright: boolean) => {
      const evidence = ({ row, column }: { row: number; column: number }) =>
        (column === 1) === isUpright
          ? clearly(written.get(row) ?? { kind: "empty" })
          : clearly({ kind: "score", value: 7111 + row });
      return logRatioToAnything(
        fits.map((fit) => ({ fit, sheet: { turn: 0, cells, evidence, columns: [2] } })),
      );
    };
    expect(aboveIf(true)).toBeGreaterThan(25);
    expect(aboveIf(false)).toBeLessThan(5);
  });

  it("are not sure of a pad that a person has named where what is written does not fit its rows", () => {
    const tables = tablesOf(yatzy, 4);
    const weighedFor = (contents: Contents) => {
      const sheet = filledSheet(tables, 1, rowsFilled(yatzy, contents));
      const candidates = padFits({ tables }, yatzy).map((fit) => ({ fit, sheet }));
      return weighPads(candidates, true)?.probability ?? 0;
    };
    expect(weighedFor(YATZY)).toBeGreaterThan(0.999);
    const strange = { ones: 17, twos: 23, threes: 29, fours: 31, fives: 37, sixes: 41 };
    expect(weighedFor({ ...YATZY, ...strange })).toBeLessThan(0.9);
  });

  it("are not sure where a line that stands twice holds two numbers, for other pads have another line there", () => {
    const tables = tablesOf(card, 6);
    const rows = new Map(rowsFilled(card, KNIFFEL));
    const totals = rowsOfPad(card).flatMap(({ holds }, row) =>
      holds.kind === "line" && holds.id === "upper.total" ? [row] : [],
    );
    expect(weighedOf(tables, 2, rows)?.probability).toBeGreaterThan(0.99);
    expect(totals).toHaveLength(2);
    rows.set(getElement(totals, 1), { kind: "score", value: 70 });
    expect(weighedOf(tables, 2, rows)?.probability ?? 0).toBeLessThan(0.99);
  });

  it("know that a table of other numbers is none of theirs", () => {
    const written = new Map(
      Array.from({ length: 18 }, (_, at): [number, Written] => [
        at + 1,
        { kind: "score", value: 211 + 37 * at },
      ]),
    );
    const weighed = weighedOf(tablesOf(yatzy, 4), 1, written);
    expect(weighed?.probability ?? 0).toBeLessThan(0.01);
    expect(weighed?.ofRows ?? 0).toBeLessThan(0.01);
  });

  it("take other pads with the same rows for the same, and say which have other rules", () => {
    const danish = padOf("yatzy-pad-danish");
    const weighed = weighedOf(tablesOf(danish, 6), 1, rowsFilled(danish, YATZY));
    expect(weighed?.best.fit.pad.id).toBe("yatzy-pad-danish");
    expect(weighed?.others.map(({ id }) => id)).toEqual(["yatzy-pad"]);
  });
});

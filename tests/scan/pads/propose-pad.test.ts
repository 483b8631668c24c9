import { type RowContent, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { misplacedBoxes, proposePads, uprightness, replaceRows } from "../../../src/scan/pads/learn-pad.ts";
import { turnSheet } from "../../../src/scan/tables/ruled-sheet.ts";
import { shippedGame } from "../../support/games.ts";
import { madeUpTable } from "../../support/ruled-sheets.ts";
import { describe, expect, it } from "vitest";

const yatzy = {
  id: "own",
  name: { en: "Own" },
  game: shippedGame("yatzy"),
  columns: "players",
  changes: {},
} as const;
const kniffel = { ...yatzy, game: shippedGame("kniffel") };
const NO_HINTS = { rows: new Map<number, RowContent>(), labels: null };
const ids = (pad: Parameters<typeof rowsOfPad>[0]) =>
  rowsOfPad(pad).map(({ holds }) => ("id" in holds ? holds.id : holds.kind));

describe("a pad is proposed from its lines", () => {
  it("with names at its head, where the first label is blank", () => {
    const table = madeUpTable({ rows: 19, labels: 1, columns: 6, blank: [0], double: [6, 17] });
    const [best] = proposePads([table], yatzy, NO_HINTS);
    expect(best && ids(best.pad).slice(0, 10)).toEqual(
      "names ones twos threes fours fives sixes upper.sum upper.bonus pair".split(" "),
    );
    expect(best?.pad.tables[0]).toMatchObject({ labels: 1, entries: { min: 6, max: 6 } });
  });

  it("in two tables, each a section", () => {
    const upper = madeUpTable({ rows: 9, labels: 2, columns: 6, double: [5, 6, 7] });
    const lower = madeUpTable({ rows: 10, labels: 2, columns: 6, double: [6, 7, 8], topPx: 700 });
    const [best] = proposePads([upper, lower], kniffel, NO_HINTS);
    expect(best?.pad.tables.map(({ rows }) => rows.length)).toEqual([9, 10]);
    expect(best && ids(best.pad).slice(-4)).toEqual(["chance", "lower.sum", "upper.total", "grand.total"]);
  });

  it("keeping to what a person says of rows", () => {
    const table = madeUpTable({ rows: 19, labels: 1, columns: 6 });
    const rows = new Map<number, RowContent>([[10, { kind: "nothing" }]]);
    const [best] = proposePads([table], yatzy, { rows, labels: 1 });
    expect(best && ids(best.pad)[9]).toBe("nothing");
    expect(best && misplacedBoxes(best.pad)).toEqual({ missing: [], twice: [] });
  });

  it("not at all, where there are too few rows", () => {
    expect(proposePads([madeUpTable({ rows: 9, labels: 1, columns: 3 })], yatzy, NO_HINTS)).toEqual([]);
  });
});

it("rows that were told against the order leave boxes without a row", () => {
  const [best] = proposePads([madeUpTable({ rows: 18, labels: 1, columns: 6 })], yatzy, NO_HINTS);
  const pad = best && replaceRows(best.pad, new Map([[1, { kind: "category", id: "twos" }]]));
  expect(pad && misplacedBoxes(pad)).toEqual({ missing: ["ones"], twice: ["twos"] });
});

it("a sheet stands upright with its labels on the left", () => {
  const tables = [madeUpTable({ rows: 18, labels: 1, columns: 6 })];
  const grey = { widthPx: 700, heightPx: 1200, pixels: new Uint8Array(700 * 1200) };
  const sheet = { tables, grey, rgb: new Uint8Array(3 * grey.pixels.length), pxPerMm: 8, outline: CORNERS };
  const scores = ([0, 1, 2, 3] as const).map((turn) => uprightness(turnSheet(sheet, turn).tables));
  expect(scores.indexOf(Math.max(...scores))).toBe(0);
});

const CORNERS = [
  { x: 0, y: 0 },
  { x: 700, y: 0 },
  { x: 700, y: 1200 },
  { x: 0, y: 1200 },
];

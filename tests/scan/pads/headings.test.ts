import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { padFits } from "../../../src/scan/pads/fit-rows.ts";
import { type Pad, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { weighPads } from "../../../src/scan/pads/weigh-pads.ts";
import type { RuledTable } from "../../../src/scan/tables/ruled-sheet.ts";
import { filledSheet, firstColumn, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";
import { TRIES_ALL, rareTest } from "../../support/cases.ts";
import { randomFrom } from "../../support/sheets.ts";
import { describe, expect, it } from "vitest";

const pads = await shippedPads();
const columnsOf = ({ tables }: Pad) => tables[0]?.entries.min ?? 1;

/** Headings within the tables of a pad, by their rows over all tables. */
function headingRows(pad: Pad): number[] {
  const rows = rowsOfPad(pad);
  return rows.flatMap(({ holds }, at) =>
    at > 0 && holds.kind === "nothing" && rows[at + 1]?.holds.kind === "category" ? [at] : [],
  );
}

/** Two tables in place of one: a row of it is a gap. */
function splitAt({ across, down, darkness }: RuledTable, row: number): RuledTable[] {
  return [
    { across: across.slice(0, row + 1), down, darkness: darkness.slice(0, row) },
    { across: across.slice(row + 1), down, darkness: darkness.slice(row + 1) },
  ];
}

/** One table in place of two: the gap between them is a row. */
function joinTables([upper, lower]: readonly RuledTable[]): RuledTable {
  if (upper === undefined || lower === undefined) throw new Error("no two tables");
  const blank = upper.down.slice(1).map(() => 0);
  return {
    across: [...upper.across, ...lower.across],
    down: upper.down,
    darkness: [...upper.darkness, blank, ...lower.darkness],
  };
}

/** The categories and lines of a sheet's first column, from the top. */
function boxesInOrder(tables: readonly RuledTable[], pad: Pad): string[] {
  const [fit] = padFits({ tables }, pad);
  return fit === undefined ? [] : firstColumn(fit).map((one) => one.split(" ")[1] ?? "");
}

describe("a heading between the sections of a pad", () => {
  it("may be a row of one table or a gap between two", () => {
    const headed = pads.filter((pad) => pad.tables.length === 1 && headingRows(pad).length === 1);
    expect(headed.map(({ id }) => id)).toContain("yahtzee-card");
    for (const pad of headed) {
      const [table] = tablesOf(pad, columnsOf(pad));
      const [heading] = headingRows(pad);
      if (table === undefined || heading === undefined) throw new Error("the pad should have a heading");
      const tables = splitAt(table, heading);
      const [best] = padFits({ tables }, pad);
      expect(best?.cost).toBeLessThan(1);
      expect(boxesInOrder(tables, pad)).toEqual(boxesInOrder([table], pad));
      expect(best?.extra).toEqual([]);
    }
  });

  it("may be a gap between two tables or a row of one", () => {
    const double = pads.filter((pad) => pad.tables.length === 2);
    expect(double.map(({ id }) => id)).toContain("kniffel-card");
    for (const pad of double) {
      const tables = tablesOf(pad, columnsOf(pad));
      const joined = [joinTables(tables)];
      const [best] = padFits({ tables: joined }, pad);
      expect(best?.cost).toBeLessThan(4);
      expect(boxesInOrder(joined, pad)).toEqual(boxesInOrder(tables, pad));
    }
  });
});

describe("a pad that a person has named", () => {
  rareTest("is not sure of rows that a few numbers would fit one row higher or lower", () => {
    const random = randomFrom(5);
    let [sure, all] = [0, 0];
    for (const pad of pads)
      for (const isAbove of [true, false]) {
        // A row more than the pad has: a heading of its own, or the edge of something else.
        const tables = withRowMore(pad, isAbove);
        const fits = padFits({ tables }, pad);
        for (let draw = 0; draw < (TRIES_ALL ? 8 : 3); draw++) {
          const truth = rowsFilled(pad, someScores(pad, 1 + (draw % 4), random));
          const written = new Map([...truth].map(([row, one]) => [row + Number(isAbove), one]));
          const sheet = filledSheet(tables, pad.tables[0]?.labels ?? 1, written);
          const weighed = weighPads(
            fits.map((fit) => ({ fit, sheet })),
            true,
          );
          all++;
          if (weighed === null || weighed.probability < 0.99) continue;
          sure++;
          const rows = rowsOfPad(pad).map((_, row) => weighed.best.fit.rows[row]?.[0]?.row ?? null);
          const first = rowsOfPad(pad).findIndex(({ holds }) => "id" in holds);
          expect([pad.id, isAbove, rows[first]]).toEqual([pad.id, isAbove, first + Number(isAbove)]);
        }
      }
    expect(all).toBeGreaterThan(60);
    expect(sure).toBeLessThan(all);
  });
});

/** The tables of a pad with one row more above the first, or below the last. */
function withRowMore(pad: Pad, isAbove: boolean): RuledTable[] {
  const at = isAbove ? 0 : pad.tables.length - 1;
  const tables = pad.tables.map((table, index) => {
    if (index !== at) return table;
    const more = { holds: { kind: "nothing" }, height: 1, line: "single" } as const;
    return { ...table, rows: isAbove ? [more, ...table.rows] : [...table.rows, more] };
  });
  return tablesOf({ ...pad, tables }, columnsOf(pad));
}

/** Legal scores in some boxes of a pad. */
function someScores(pad: Pad, count: number, random: () => number): Record<string, number> {
  const boxes = listCategories(pad.game);
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const { id, legal } = getElement(boxes, Math.floor(random() * boxes.length));
      return [id, getElement(legal, Math.floor(random() * legal.length))];
    }),
  );
}

import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { padFits } from "../../../src/scan/pads/fit-rows.ts";
import { type Pad, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { weighPads } from "../../../src/scan/pads/weigh-pads.ts";
import type { RuledTable } from "../../../src/scan/tables/ruled-sheet.ts";
import { filledSheet, firstColumn, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";
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
  it("is not sure of rows that its few numbers fit as well one row higher", () => {
    const pad = getElement(
      pads.filter(({ id }) => id === "yatzy-pad"),
      0,
    );
    // A row more than the pad has, at the top: another pad, or a line that is none.
    const long: Pad = {
      ...pad,
      tables: pad.tables.map((table) => ({ ...table, rows: [getElement(table.rows, 0), ...table.rows] })),
    };
    const tables = tablesOf(long, 2);
    const weighed = (written: ReturnType<typeof rowsFilled>) => {
      const sheet = filledSheet(tables, 1, written);
      return weighPads(
        padFits({ tables }, pad).map((fit) => ({ fit, sheet })),
        true,
      );
    };
    const few = new Map([...rowsFilled(pad, { chance: 20 })].map(([row, one]) => [row + 1, one]));
    expect(weighed(few)?.probability).toBeLessThan(0.99);
  });
});

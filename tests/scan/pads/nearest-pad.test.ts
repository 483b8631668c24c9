import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { unknownTable } from "../../../src/scan/pads/view-tables.ts";
import { madeUpTable, tablesOf } from "../../support/ruled-sheets.ts";
import { describe, expect, it } from "vitest";

const pads = await shippedPads();
const refused = (
  tables: ReturnType<typeof tablesOf>,
  known = pads,
  cutEdges: Parameters<typeof unknownTable>[1] = [],
) => {
  const result = unknownTable([{ tables }], cutEdges, known, "photo");
  const [problem] = result.ok ? [] : result.problems;
  return { code: problem?.code, message: problem?.message ?? "", hint: problem?.hint ?? "" };
};

/** The tables of a pad without some rows at its start and its end. */
function partOf(pad: (typeof pads)[number], above: number, below: number) {
  const { length } = rowsOfPad(pad);
  let before = 0;
  return tablesOf(pad, pad.tables[0]?.entries.min ?? 1).flatMap(({ across, down, darkness }) => {
    const first = Math.max(0, above - before);
    const last = Math.min(darkness.length, length - below - before);
    before += darkness.length;
    if (last <= first) return [];
    return [{ across: across.slice(first, last + 1), down, darkness: darkness.slice(first, last) }];
  });
}

describe("a table that no known pad has", () => {
  it("is compared with the nearest one, by its rows", () => {
    expect(pads.length).toBeGreaterThan(5);
    for (const pad of pads) {
      const { message } = refused(partOf(pad, 0, 2));
      expect(message).toMatch(/comes nearest, but (it has \d+ |its lines )/);
    }
  });

  it("lacks the part of the sheet that the hint names", () => {
    for (const pad of pads) {
      const half = Math.floor(rowsOfPad(pad).length / 2);
      const top = refused(partOf(pad, 0, half)).hint;
      const bottom = refused(partOf(pad, half, 0)).hint;
      expect(top).toContain("part of the sheet");
      expect(bottom).toContain("part of the sheet");
      expect(top).not.toContain("upper part");
      expect(bottom).not.toContain("lower part");
    }
  });

  it("lacks the part that the hint names, where only one pad may be meant", () => {
    let named = 0;
    for (const pad of pads) {
      const half = Math.floor(rowsOfPad(pad).length / 2);
      const top = refused(partOf(pad, 0, half), [pad]).hint;
      const bottom = refused(partOf(pad, half, 0), [pad]).hint;
      expect(top).not.toContain("upper part");
      expect(bottom).not.toContain("lower part");
      named += Number(top.includes("lower part")) + Number(bottom.includes("upper part"));
    }
    expect(named).toBeGreaterThanOrEqual(2);
  });

  it("may be one that the photo cuts off, whichever pad it is of", () => {
    const tables = [
      [madeUpTable({ rows: 4, labels: 0, columns: 12 })],
      ...pads.map((pad) => partOf(pad, 0, 2)),
      ...pads.map((pad) => partOf(pad, Math.floor(rowsOfPad(pad).length / 2), 0)),
    ];
    expect(tables.length).toBeGreaterThan(10);
    for (const one of tables) {
      const cut = refused(one, pads, ["top", "bottom"]);
      expect(cut.code).toBe("missing-edge");
      expect(cut.message).toMatch(/beyond the edge of the photo \(at the top, at the bottom\)$/);
      expect(cut.hint).toContain("the whole sheet");
      expect(cut.hint).not.toContain("augenblock");
    }
  });

  it("is like none if it is no list of scores", () => {
    const { code, message, hint } = refused([madeUpTable({ rows: 4, labels: 0, columns: 12 })]);
    expect(code).toBe("unknown-pad");
    expect(message).toMatch(/no known pad looks like that$/);
    expect(hint).toContain("augenblock pads learn");
  });
});

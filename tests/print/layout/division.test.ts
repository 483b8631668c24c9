import { describe, expect, it } from "vitest";
import { divideHeight } from "../../../src/print/layout/division.ts";
import type { PadRow } from "../../../src/print/layout/pad-text.ts";
import { sizesFor } from "../../../src/print/layout/paper.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut, shippedText } from "../../support/pads.ts";

const A5 = sizesFor({ widthMm: 148, heightMm: 210 });
const HEAD = { usual: 27, least: 25 };
const maxi = shippedGame("maxi-yatzy");
const text = shippedText(maxi, "de");

const named = (row: PadRow): string =>
  row.kind === "heading" ? `# ${row.text}` : row.kind === "line" ? row.line : row.label;

describe("two tables side by side", () => {
  const halves = divideHeight(text, 175, HEAD, A5, 2);
  const [left, right] = halves ?? [];

  it("hold every row once, in order, and the heading of a section again where it goes on", () => {
    const rows = [...(left?.rows ?? []), ...(right?.rows ?? [])].map(({ row }) => named(row));
    const again = "# Untere Hälfte";
    expect(rows.filter((row) => row === again)).toHaveLength(2);
    expect(right?.rows.map(({ row }) => named(row))[0]).toBe(again);
    const once = rows.filter((row, at) => row !== again || rows.indexOf(row) === at);
    expect(once).toEqual(text.rows.map(named));
  });

  it("have rows of one height, and neither table is much longer than the other", () => {
    const plain = (of: typeof left) =>
      of?.rows.filter(({ row }) => row.kind === "box").map(({ heightMm }) => heightMm.toFixed(6)) ?? [];
    expect(new Set([...plain(left), ...plain(right)]).size).toBe(1);
    const high = [left, right].map(
      (half) => half?.rows.reduce((sum, { heightMm }) => sum + heightMm, 0) ?? 0,
    );
    expect(Math.abs((high[0] ?? 0) - (high[1] ?? 0))).toBeLessThan(12);
    expect(Math.max(...high) + HEAD.usual).toBeLessThanOrEqual(175.001);
  });

  it("never start with a sum line, and never end with a heading", () => {
    for (let heightMm = 100; heightMm < 260; heightMm += 10) {
      const [first, second] = divideHeight(text, heightMm, HEAD, A5, 2) ?? [];
      if (first === undefined || second === undefined) continue;
      expect(first.rows.at(-1)?.row.kind).not.toBe("heading");
      expect(second.rows[0]?.row.kind).not.toBe("line");
    }
  });

  it("give up where rows would be too low to write in", () => {
    expect(divideHeight(text, 90, HEAD, A5, 2)).toBeNull();
  });
});

describe("a sheet", () => {
  it("stands in one table where that has room, in two where it has not", () => {
    const edges = (paper: string, players: number) =>
      new Set(good(laidOut(maxi, "de", paper, players)).boxes.map(({ xMm }) => xMm.toFixed(3))).size;
    expect(edges("a4", 4)).toBe(4);
    expect(edges("a5", 2)).toBe(4);
    expect(edges("a6", 1)).toBe(2);
  });
});

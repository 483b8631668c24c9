import { describe, expect, it } from "vitest";
import { likelyShifts } from "../../../src/scan/warp/likely-shifts.ts";
import type { Correlation } from "../../../src/scan/warp/correlate.ts";

const REACH_PX = 9;
const SIDE = 2 * REACH_PX + 1;
const PX_PER_MM = 2;
/** From one line of the table to the next. */
const LINE_PX = 6;
const [COLUMNS, ROWS] = [6, 5];

/** A piece of a table as a photo shows it: parallel lines every few px; a shift along them changes nothing. */
function line(column: number, row: number, shiftPx: number): Correlation {
  return correlation(column, row, (_, down) => ((down - shiftPx) % LINE_PX === 0 ? 0.9 : 0));
}

/** What is seen of a word: there is one like it only. */
function word(column: number, row: number, shiftPx: number): Correlation {
  return correlation(column, row, (across, down) => (across === 1 && down === shiftPx ? 0.9 : 0));
}

function correlation(
  column: number,
  row: number,
  alike: (across: number, down: number) => number,
): Correlation {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
    alike((at % SIDE) - REACH_PX, Math.floor(at / SIDE) - REACH_PX),
  );
  const none = { columns: new Int16Array(), rows: new Int16Array(), pattern: new Float32Array() };
  return { tile: { column, row, xMm: 11 * column, yMm: 11 * row, ...none }, reachPx: REACH_PX, values };
}

/** A table with words in its first column only. */
function table(shiftPx: (column: number) => number): Correlation[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    return (column === 0 ? word : line)(column, row, shiftPx(column));
  });
}

describe("likelyShifts", () => {
  it("takes a line for the one that goes with the words beside it", () => {
    const shifts = likelyShifts(
      table(() => 5),
      PX_PER_MM,
    );
    expect(shifts).toEqual(Array.from({ length: COLUMNS * ROWS }, () => [1, 5]));
  });

  it("follows paper that is bent ever farther from its place", () => {
    const shifts = likelyShifts(
      table((column) => column + 4),
      PX_PER_MM,
    );
    expect(shifts.map(([, down]) => down)).toEqual(
      Array.from({ length: COLUMNS * ROWS }, (_, at) => (at % COLUMNS) + 4),
    );
  });

  it("passes over places where the page is blank", () => {
    const holed = table(() => 5).filter(({ tile }) => tile.column !== 2);
    expect(likelyShifts(holed, PX_PER_MM).every(([, down]) => down === 5)).toBe(true);
  });

  it("has nothing to say about no tiles", () => {
    expect(likelyShifts([], PX_PER_MM)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { TURN_WASM, type TurnLoops } from "../../src/odds/turn/turn-wasm.ts";
import { growMemory, loadLoops } from "../../src/rules/wasm.ts";
import { randomFrom } from "../support/sheets.ts";

const ROWS = 40;
const OFFERS = 7;
const SPACE = 1 << 14;
/** Addresses of lists, of numbers and of four grids. */
const [STARTS, ENTRIES, NUMBERS, TABLE] = [SPACE, 2 * SPACE, 3 * SPACE, 4 * SPACE] as const;
const GRIDS = [5, 6, 7, 8].map((at) => at * SPACE) as [number, number, number, number];

type Lists = readonly (readonly number[])[];
type Grid = number[][];

/** The loops with a grid of few different numbers each, so that many are equal, and lists of rows before or behind their own. */
function setUp(lanes: keyof typeof TURN_WASM, isForward: boolean) {
  const random = randomFrom(lanes);
  const below = (count: number) => Math.floor(count * random());
  const loops = loadLoops<TurnLoops>(TURN_WASM[lanes]);
  const { memory } = loops;
  growMemory(memory, 10 * SPACE);
  const lists = Array.from({ length: ROWS }, (_, row) => {
    const others = isForward ? ROWS - 1 - row : row;
    return Array.from(
      { length: Math.min(others, below(5)) },
      () => below(others) + (isForward ? row + 1 : 0),
    );
  });
  const starts = [0];
  for (const list of lists) starts.push((starts.at(-1) ?? 0) + list.length);
  const numbers = Array.from({ length: ROWS }, random);
  const table = Array.from({ length: ROWS }, () => below(OFFERS));
  new Int32Array(memory.buffer, STARTS).set(starts);
  new Int32Array(memory.buffer, ENTRIES).set(lists.flat());
  new Float64Array(memory.buffer, NUMBERS).set(numbers);
  new Int32Array(memory.buffer, TABLE).set(table);
  const grids = GRIDS.map((at) => {
    const grid = Array.from({ length: ROWS }, () => Array.from({ length: lanes }, () => below(4) / 3));
    new Float64Array(memory.buffer, at).set(grid.flat());
    return grid;
  }) as [Grid, Grid, Grid, Grid];
  const read = (at: number, rows: number) =>
    Array.from({ length: rows }, (_, row) => [
      ...new Float64Array(memory.buffer, at + row * lanes * 8, lanes),
    ]);
  /** Every grid as it is in memory now. */
  const all = () => GRIDS.map((at) => read(at, ROWS));
  return { loops, lists, numbers, table, grids, read, all };
}

/** Changes a number of a grid. */
function change(grid: Grid, row: number, lane: number, by: (value: number) => number): void {
  const numbers = grid[row] as number[];
  numbers[lane] = by(numbers[lane] as number);
}

const at = (grid: Grid, row: number, lane: number) => grid[row]?.[lane] as number;
const ups = (count: number) => Array.from({ length: count }, (_, i) => i);
const downs = (count: number) => ups(count).reverse();
const listAt = (lists: Lists, row: number) => lists[row] ?? [];

describe.each([2, 4, 8, 16] as const)(
  "the loops of a turn, %i states at a time, do what plain code does",
  (lanes) => {
    const [one, two, three, four] = GRIDS;
    const each = ups(lanes);
    const tableEnd = TABLE + 4 * ROWS;

    it("means", () => {
      const { loops, lists, numbers, grids, all } = setUp(lanes, true);
      loops.means(one, STARTS, ENTRIES, NUMBERS, 0, ROWS);
      for (const row of downs(ROWS))
        for (const lane of each) {
          const sum = listAt(lists, row).reduce((sum, from) => sum + at(grids[0], from, lane), 0);
          change(grids[0], row, lane, () => sum * (numbers[row] as number));
        }
      expect(all()).toEqual(grids);
    });

    it("best", () => {
      const { loops, lists, grids, all } = setUp(lanes, false);
      loops.best(one, STARTS, ENTRIES, 1, ROWS);
      for (const row of ups(ROWS).slice(1))
        for (const lane of each)
          change(grids[0], row, lane, (own) =>
            Math.max(own, ...listAt(lists, row).map((from) => at(grids[0], from, lane))),
          );
      expect(all()).toEqual(grids);
    });

    it("put and raise", () => {
      const { loops, table, grids, all } = setUp(lanes, false);
      loops.put(one, two, TABLE, tableEnd);
      loops.raise(three, two, TABLE, tableEnd);
      for (const [row, offer] of table.entries())
        for (const lane of each) {
          change(grids[0], row, lane, () => at(grids[1], offer, lane));
          change(grids[2], row, lane, (own) => Math.max(own, at(grids[1], offer, lane)));
        }
      expect(all()).toEqual(grids);
    });

    it("expect", () => {
      const { loops, numbers, grids, read } = setUp(lanes, false);
      loops.expect(one, NUMBERS, NUMBERS + 8 * ROWS, two);
      const means = each.map((lane) =>
        numbers.reduce((sum, chance, row) => sum + at(grids[0], row, lane) * chance, 0),
      );
      expect(read(two, 1)).toEqual([means]);
    });

    it("follow", () => {
      const { loops, lists, grids, all } = setUp(lanes, false);
      const [own, best, from, kept] = grids;
      loops.follow(one, two, three, four, STARTS, ENTRIES, 0, ROWS);
      for (const row of downs(ROWS))
        for (const lane of each) {
          const worth = at(best, row, lane);
          const moved = at(from, row, lane);
          change(from, row, lane, () => 0);
          const next = listAt(lists, row).find((one) => at(best, one, lane) === worth);
          if (at(own, row, lane) === worth) change(kept, row, lane, (sum) => sum + moved);
          else if (next !== undefined) change(from, next, lane, (sum) => sum + moved);
        }
      expect(all()).toEqual(grids);
    });

    it("fall", () => {
      const { loops, lists, numbers, grids, all } = setUp(lanes, true);
      const [kept, to] = grids;
      loops.fall(one, two, STARTS, ENTRIES, NUMBERS, 0, ROWS);
      for (const row of ups(ROWS))
        for (const lane of each) {
          const share = (at(kept, row, lane) + at(to, row, lane)) * (numbers[row] as number);
          change(kept, row, lane, () => 0);
          change(to, row, lane, () => 0);
          for (const next of listAt(lists, row)) change(to, next, lane, (sum) => sum + share);
        }
      expect(all()).toEqual(grids);
    });

    it("take", () => {
      const { loops, table, grids, all } = setUp(lanes, false);
      const [worths, from, offers, taken] = grids;
      loops.take(one, two, three, four, TABLE, tableEnd);
      for (const [row, offer] of table.entries())
        for (const lane of each) {
          if (at(worths, row, lane) !== at(offers, offer, lane)) continue;
          const moved = at(from, row, lane);
          change(taken, offer, lane, (sum) => sum + moved);
          change(from, row, lane, () => 0);
        }
      expect(all()).toEqual(grids);
    });
  },
);

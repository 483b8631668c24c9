import { describe, expect, test } from "vitest";
import { type BoxEntry, boxFault, gameReference, entryScore, writtenValue } from "../../src/check/sheet.ts";
import { shippedGame } from "../support/games.ts";

const EMPTY: BoxEntry = { kind: "empty" };
const STRIKE: BoxEntry = { kind: "strike", mark: "X" };
const score = (value: number): BoxEntry => ({ kind: "score", value });

test.each<[what: string, entry: BoxEntry | undefined, score: number | null, written: number | string | null]>(
  [
    ["a score", score(12), 12, 12],
    ["a 0", score(0), 0, 0],
    ["a mark", STRIKE, 0, "X"],
    ["nothing", EMPTY, null, null],
    ["no box", undefined, null, null],
  ],
)("%s counts, and is shown as it was written", (_, entry, counted, written) => {
  expect(entryScore(entry)).toBe(counted);
  expect(writtenValue(entry)).toBe(written);
});

describe("what is wrong with a box by itself", () => {
  const legal = [5, 10];
  test.each<
    [what: string, entry: BoxEntry | undefined, strike: "allowed" | "never" | "always", fault: string | null]
  >([
    ["a score that dice can earn", score(5), "allowed", null],
    ["another score", score(6), "allowed", "illegal-score"],
    ["another score where nothing can be struck", score(6), "never", "illegal-score"],
    ["a 0", score(0), "allowed", null],
    ["a 0 where nothing can be struck", score(0), "never", "strike-not-allowed"],
    ["a mark", STRIKE, "allowed", null],
    ["a mark where nothing can be struck", STRIKE, "never", "strike-not-allowed"],
    ["a mark where all is struck", STRIKE, "always", null],
    ["nothing", EMPTY, "never", null],
    ["no box", undefined, "never", null],
  ])("%s", (_, entry, strike, fault) => {
    expect(boxFault(entry, { legal, strike }, false)).toBe(fault);
  });

  test("is that it is empty, where all must be full", () => {
    const category = { legal, strike: "allowed" } as const;
    expect(boxFault(EMPTY, category, true)).toBe("missing-box");
    expect(boxFault(undefined, category, true)).toBe("missing-box");
    expect(boxFault(STRIKE, category, true)).toBeNull();
    expect(boxFault(score(6), category, true)).toBe("illegal-score");
  });

  test("is not that a 0 stands where dice can earn one, also where nothing can be struck", () => {
    expect(boxFault(score(0), { legal: [0, 5], strike: "never" }, false)).toBeNull();
    expect(boxFault(STRIKE, { legal: [0, 5], strike: "never" }, false)).toBe("strike-not-allowed");
  });
});

test("a game is looked up by rows from the top of the pad to its foot", () => {
  const { rowIds, padOrder, columnRows, boxes, ...other } = gameReference(shippedGame("triple-yahtzee"));
  const upper = ["ones", "twos", "threes", "fours", "fives", "sixes"];
  const lower = ["three", "four", "full_house", "small", "large", "five", "chance"];
  const upperLines = ["upper.sum", "upper.bonus", "upper.total"];
  expect(rowIds).toEqual([...upper, ...lower]);
  expect(columnRows).toEqual([...upper, ...upperLines, ...lower, "lower.sum", "column.total"]);
  expect(padOrder).toEqual([...columnRows, "repeats", "grand.total"]);
  expect(boxes).toBe(39);
  const ids = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);
  expect(ids(other.columnLines)).toEqual([...upperLines, "lower.sum", "column.total"]);
  expect(ids(other.sheetLines)).toEqual(["repeats", "grand.total"]);
  expect([...other.lines.keys()]).toEqual([...ids(other.columnLines), ...ids(other.sheetLines)]);
  expect([...other.categories.keys()]).toEqual(rowIds);
  expect([...other.inColumn].map(([id, rows]) => [id, ids(rows)])).toEqual(
    ["single", "double", "triple"].map((id) => [id, rowIds]),
  );
});

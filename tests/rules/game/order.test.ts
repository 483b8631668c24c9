import { describe, expect, it } from "vitest";
import type { Order, PlainOrder } from "../../../src/rules/game/game.ts";
import {
  findEarlyStart,
  fillingOrder,
  sortByFillingOrder,
  orderAllows,
  findOrderViolation,
} from "../../../src/rules/game/order.ts";

const ROWS = Array.from({ length: 12 }, (_, i) => `row${i + 1}`);

/** Counts the states that an order allows by trying every subset of the rows. */
function states(order: Order, rows: readonly string[]): number {
  let allowed = 0;
  for (let set = 0; set < 2 ** rows.length; set++) {
    const filled = new Set(rows.filter((_, i) => (set >> i) & 1));
    if (orderAllows(order, rows, filled)) allowed++;
  }
  return allowed;
}

/** Counts the states that can be reached by filling box after box as the order says, without looking at sets. */
function reachable(next: (filled: ReadonlySet<string>) => string[]): number {
  const seen = new Set([""]);
  const visit = (filled: ReadonlySet<string>): void => {
    for (const row of next(filled)) {
      const more = new Set(filled).add(row);
      const key = [...more].sort().join();
      if (seen.has(key)) continue;
      seen.add(key);
      visit(more);
    }
  };
  visit(new Set());
  return seen.size;
}

describe("the order of a column of twelve boxes", () => {
  it.each<[string, Order, number]>([
    ["free", { kind: "free" }, 4096],
    ["down", { kind: "down" }, 13],
    ["up", { kind: "up" }, 13],
    ["inward", { kind: "inward" }, 79],
    ["outward", { kind: "outward", up: "row7", down: "row8" }, 48],
    ["stages", { kind: "stages", stages: [ROWS.slice(0, 6), ROWS.slice(6)] }, 127],
  ])("%s allows as many states as it should", (_, order, expected) => {
    expect(states(order, ROWS)).toBe(expected);
  });

  it("allows 2048 states in eleven rows when free, twelve when down or up", () => {
    const rows = ROWS.slice(0, 11);
    expect(states({ kind: "free" }, rows)).toBe(2048);
    expect(states({ kind: "down" }, rows)).toBe(12);
    expect(states({ kind: "up" }, rows)).toBe(12);
  });

  it("inward agrees with filling from both ends, box by box", () => {
    const open = (filled: ReadonlySet<string>) => ROWS.filter((row) => !filled.has(row));
    const ends = (filled: ReadonlySet<string>) => [...new Set([open(filled)[0], open(filled).at(-1)])];
    expect(reachable((filled) => ends(filled).filter((row) => row !== undefined))).toBe(79);
  });
});

describe("a breach of the order", () => {
  it.each<[Order, string[], string, string]>([
    [{ kind: "down" }, ["row1", "row3"], "row3", "row2"],
    [{ kind: "up" }, ["row12", "row10", "row1"], "row10", "row11"],
    [{ kind: "inward" }, ["row1", "row5", "row12"], "row5", "row2"],
    [{ kind: "outward", up: "row7", down: "row8" }, ["row7", "row5"], "row5", "row6"],
    [{ kind: "outward", up: "row7", down: "row8" }, ["row9"], "row9", "row8"],
    [{ kind: "stages", stages: [ROWS.slice(0, 6), ROWS.slice(6)] }, ["row1", "row8"], "row8", "row2"],
    [{ kind: "inward" }, ["row2"], "row2", "row1"],
    [{ kind: "inward" }, ["row11"], "row11", "row1"],
    [{ kind: "stages", stages: [["row1"], ["row2"], ["row3"]] }, ["row1", "row3"], "row3", "row2"],
  ])("%j with %j names the early box and the one that had to come first", (order, filled, early, first) => {
    expect(findOrderViolation(order, ROWS, new Set(filled))).toEqual({ early, first });
  });

  it.each<Order>([
    { kind: "free" },
    { kind: "down" },
    { kind: "up" },
    { kind: "inward" },
    { kind: "outward", up: "row7", down: "row8" },
    { kind: "stages", stages: [ROWS.slice(0, 6), ROWS.slice(6)] },
  ])("is none in an empty column, nor in a full one: %j", (order) => {
    expect(findOrderViolation(order, ROWS, new Set())).toBe(null);
    expect(findOrderViolation(order, ROWS, new Set(ROWS))).toBe(null);
  });
});

const FEW_ROWS = ["a", "b", "c", "d", "e"];
const ORDERS: readonly [Order, string][] = [
  [{ kind: "free" }, "abcde"],
  [{ kind: "down" }, "abcde"],
  [{ kind: "up" }, "edcba"],
  [{ kind: "inward" }, "abced"],
  [{ kind: "outward", up: "b", down: "c" }, "bacde"],
  [{ kind: "stages", stages: [["d", "b"], ["a", "c"], ["e"]] }, "bdace"],
];

describe("the order in which a column is filled", () => {
  it.each(ORDERS)("$kind has every box once, and no step of it breaks the rule", (order, expected) => {
    const filling = fillingOrder(order, FEW_ROWS);
    expect(filling.join("")).toBe(expected);
    filling.forEach((_, at) => {
      expect(orderAllows(order, FEW_ROWS, new Set(filling.slice(0, at + 1))), `after ${at + 1}`).toBe(true);
    });
  });
});

describe("a column that waits for another one", () => {
  const rows = ["a", "b", "c"];
  const early = (
    after: string | null,
    first: readonly string[],
    second: readonly string[],
    orders: readonly [PlainOrder["kind"], PlainOrder["kind"]] = ["free", "free"],
  ) => {
    const columns = [
      { id: "first", order: { kind: orders[0] }, after: null },
      { id: "second", order: { kind: orders[1] }, after },
    ] as const;
    return findEarlyStart(
      columns[1],
      columns,
      rows,
      (column) => new Set(column === "second" ? second : first),
    );
  };

  it("is begun too early while a box of that one is empty, which is told", () => {
    expect(early("first", ["a", "c"], ["c", "b"])).toEqual({ early: "b", first: "b", before: "first" });
    expect(early("first", [], ["c"])).toEqual({ early: "c", first: "a", before: "first" });
  });

  it("is told the next box as the order of that one has it", () => {
    const next = { early: "c", before: "first" };
    expect(early("first", [], ["c"], ["up", "up"])).toEqual({ ...next, first: "c" });
    expect(early("first", ["c"], ["b", "c"], ["up", "up"])).toEqual({ ...next, first: "b" });
    expect(early("first", ["a", "c"], ["c"], ["inward", "up"])).toEqual({ ...next, first: "b" });
  });

  it("is told the next box of the first column of a chain that is not full", () => {
    const chain = ["a", "b", "c"].map(
      (id, at, ids) => ({ id, order: { kind: "up" }, after: ids[at - 1] ?? null }) as const,
    );
    const last = chain[2] ?? expect.fail();
    const begun = (full: readonly string[]) =>
      findEarlyStart(last, chain, rows, (id) => new Set(id === "c" ? ["c"] : full.includes(id) ? rows : []));
    expect(begun([])).toEqual({ early: "c", first: "c", before: "a" });
    expect(begun(["a"])).toEqual({ early: "c", first: "c", before: "b" });
    // What the one before did too early is told there.
    expect(begun(["b"])).toBeNull();
  });

  it("may be begun once that one is full, or stay empty", () => {
    expect(early("first", ["a", "b", "c"], ["c"])).toBeNull();
    expect(early("first", ["a"], [])).toBeNull();
    expect(early(null, [], ["a"])).toBeNull();
  });

  it("comes behind it, however long the chain", () => {
    const column = (id: string, after: string | null) => ({ id, after });
    const chain = [
      column("d", "c"),
      column("b", "a"),
      column("x", null),
      column("c", "b"),
      column("a", null),
    ];
    expect(sortByFillingOrder(chain).map(({ id }) => id)).toEqual(["x", "a", "b", "c", "d"]);
    expect(sortByFillingOrder([column("b", "gone"), column("a", null)]).map(({ id }) => id)).toEqual([
      "b",
      "a",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { fillingOrder, orderAllows } from "../../../src/rules/game/order.ts";
import type { Order } from "../../../src/rules/game/game.ts";

const ROWS = ["a", "b", "c", "d", "e"];
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
    const filling = fillingOrder(order, ROWS);
    expect(filling.join("")).toBe(expected);
    filling.forEach((_, at) => {
      expect(orderAllows(order, ROWS, new Set(filling.slice(0, at + 1))), `after ${at + 1}`).toBe(true);
    });
  });
});

import { describe, expect, it } from "vitest";
import { relaxSquare } from "../../../src/scan/warp/likely-shifts.ts";
import { randomFrom } from "../../support/sheets.ts";

describe("the greatest value near each of a square, less the cost of the way", () => {
  const number = randomFrom(1);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => number() - 0.5);

  /** The same, one value after the other. */
  function plainly(values: Float32Array, costs: Float32Array): number[] {
    const [side, most] = [Math.sqrt(values.length), costs.length >> 1];
    const near = (at: number) => Math.max(0, at - most);
    return Array.from(values, (_, place) => {
      const [x, y] = [place % side, Math.floor(place / side)];
      let best = Number.NEGATIVE_INFINITY;
      for (let down = near(y); down <= Math.min(side - 1, y + most); down++)
        for (let across = near(x); across <= Math.min(side - 1, x + most); across++) {
          const value = values[down * side + across] as number;
          const [one, other] = [costs[across - x + most] as number, costs[down - y + most] as number];
          best = Math.max(best, Math.fround(Math.fround(value - one) - other));
        }
      return best;
    });
  }

  it.each([
    [1, 1],
    [3, 1],
    [4, 5],
    [5, 13],
    [19, 9],
    [30, 3],
  ])("%i values across and down, with %i costs", (side, count) => {
    const values = numbers(side * side);
    const costs = numbers(count).map(Math.abs);
    expect([...relaxSquare(values, costs)]).toEqual(plainly(values, costs));
  });

  it("is the same whatever square came before", () => {
    const [values, costs] = [numbers(49), numbers(5).map(Math.abs)];
    const alone = relaxSquare(values, costs);
    relaxSquare(
      numbers(900).map((value) => value + 1000),
      numbers(9).map(Math.abs),
    );
    expect(relaxSquare(values, costs)).toEqual(alone);
  });
});

import { describe, expect, it } from "vitest";
import { getElement } from "../../../src/rules/arrays.ts";
import { correlate, type RimmedDarkness } from "../../../src/scan/warp/correlate.ts";
import type { Tile } from "../../../src/scan/warp/print.ts";
import { randomFrom } from "../../support/sheets.ts";

describe("tiles are correlated with a photo", () => {
  const number = randomFrom(1);
  const picture = (widthPx: number, heightPx: number, rimPx: number): RimmedDarkness => {
    const values = Float32Array.from({ length: widthPx * heightPx }, () => number());
    return { widthPx, heightPx, rimPx, values };
  };
  const tile = (pixels: number, reach: number): Tile => {
    const places = () => Int16Array.from({ length: pixels }, () => Math.floor(number() * reach));
    const pattern = Float32Array.from({ length: pixels }, () => number() - 0.5);
    return { column: 0, row: 0, xMm: 1, yMm: 2, columns: places(), rows: places(), pattern };
  };

  /** The same, shift by shift, as the formula has it. */
  function plainly({ columns, rows, pattern }: Tile, { widthPx, rimPx, values }: RimmedDarkness): number[] {
    const side = 2 * rimPx + 1;
    return Array.from({ length: side * side }, (_, shift) => {
      const [down, across] = [Math.floor(shift / side), shift % side];
      let [sum, squares, common] = [0, 0, 0];
      for (const [at, weight] of pattern.entries()) {
        const place = (getElement(rows, at) + down) * widthPx + getElement(columns, at) + across;
        const value = getElement(values, place);
        sum += value;
        squares += value * value;
        common += value * weight;
      }
      const { length } = pattern;
      return Math.fround(common / Math.sqrt(squares - (sum * sum) / length + length * 0.012 ** 2));
    });
  }

  it.each([1, 2, 3, 9])("as the formula has it, to the last bit, with a rim of %i px", (rimPx) => {
    const photo = picture(40 + 2 * rimPx, 30 + 2 * rimPx, rimPx);
    // Of different sizes, so that nothing is left of the longer one before.
    const tiles = [tile(57, 30), tile(3, 30), tile(200, 30)];
    const found = correlate(tiles, photo);
    expect(found.map(({ tile, reachPx }) => [tile, reachPx])).toEqual(tiles.map((one) => [one, rimPx]));
    for (const { tile, values } of found) expect([...values]).toEqual(plainly(tile, photo));
  });

  it("in pictures of any size, one after the other", () => {
    for (const [width, height] of [
      [400, 300],
      [20, 20],
    ] as const) {
      const photo = picture(width, height, 2);
      const edge = { ...tile(1, 1), columns: Int16Array.of(width - 5), rows: Int16Array.of(height - 5) };
      const [found] = correlate([edge], photo);
      expect([...(found?.values ?? [])]).toEqual(plainly(edge, photo));
    }
  });

  it("and of no tiles comes nothing", () => {
    expect(correlate([], picture(9, 9, 1))).toEqual([]);
  });
});

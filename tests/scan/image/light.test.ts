import { describe, expect, it } from "vitest";
import { divideByLight } from "../../../src/scan/image/light.ts";
import { randomFrom } from "../../support/sheets.ts";

describe("what reaches the paper is divided by the light", () => {
  const number = randomFrom(1);
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * number()));

  it.each([1, 16, 90, 10_000])("for %i pixels, as the formula has it", (count) => {
    const [photo, light] = [bytes(3 * count), bytes(3 * count)];
    light[0] = 0;
    const even = Float64Array.from(photo, (level, at) => (245 * level) / Math.max(1, light[at] as number));
    const grey = Float64Array.from({ length: count }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = even.subarray(3 * at);
      return 0.5 * Math.min(red, green) + 0.5 * (0.299 * red + 0.587 * green + 0.114 * blue);
    });
    const made = divideByLight(photo, light);
    expect(made.rgb).toHaveLength(3 * count);
    expect(made.grey).toHaveLength(count);
    for (const [levels, exact] of [
      [made.rgb, even],
      [made.grey, grey],
    ] as const) {
      // What is hardly less than a whole number may become that number.
      const less = Float64Array.from(
        levels,
        (level, at) => Math.min(255, exact[at] as number) + 1e-3 - level,
      );
      expect(Math.min(...less)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...less)).toBeLessThan(1.01);
    }
  });

  it("makes paper white in any light, and what no light reaches no brighter than that", () => {
    const photo = Uint8Array.of(...[200, 180, 90], ...[100, 90, 45], ...[0, 0, 0], ...[255, 255, 255]);
    const light = Uint8Array.of(...[200, 180, 90], ...[200, 180, 90], ...[0, 0, 0], ...[0, 1, 2]);
    const { rgb, grey } = divideByLight(photo, light);
    expect([...rgb]).toEqual([245, 245, 245, 122, 122, 122, 0, 0, 0, 255, 255, 255]);
    expect([...grey]).toEqual([245, 122, 0, 255]);
  });
});

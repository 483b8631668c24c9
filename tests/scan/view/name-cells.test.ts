import fc from "fast-check";
import { expect, it } from "vitest";
import { measureName } from "../../../src/scan/view/name-cells.ts";

const SHEET = { widthPx: 300, heightPx: 300, pixels: new Uint8Array(300 * 300).fill(255) };

it("shows a name with room for tall letters and tails, but nothing of its neighbours, within the photo", () => {
  const mm = fc.integer({ min: 0, max: 200 });
  const long = fc.integer({ min: 10, max: 100 });
  fc.assert(
    fc.property(mm, mm, long, long, (xMm, yMm, widthMm, heightMm) => {
      const { area } = measureName({ xMm, yMm, widthMm, heightMm }, SHEET, 1);
      const side = Math.min(widthMm, heightMm);
      expect([area.xPx, area.widthPx]).toEqual([xMm, widthMm]);
      expect(area.yPx).toBeLessThanOrEqual(Math.max(0, yMm - side / 3));
      expect(area.yPx).toBeGreaterThanOrEqual(Math.max(0, yMm - side));
      expect(area.yPx + area.heightPx).toBeGreaterThanOrEqual(Math.min(300, yMm + heightMm + side / 5));
      expect(area.yPx + area.heightPx).toBeLessThanOrEqual(Math.min(300, yMm + heightMm + side));
    }),
  );
});

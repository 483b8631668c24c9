import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawCut, applyRename, tappedBox } from "../../../src/scan/report/photo-boxes.ts";

/** A canvas that keeps what was drawn on it. */
function canvas() {
  const drawn: (readonly unknown[])[] = [];
  const drawImage = (...args: unknown[]) => void drawn.push(args);
  return { width: 0, height: 0, drawn, getContext: () => ({ drawImage }) };
}

const px = fc.integer({ min: 0, max: 2000 });
const length = fc.integer({ min: 1, max: 400 });
const areas = fc.record({ xPx: px, yPx: px, widthPx: length, heightPx: length });

describe("the boxes of a photo on a page", () => {
  it("are found under every point inside, however large the photo is shown and wherever", () => {
    const shares = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const scales = fc.double({ min: 0.05, max: 4, noNaN: true });
    fc.assert(
      fc.property(areas, shares, shares, scales, px, px, (area, across, down, scale, left, top) => {
        const widthPx = 3000;
        const tap = {
          clientX: left + (area.xPx + across * area.widthPx) * scale,
          clientY: top + (area.yPx + down * area.heightPx) * scale,
        };
        const shown = { left, top, width: widthPx * scale };
        const elsewhere = { ...area, xPx: area.xPx + area.widthPx };
        expect(tappedBox(tap, shown, widthPx, [elsewhere, area])).toBe(1);
        expect(tappedBox(tap, shown, widthPx, [elsewhere])).toBe(-1);
      }),
    );
  });

  it("are cut out with half their height around, or as much as is asked for", () => {
    fc.assert(
      fc.property(areas, (area) => {
        const [wide, tight] = [canvas(), canvas()];
        expect(drawCut(wide, "photo", area)).toBe(true);
        expect(drawCut(tight, "photo", area, 0)).toBe(true);
        const margin = area.heightPx / 2;
        const [, left, top, width, height, ...place] = wide.drawn[0] ?? [];
        expect([left, top]).toEqual([area.xPx - margin, area.yPx - margin]);
        expect([width, height]).toEqual([area.widthPx + 2 * margin, area.heightPx + 2 * margin]);
        expect(place).toEqual([0, 0, wide.width, wide.height]);
        expect(tight.drawn[0]?.slice(1, 5)).toEqual([area.xPx, area.yPx, area.widthPx, area.heightPx]);
      }),
    );
  });

  it("are not drawn without a photo, or where a box has no place on it", () => {
    const blank = canvas();
    expect(drawCut(blank, null, { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 })).toBe(false);
    expect(drawCut(blank, "photo", undefined)).toBe(false);
    expect(blank.drawn).toEqual([]);
  });

  it("show beside a name why it is not taken", async () => {
    const fault = { textContent: "" };
    const field = { dataset: { player: "2" }, closest: () => ({ querySelector: () => fault }) };
    const given: unknown[] = [];
    const give = (player: number, name: string) => {
      given.push([player, name]);
      return name === "Anna" ? "taken" : null;
    };
    expect(await applyRename(field, "Anna", give)).toBe(false);
    expect(fault.textContent).toBe("taken");
    expect(await applyRename(field, "Ben", async (...told) => give(...told))).toBe(true);
    expect(given).toEqual([
      [2, "Anna"],
      [2, "Ben"],
    ]);
  });

  it("are handled by one module, on the report page and in the studio", () => {
    const callers = ["scan/report/page-script.ts", "studio/view/check/checked-sheet.tsx"];
    for (const caller of callers) {
      const source = readFileSync(new URL(`../../../src/${caller}`, import.meta.url), "utf8");
      for (const name of ["drawCut", "drawNames", "applyRename", "tappedBox"])
        expect(source).toContain(`${name}(`);
      expect(source).not.toMatch(/drawImage|clientX/);
    }
  });
});

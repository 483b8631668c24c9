import { describe, expect, it } from "vitest";
import { annotationSvg, boxMarks } from "../../src/report/annotation.ts";
import type { PhotoSheet } from "../../src/report/photo-sheet.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { indexOf, photoOf } from "../support/made-up-photo.ts";
import { FAMILY } from "../support/pads.ts";

const en = language("en");
const spot = { player: 2, row: "threes" };

function markAt(photo: PhotoSheet, where: Parameters<typeof indexOf>[1]) {
  const at = indexOf(photo, where);
  return boxMarks(photo, en).find((mark) => mark.at === at);
}

describe("marks on the picture", () => {
  const photo = photoOf(evening({ anna: "upper.sum: 73, upper.bonus: " }), [[spot, null]]);

  it("tell right from wrong from asked, with what would be right or may stand there", () => {
    expect(markAt(photo, { row: "twos" })).toMatchObject({ kind: "right", note: "" });
    expect(markAt(photo, { row: "upper.sum" })).toMatchObject({ kind: "wrong", note: "63" });
    expect(markAt(photo, spot)).toMatchObject({ kind: "asked", note: "3?" });
    expect(markAt(photo, { row: "upper.bonus" })).toBeUndefined();
  });

  it("stand on the other box of a broken relation, too", () => {
    const yatzy = photoOf(evening({ ben: "chance: 31" }));
    const chance = markAt(yatzy, { player: 2, row: "chance" });
    expect(chance?.kind).not.toBe("right");
  });
});

describe("the drawing over the picture", () => {
  const area = { xPx: 80, yPx: 160, widthPx: 88, heightPx: 56 };
  const picture = { jpeg: new Uint8Array(), widthPx: 1184, heightPx: 1680, pxPerMm: 8, areas: [area] };

  it("frames each box where it stands, and needs no font", () => {
    const svg = annotationSvg(picture, [{ at: 0, kind: "wrong", note: "63" }], FAMILY.bold);
    expect(svg).toContain('width="1184" height="1680"');
    const [, x, y, width] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(svg) ?? [];
    expect(Number(x)).toBeCloseTo(80, -1);
    expect(Number(y)).toBeCloseTo(160, -1);
    expect(Number(width)).toBeGreaterThan(78);
    expect(Number(width)).toBeLessThan(88);
    expect(svg).toContain("<path");
    expect(svg).not.toMatch(/<text|font/);
  });

  it("keeps notes inside the picture", () => {
    const corner = { ...picture, areas: [{ xPx: 1150, yPx: 0, widthPx: 34, heightPx: 30 }] };
    const svg = annotationSvg(corner, [{ at: 0, kind: "asked", note: "100 · 101 · 102?" }], FAMILY.bold);
    const [, left, top] = /<g transform="translate\(([\d.-]+) ([\d.-]+)\)/.exec(svg) ?? [];
    const widthMm = Number(/<g [^>]*><rect width="([\d.]+)"/.exec(svg)?.[1]);
    expect(Number(left)).toBeGreaterThanOrEqual(0);
    expect(Number(left) + widthMm * 8).toBeLessThanOrEqual(1184.01);
    expect(Number(top)).toBeGreaterThanOrEqual(0);
  });
});

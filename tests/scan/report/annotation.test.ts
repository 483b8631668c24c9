import type { Typeface } from "../../../src/print/fonts/typeface.ts";
import type { PixelArea } from "../../../src/scan/image/picture.ts";
import { type BoxMark, boxMarks, findingsWithoutBox } from "../../../src/scan/report/photo-words.ts";
import {
  drawLegend,
  drawNotes as drawn,
  type InkIn,
  createInkMeter,
  buildMarkLegend,
} from "../../../src/scan/report/sheet-pictures.ts";
import type { SheetPicture } from "../../../src/scan/view/view-sheets.ts";
import type { PhotoSheet } from "../../../src/scan/sheet/photo-sheet.ts";
import { evening } from "../../support/evenings.ts";
import { language } from "../../support/languages.ts";
import { indexOf, photoOf } from "../../support/made-up-photo.ts";
import { FAMILY } from "../../support/pads.ts";
import { describe, expect, it } from "vitest";

const en = language("en");
/** The boxes below are 7 mm high. */
const NOTE_PT = 7 * 0.97;
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
    expect(markAt(photo, spot)).toMatchObject({ kind: "asked", note: "3" });
    expect(markAt(photo, { row: "upper.bonus" })).toBeUndefined();
  });

  it("stand on the other box of a broken relation, too", () => {
    const yatzy = photoOf(evening({ ben: "chance: 31" }));
    const chance = markAt(yatzy, { player: 2, row: "chance" });
    expect(chance?.kind).not.toBe("right");
  });
});

describe("the drawing over the picture", () => {
  const drawnMarks = (on: SheetPicture, marks: readonly BoxMark[], typeface: Typeface) =>
    drawn(on, marks, typeface, () => 0).svg;
  const area = { xPx: 80, yPx: 160, widthPx: 88, heightPx: 56 };
  const picture = {
    jpeg: new Uint8Array(),
    widthPx: 1184,
    heightPx: 1680,
    pxPerMm: 8,
    areas: [area],
    names: [],
  };

  it("frames each box where it stands, and needs no font", () => {
    const svg = drawnMarks(picture, [{ at: 0, kind: "wrong", note: "63" }], FAMILY.bold);
    const [, x, y, width] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(svg) ?? [];
    expect(Number(x)).toBeCloseTo(80, -1);
    expect(Number(y)).toBeCloseTo(160, -1);
    expect(Number(width)).toBeGreaterThan(78);
    expect(Number(width)).toBeLessThanOrEqual(88);
    expect(svg).toContain("<path");
    expect(svg).not.toMatch(/<text|font/);
  });

  it("tells the kinds apart without colours: by a sign in a label, and by dashes", () => {
    const ofKind = (kind: BoxMark["kind"]) => drawnMarks(picture, [{ at: 0, kind, note: "" }], FAMILY.bold);
    expect(ofKind("right")).not.toContain("<g");
    expect(ofKind("wrong")).toContain('fill="none"');
    expect(ofKind("asked")).toContain(FAMILY.bold.outline("?", NOTE_PT));
    expect(
      [ofKind("right"), ofKind("wrong"), ofKind("asked")].map((svg) => svg.includes("dasharray")),
    ).toEqual([...[false, false, true]]);
  });

  it("makes the note of a small box smaller", () => {
    const widthOf = (note: string) =>
      Number(
        /<g [^>]*><rect width="([\d.]+)"/.exec(
          drawnMarks(picture, [{ at: 0, kind: "asked", note }], FAMILY.bold),
        )?.[1],
      );
    expect(widthOf("100 · 101")).toBeCloseTo(area.widthPx / picture.pxPerMm, 1);
    expect(widthOf("3")).toBeLessThan(5);
  });

  it("keeps notes inside the picture", () => {
    const corner = { ...picture, areas: [{ xPx: 1150, yPx: 0, widthPx: 34, heightPx: 30 }] };
    const svg = drawnMarks(corner, [{ at: 0, kind: "asked", note: "100 · 101 · 102" }], FAMILY.bold);
    const [, left, top] = /<g transform="translate\(([\d.-]+) ([\d.-]+)\)/.exec(svg) ?? [];
    const widthMm = Number(/<g [^>]*><rect width="([\d.]+)"/.exec(svg)?.[1]);
    expect(Number(left)).toBeGreaterThanOrEqual(0);
    expect(Number(left) + widthMm * 8).toBeLessThanOrEqual(1184.01);
    expect(Number(top)).toBeGreaterThanOrEqual(0);
  });
});

describe("a note", () => {
  const area = { xPx: 100, yPx: 100, widthPx: 90, heightPx: 56 };
  const picture = {
    jpeg: new Uint8Array(),
    widthPx: 400,
    heightPx: 400,
    pxPerMm: 8,
    areas: [area],
    names: [],
  };
  const mark = { at: 0, kind: "wrong", note: "63" } as const;
  /** A picture with ink in some places. */
  const inked = (...places: readonly PixelArea[]) => {
    const pixels = new Uint8Array(400 * 400).fill(240);
    for (const { xPx, yPx, widthPx, heightPx } of places)
      for (let y = yPx; y < yPx + heightPx; y++) pixels.fill(20, y * 400 + xPx, y * 400 + xPx + widthPx);
    return createInkMeter({ widthPx: 400, heightPx: 400, pixels });
  };
  const placed = (inkIn: InkIn) => {
    const { svg, unplaced } = drawn(picture, [mark], FAMILY.bold, inkIn);
    const [, left, top] = /<g transform="translate\(([\d.-]+) ([\d.-]+)\)/.exec(svg) ?? [];
    return { left: Number(left), top: Number(top), unplaced };
  };

  it("stands at the upper right corner, or elsewhere where that is written on", () => {
    const free = placed(inked());
    expect(free.left).toBeGreaterThan(140);
    expect(free.top).toBeLessThan(100);
    const corner = { xPx: 150, yPx: 80, widthPx: 60, heightPx: 60 };
    const moved = placed(inked(corner));
    expect(moved.unplaced).toEqual([]);
    expect(moved).not.toMatchObject({ left: free.left, top: free.top });
  });

  it("goes below the picture where all around is ink", () => {
    const { left, unplaced } = placed(inked({ xPx: 0, yPx: 0, widthPx: 400, heightPx: 400 }));
    expect(left).toBeNaN();
    expect(unplaced).toEqual([mark]);
  });

  it("never lies on another one", () => {
    const twice = { ...picture, areas: [area, area] };
    const { svg } = drawn(twice, [mark, { ...mark, at: 1 }], FAMILY.bold, inked());
    const places = [...svg.matchAll(/<g transform="(translate[^)]*\) scale)/g)].map(([, place]) => place);
    expect(new Set(places).size).toBe(2);
  });
});

describe("below the picture", () => {
  const picture = { jpeg: new Uint8Array(), widthPx: 1184, heightPx: 1680, pxPerMm: 8, areas: [], names: [] };
  const photo = photoOf(evening({ anna: "upper.sum: 73, upper.bonus: " }), [[spot, null]]);

  it("stands what the marks mean that there are, and how many of each", () => {
    const lines = buildMarkLegend(photo, boxMarks(photo, en), en);
    expect(lines.map(({ kind }) => kind)).toEqual(["wrong", "asked", "right"]);
    expect(lines[0]?.words).toMatch(/^1 box: wrong/);
    const right = boxMarks(photo, en).filter(({ kind }) => kind === "right").length;
    expect(lines[2]?.words).toContain(`${right} boxes`);
  });

  it("stands what no box can show", () => {
    const uneven = photoOf(evening({ ben: "chance: , fives: , fours: , sixes: , full_house: " }));
    const { mistakes, suspects } = findingsWithoutBox(uneven);
    expect([...mistakes, ...suspects].map(({ code }) => code)).toEqual(["uneven-turns"]);
    const [line] = buildMarkLegend(uneven, boxMarks(uneven, en), en);
    expect(line?.words).toContain("Ben");
  });

  it("is as high as its lines, which stay within the page", () => {
    const line = { kind: "wrong", words: "far too many words for a single line ".repeat(8) } as const;
    const one = drawLegend(picture, [{ ...line, words: "few words" }], FAMILY.regular);
    const many = drawLegend(picture, [line], FAMILY.regular);
    expect(drawLegend(picture, [], FAMILY.regular).heightPx).toBe(0);
    expect(many.heightPx).toBeGreaterThan(1.5 * one.heightPx);
    expect(one.svg).toContain("translate(0 1680)");
  });
});

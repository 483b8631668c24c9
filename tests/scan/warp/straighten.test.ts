import { describe, expect, it } from "vitest";
import type { PadBox, PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { findSheets } from "../../../src/scan/marks/find-sheets.ts";
import { fitPage, growth } from "../../../src/scan/marks/page-fit.ts";
import { locate } from "../../../src/scan/warp/locate.ts";
import { prepareSheetPrint } from "../../../src/scan/warp/print.ts";
import { projectPoint } from "../../../src/scan/warp/sheet-view.ts";
import { straighten } from "../../../src/scan/warp/straighten.ts";
import { type PaperSheet, type Pose, photograph, type Shot } from "../../support/camera.ts";
import { rareTest, someOf } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut } from "../../support/pads.ts";
import { printed, thumbOn, tools, writtenFour } from "../../support/photos.ts";

const layout = good(laidOut(shippedGame("crag"), "de", "a6", 4, "double"));
const print = prepareSheetPrint(layout, FAMILY, tools);
const blank = await printed(layout);
const usual: Pose = { widthPx: 1250, heightPx: 1250, pxPerMm: 7, blurPx: 0.8, noise: 4 };

function shoot(sheet: PaperSheet, pose: Partial<Pose> = {}): Shot {
  const [shot] = photograph(tools.cv, [[sheet, { ...usual, ...pose }]]);
  if (shot === undefined) throw new Error("no photo");
  return shot;
}

async function straight(sheet: PaperSheet, pose: Partial<Pose> = {}, hidden: readonly number[] = []) {
  const { photo } = shoot(sheet, pose);
  const [found] = findSheets(photo, tools);
  if (found === undefined) throw new Error("no sheet in the photo");
  const marks = found.marks.filter(({ place }) => !hidden.includes(place));
  return straighten(photo, { ...found, marks }, layout, print, tools);
}

/** How far the corners of boxes are from where they are taken to be, in mm: the middle one of all, and the worst. */
function residuals(pose: Partial<Pose>, hidden: readonly number[] = []) {
  const shot = shoot(written, pose);
  const marks = findSheets(shot.photo, tools)[0]?.marks.filter(({ place }) => !hidden.includes(place)) ?? [];
  const fit = fitPage(tools.cv, marks, layout.page);
  if (fit === null) throw new Error("the marks lie on no page");
  const { view } = locate(tools.cv, shot.photo.grey, layout.page, fit.toPhoto, print);
  const offs = layout.boxes
    .flatMap(({ xMm, yMm, widthMm, heightMm }) => [
      [xMm, yMm] as const,
      [xMm + widthMm, yMm + heightMm] as const,
    ])
    .map(([x, y]) => {
      const [is, taken] = [shot.seenAt(x, y), projectPoint(view, x, y)];
      return Math.hypot(is.x - taken.x, is.y - taken.y) / growth(fit.toPhoto, x, y);
    })
    .sort((a, b) => a - b);
  return { middle: offs[offs.length >> 1] ?? 9, worst: offs.at(-1) ?? 9 };
}

/** Every second box has a number. */
const isWritten = (_: PadBox, at: number) => at % 2 === 0;
const written = await printed(
  layout,
  layout.boxes
    .filter(isWritten)
    .map((box) => writtenFour(box))
    .join(""),
);

describe("a scan in black and white", () => {
  const boxMm = Math.min(...layout.boxes.map(({ heightMm }) => heightMm));

  /** A sheet that fills the scan, with rows of this height. */
  async function scanned(rowPx: number, isBilevel: boolean, said = layout) {
    const pxPerMm = rowPx / boxMm;
    const { widthMm, heightMm } = layout.page;
    const size = { widthPx: Math.round(widthMm * pxPerMm), heightPx: Math.round(heightMm * pxPerMm) };
    const { photo } = shoot(written, { ...size, pxPerMm, blurPx: 0.3, noise: 0 });
    const pixels = isBilevel ? photo.grey.pixels.map((level) => (level < 150 ? 0 : 255)) : photo.grey.pixels;
    const scan = { ...photo, grey: { ...photo.grey, pixels } };
    const [found] = findSheets(scan, tools);
    if (found === undefined) throw new Error("no sheet on the scan");
    return straighten(scan, found, said, print, tools);
  }

  it("is refused with a single problem where thin lines vanish, however high its rows are", async () => {
    const tall = layout.boxes.map((box) => ({ ...box, heightMm: 2 * box.heightMm }));
    const problems = bad(await scanned(21, true, { ...layout, boxes: tall }));
    expect(problems.map(({ code, hint }) => [code, String(hint)])).toEqual([
      ["too-small", expect.stringContaining("150 dpi")],
    ]);
  });

  it.each(someOf([21, 31], 2))(
    "is refused where rows are %d px high, and one in grey is not",
    async (rowPx) => {
      const [problem, ...others] = bad(await scanned(rowPx, true));
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ code: "too-small", severity: "error" });
      expect(problem?.hint).toMatch(/in grey or colour, with [12]\d0 dpi/);
      expect((await scanned(rowPx, false)).ok).toBe(true);
    },
  );

  it("is read where rows are higher", async () => {
    expect((await scanned(44, true)).ok).toBe(true);
  });
});

describe("locate", () => {
  it.each<[string, Partial<Pose>, number[]]>(
    someOf(
      [
        ["a sheet that lies flat", {}, []],
        ["a sheet upside down and aslant", { turnDegrees: 183, tiltDegrees: [20, -12] }, []],
        ["a sheet that bulges", { bulgeMm: 8, tiltDegrees: [-20, 8], turnDegrees: 70 }, []],
        [
          "a pad that is bent at the glue, through a poor lens",
          { glueMm: 8, bulgeMm: 4, tiltDegrees: [18, 0], lens: 0.03 },
          [],
        ],
        [
          "a sheet that bulges by more than half a row",
          { bulgeMm: 14, tiltDegrees: [-30, 12], turnDegrees: 70 },
          [],
        ],
        ["a sheet with a hidden corner", { bulgeMm: 5, tiltDegrees: [15, 8] }, [2]],
      ],
      3,
      2,
    ),
  )("knows to a tenth of a mm where the boxes are: %s", (_, pose, hidden) => {
    const { middle, worst } = residuals(pose, hidden);
    expect(middle).toBeLessThan(0.1);
    expect(worst).toBeLessThan(0.25);
  });
});

describe("straighten", () => {
  it("leaves the ink of each box and takes the print away, in uneven light", async () => {
    const light = (x: number, y: number) => 0.5 + 0.45 * Math.min(1, Math.max(0, 10 * (0.8 - x - 0.4 * y)));
    const sheet = good(await straight(written, { bulgeMm: 4, tiltDegrees: [10, 5], light }));
    expect(sheet.boxes).toHaveLength(layout.boxes.length);
    layout.boxes.forEach((box, at) => {
      const { picture, visible, isBlank } = sheet.boxes[at] ?? {
        picture: blank.picture,
        visible: 0,
        isBlank: true,
      };
      expect(visible).toBeGreaterThan(0.6);
      expect(picture.heightPx / sheet.pxPerMm).toBeCloseTo(box.heightMm * 1.25, 0);
      if (isWritten(box, at)) {
        expect(isBlank).toBe(false);
        expect(Math.min(...picture.pixels)).toBeLessThan(130);
      }
    });
    const empty = sheet.boxes.filter((_, at) => at % 2 === 1);
    expect(empty.filter(({ isBlank }) => isBlank).length).toBeGreaterThan(0.85 * empty.length);
  });

  rareTest("does not call a faint pencil stroke blank", async () => {
    const faint = await printed(layout, layout.boxes.map((box) => writtenFour(box, 170)).join(""));
    const sheet = good(await straight(faint, { noise: 6 }));
    expect(sheet.boxes.some(({ isBlank }) => isBlank)).toBe(false);
    expect(sheet.boxes.some(({ isFaint }) => isFaint)).toBe(false);
  });

  it("knows a stroke that is far fainter than the ink of the sheet, and no pencil beside felt pens", async () => {
    const shades = [30, 30, 150, 228];
    // Boxes go row by row, so each player has every shade.
    const shade = (at: number) => shades[(at + Math.floor(at / 4)) % 4] ?? 0;
    const pens = layout.boxes.map((box, at) => writtenFour(box, shade(at)));
    const sheet = good(await straight(await printed(layout, pens.join("")), {}));
    sheet.boxes.forEach(({ isFaint }, at) => {
      expect(isFaint).toBe(shade(at) === 228);
    });
  });

  it("takes nothing for ink in a column that is faint throughout, as the other side shines through", async () => {
    const players = [...new Set(layout.boxes.map(({ player }) => player))];
    expect(players.length).toBeGreaterThan(1);
    for (const absent of [players[0], players.at(-1)]) {
      const shines = layout.boxes.map((box) => writtenFour(box, box.player === absent ? 228 : 30));
      const sheet = good(await straight(await printed(layout, shines.join("")), {}));
      layout.boxes.forEach(({ player }, at) => {
        expect(sheet.boxes[at]).toMatchObject({ isBlank: player === absent, isFaint: false });
      });
    }
  });

  it("leaves no line that could be taken for a one or a minus", async () => {
    const sheet = good(await straight(blank, { turnDegrees: 90 }));
    const darkest = sheet.boxes.map(({ picture }) => Math.min(...softened(picture.pixels, picture.widthPx)));
    expect(Math.min(...darkest)).toBeGreaterThan(185);
  });

  rareTest("makes do with two corners if it must", async () => {
    const sheet = good(await straight(blank, { bulgeMm: 3, tiltDegrees: [15, 0] }, [0, 3]));
    expect(Math.min(...sheet.boxes.map(({ visible }) => visible))).toBeGreaterThan(0.8);
  });

  it("says which boxes are hidden, and only those", async () => {
    const boxes = layout.boxes.filter((_, at) => at === 9 || at === 10);
    const covered = await printed(layout, boxes.map((box) => thumbOn(grown(box))).join(""));
    const sheet = good(await straight(covered, { tiltDegrees: [8, 4] }));
    const hidden = sheet.boxes.flatMap(({ visible }, at) => (visible < 0.5 ? [at] : []));
    expect(hidden).toEqual([9, 10]);
  });

  it("says that a box is hidden by what covers one end of it", async () => {
    const box = boxAt(9);
    const end = { ...box, xMm: box.xMm + 0.75 * box.widthMm, widthMm: 0.5 * box.widthMm };
    const sheet = good(await straight(await printed(layout, thumbOn(grown(end)))));
    expect(sheet.boxes[9]?.visible).toBeLessThan(0.65);
  });

  it("does not take ink that comes near the lines of a box for something that covers them", async () => {
    const { xMm, yMm, widthMm, heightMm } = boxAt(9);
    const size = `width="${widthMm - 1.2}" height="${heightMm - 1.2}"`;
    const blot = `<rect x="${xMm + 0.6}" y="${yMm + 0.6}" ${size} fill="#333"/>`;
    const sheet = good(await straight(await printed(layout, blot)));
    expect(sheet.boxes[9]?.visible).toBeGreaterThan(0.9);
  });

  it("says that a box is hidden where a glare has blinded the paper", async () => {
    const area = grown(boxAt(12));
    const glare = `<rect x="${area.xMm}" y="${area.yMm}" width="${area.widthMm}" height="${area.heightMm}" fill="#fff"/>`;
    const sheet = good(await straight(await printed(layout, glare)));
    expect(sheet.boxes[12]?.visible).toBeLessThan(0.5);
  });
});

describe("photos that are refused, with the way out", () => {
  it.each<[string, Partial<Pose>, number[], string, RegExp]>([
    ["too small", { pxPerMm: 2.5 }, [], "too-small", /\d pixels per mm; \d.* are needed/],
    [
      "with one corner only",
      {},
      [0, 1, 3],
      "missing-corners",
      /are missing: top left, top right, bottom left$/,
    ],
  ])("a sheet that is %s", async (_, pose, hidden, code, message) => {
    const [problem] = bad(await straight(blank, pose, hidden));
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(message);
    expect(problem?.hint).not.toBeNull();
  });

  it("a sheet that is too blurred", async () => {
    const { photo } = shoot(blank);
    const [found] = findSheets(photo, tools);
    if (found === undefined) throw new Error("no sheet in the photo");
    // With more blur than this, marks of this size would not be found at all.
    const marks = found.marks.map((mark) => ({ ...mark, blurPx: 4 }));
    const [problem] = bad(await straighten(photo, { ...found, marks }, layout, print, tools));
    expect(problem?.code).toBe("too-blurred");
    expect(problem?.message).toMatch(/\d mm wide on the sheet; the limit is \d/);
    expect(problem?.hint).not.toBeNull();
  });

  rareTest("a sheet of another layout", async () => {
    const { photo } = shoot(blank);
    const other = good(laidOut(shippedGame("kniffel"), "en", "a6", 2, "double"));
    const [found] = findSheets(photo, tools);
    if (found === undefined) throw new Error("no sheet in the photo");
    const result = await straighten(photo, found, other, prepareSheetPrint(other, FAMILY, tools), tools);
    expect(bad(result)[0]?.code).toMatch(/print-not-found|covered-sheet/);
  });

  rareTest("warns of a sheet that is rather small", async () => {
    const sheet = good(await straight(blank, { pxPerMm: 3.9, blurPx: 0.4 }));
    expect(sheet.warnings.map(({ code, severity }) => [code, severity])).toEqual([
      ["small-photo", "warning"],
    ]);
  });
});

function boxAt(at: number): PadBox {
  const box = layout.boxes[at];
  if (box === undefined) throw new Error("too few boxes");
  return box;
}

function grown({ xMm, yMm, widthMm, heightMm }: PadLayout["boxes"][number]) {
  return { xMm: xMm - 1, yMm: yMm - 1, widthMm: widthMm + 2, heightMm: heightMm + 2 };
}

/** Means of three pixels side by side, away from the rim: what noise makes of single pixels is no line. */
function softened(pixels: Uint8Array, widthPx: number): number[] {
  return Array.from(pixels, (level, at) => {
    const column = at % widthPx;
    if (column === 0 || column === widthPx - 1) return 255;
    const row = [pixels[at - widthPx] ?? level, level, pixels[at + widthPx] ?? level];
    const across = [pixels[at - 1] ?? level, level, pixels[at + 1] ?? level];
    return [...row, ...across].reduce((sum, value) => sum + value, 0) / 6;
  });
}

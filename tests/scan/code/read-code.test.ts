import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { type SheetCode, writeSheetCode } from "../../../src/print/layout/sheet-code.ts";
import { codeSymbol } from "../../../src/print/pad/symbols.ts";
import { type KnownSymbol, readCode, recogniseCode } from "../../../src/scan/code/read-code.ts";
import { findSheets } from "../../../src/scan/marks/find-sheets.ts";
import { type PaperSheet, photograph, type Pose } from "../../support/camera.ts";
import { rareTest, someOf } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";
import { printed, tools } from "../../support/photos.ts";
import { describe, expect, it } from "vitest";

const game = shippedGame("yazzo");

/**
 * A photo of a sheet, and where its marks are.
 *
 * @param hidden the share of the code that lies under a thumb, together with the mark next to it
 */
async function photoOf(layout: PadLayout, pose: Partial<Pose>, hidden = 0) {
  const pxPerMm = pose.pxPerMm ?? 6;
  const side = Math.round(1.2 * pxPerMm * layout.page.heightMm);
  const usual: Pose = { widthPx: side, heightPx: side, pxPerMm, blurPx: 0.7, noise: 4 };
  const whole = await printed(layout);
  const sheet = hidden === 0 ? whole : withThumb(whole, layout, hidden);
  const [shot] = photograph(tools.cv, [[sheet, { ...usual, ...pose }]]);
  const [found] = shot === undefined ? [] : findSheets(shot.photo, tools);
  if (shot === undefined || found === undefined) throw new Error("no sheet in the photo");
  return { photo: shot.photo, found };
}

function withThumb({ picture, pxPerMm }: PaperSheet, { code, page }: PadLayout, share: number): PaperSheet {
  const { widthPx, heightPx } = picture;
  const pixels = picture.pixels.slice();
  if (code === null) throw new Error("the sheet has no code to hide");
  const [{ xMm, yMm, widthMm, heightMm }] = code.areas;
  const hiddenMm = share * widthMm;
  const isAtHead = yMm < page.heightMm / 2;
  const left = Math.round((isAtHead ? xMm + widthMm - hiddenMm : 2) * pxPerMm);
  const right = Math.round((isAtHead ? page.widthMm - 2 : xMm + hiddenMm) * pxPerMm);
  for (let y = Math.round((yMm - 2) * pxPerMm); y < (yMm + heightMm + 2) * pxPerMm; y++)
    pixels.fill(140, y * widthPx + left, y * widthPx + right);
  return { picture: { widthPx, heightPx, pixels }, pxPerMm };
}

/** The code of a sheet as it is read from a photo, and as it is. */
async function readFrom(paper: string, pose: Partial<Pose>, marks: CodedMarks = "double") {
  const layout = good(laidOut(game, "en", paper, 1, marks));
  const { photo, found } = await photoOf(layout, pose);
  return { read: await readCode(photo, found, tools), is: layout.code?.code };
}

describe("readCode", () => {
  it.each(
    someOf(
      [
        ["a6", "double"],
        ["a5", "standard"],
        ["130x180mm", "double"],
        ["130x180mm", "standard"],
        ["150x200mm", "standard"],
      ] as const,
      2,
    ),
  )("reads the code on %s with %s marks, whatever way the sheet is turned", async (paper, marks) => {
    const pose = { turnDegrees: 200, tiltDegrees: [12, 6], pxPerMm: 5 } as const;
    const { read, is } = await readFrom(paper, pose, marks);
    expect(read).toEqual(is);
    expect(is?.paper).toBe(paper.endsWith("mm") ? "other" : paper);
  });

  it("reads the code of a small photo of a bent sheet, where a module has less than two pixels", async () => {
    const { read, is } = await readFrom("a5", {
      pxPerMm: 3.2,
      bulgeMm: 8,
      tiltDegrees: [18, 0],
      blurPx: 0.6,
    });
    expect(read).toEqual(is);
  });

  it.each(["a5", "a6"])(
    "reads the code at the foot of %s where that at the head is hidden",
    async (paper) => {
      const layout = good(laidOut(game, "en", paper, 1, "double"));
      const { photo, found } = await photoOf(layout, { turnDegrees: 12, tiltDegrees: [10, 8] }, 1);
      expect(found.marks.map(({ place }) => place)).toEqual([0, 2, 3]);
      expect(await readCode(photo, found, tools)).toEqual(layout.code?.code);
    },
  );

  it("says nothing where there is no code", async () => {
    const layout = good(laidOut(game, "en", "a6", 1, "double"));
    const { photo, found } = await photoOf({ ...layout, code: null }, {});
    expect(await readCode(photo, found, tools)).toBeNull();
  });
});

describe("recogniseCode", () => {
  const whole = good(laidOut(game, "en", "a6", 1, "double"));
  if (whole.code === null) throw new Error("the layout has no code");
  const { areas } = whole.code;
  // One fixed code, whatever becomes of rules and layout, because some are recognized a bit sooner than others.
  const is: SheetCode = { ...whole.code.code, layoutVersion: 2, digest: "7KMN" };
  const layout: PadLayout = { ...whole, code: { ...whole.code, code: is, areas: [areas[0]] } };
  const blocks = ["SX0H", "1QZ8", "E4LY"].map((digest): SheetCode => ({ ...is, digest }));
  const others = [is, ...blocks].flatMap((block) => [2, 3, 4].map((players) => ({ ...block, players })));
  const known = [is, ...blocks, ...others].flatMap((code) =>
    [0, 31, 62, 93].map((number) => ({ ...code, number })),
  );
  const symbols = known.map(symbolOf);

  rareTest("knows a sheet by half of its code, where nothing can be read", async () => {
    const { photo, found } = await photoOf(layout, { tiltDegrees: [10, 5] }, 0.5);
    expect(await readCode(photo, found, tools)).toBeNull();
    expect(recogniseCode(photo, found, tools, () => symbols)).toEqual(is);
  });

  rareTest("knows a sheet by the part of its code that the edge of the photo leaves", async () => {
    const { photo, found } = await photoOf(layout, { turnDegrees: -14, at: [0.5, 0.415] });
    expect(found.marks.map(({ place }) => place)).toEqual([0, 2, 3]);
    expect(await readCode(photo, found, tools)).toBeNull();
    expect(recogniseCode(photo, found, tools, () => symbols)).toEqual(is);
  });

  it("knows a code that blur has eaten", async () => {
    const { photo, found } = await photoOf(layout, { pxPerMm: 5, blurPx: 1.6, noise: 2 });
    expect(await readCode(photo, found, tools)).toBeNull();
    expect(recogniseCode(photo, found, tools, () => symbols)).toEqual(is);
  });

  it("knows a sheet by half of the code at its foot, where that at its head is hidden", async () => {
    const [, atFoot] = areas;
    if (atFoot === undefined) throw new Error("there is no code at the foot");
    const footOnly: PadLayout = {
      ...whole,
      code: { ...layout.code, code: is, letters: [], areas: [atFoot] },
    };
    const { photo, found } = await photoOf(footOnly, { tiltDegrees: [10, 5] }, 0.5);
    expect(await readCode(photo, found, tools)).toBeNull();
    expect(recogniseCode(photo, found, tools, () => symbols)).toEqual(is);
  });

  rareTest("takes no other code for that of a sheet that it doesn't know", async () => {
    const unlike = symbols.filter((_, at) => known[at]?.digest !== is.digest || known[at]?.number !== 0);
    expect(unlike.length).toBeGreaterThan(50);
    for (const share of [0, 0.5]) {
      const { photo, found } = await photoOf(layout, {}, share);
      expect(recogniseCode(photo, found, tools, () => unlike)).toBeNull();
    }
  });

  rareTest("says nothing of a code that is hidden, or where none is known", async () => {
    const { photo, found } = await photoOf(layout, {}, 0.9);
    expect(recogniseCode(photo, found, tools, () => symbols)).toBeNull();
    expect(recogniseCode(photo, found, tools, () => [])).toBeNull();
  });
});

function symbolOf(code: SheetCode): KnownSymbol {
  const written = writeSheetCode(code);
  return {
    code: written,
    signs: Int8Array.from(codeSymbol(written).flat(), (isBlack) => (isBlack ? -1 : 1)),
  };
}

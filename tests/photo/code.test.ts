import { describe, expect, it } from "vitest";
import { readCodes } from "../../src/photo/code.ts";
import { findSheets } from "../../src/photo/find.ts";
import { type Pose, photograph } from "../support/camera.ts";
import { shippedGame } from "../support/games.ts";
import { good, laidOut } from "../support/pads.ts";
import { printed, tools } from "../support/photos.ts";

const game = shippedGame("yazzo");

/** The code of a sheet as it is read from a photo, and as it is. */
async function readFrom(paper: string, pose: Partial<Pose>) {
  const layout = good(laidOut(game, "en", paper, 1));
  const pxPerMm = pose.pxPerMm ?? 6;
  const side = Math.round(1.2 * pxPerMm * layout.page.heightMm);
  const usual: Pose = { widthPx: side, heightPx: side, pxPerMm, blurPx: 0.7, noise: 4 };
  const [shot] = photograph(tools.cv, [[await printed(layout), { ...usual, ...pose }]]);
  const [found] = shot === undefined ? [] : findSheets(shot.photo, tools);
  if (shot === undefined || found === undefined) throw new Error("no sheet in the photo");
  return { read: await readCodes(shot.photo, found, tools), is: layout.code?.code };
}

describe("readCodes", () => {
  it.each(["a6", "a5", "130x180mm"])(
    "reads the code on %s, whatever way the sheet is turned",
    async (paper) => {
      const { read, is } = await readFrom(paper, { turnDegrees: 200, tiltDegrees: [12, 6], pxPerMm: 5 });
      expect(read).toEqual(is);
      expect(is?.paper).toBe(paper.endsWith("mm") ? "other" : paper);
    },
  );

  it("reads the code of a small photo of a bent sheet, where a module has less than two pixels", async () => {
    const { read, is } = await readFrom("a5", {
      pxPerMm: 3.2,
      bulgeMm: 8,
      tiltDegrees: [18, 0],
      blurPx: 0.6,
    });
    expect(read).toEqual(is);
  });

  it("says nothing where there is no code", async () => {
    const layout = good(laidOut(game, "en", "a6", 1));
    const sheet = await printed({ ...layout, code: null });
    const [shot] = photograph(tools.cv, [[sheet, { widthPx: 1000, heightPx: 1000, pxPerMm: 6, noise: 3 }]]);
    const [found] = shot === undefined ? [] : findSheets(shot.photo, tools);
    if (shot === undefined || found === undefined) throw new Error("no sheet in the photo");
    expect(await readCodes(shot.photo, found, tools)).toBeNull();
  });
});

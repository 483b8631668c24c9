import { expect, it } from "vitest";
import { UNBRANDED } from "../../../src/print/brand.ts";
import type { PadBox, PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { dressSheet } from "../../../src/print/style/dress-sheet.ts";
import { loadStyle, styleIds } from "../../../src/files/package/templates.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { findSheets } from "../../../src/scan/marks/find-sheets.ts";
import { prepareSheetPrint } from "../../../src/scan/warp/print.ts";
import { straighten } from "../../../src/scan/warp/straighten.ts";
import { photograph } from "../../support/camera.ts";
import { shippedGame } from "../../support/games.ts";
import { FAMILY, good, shippedText } from "../../support/pads.ts";
import { printed, tools, writtenFour } from "../../support/photos.ts";
import { someOf } from "../../support/cases.ts";

const BRAND = {
  ...UNBRANDED,
  title: "Zum Goldenen Löwen",
  subtitle: "Stammtisch",
  footer: "Marktplatz 3",
  names: ["Anna", "Ben", "Claire"],
  date: "12. Mai 2027",
};

/** With every second one from the last, those with double frames are tried. */
const STYLES = someOf(styleIds().toReversed(), 2);

/** Sheets are read by the layout of the plain pad: what is printed instead of it must not matter. */
it.each(
  someOf(
    [
      ["a6", 2, 7],
      ["a4-large", 2, 3.5],
    ],
    2,
  ),
)("a branded sheet on %s is read like a plain one", async (paper, players, pxPerMm) => {
  const game = shippedGame("yatzy");
  const size = { paper: good(parsePaper(paper)), players };
  const text = shippedText(game, "de");
  const plain = good(layOutPad(game, text, size, FAMILY));
  const names = BRAND.names.slice(0, players);
  const branded = good(layOutPad(game, text, size, FAMILY, { ...BRAND, names }));
  const boxes = await readBoxes(plain, branded, (_, at) => at % 2 === 0, pxPerMm);
  const right = boxes.filter(({ isBlank, isFaint }, at) => (isBlank || isFaint) !== (at % 2 === 0));
  expect(boxes.length).toBe(plain.boxes.length);
  expect(right.length / boxes.length).toBeGreaterThan(0.95);
});

/** The boxes of a photo of a sheet with numbers in some of its boxes, read by its plain layout. */
async function readBoxes(
  plain: PadLayout,
  dressed: PadLayout,
  isWritten: (box: PadBox, at: number) => boolean,
  pxPerMm: number,
) {
  const ink = dressed.boxes.map((box, at) => (isWritten(box, at) ? writtenFour(box) : "")).join("");
  const { widthMm, heightMm } = plain.page;
  const side = Math.ceil(1.25 * pxPerMm * Math.hypot(widthMm, heightMm) * 0.9);
  const pose = {
    widthPx: side,
    heightPx: side,
    pxPerMm,
    blurPx: 0.8,
    noise: 4,
    tiltDegrees: [8, -5] as const,
  };
  const [shot] = photograph(tools.cv, [[await printed(dressed, ink), pose]]);
  const photo = shot?.photo;
  const [found] = photo === undefined ? [] : findSheets(photo, tools);
  if (photo === undefined || found === undefined) throw new Error("no sheet in the photo");
  const sheet = good(await straighten(photo, found, plain, prepareSheetPrint(plain, FAMILY, tools), tools));
  return sheet.boxes;
}

/** Players at the edges of the table do not play: frames and ornaments next to their boxes must not look like entries there. */
it.each(STYLES)("a sheet in the style %s has no ink in boxes that nobody wrote in", async (id) => {
  const game = shippedGame("yatzy");
  const size = { paper: good(parsePaper("a5")), players: 3 };
  const plain = good(layOutPad(game, shippedText(game, "de"), size, FAMILY));
  const look = good(await loadStyle(id));
  const dressed = dressSheet(plain, { ...look, face: "sans" }, FAMILY);
  const boxes = await readBoxes(plain, dressed, ({ player }) => player === 2, 5);
  const wrong = boxes.filter(({ isBlank }, at) => isBlank === (getElement(plain.boxes, at).player === 2));
  expect(boxes.length).toBe(plain.boxes.length);
  expect(wrong).toEqual([]);
});

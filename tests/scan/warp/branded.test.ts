import { expect, it } from "vitest";
import { UNBRANDED } from "../../../src/print/brand.ts";
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
  const isWritten = (at: number) => at % 2 === 0;
  const ink = branded.boxes.map((box, at) => (isWritten(at) ? writtenFour(box) : "")).join("");
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
  const [shot] = photograph(tools.cv, [[await printed(branded, ink), pose]]);
  const photo = shot?.photo;
  const [found] = photo === undefined ? [] : findSheets(photo, tools);
  if (photo === undefined || found === undefined) throw new Error("no sheet in the photo");
  const sheet = good(await straighten(photo, found, plain, prepareSheetPrint(plain, FAMILY, tools), tools));
  const right = sheet.boxes.filter(({ isBlank, isFaint }, at) => (isBlank || isFaint) !== isWritten(at));
  expect(sheet.boxes.length).toBe(plain.boxes.length);
  expect(right.length / sheet.boxes.length).toBeGreaterThan(0.95);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownSheets } from "../../../src/files/pictures/sheet-sources.ts";
import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { type SheetCode, writeSheetCode } from "../../../src/print/layout/sheet-code.ts";
import { codeSymbol } from "../../../src/print/pad/symbols.ts";
import type { KnownSymbol } from "../../../src/scan/code/read-code.ts";
import type { Photo } from "../../../src/scan/image/picture.ts";
import { growth, project } from "../../../src/scan/marks/page-fit.ts";
import { findTables } from "../../../src/scan/tables/find-tables.ts";
import { matchLines, placeByLines, readQuietCode, uprightWays } from "../../../src/scan/view/quiet-sheets.ts";
import { viewQuietSheets, viewSheets } from "../../../src/scan/view/view-sheets.ts";
import { type PaperSheet, type Pose, photograph } from "../../support/camera.ts";
import { rareTest, someOf } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";
import { printed, tools, writtenFour } from "../../support/photos.ts";

/** How sheets lie: straight, upside down in perspective, sideways and bulging under a soft shadow. */
const POSES: readonly Partial<Pose>[] = [
  {},
  { turnDegrees: 183, tiltDegrees: [20, -12] },
  { turnDegrees: 84, bulgeMm: 5, light: (x) => 1 - 0.5 * Math.max(0, Math.min(1, 2 * x - 0.5)) },
];
const SIDE_PX = 1250;

/** A sheet with a number in every second box, photographed. @param hidden the share of its code that was rubbed out */
async function photographed(
  id: string,
  paper: string,
  pose: Partial<Pose>,
  marks: CodedMarks = "quiet",
  hidden = 0,
) {
  const layout = good(laidOut(shippedGame(id), "de", paper, 1, marks));
  const writing = layout.boxes.filter((_, at) => at % 2 === 0).map((box) => writtenFour(box));
  const sheet = await printed(layout, writing.join(""));
  hideCode(sheet, layout, hidden);
  const { widthMm, heightMm } = layout.page;
  const pxPerMm = SIDE_PX / Math.max(widthMm, heightMm);
  const usual = { widthPx: 1.25 * SIDE_PX, heightPx: 1.25 * SIDE_PX, pxPerMm, blurPx: 0.7, noise: 3 };
  const [shot] = photograph(tools.cv, [
    [sheet, { ...usual, widthPx: Math.round(usual.widthPx), heightPx: Math.round(usual.heightPx), ...pose }],
  ]);
  if (shot === undefined) throw new Error("no photo");
  return { layout, shot };
}

function hideCode({ picture, pxPerMm }: PaperSheet, { code }: PadLayout, share: number) {
  for (const { xMm, yMm, widthMm, heightMm } of share === 0 ? [] : (code?.areas ?? []))
    for (let y = Math.floor(yMm * pxPerMm); y < (yMm + heightMm) * pxPerMm; y++) {
      const [from, to] = [xMm - 1, xMm + share * widthMm + 1].map((mm) => Math.round(mm * pxPerMm));
      picture.pixels.fill(230, y * picture.widthPx + (from ?? 0), y * picture.widthPx + (to ?? 0));
    }
}

describe("quiet sheets", () => {
  it.each(
    someOf(
      [
        [0.4, true],
        [1, false],
      ],
      2,
    ),
  )("compares codes with known ones if %d of its own is hidden: %s", async (hidden, isSeen) => {
    const { layout, shot } = await photographed("yatzy", "a6", {}, "quiet", hidden);
    const code = layout.code?.code;
    if (code === undefined) throw new Error("the layout has no code");
    let compared = 0;
    const known = () => {
      compared++;
      return [0, 1, 2].map((number) => symbolOf({ ...code, number: code.number + number }));
    };
    for (const sheet of findTables(shot.photo, tools)) {
      const read = await readQuietCode(shot.photo, uprightWays(sheet).slice(0, 1), tools, known);
      expect(read?.code).toEqual(isSeen ? code : undefined);
    }
    expect(compared > 0).toBe(isSeen);
  });

  const games = someOf(SHIPPED, 8);
  const cases = games.map((id, at) => [id, at % 2 === 0 ? "a5" : "a4", at % POSES.length] as const);

  it("are tried with several games", () => expect(games.length).toBeGreaterThanOrEqual(POSES.length));

  it.each(someOf(cases, 3))("%s on %s is found by its lines, lying in way %i", async (id, paper, way) => {
    const { layout, shot } = await photographed(id, paper, POSES[way] ?? {});
    const places = [];
    for (const sheet of findTables(shot.photo, tools)) {
      const read = await readQuietCode(shot.photo, uprightWays(sheet), tools, () => []);
      if (read === null) continue;
      expect(writeSheetCode(read.code)).toBe(layout.code && writeSheetCode(layout.code.code));
      places.push(placeByLines(tools.cv, read.way, layout));
    }
    const [toPhoto, ...others] = places;
    expect(others).toEqual([]);
    if (!toPhoto) throw new Error("not found");
    const offs = layout.tables.flatMap(({ xMm, yMm, widthMm, heightMm }) =>
      [0, 1].map((end) => {
        const [x, y] = [xMm + end * widthMm, yMm + end * heightMm];
        const [is, taken] = [shot.seenAt(x, y), project(toPhoto, x, y)];
        return Math.hypot(is.x - taken.x, is.y - taken.y) / growth(toPhoto, x, y);
      }),
    );
    // The print then shows the paper to a tenth of a mm, from a start up to 4.5 mm off.
    expect(Math.max(...offs)).toBeLessThan(2.5);
  });

  const READ = [
    ["yatzy", "a5", 1],
    ["crag", "a6", 2],
    ["kniffel", "a4", 0],
  ] as const;

  it.each(someOf(READ, 3))(
    "%s on %s is read alike with all kinds of marks, lying in way %i",
    async (id, paper, way) => {
      const known = await knownSheets();
      const seen = async (marks: CodedMarks) => {
        const { layout, shot } = await photographed(id, paper, POSES[way] ?? {}, marks);
        const [view, ...others] = (await viewSheets(shot.photo, known, tools)).sheets.map(good);
        expect(others).toEqual([]);
        expect(view?.code).toEqual(layout.code?.code);
        return view?.boxes.map(({ isBlank }) => isBlank);
      };
      const quiet = await seen("quiet");
      expect(quiet?.filter(Boolean).length).toBeGreaterThan(0);
      for (const marks of ["standard", "double"] as const) expect(await seen(marks), marks).toEqual(quiet);
    },
  );
});

/** A photo with a copy of itself on its right. */
function twice({ grey, chroma }: Photo): Photo {
  const repeatRows = (pixels: Uint8Array, bytesInRow: number) => {
    const rows = Array.from({ length: pixels.length / bytesInRow }, (_, y) =>
      pixels.subarray(y * bytesInRow, (y + 1) * bytesInRow),
    );
    return new Uint8Array(Buffer.concat(rows.flatMap((row) => [row, row])));
  };
  return {
    grey: { ...grey, widthPx: 2 * grey.widthPx, pixels: repeatRows(grey.pixels, grey.widthPx) },
    chroma: {
      ...chroma,
      widthPx: 2 * chroma.widthPx,
      pixels: repeatRows(chroma.pixels, 2 * chroma.widthPx),
    },
  };
}

rareTest(
  "a quiet sheet whose lines are found twice is one sheet; two sheets of a block are two",
  async () => {
    const { shot } = await photographed("yatzy", "a5", {});
    const known = await knownSheets({ variant: "yatzy" });
    const count = async (photo: Photo, times: number) => {
      const ruled = Array.from({ length: times }, () => findTables(photo, tools)).flat();
      expect(ruled.length).toBeGreaterThanOrEqual(times);
      return (await viewQuietSheets(photo, ruled, known, tools, {})).filter(({ ok }) => ok).length;
    };
    expect(await count(shot.photo, 2)).toBe(1);
    expect(await count(twice(shot.photo), 1)).toBe(2);
  },
);

describe("matchLines", () => {
  it("finds the lines of a table under any scale and offset, although some are missing and some are too many", () => {
    const gaps = fc.array(fc.integer({ min: 6, max: 16 }), { minLength: 8, maxLength: 20 });
    const missing = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(gaps, missing, fc.double({ min: 4, max: 12, noNaN: true }), (gaps, hidden, pxPerMm) => {
        const lines = [0, ...gaps].map((_, at) => 15 + gaps.slice(0, at).reduce((sum, gap) => sum + gap, 0));
        const toPx = (mm: number) => pxPerMm * mm + 37;
        const found = lines.flatMap((mm, at) => (at === hidden ? [toPx(mm + 3)] : [toPx(mm)]));
        const pairs = matchLines(found, lines).filter(({ mm }) => mm !== lines[hidden]);
        expect(pairs.map(({ mm }) => mm)).toEqual(lines.filter((_, at) => at !== hidden));
        for (const { mm, px } of pairs) expect(px).toBeCloseTo(toPx(mm), 6);
      }),
    );
  });

  it("matches no other table", () => {
    expect(matchLines([0, 80, 160, 400, 420, 800], [15, 30, 39, 48, 57, 66, 75, 84, 93, 102])).toEqual([]);
  });
});

/** A symbol as the program compares it. */
function symbolOf(code: SheetCode): KnownSymbol {
  const written = writeSheetCode(code);
  return { code: written, signs: Int8Array.from(codeSymbol(written).flat(), (isDark) => (isDark ? -1 : 1)) };
}

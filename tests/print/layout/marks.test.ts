import { createHash } from "node:crypto";
import { loadOpenCV } from "@opencvjs/web";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CodedMarks,
  MARK_GROUPS,
  MARK_PLACES,
  MARK_WORDS,
  markCorner,
  markGroup,
  markId,
  markModules,
  marksWithPlace,
  placeFiducials,
} from "../../../src/print/layout/marks.ts";
import { type Area, within } from "../../../src/print/geometry.ts";
import { PAPERS } from "../../../src/print/layout/paper.ts";
import {
  LAYOUT_VERSION,
  MAX_SHEETS,
  readSheetCode,
  type SheetCode,
  buildSheetCode,
  writeSheetCode,
} from "../../../src/print/layout/sheet-code.ts";
import { DOCUMENTED, SHIPPED, shippedGame } from "../../support/games.ts";
import { pictureOf } from "../../support/modules.ts";
import { good, laidOut, shippedText } from "../../support/pads.ts";
import { someOf } from "../../support/cases.ts";

describe("marks", () => {
  it("are those of the dictionary, as OpenCV knows it", async () => {
    // The types that come with it lack the dictionaries.
    const cv = (await loadOpenCV()) as unknown as OpenCvWithMarks;
    const dictionary = cv.getPredefinedDictionary(cv.DICT_ARUCO_MIP_36h12);
    const side = MARK_PLACES;
    expect(MARK_WORDS.length).toBeGreaterThanOrEqual(MARK_GROUPS * MARK_PLACES);
    const drawn = new cv.Mat();
    MARK_WORDS.forEach((_, id) => {
      dictionary.generateImageMarker(id, side, drawn, 1);
      expect([...pictureOf(markModules(id), 1, 0).pixels], `mark ${id}`).toEqual([...drawn.data]);
    });
    drawn.delete();
    dictionary.delete();
  });

  it("differ between all places of all groups", () => {
    const ids = Array.from({ length: MARK_GROUPS }, (_, group) =>
      Array.from({ length: MARK_PLACES }, (_, place) => markId(group, place)),
    ).flat();
    expect(new Set(ids).size).toBe(MARK_GROUPS * MARK_PLACES);
    expect(markModules(Math.max(...ids)).length).toBe(8);
    expect(markGroup(1)).not.toBe(markGroup(2));
  });

  it.each(PAPERS.map((paper) => [paper.name, paper] as const))("stand in the corners of %s", (_, paper) => {
    const page = { xMm: 0, yMm: 0, ...paper };
    for (const kind of ["double", "standard"] as const) {
      const { marks, code, footCode } = placeFiducials(paper, kind);
      expect(marks.map(({ place }) => markCorner(place))).toEqual([0, 1, 2, 3]);
      expect(marks.map(({ place }) => marksWithPlace(place))).toEqual(marks.map(() => kind));
      for (const area of [...marks, code, footCode ?? code]) expect(within(area, page)).toBe(true);
      const [left, right, low] = marks;
      expect(left?.xMm).toBeLessThan(paper.widthMm / 10);
      expect((right?.xMm ?? 0) + (right?.widthMm ?? 0)).toBeCloseTo(paper.widthMm - (left?.xMm ?? 0));
      expect(low?.yMm).toBeGreaterThan(paper.heightMm * 0.9);
    }
  });

  it.each<[CodedMarks, symbols: number]>([
    ["double", 6],
    ["standard", 5],
    ["quiet", 1],
  ])("have clear space around, and so has the code: %s", (kind, symbols) => {
    const games = someOf(SHIPPED, 3, 1);
    let seen = 0;
    let sheets = 0;
    for (const id of games) {
      for (const { name } of PAPERS) {
        const laid = laidOut(shippedGame(id), "de", name, 1, kind);
        if (!laid.ok) continue;
        sheets++;
        const layout = laid.value;
        const { clearMm } = placeFiducials(layout.page, kind);
        const printed: Area[] = [
          ...layout.texts.map(({ ink }) => ink),
          ...layout.tints,
          ...layout.boxes,
          ...layout.rules.map((rule) => ({
            xMm: rule.fromXMm,
            yMm: rule.fromYMm,
            widthMm: rule.toXMm - rule.fromXMm,
            heightMm: rule.toYMm - rule.fromYMm,
          })),
        ];
        for (const mark of [...layout.marks, ...(layout.code?.areas ?? [])]) {
          const clear = {
            xMm: mark.xMm - clearMm + 0.3,
            yMm: mark.yMm - clearMm + 0.3,
            widthMm: mark.widthMm + 2 * clearMm - 0.6,
            heightMm: mark.heightMm + 2 * clearMm - 0.6,
          };
          expect(
            printed.filter((area) => overlap(area, clear)),
            `${id} ${name}`,
          ).toEqual([]);
          seen++;
        }
      }
    }
    expect(sheets).toBeGreaterThan(games.length * (PAPERS.length - 1));
    // Of double marks, the second code is at the foot of nearly all sheets.
    expect(seen).toBeGreaterThan((symbols - 0.1) * sheets);
    expect(seen).toBeLessThanOrEqual(symbols * sheets);
  });

  it("can be left out, and leave their room to the table", () => {
    const game = shippedGame("yazzo");
    const plain = good(laidOut(game, "de", "a5", 1, "none"));
    const marked = good(laidOut(game, "de", "a5", 1));
    expect([plain.marks, plain.code]).toEqual([[], null]);
    expect(plain.boxes[0]?.heightMm).toBeGreaterThan(marked.boxes[0]?.heightMm ?? 0);
  });
});

interface OpenCvWithMarks {
  readonly Mat: new () => { readonly data: Uint8Array; delete(): void };
  readonly DICT_ARUCO_MIP_36h12: number;
  getPredefinedDictionary(name: number): {
    generateImageMarker(id: number, side: number, to: object, rim: number): void;
    delete(): void;
  };
}

function overlap(a: Area, b: Area): boolean {
  return (
    a.xMm < b.xMm + b.widthMm &&
    b.xMm < a.xMm + a.widthMm &&
    a.yMm < b.yMm + b.heightMm &&
    b.yMm < a.yMm + a.heightMm
  );
}

const CODE: SheetCode = {
  layoutVersion: 1,
  marks: "double",
  paper: "a5",
  players: 4,
  variantTag: "K7",
  digest: "3F9Q",
  number: 0,
};

describe("the code of a sheet", () => {
  it("comes back as it was written", () => {
    const tag = (length: number) =>
      fc.string({
        unit: fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        minLength: length,
        maxLength: length,
      });
    const codes = fc.record({
      layoutVersion: fc.integer({ min: 0, max: 11 }),
      marks: fc.constantFrom("double", "standard", "quiet"),
      paper: fc.constantFrom("a4", "a5", "a6", "letter", "other"),
      players: fc.integer({ min: 1, max: 27 }),
      variantTag: tag(2),
      digest: tag(4),
      number: fc.integer({ min: 0, max: MAX_SHEETS }),
    });
    fc.assert(
      fc.property(codes, (code) => {
        const text = writeSheetCode(code);
        expect(text).toMatch(/^[0-9A-Z]{14}$/);
        expect(readSheetCode(text)).toEqual(code);
      }),
    );
  });

  it("may be typed with blanks, small letters and without the number", () => {
    expect(readSheetCode("154k7 3f9q")).toEqual(CODE);
    expect(readSheetCode("154K7·3F9Q·00042")).toEqual({ ...CODE, number: 42 });
  });

  it.each(["", "154K7", "HELLO WORLD 14", "1X4K73F9Q00000", "https://example.org"])("is not %j", (text) => {
    expect(readSheetCode(text)).toBeNull();
  });

  it("differs by house rules, language, paper and players", () => {
    const a5 = { name: "a5", widthMm: 148, heightMm: 210 };
    const of = (choices: Record<string, string>, code: "de" | "en", paper = a5, players = 4) => {
      const game = shippedGame("doppel-yatzy", choices);
      return writeSheetCode(buildSheetCode(game, shippedText(game, code), { paper, players }, "double"));
    };
    const codes = [
      of({}, "de"),
      of({}, "en"),
      of({ extra: "chance" }, "de"),
      of({}, "de", { name: "120x200mm", widthMm: 120, heightMm: 200 }),
      of({}, "de", a5, 5),
    ];
    expect(new Set(codes).size).toBe(codes.length);
    expect(of({}, "de")).toBe(codes[0]);
  });
});

describe("the codes of shipped games", () => {
  it("stay as they are: a sheet that was printed is found by its code", async () => {
    // A code also follows the order of keys in `Game` and `PadText`. Only a change of rules or of printed words may change it.
    const codes = SHIPPED.flatMap((id) =>
      (["de", "en"] as const).map((code) => {
        const game = shippedGame(id);
        const paper = { name: "a5", widthMm: 148, heightMm: 210 };
        return `${id} ${code}: ${writeSheetCode(buildSheetCode(game, shippedText(game, code), { paper, players: 1 }, "double"))}`;
      }),
    );
    expect(codes.length).toBeGreaterThan(40);
    await expect(`${codes.join("\n")}\n`).toMatchFileSnapshot("sheet-codes.txt");
  });
});

describe("the layout's version", () => {
  it("grows when boxes or marks of a shipped game move", async () => {
    // A few games stand for all; the golden layouts hold the others.
    const hashPlaces = (kind: CodedMarks, languages: readonly string[]) => {
      const places = DOCUMENTED.flatMap((id) =>
        PAPERS.flatMap(({ name }) =>
          languages.map((code) => {
            const { boxes, marks } = good(laidOut(shippedGame(id), code, name, 1, kind));
            return [...boxes, ...marks].map((area) =>
              [area.xMm, area.yMm, area.widthMm, area.heightMm].map((mm) => mm.toFixed(2)),
            );
          }),
        ),
      );
      return createHash("sha256").update(JSON.stringify(places)).digest("hex").slice(0, 16);
    };
    // If this fails, sheets printed before can't be read any more: raise LAYOUT_VERSION, then update the file with `npm run golden`.
    const [double, standard] = [hashPlaces("double", ["de", "en"]), hashPlaces("standard", ["de"])];
    await expect(`layout ${LAYOUT_VERSION}: ${double}\nstandard marks: ${standard}\n`).toMatchFileSnapshot(
      "layout-version.txt",
    );
  });
});

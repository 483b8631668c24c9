import { describe, expect, it } from "vitest";
import { PAD_MARKS } from "../../../src/print/layout/marks.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { withoutGlueEdge, PAPERS, findPaper, parsePaper } from "../../../src/print/layout/paper.ts";
import { placeSerial } from "../../../src/print/layout/frame.ts";
import { overlaps } from "../../../src/print/geometry.ts";
import { readSheetCode, writeSheetCode } from "../../../src/print/layout/sheet-code.ts";
import { someOf, TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { FAMILY, good, shippedText } from "../../support/pads.ts";

const TEXT = "Nr. 8888";
const [, A5] = PAPERS;
if (A5 === undefined) throw new Error("no paper");

describe("the number of a sheet", () => {
  it("is smaller on small paper", () => {
    for (const paper of ["a6", "a5"]) {
      const game = shippedGame("crag");
      const size = { paper: good(parsePaper(paper)), players: 1 };
      const layout = good(layOutPad(game, shippedText(game, "de"), size, FAMILY));
      const serial = placeSerial(layout, TEXT, FAMILY);
      expect(serial?.sizePt, paper).toBe(paper === "a5" ? 12 : 8);
    }
  });

  it.each(PAD_MARKS)("has a place of its own on every sheet (marks: %s)", (marks) => {
    let seen = 0;
    for (const [at, id] of SHIPPED.entries())
      for (const paper of someOf(PAPERS, 2, at % 2)) {
        const game = shippedGame(id);
        const laidOut = layOutPad(game, shippedText(game, "de"), { paper, players: 1, marks }, FAMILY);
        if (!laidOut.ok) continue;
        const layout = laidOut.value;
        const serial = placeSerial(layout, TEXT, FAMILY);
        if (serial === null) continue;
        seen++;
        const { ink } = serial;
        expect(ink.xMm).toBeGreaterThanOrEqual(4);
        expect(ink.yMm).toBeGreaterThanOrEqual(4);
        expect(ink.xMm + ink.widthMm).toBeLessThanOrEqual(paper.widthMm - 4);
        expect(ink.yMm + ink.heightMm).toBeLessThanOrEqual(paper.heightMm - 4);
        const others = [...layout.texts.map((text) => text.ink), ...layout.boxes, ...layout.marks];
        for (const other of others) {
          const apart =
            other.xMm >= ink.xMm + ink.widthMm ||
            ink.xMm >= other.xMm + other.widthMm ||
            other.yMm >= ink.yMm + ink.heightMm ||
            ink.yMm >= other.yMm + other.heightMm;
          expect(apart, `${id} on ${paper.name}`).toBe(true);
        }
      }
    // Where everything is full, the code alone says the number.
    expect(seen).toBeGreaterThan(SHIPPED.length * (TRIES_ALL ? 3 : 1.5));
  });
});

describe("the letters of the code in the foot", () => {
  it.each([0.2, 0.7, 1.1])("leave it to small print that ends %f mm before them", (gapMm) => {
    const game = shippedGame("crag");
    const layOut = (foot: string) =>
      good(layOutPad(game, { ...shippedText(game, "sv"), foot: [foot] }, { paper: A5, players: 1 }, FAMILY));
    const findPrint = ({ texts }: ReturnType<typeof layOut>) => texts.find(({ text }) => /^i+$/.test(text));
    const short = layOut("iii");
    const cells = (short.code?.letters ?? []).map(({ cell }) => cell);
    const [print, left] = [findPrint(short), Math.min(...cells.map(({ xMm }) => xMm))];
    if (print === undefined || cells.length === 0) throw new Error("no small print");
    const count = Math.floor((left - gapMm - print.xMm) / (print.ink.widthMm / 3));
    const sheet = layOut("i".repeat(count));
    const near = findPrint(sheet)?.ink;
    if (near === undefined) throw new Error("no small print");
    expect(left - near.xMm - near.widthMm).toBeGreaterThanOrEqual(gapMm);
    expect(left - near.xMm - near.widthMm).toBeLessThan(1.2);
    for (const { cell } of sheet.code?.letters ?? []) expect(overlaps(cell, near, 1.2)).toBe(false);
  });
});

describe("a sheet beside its glue", () => {
  it("is named after both, and its code finds the paper again", () => {
    const paper = withoutGlueEdge(A5, { glueEdge: "top", glueMm: 10 });
    expect(paper).toEqual({ name: "a5-top10", widthMm: 148, heightMm: 200 });
    const game = shippedGame("yazzo");
    const { code } = good(layOutPad(game, shippedText(game, "de"), { paper, players: 1 }, FAMILY));
    if (code === null) throw new Error("no code");
    const read = readSheetCode(writeSheetCode(code.code));
    expect(read?.paper).toBe("a5-top10");
    expect(good(findPaper(read?.paper ?? ""))).toEqual(paper);
  });

  it("of any other width has no name in the code", () => {
    const game = shippedGame("yazzo");
    const paper = withoutGlueEdge(A5, { glueEdge: "left", glueMm: 12 });
    const { code } = good(layOutPad(game, shippedText(game, "de"), { paper, players: 1 }, FAMILY));
    expect(code?.code.paper).toBe("other");
    expect(good(findPaper("120x200mm-left12"))).toMatchObject({ widthMm: 108, heightMm: 200 });
    expect(findPaper("a9-top10").ok).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { toLargePrint, findPaper, PAPERS, parsePaper } from "../../../src/print/layout/paper.ts";
import { MIN_LARGE_PT } from "../../../src/print/layout/sizes.ts";
import { placeSerial } from "../../../src/print/layout/frame.ts";
import { readSheetCode, writeSheetCode } from "../../../src/print/layout/sheet-code.ts";
import { DOCUMENTED, SHIPPED, shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

/** Two where they share a sheet. */
function playersOf(id: string): number {
  return shippedGame(id).columns.length === 1 ? 2 : 1;
}

/** Every shipped game that fits on A4. */
const SHEETS: [string, PadLayout][] = SHIPPED.flatMap((id) =>
  ["de", "en"].flatMap((code): [string, PadLayout][] => {
    const sheet = laidOut(shippedGame(id), code, "a4-large", playersOf(id));
    return sheet.ok ? [[`${id} in ${code}`, sheet.value]] : [];
  }),
);

describe("large print", () => {
  it("has room for all documented games, and for most others", () => {
    const names = SHEETS.map(([name]) => name);
    for (const id of DOCUMENTED) expect(names).toContain(`${id} in de`);
    expect(names.length).toBeGreaterThan(SHIPPED.length);
  });

  it("has nothing smaller than 14 pt, and no label smaller than 16", () => {
    for (const [name, { texts }] of SHEETS) {
      expect(texts.length, name).toBeGreaterThan(20);
      expect(Math.min(...texts.map(({ sizePt }) => sizePt)), name).toBeGreaterThanOrEqual(MIN_LARGE_PT);
    }
    for (const id of DOCUMENTED) {
      const labels = shippedText(shippedGame(id), "de").rows.flatMap((row) =>
        row.kind === "box" || row.kind === "line" ? [row.label] : [],
      );
      const [, { texts }] = SHEETS.find(([name]) => name === `${id} in de`) ?? ["", { texts: [] }];
      const bold = texts.filter(({ weight }) => weight === "bold");
      const isSet = (words: string) => bold.some(({ text }) => text === words);
      const isBroken = (label: string) =>
        bold.some(({ text }) => label.startsWith(`${text} `) && isSet(label.slice(text.length + 1)));
      expect(
        labels.filter((label) => !isSet(label) && !isBroken(label)),
        id,
      ).toEqual([]);
      const whole = bold.filter(({ text }) => labels.includes(text));
      for (const { text, sizePt } of whole) expect(sizePt, `${id}: ${text}`).toBeGreaterThanOrEqual(16);
    }
  });

  it("says how many points each bonus earns", () => {
    for (const id of ["balut", "kismet", "yazzo", "yahtzee-block"]) {
      const steps = shippedText(shippedGame(id), "de").rows.flatMap((row) =>
        row.kind === "line" && row.hint?.includes("+") === true ? row.hint : [],
      );
      const [, { texts }] = SHEETS.find(([name]) => name === `${id} in de`) ?? ["", { texts: [] }];
      const printed = texts.map(({ text }) => text).join(" ");
      expect(
        steps.filter((words) => !printed.includes(words)),
        id,
      ).toEqual([]);
    }
  });

  it("has boxes of 11 by 20 mm at least", () => {
    for (const [name, { boxes }] of SHEETS) {
      expect(Math.min(...boxes.map(({ heightMm }) => heightMm)), name).toBeGreaterThan(10.99);
      expect(Math.min(...boxes.map(({ widthMm }) => widthMm)), name).toBeGreaterThan(19.99);
    }
  });

  it("keeps text in its cells and off each other", () => {
    for (const [name, { texts }] of SHEETS)
      texts.forEach((a, at) => {
        for (const b of texts.slice(at + 1)) {
          const apart =
            a.ink.xMm + a.ink.widthMm <= b.ink.xMm + 0.01 ||
            b.ink.xMm + b.ink.widthMm <= a.ink.xMm + 0.01 ||
            a.ink.yMm + a.ink.heightMm <= b.ink.yMm + 0.01 ||
            b.ink.yMm + b.ink.heightMm <= a.ink.yMm + 0.01;
          expect(apart, `${name}: ${a.text} / ${b.text}`).toBe(true);
        }
      });
  });

  it("has its marks where they always are, and a code that tells the way back to the same boxes", () => {
    for (const id of DOCUMENTED) {
      const game = shippedGame(id);
      const sheet = good(laidOut(game, "de", "a4-large", playersOf(id)));
      expect(sheet.marks).toEqual(good(laidOut(game, "de", "a4", 1)).marks);
      const code = sheet.code === null ? null : readSheetCode(writeSheetCode(sheet.code.code));
      const paper = good(findPaper(code?.paper ?? ""));
      expect(paper.name).toBe("a4-large");
      const again = layOutPad(game, shippedText(game, "de"), { paper, players: code?.players ?? 0 }, FAMILY);
      expect(good(again).boxes).toEqual(sheet.boxes);
    }
  });

  it("has a code for each paper that is large enough, with glue and without", () => {
    const papers = PAPERS.filter(({ name }) => name !== "a6").map(toLargePrint);
    const names = papers.flatMap(({ name }) => [name, `${name}-top10`, `${name}-left10`]);
    const code = {
      layoutVersion: 1,
      marks: "standard" as const,
      players: 2,
      variantTag: "K7",
      digest: "3F9Q",
      number: 0,
    };
    const letters = names.map((paper) => writeSheetCode({ ...code, paper }));
    expect(new Set(letters).size).toBe(names.length);
    expect(letters.map((text) => readSheetCode(text)?.paper)).toEqual(names);
    expect(names.map((name) => good(findPaper(name)).isLargePrint)).toEqual(names.map(() => true));
  });

  it("prints numbers large, too", () => {
    const sheet = good(laidOut(shippedGame("yazzo"), "de", "a4-large", 1));
    expect(placeSerial(sheet, "Nr. 200", FAMILY, true)?.sizePt).toBeGreaterThanOrEqual(MIN_LARGE_PT);
  });

  it("names the paper that is large enough where one is not", () => {
    const [p] = bad(laidOut(shippedGame("yatzy"), "de", "a5-large", 2));
    expect(p).toMatchObject({ code: "does-not-fit", hint: expect.stringContaining("--paper a4-large") });
    expect(good(parsePaper("A4-large"))).toEqual(toLargePrint(good(parsePaper("a4"))));
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDate } from "../../../src/check/read/occasion.ts";
import { padPdf, planSheets, preparePad } from "../../../src/files/print/pads.ts";
import { parseOffset, printRun, PROFILES } from "../../../src/print/imposition/imposition.ts";
import { MAX_SHEETS, parseNumberSpan } from "../../../src/print/layout/sheet-code.ts";
import { drawPad } from "../../../src/print/pad/draw-pad.ts";
import type { PdfCanvas } from "../../../src/print/pdf/canvas.ts";
import { DASHES } from "../../../src/rules/problem/wording.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, good } from "../../support/pads.ts";
import { pagesOf, textsOf } from "../../support/pdfs.ts";

const GAME = shippedGame("yazzo");
const RULES = { xMm: 20, baselineMm: 20, sizePt: 10, ink: 1 };

/** The words for people on separators and sheets of a block, by page, in reading order. */
async function blockWords(pdf: Uint8Array): Promise<string[][]> {
  const pages = Array.from({ length: await pagesOf(pdf) }, (_, at) => textsOf(pdf, at + 1));
  return (await Promise.all(pages)).map((texts) =>
    texts
      .filter(({ text }) => /^Block \d/.test(text))
      .sort((a, b) => (Math.abs(a.yMm - b.yMm) > 100 ? a.yMm - b.yMm : a.xMm - b.xMm))
      .map(({ text }) => text),
  );
}

/** The order in which blocks lie on the table. */
function inOrder(first: number, blocks: number, sheets: number): string[] {
  return Array.from({ length: blocks }, (_, at) => first + at).flatMap((block) => [
    `Block ${block}`,
    ...Array.from({ length: sheets }, (_, sheet) => `Block ${block} · ${sheet + 1}/${sheets}`),
  ]);
}

describe("blocks", () => {
  it("are printed one after the other, each behind its separator, with numbers throughout", async () => {
    const pdf = good(await padPdf(GAME, language("en"), { blocks: 3, sheets: 2 }));
    expect((await blockWords(pdf)).flat()).toEqual(inOrder(1, 3, 2));
    const texts = (await textsOf(pdf, 8)).map(({ text }) => text);
    expect(texts).toContain("00005");
    expect((await textsOf(pdf, 7)).map(({ text }) => text)).toEqual(["Block 3", "Yazzo · 2 sheets (5–6)"]);
  });

  it("are printed again by the numbers of their sheets", async () => {
    const choices = { blocks: 2, sheets: 2, numbered: { from: 7, to: 10 } };
    expect((await blockWords(good(await padPdf(GAME, language("en"), choices)))).flat()).toEqual(
      inOrder(4, 2, 2),
    );
  });

  it("are in order once cut and stacked, and separators have blank backs", async () => {
    const settings = { ...PROFILES.copyshop, back: "long-edge" } as const;
    const choices = { blocks: 3, sheets: 2, paper: "a6", settings: PROFILES.copyshop };
    const { layout, paper, print } = await preparePad(GAME, language("en"), choices);
    const draw = (on: PdfCanvas) => on.text({ ...RULES, text: "Rules", weight: "bold" });
    const back = { size: layout.page, scale: 1, draw };
    const pdf = await drawPad(layout, { ...print, run: good(printRun(paper, settings)), back });
    const fronts = (await blockWords(pdf)).filter((_, page) => page % 2 === 0);
    const most = Math.max(...fronts.map(({ length }) => length));
    const piles = Array.from({ length: most }, (_, at) => fronts.flatMap((page) => page[at] ?? []));
    expect(piles.flat()).toEqual(inOrder(1, 3, 2));
    for (const [at, words] of fronts.entries()) {
      const sheets = words.filter((one) => one.includes("·"));
      const backs = (await textsOf(pdf, 2 * at + 2)).filter(({ text }) => text === "Rules");
      expect(backs.length).toBe(sheets.length);
    }
  });

  it("never differ in size, and have all numbers that were asked for", () => {
    const count = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined });
    const span = fc.record({
      from: fc.integer({ min: 1, max: 90 }),
      length: fc.integer({ min: 1, max: 90 }),
    });
    let accepted = 0;
    const property = fc.property(
      count,
      count,
      fc.option(span, { nil: undefined }),
      (blocks, sheets, asked) => {
        const numbered = asked && { from: asked.from, to: asked.from + asked.length - 1 };
        const planned = planSheets({ blocks, sheets, numbered });
        const all = asked?.length ?? (sheets ?? 1) * (blocks ?? 1);
        const agrees = sheets === undefined || asked === undefined || (blocks ?? 1) * sheets === all;
        const isWhole =
          blocks === undefined ||
          (all % blocks === 0 &&
            ((asked?.from ?? 1) - 1) % (all / blocks) === 0 &&
            (sheets ?? asked) !== undefined);
        expect(planned.ok).toBe(agrees && isWhole);
        if (!planned.ok) return;
        accepted++;
        const { blockSheets, ...plan } = planned.value;
        expect(plan.sheets).toBe(all);
        expect(blockSheets === null ? null : blockSheets * (blocks ?? 0)).toBe(
          blocks === undefined ? null : all,
        );
        expect(plan.numbered).toEqual(numbered ?? (blocks === undefined ? undefined : { from: 1, to: all }));
      },
    );
    fc.assert(property, { numRuns: 400, seed: 5 });
    expect(accepted).toBeGreaterThan(20);
  });

  it("are as many as fill the pages with what is in front of them, unless someone counts", () => {
    const size = fc.integer({ min: 1, max: 9 });
    let filled = 0;
    const property = fc.property(size, size, fc.nat(1), (each, slots, inFront) => {
      const { sheets } = good(planSheets({}, each, slots, inFront));
      const wanted = Array.from({ length: 99 }, (_, n) => (n + 1) * each);
      const best = wanted.find((one) => (one + inFront) % slots === 0);
      if (best !== undefined) filled++;
      expect(sheets).toBe(best ?? each);
      expect(good(planSheets({ sheets: 5 }, each, slots, inFront)).sheets).toBe(5 * each);
    });
    fc.assert(property, { numRuns: 200, seed: 7 });
    expect(filled).toBeGreaterThan(100);
  });

  it.each([
    [{ blocks: 3 }, "number of sheets in a block"],
    [{ sheets: 50, numbered: { from: 1, to: 60 } }, "don’t match: 60 and 50"],
    [{ blocks: 3, numbered: { from: 1, to: 100 } }, "100 sheets don’t make 3 blocks"],
    [{ blocks: 1, numbered: { from: 30, to: 40 } }, "sheet 30 is in the middle of a block of 11 sheets"],
    [{ blocks: MAX_SHEETS, sheets: 2 }, "too many"],
  ])("say in words without flags why there are none: %j", (choices, words) => {
    const [problem] = bad(planSheets(choices));
    expect(problem?.message).toContain(words);
    expect(`${problem?.message} ${problem?.hint}`).not.toContain("--");
    expect(problem?.hint).not.toBeNull();
  });
});

describe("a number of sheets and numbers that agree", () => {
  it("are no contradiction, also where every player has a sheet of the game", () => {
    expect(good(planSheets({ sheets: 5, numbered: { from: 11, to: 15 } })).sheets).toBe(5);
    expect(good(planSheets({ sheets: 5, numbered: { from: 11, to: 20 } }, 2)).sheets).toBe(10);
  });
});

describe("a dash", () => {
  it("is a hyphen or a minus sign wherever numbers and dates are typed", () => {
    expect([...DASHES].length).toBeGreaterThan(4);
    for (const dash of DASHES) {
      expect(parseNumberSpan(`1${dash}50`)).toEqual({ from: 1, to: 50 });
      expect(parseNumberSpan(`1 ${dash} 50`)).toEqual({ from: 1, to: 50 });
      expect(parseOffset(`${dash}1.5,${dash}2`)).toEqual({ xMm: -1.5, yMm: -2 });
      expect(readDate(`2026${dash}01${dash}31`)).toBe("2026-01-31");
    }
  });
});

import { rulesFamily } from "../../../src/files/package/fonts.ts";
import { getTypeface, type WritingFamily } from "../../../src/print/fonts/typeface.ts";
import { MM_PER_PT } from "../../../src/print/geometry.ts";
import { describe, expect, it } from "vitest";
import type { PdfCanvas } from "../../../src/print/pdf/canvas.ts";
import { rulesOnOnePage } from "../../../src/print/rulebook/rules-pdf.ts";
import { memoizeByText } from "../../../src/rules/memoize.ts";
import { languageCodes } from "../../../src/files/package.ts";
import { someOf, rareTest } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, FAMILY, good } from "../../support/pads.ts";
import { speakAll } from "../../support/printed.ts";

const A5 = { widthMm: 148, heightMm: 210 };
const A6 = { widthMm: 105, heightMm: 148 };

const A4 = { widthMm: 210, heightMm: 297 };

const onePage = (
  id: string,
  code: string,
  paper: typeof A5,
  hasTicks = false,
  family: WritingFamily = FAMILY,
) => rulesOnOnePage(shippedGame(id), speakAll(code), paper, family, hasTicks);

/** Everything written on the back of a sheet. */
async function textOfPage(...page: Parameters<typeof onePage>): Promise<string> {
  const texts: string[] = [];
  const canvas = new Proxy({} as PdfCanvas, {
    get: (_, kind) => (mark: { text: string }) => kind === "text" && texts.push(mark.text),
  });
  good(await onePage(...page)).draw(canvas);
  return texts.join("").replaceAll("\u00a0", " ").replaceAll(/\s+/gu, " ");
}

const smallest = memoizeByText((id) => textOfPage(id, "en", A6));

const FILLING = someOf(
  [
    ["balut", A5],
    ["balut", A6],
    ["crag", A5],
    ["doppel-yatzy", A5],
    ["yatzy", A6],
    ["yacht", A5],
  ] as const,
  2,
  1,
);

describe("the rules on the back of a sheet", () => {
  it.each([
    ["yazzo", "de"],
    ["edencity-yatzy", "en"],
  ])("stand on one page and stay on the paper: %s in %s", async (id, code) => {
    const { size, scale, draw } = good(await onePage(id, code, A5));
    expect(size.widthMm * scale).toBeCloseTo(A5.widthMm);
    expect(size.heightMm * scale).toBeCloseTo(A5.heightMm);
    const texts: Parameters<PdfCanvas["text"]>[0][] = [];
    const nothing = () => undefined;
    draw({
      text: (text) => texts.push(text),
      line: nothing,
      fill: nothing,
      modules: nothing,
      shapes: nothing,
      picture: nothing,
      outlines: nothing,
    } as PdfCanvas);
    expect(texts.length).toBeGreaterThan(15);
    for (const { text, weight, sizePt, xMm, baselineMm } of texts) {
      expect(sizePt * scale).toBeGreaterThanOrEqual(6);
      expect((xMm + getTypeface(FAMILY, weight).width(text, sizePt)) * scale).toBeLessThan(A5.widthMm - 4);
      expect(baselineMm * scale).toBeLessThan(A5.heightMm - 4);
    }
  });

  it.each([
    ["yazzo", 25],
    ["balut", 14],
  ])("have a filled-in sheet whose writing fits its rows: %s", async (id, least) => {
    const { draw } = good(await onePage(id, "de", A4, false, await rulesFamily()));
    const texts: Parameters<PdfCanvas["text"]>[0][] = [];
    draw(
      new Proxy({} as PdfCanvas, {
        get: (_, kind) => (mark: (typeof texts)[0]) => kind === "text" && texts.push(mark),
      }),
    );
    const byHand = texts
      .filter(({ weight }) => weight === "hand")
      .toSorted((a, b) => a.baselineMm - b.baselineMm);
    expect(byHand.length).toBeGreaterThan(30);
    let rows = 0;
    for (const [at, { baselineMm, sizePt }] of byHand.entries()) {
      const below = byHand.slice(at + 1).find((other) => other.baselineMm > baselineMm + 0.5);
      if (below === undefined) continue;
      rows++;
      expect(below.baselineMm - baselineMm).toBeGreaterThan(0.8 * sizePt * MM_PER_PT);
    }
    expect(rows).toBeGreaterThan(least);
  });

  it("are a short version on the smallest of pads", async () => {
    const title = language("sv").translate("rules.heading.reminders");
    for (const id of ["kniffel-extreme", "maxi-yatzy"])
      expect(await textOfPage(id, "sv", A6)).toContain(title);
  });

  it.each(FILLING)("fill their page, with the same in all languages: %s on %o", async (id, paper) => {
    const headings = [];
    for (const code of languageCodes()) {
      const { size, scale, draw } = good(await onePage(id, code, paper));
      const texts: Parameters<PdfCanvas["text"]>[0][] = [];
      draw(
        new Proxy({} as PdfCanvas, {
          get: (_, kind) => (mark: (typeof texts)[0]) => kind === "text" && texts.push(mark),
        }),
      );
      expect(size.heightMm * scale).toBeCloseTo(paper.heightMm);
      const lowestMm = Math.max(...texts.map(({ baselineMm }) => baselineMm));
      expect(lowestMm / size.heightMm, `${id} in ${code}`).toBeGreaterThan(0.75);
      const words = texts.map(({ text }) => text).join("");
      const show = (of: string) => language(code).translate(`rules.heading.${of}`);
      headings.push(
        ["material", "turn", "reminders", "worked", "finished"].filter((of) => words.includes(show(of))),
      );
    }
    expect(headings.length).toBeGreaterThan(2);
    expect(headings[0]).not.toEqual([]);
    for (const found of headings) expect(found).toEqual(headings[0]);
  });

  it.each([
    ["yahtzee-block", "50 extra points"],
    ["yahtzee-block", "is also a joker"],
    ["yahtzee-block", "Extra Yahtzees (+50 each): □ □ □"],
    ["doppel-yatzy", "and leave one out"],
    ["doppel-yatzy", "The Extra box can never be struck."],
    ["yazzo", "the number in “Minimum” must be lower than the one in “Maximum”; the two may not be equal."],
    ["edencity-yatzy", "does not count"],
    ["kismet", "all others miss their next turn"],
    ["yamb", "The Maximum and Minimum boxes can never be struck."],
  ])("tell what is forgotten: %s", async (id, words) => {
    expect(await smallest(id)).toContain(words);
  });

  it("point to the boxes for extra rolls, also where all rules fit", async () => {
    const front = await textOfPage("yahtzee-block", "en", A4, true);
    expect(front).toContain("The boxes");
    expect(front).toContain("tick a box under “Extra Yahtzees” on the front");
    expect(front).not.toMatch(/margin|□/u);
    const back = await textOfPage("yahtzee-block", "en", A4);
    expect(back).toMatch(/The boxes.*tick a box below.*Extra Yahtzees \(\+50 each\): □ □ □/u);
    expect(back).not.toContain("margin");
  });

  rareTest("are refused where they would be too small to read, with the way out", async () => {
    const [problem] = bad(await onePage("doppel-yatzy", "de", { widthMm: 52, heightMm: 74 }));
    expect(problem?.code).toBe("does-not-fit");
    expect(problem?.hint).toContain("--paper");
  });
});

import { getTypeface } from "../../../src/print/fonts/typeface.ts";
import { describe, expect, it } from "vitest";
import type { PdfCanvas } from "../../../src/print/pdf/canvas.ts";
import { rulesOnOnePage } from "../../../src/print/rulebook/rules-pdf.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, FAMILY, good } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

const A5 = { widthMm: 148, heightMm: 210 };
const A6 = { widthMm: 105, heightMm: 148 };

const onePage = (id: string, code: string, paper: typeof A5) =>
  rulesOnOnePage(shippedGame(id), language(code), shippedTemplates(code, "rules"), paper, FAMILY);

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

  it("are a short version on the smallest of pads", async () => {
    for (const id of ["kniffel-extreme", "maxi-yatzy"]) expect((await onePage(id, "sv", A6)).ok).toBe(true);
  });

  it("grow as long as they fit, so that no half of a page is empty", async () => {
    for (const id of ["crag", "kniffel", "yazzo"]) {
      const { size, scale } = good(await onePage(id, "de", A5));
      expect(size.widthMm).toBeLessThan(A5.widthMm);
      expect(scale).toBeGreaterThan(1);
      expect(scale).toBeLessThan(1.5);
    }
  });

  it.each([
    ["yahtzee-block", "50 extra points"],
    ["yahtzee-block", "is also a joker"],
    ["yahtzee-block", "Extra Yahtzees (+50 each): □ □ □"],
    ["doppel-yatzy", "you leave one out"],
    ["doppel-yatzy", "The Extra box can never be struck."],
    ["yazzo", "Minimum must be lower than Maximum."],
    ["edencity-yatzy", "does not count"],
    ["kismet", "all others miss their next turn"],
    ["yamb", "The Maximum and Minimum boxes can never be struck."],
  ])("tell what is forgotten: %s", async (id, words) => {
    const { draw } = good(await onePage(id, "en", A6));
    const texts: string[] = [];
    const canvas = new Proxy({} as PdfCanvas, {
      get: (_, kind) => (mark: { text: string }) => kind === "text" && texts.push(mark.text),
    });
    draw(canvas);
    expect(texts.join("").replaceAll("\u00a0", " ").replaceAll(/\s+/gu, " ")).toContain(words);
  });

  it("are refused where they would be too small to read, with the way out", async () => {
    const [problem] = bad(await onePage("doppel-yatzy", "de", { widthMm: 52, heightMm: 74 }));
    expect(problem?.code).toBe("does-not-fit");
    expect(problem?.hint).toContain("--paper");
  });
});

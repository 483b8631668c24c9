import { describe, expect, it } from "vitest";
import { listFoldSides } from "../../../src/print/imposition/imposition.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { elementsOf, readOut, spoken } from "../../support/read-out.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { fontsOf, pagesOf, textsOf } from "../../support/pdfs.ts";
import { shippedTemplates } from "../../support/templates.ts";

async function rules(named: string, isFolded: boolean): Promise<Uint8Array> {
  const print = { paper: good(parsePaper(named)), isFolded };
  const templates = shippedTemplates("en", "rules");
  return good(await rulesPdf(shippedGame("yahtzee-block"), language("en"), templates, print, FAMILY));
}

describe.each([
  ["a5", 297, 210],
  ["a6", 210, 148],
  ["half-letter", 279.4, 215.9],
])("rules folded to %s", (paper, widthMm, heightMm) => {
  it("show each page once, on its half of sheets of twice the size", async () => {
    const [plain, folded] = [await rules(paper, false), await rules(paper, true)];
    const sides = listFoldSides(await pagesOf(plain));
    expect(await pagesOf(folded)).toBe(sides.length);
    for (const [side, halves] of sides.entries()) {
      const texts = await textsOf(folded, side + 1);
      const isLeft = ({ xMm }: { readonly xMm: number }) => xMm < widthMm / 2;
      const found = [texts.filter(isLeft), texts.filter((text) => !isLeft(text))];
      const pages = await Promise.all(halves.map((page) => (page === null ? [] : textsOf(plain, page + 1))));
      expect(found.map((half) => half.map(({ text }) => text))).toEqual(
        pages.map((page) => page.map(({ text }) => text)),
      );
    }
    const source = Buffer.from(folded).toString("latin1");
    expect(source).toContain("/Duplex /DuplexFlipShortEdge");
    const boxes = [...source.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes.length).toBe(sides.length);
    for (const [, wide, high] of boxes) {
      expect(Number(wide) / PT_PER_MM).toBeCloseTo(widthMm, 1);
      expect(Number(high) / PT_PER_MM).toBeCloseTo(heightMm, 1);
    }
    expect(fontsOf(folded).sort()).toEqual(fontsOf(plain).sort());
  });
});

it("folded rules are read out like flat ones, each paragraph whole", async () => {
  const words = async (isFolded: boolean) => {
    const { pages, unmarked } = await readOut(await rules("a6", isFolded));
    expect(unmarked).toEqual([]);
    return pages.flatMap((page) => elementsOf(page, "H2").map(spoken)).sort();
  };
  const headings = await words(false);
  expect(headings.length).toBeGreaterThan(3);
  expect(await words(true)).toEqual(headings);
});

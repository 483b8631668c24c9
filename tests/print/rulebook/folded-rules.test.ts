import { describe, expect, it } from "vitest";
import { findFaults, measureLeaflet } from "../../../bench/leaflets/measure.ts";
import { listFoldSides } from "../../../src/print/imposition/imposition.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { NO_BRAND } from "../../../src/print/brand.ts";
import { drawRules, rulesPages, rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import type { RulesContent } from "../../../src/print/rulebook/view/rules-view.ts";
import { elementsOf, readOut, spoken } from "../../support/read-out.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { fontsOf, pagesOf, textsOf } from "../../support/pdfs.ts";
import { shippedTemplates } from "../../support/templates.ts";

/** The pages of a leaflet, one after the other. */
async function pages(id: string, code: string, named: string, content: RulesContent = {}) {
  const [paper, templates] = [good(parsePaper(named)), shippedTemplates(code, "rules")];
  const game = shippedGame(id);
  return good(await rulesPages(game, language(code), templates, paper, FAMILY, NO_BRAND, content, true));
}

async function rules(named: string, isFolded: boolean): Promise<Uint8Array> {
  if (!isFolded) return drawRules(await pages("yahtzee-block", "en", named));
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
      const shown = await Promise.all(halves.map((page) => (page === null ? [] : textsOf(plain, page + 1))));
      expect(found.map((half) => half.map(({ text }) => text))).toEqual(
        shown.map((page) => page.map(({ text }) => text)),
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
    const names = (of: Uint8Array) => fontsOf(of).map((font) => font.replace(/^\w+\+/, ""));
    expect(names(folded).sort()).toEqual(names(plain).sort());
  });
});

it("folded rules are read out like flat ones, each paragraph whole", async () => {
  const words = async (isFolded: boolean) => {
    const { pages: read, unmarked } = await readOut(await rules("a6", isFolded));
    expect(unmarked).toEqual([]);
    return read.flatMap((page) => elementsOf(page, "H2").map(spoken)).sort();
  };
  const headings = await words(false);
  expect(headings.length).toBeGreaterThan(3);
  expect(await words(true)).toEqual(headings);
});

describe("a folded leaflet that would leave half a sheet blank", () => {
  const listTables = ({ blocks }: Awaited<ReturnType<typeof pages>>) =>
    blocks.flatMap(({ kind }) => (kind === "words" || kind === "pad" ? [kind] : []));

  it.each([
    ["yatzy", "de", ["pad"]],
    ["crag", "en", ["pad", "words"]],
  ])("does without what is missed least: %s in %s", async (id, code, left) => {
    const set = await pages(id, code, "a6");
    expect(set.pages).toHaveLength(4);
    expect(listTables(set).sort()).toEqual(left);
    expect(findFaults(measureLeaflet(shippedGame(id), language(code), set))).toEqual([]);
  });

  it("keeps everything if it is too long all the same", async () => {
    const set = await pages("doppel-yatzy", "en", "a6");
    expect(set.pages.length).toBeGreaterThan(4);
    expect(listTables(set).sort()).toEqual(["pad", "words"]);
  });
});

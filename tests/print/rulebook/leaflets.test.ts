import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFaults, measureLeaflet } from "../../../bench/leaflets/measure.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { rulesMarkup } from "../../../src/print/rulebook/markup.ts";
import { type Block, joinText, readBlocks } from "../../../src/print/rulebook/pdf/blocks.ts";
import { fitColumn } from "../../../src/print/rulebook/pdf/heights.ts";
import { measureChunk } from "../../support/pieces.ts";
import type { Piece } from "../../../src/print/rulebook/pdf/marks.ts";
import type { SetPages } from "../../../src/print/rulebook/pdf/pages.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { DOCUMENTED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

/** Sheets of many columns, long words, small paper and other sides of the family; `npm run leaflets` measures all. */
const SHEETS = [
  ["yazzo", "de", "a4"],
  ["kniffel", "de", "a5"],
  ["yatzy", "sv", "a6"],
  ["escalero", "en", "a5"],
  ["doppel-yatzy", "sv", "a4"],
  ["kismet", "de", "a6"],
  ["balut", "en", "a4"],
  ["edencity-yatzy", "sv", "a5"],
  ["yacht", "de", "a4"],
  ["kniffel-extreme", "sv", "a6"],
  ["escalero", "en", "a4"],
  ["maxi-yatzy", "de", "a4"],
] as const;

const TITLES = SHEETS.map((sheet) => sheet.join(" "));
const SETS = await Promise.all(
  SHEETS.map(async ([id, code, paper]) => {
    const templates = shippedTemplates(code, "rules");
    const size = good(parsePaper(paper));
    return good(await rulesPages(shippedGame(id), language(code), templates, size, FAMILY));
  }),
);

const listHeadings = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "heading" && block.level === 2 ? [joinText(block.runs)] : []));

const templateHeadings = (id: string, code: string) =>
  listHeadings(
    readBlocks(good(rulesMarkup(shippedGame(id), language(code), shippedTemplates(code, "rules")))),
  );

/** The places in the template of a sheet's sections, without those that illustrate others. */
function listPlaces(id: string, code: string, { blocks }: SetPages): number[] {
  const figures = ["worked", "finished"].map((of) => language(code).translate(`rules.heading.${of}`));
  const isText = (heading: string) => !figures.includes(heading);
  const own = templateHeadings(id, code).filter(isText);
  return listHeadings(blocks)
    .filter(isText)
    .map((heading) => own.indexOf(heading));
}

it.each(DOCUMENTED)("the rules of %s are in the order of the series on A5", async (id) => {
  const templates = shippedTemplates("en", "rules");
  const game = shippedGame(id);
  const set = good(await rulesPages(game, language("en"), templates, good(parsePaper("a5")), FAMILY));
  const places = listPlaces(id, "en", set);
  expect(places.length).toBeGreaterThan(7);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it("at most one section of text is elsewhere, so that pages are full", () => {
  const swaps = SHEETS.map(([id, code], at) => {
    const places = listPlaces(id, code, getElement(SETS, at));
    return places.flatMap((place, at) => places.slice(at).filter((other) => other < place)).length;
  });
  expect(Math.max(...swaps)).toBe(1);
});

describe.each(TITLES)("the rule sheet of %s", (title) => {
  const [id = "", code = ""] = title.split(" ");
  const set = getElement(SETS, TITLES.indexOf(title));

  it("is set well", () => {
    const facts = measureLeaflet(shippedGame(id), language(code), set);
    expect(facts.pages.length).toBeGreaterThan(0);
    expect(findFaults(facts)).toEqual([]);
  });

  it("has its sections in an order that can be followed", () => {
    const [own, found] = [templateHeadings(id, code), listHeadings(set.blocks)];
    expect(found.toSorted()).toEqual(own.toSorted());
    const [enter, boxes, worked, strike, end, finished] = [
      "enter",
      "boxes",
      "worked",
      "strike",
      "end",
      "finished",
    ].map((of) => language(code).translate(`rules.heading.${of}`)) as [string, ...string[]];
    const isFixed = (heading: string) => ![worked, strike, end, finished].includes(heading);
    expect(found.filter(isFixed)).toEqual(own.filter(isFixed));
    const places = (headings: readonly (string | undefined)[]) =>
      headings.map((heading) => found.indexOf(heading ?? ""));
    for (const chain of [
      [enter, strike, end],
      [boxes, worked],
      [enter, finished],
    ])
      expect(places(chain)).toEqual(places(chain).toSorted((a, b) => a - b));
  });
});

describe("a column of a rule sheet", () => {
  const piece = fc.record({
    heightMm: fc.integer({ min: 1, max: 40 }),
    spaceBeforeMm: fc.integer({ min: 0, max: 8 }),
    spare: fc.constantFrom(0, 0.5),
    growthMm: fc.constantFrom(0, 0, 0, 12),
  });
  const pieces = fc.array(piece, { minLength: 1, maxLength: 12 }).map((all) =>
    all.map(
      ({ heightMm, spaceBeforeMm, spare, growthMm }): Piece => ({
        heightMm,
        spaceBeforeMm,
        spareMm: spare * spaceBeforeMm,
        ...(growthMm > 0 && { growth: { mostMm: growthMm, draw: () => [] } }),
        keepWithNext: false,
        of: { kind: "paragraph", runs: [] },
        marks: [],
      }),
    ),
  );

  it("is as high as its page needs, with spaces no smaller than allowed and never larger", () => {
    fc.assert(
      fc.property(pieces, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const growthMm = all.reduce((sum, { growth }) => sum + (growth?.mostMm ?? 0), 0);
        const spareMm = all.slice(1).reduce((sum, one) => sum + (one.spareMm ?? 0), 0);
        const leastMm = measureChunk(all) - spareMm;
        const wantedMm = leastMm + share * (spareMm + growthMm);
        const fitted = fitColumn(all, wantedMm);
        expect(measureChunk(fitted)).toBeCloseTo(wantedMm, 6);
        for (const [at, { spaceBeforeMm, spareMm = 0 }] of all.entries()) {
          const foundMm = fitted[at]?.spaceBeforeMm ?? 0;
          expect(foundMm).toBeGreaterThanOrEqual(spaceBeforeMm - spareMm - 1e-6);
          expect(foundMm).toBeLessThanOrEqual(spaceBeforeMm + 1e-6);
        }
      }),
    );
  });
});

describe("a table that goes on in the next column", () => {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = Array.from({ length: 90 }, (_, at) => row([`Name ${at}`, "1", "2"]));

  it.each([
    ["words", "---"],
    ["figures", "---:"],
  ])("repeats its head row there, for the eyes alone: %s", async (_, rule) => {
    const lines = ["# Title", "", "## Section", "", row(["Box", "Here", "There"])];
    const text = [...lines, row(["---", rule, rule]), ...rows].join("\n");
    const size = good(parsePaper("a6"));
    const templates = { main: { file: "mine/en/rules.hbs", text }, partials: [] };
    const set = good(await rulesPages(shippedGame("yatzy"), language("en"), templates, size, FAMILY));
    const heads = set.columns.map(({ pieces }) =>
      pieces.flatMap(({ marks }) =>
        marks.flatMap((mark) => (mark.kind === "text" && mark.text === "Here" ? [mark.content] : [])),
      ),
    );
    expect(heads.length).toBeGreaterThan(2);
    for (const [at, found] of heads.entries()) {
      expect(found).toHaveLength(1);
      expect(found[0] === null).toBe(at > 0);
    }
  });
});

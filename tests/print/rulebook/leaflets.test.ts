import { describe, expect, it } from "vitest";
import { findFaults, measureLeaflet } from "../../../bench/leaflets/measure.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { rulesMarkup } from "../../../src/print/rulebook/markup.ts";
import { type Block, joinText, readBlocks } from "../../../src/print/rulebook/pdf/blocks.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { shippedGame } from "../../support/games.ts";
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
] as const;

const TITLES = SHEETS.map((sheet) => sheet.join(" "));
const SETS = await Promise.all(
  SHEETS.map(async ([id, code, paper]) => {
    const templates = shippedTemplates(code, "rules");
    const size = good(parsePaper(paper));
    return good(await rulesPages(shippedGame(id), language(code), templates, size, FAMILY));
  }),
);

describe.each(TITLES)("the rule sheet of %s", (title) => {
  const [id = "", code = ""] = title.split(" ");
  const set = getElement(SETS, TITLES.indexOf(title));

  it("is set well", () => {
    const facts = measureLeaflet(shippedGame(id), language(code), set);
    expect(facts.pages.length).toBeGreaterThan(0);
    expect(findFaults(facts)).toEqual([]);
  });

  it("has its sections in an order that can be followed", () => {
    const markup = good(rulesMarkup(shippedGame(id), language(code), shippedTemplates(code, "rules")));
    const listHeadings = (blocks: readonly Block[]) =>
      blocks.flatMap((block) =>
        block.kind === "heading" && block.level === 2 ? [joinText(block.runs)] : [],
      );
    const [own, found] = [listHeadings(readBlocks(markup)), listHeadings(set.blocks)];
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

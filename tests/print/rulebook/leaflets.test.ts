import { expect, it } from "vitest";
import { measureLeaflet } from "../../../bench/leaflets/measure.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
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
] as const;

const measure = async (id: string, code: string, paper: string) => {
  const game = shippedGame(id);
  const set = await rulesPages(
    game,
    language(code),
    shippedTemplates(code, "rules"),
    good(parsePaper(paper)),
    FAMILY,
  );
  return measureLeaflet(game, language(code), good(set));
};

it.each(SHEETS)("the rule sheet of %s in %s on %s is set well", async (id, code, paper) => {
  const facts = await measure(id, code, paper);
  expect(facts.pages.length).toBeGreaterThan(0);
  expect(facts.dividedNames).toEqual([]);
  expect(facts.dividedAtEnd).toEqual([]);
  expect(facts.loneHeadings).toBe(0);
  expect(facts.partedNotes).toBe(0);
  const fills = facts.pages.map((columns) => columns.reduce((sum, fill) => sum + fill, 0) / columns.length);
  for (const fill of fills.slice(0, -1)) expect(fill).toBeGreaterThan(0.6);
  // Figures stay whole, and a row of a table may be three lines high. On the last page, whole tables matter more than even ends.
  for (const [at, lines] of facts.unevenLines.entries())
    expect(lines).toBeLessThan(at === facts.pages.length - 1 ? 20 : 12);
});

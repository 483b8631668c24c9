import { describe, expect, it } from "vitest";
import { rulesHtml } from "../../../src/print/rulebook/rules-html.ts";
import { rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import type { Problem, Result } from "../../../src/rules/problem/problem.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY } from "../../support/pads.ts";

const GAME = shippedGame("yatzy");
const A5 = { widthMm: 148, heightMm: 210 };
const templates = (text: string) => ({ main: { file: "mine/de/rules.hbs", text }, partials: [] });
const html = (text: string) => rulesHtml(GAME, language("de"), templates(text), null);
const pdf = (text: string) => rulesPdf(GAME, language("de"), templates(text), { paper: A5 }, FAMILY);

function codes(result: Result<unknown>): string[] {
  return result.ok ? [] : result.problems.map((p: Problem) => p.code);
}

describe("a rule sheet from a template that means no good", () => {
  it("is no longer than any that people would read", async () => {
    const long = "Ein Satz. ".repeat(12_000);
    expect(codes(html(long))).toEqual(["too-much"]);
    expect(codes(await pdf(long))).toEqual(["too-much"]);
  });

  it("has no word that would have to be broken again and again", async () => {
    for (const word of ["1".repeat(90_000), "Wort".repeat(300), "[".repeat(20_000)]) {
      const made = await pdf(`# Titel\n\nVorher ${word} nachher`);
      expect(codes(made), word.slice(0, 8)).toEqual(["text-too-long"]);
    }
    expect((await pdf(`Ein Wort: ${"Wort".repeat(240)}`)).ok).toBe(true);
  });

  it("is written at once, whatever signs stand in a row", () => {
    for (const sign of ["1", "1-", "[", "*", "`a", "> ", "# ", "| ", "<", "&"]) {
      expect(html(sign.repeat(90_000 / sign.length)).ok, sign).toBe(true);
    }
  });
});

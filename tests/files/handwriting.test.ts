import { describe, expect, it } from "vitest";
import { need } from "../../src/rules/problem/problem.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { padPdf } from "../../src/files/print/pads.ts";
import { buildPublication } from "../../src/files/print/publication.ts";
import { rulesFile } from "../../src/files/print/rules.ts";
import { PROFILES } from "../../src/print/imposition/imposition.ts";
import { loadFonts, rulesPdf } from "../../src/node.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { shippedGame } from "../support/games.ts";
import { good } from "../support/pads.ts";
import { streamsOf } from "../support/pdf-streams.ts";
import { shippedTemplates } from "../support/templates.ts";

// Rule sheets end with a sheet that players have filled in; what they wrote is set in handwriting wherever rules are printed.

const EN = need(loadLanguage("en"));
const HAND = "GochiHand";

/** The fonts that a PDF embeds. */
function fontsIn(pdf: Uint8Array): string[] {
  const objects = [Buffer.from(pdf).toString("latin1"), ...streamsOf(pdf)].join("\n");
  const named = [...objects.matchAll(/\/FontName\s*\/[A-Z]+\+(\w+)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(0);
  return [...new Set(named)];
}

const bytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

describe("a filled-in sheet is written by hand", () => {
  it("in a rule sheet, also one that is made with the fonts of the library", async () => {
    const game = shippedGame("crag");
    expect(fontsIn(bytes(good(await rulesFile(game, EN))))).toContain(HAND);
    const paper = { widthMm: 148, heightMm: 210 };
    const templates = shippedTemplates("en", "rules");
    const made = good(await rulesPdf(game, EN, templates, { paper }, await loadFonts()));
    expect(fontsIn(made)).toContain(HAND);
  });

  it.each([
    ["yazzo", 0],
    ["crag", 1],
    ["generala", 0],
  ])("on the backs of a pad of %s", async (id, first) => {
    for (const profile of someOf(["home", "printshop"] as const, 2, first)) {
      const settings = { ...PROFILES[profile], back: "long-edge" } as const;
      const pad = good(await padPdf(shippedGame(id), EN, { paper: "a4", settings }));
      expect(fontsIn(pad), profile).toContain(HAND);
    }
  });

  rareTest("in everything that is published of a game", async () => {
    const { files } = await buildPublication("crag", { lang: "en" });
    const rules = files.filter(({ kind }) => kind === "rules");
    const pdfs = rules.filter(({ path }) => path.endsWith(".pdf"));
    expect(pdfs.length).toBeGreaterThan(1);
    for (const { path, bytes } of pdfs) expect(fontsIn(bytes), path).toContain(HAND);
    const pages = rules.filter(({ path }) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(1);
    for (const { path, bytes } of pages)
      expect(new TextDecoder().decode(bytes), path).toMatch(/@font-face[^}]*font-family: "Hand"/);
  });

  it("and a pad that nobody has written on yet embeds none", async () => {
    const pad = good(await padPdf(shippedGame("yazzo"), EN, { paper: "a4" }));
    expect(fontsIn(pad).filter((name) => name.startsWith(HAND))).toEqual([]);
  });
});

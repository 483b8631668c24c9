import { describe, expect, it } from "vitest";
import type { PublishedFile } from "../../../src/print/publish/publication.ts";
import { publishPage, type ShownEdition } from "../../../src/print/publish/publish-page.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { shippedGame } from "../../support/games.ts";
import { calledSo } from "../../support/labels.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";
import { shippedTemplateText } from "../../support/publish.ts";
import { shippedTemplates } from "../../support/templates.ts";

const A4 = { widthMm: 210, heightMm: 297 };
const A5 = { widthMm: 148, heightMm: 210 };
const bytes = new Uint8Array(23_456);

function file(kind: PublishedFile["kind"], path: string, paper: string | null = null): PublishedFile {
  return { kind, path, language: null, paper, bytes };
}

const YAZZO = shippedGame("yazzo");

async function edition(code: string): Promise<ShownEdition> {
  const templates = shippedTemplates(code, "rules");
  return {
    language: language(code),
    files: [
      file("pad", `pads/x-${code}-a5.pdf`, "a5"),
      file("pad", `pads/x-${code}-letter.pdf`, "letter"),
      ...["pdf", "html", "md"].map((ending) => file("rules", `rules/x-${code}.${ending}`)),
      file("rules", `rules/x-${code}-a5.pdf`, "a5"),
    ],
    paper: "a5",
    layout: good(laidOut(YAZZO, code, "a5", 1)),
    rules: await Promise.all(
      [A4, A5].map(async (paper, at) => ({
        path: `rules/x-${code}${["", "-a5"][at]}.pdf`,
        paper: ["a4", "a5"][at] ?? "",
        set: good(await rulesPages(YAZZO, language(code), templates, paper, FAMILY)),
      })),
    ),
  };
}

async function page(game: Game, editions: readonly ShownEdition[]): Promise<string> {
  const parts = {
    template: shippedTemplateText(),
    style: "p { color: red }",
    family: FAMILY,
    version: "9.9.9",
  };
  return good(await publishPage(game, editions, file("variant", "x.yaml"), parts));
}

const editions = await Promise.all(LANGUAGES.map(edition));
const [first] = editions;
if (first === undefined) throw new Error("there are no languages");
const english = editions.filter((one) => one.language.code === "en");
const yazzo = await page(YAZZO, editions);

describe("the page of a published game", () => {
  it("needs nothing but itself, and lets in nothing else", () => {
    expect(yazzo).toMatch(/^<!doctype html>\n<html lang="de">/);
    expect(yazzo).not.toMatch(/\bsrc=|<link|<img|<script|https?:|@import|url\(|[\ue000-\uf8ff]|style="/);
    expect(yazzo).toMatch(/default-src 'none'; font-src data:; style-src 'sha256-[\w+/]+=*'/);
  });

  it("offers the rules on A4 and A5, and talks to guests, not to programmers", async () => {
    const text = await page(YAZZO, english);
    expect(text).toMatch(/href="rules\/x-en\.pdf"><strong>\d pages? A4/);
    expect(text).toMatch(/href="rules\/x-en-a5\.pdf"><strong>\d pages? A5/);
    expect(text).toContain('<a class="picture" href="rules/x-en.pdf">');
    expect(text).not.toMatch(/<code>|augenblock (?:pad|check)|Source Sans/);
  });

  it("has every language, each with a way to the others, under its own name", () => {
    expect([...yazzo.matchAll(/<article id="(\w+)" lang="\1">/g)].map(([, code]) => code)).toEqual(LANGUAGES);
    expect(LANGUAGES.length).toBeGreaterThan(1);
    for (const code of LANGUAGES) {
      expect(yazzo.split(`href="#${code}"`).length - 1).toBe(LANGUAGES.length - 1);
    }
    expect(yazzo).toContain('<strong aria-current="true">Deutsch</strong>');
  });

  it("has no way to other languages where there are none", async () => {
    expect(await page(YAZZO, english)).not.toContain("<nav");
  });

  it("links to every file of each language, with its size", () => {
    for (const code of LANGUAGES) {
      for (const path of [
        "pads/x-L-a5.pdf",
        "pads/x-L-letter.pdf",
        "rules/x-L.pdf",
        "rules/x-L.html",
        "rules/x-L.md",
      ])
        expect(yazzo).toContain(`href="${path.replace("L", code)}"`);
    }
    expect(yazzo).toContain('<a href="x.yaml"><strong>x.yaml</strong>');
    expect(yazzo).toContain("<strong>Letter</strong> <small>PDF, 23 kB</small>");
    expect(yazzo).toContain("augenblock 9.9.9");
  });

  it("shows the sheet and the rules as they are printed", () => {
    const { layout, rules } = first;
    const [, pad = "", sheet = ""] = [...yazzo.matchAll(/<svg viewBox="[^"]*">.*?<\/svg>/gs)].map(
      ([svg]) => svg,
    );
    const rounded = (mm: number) => String(Math.round(mm * 1000) / 1000);
    expect(pad).toContain('viewBox="0 0 148 210"');
    expect(layout.texts.length).toBeGreaterThan(30);
    for (const { xMm, baselineMm } of layout.texts)
      expect(pad).toContain(`translate(${rounded(xMm)} ${rounded(baselineMm)})`);
    const rulers = layout.rules.map(
      ({ fromXMm, fromYMm }) => `x1="${rounded(fromXMm)}" y1="${rounded(fromYMm)}"`,
    );
    for (const one of rulers) expect(pad).toContain(one);
    // Four marks, and the code at the head.
    expect(pad.match(/crispEdges/g)).toHaveLength(5);
    expect(sheet).toContain('viewBox="0 0 210 297"');
    const texts = (rules[0]?.set.pages[0]?.marks ?? []).flatMap((mark) =>
      mark.kind === "text" ? [mark] : [],
    );
    expect(texts.length).toBeGreaterThan(50);
    for (const { xMm, baselineMm } of texts)
      expect(sheet).toContain(`translate(${rounded(xMm)} ${rounded(baselineMm)})`);
  });

  it("has the outlines of all glyphs that its pictures use, each once", () => {
    const used = new Set([...yazzo.matchAll(/<use href="#([^"]+)"/g)].map(([, name]) => name));
    const drawn = [...yazzo.matchAll(/<path id="([^"]+)"/g)].map(([, name]) => name);
    expect(used.size).toBeGreaterThan(60);
    expect(new Set(drawn)).toEqual(used);
    expect(drawn).toHaveLength(used.size);
  });

  it("tells house rules, and how many share a sheet", async () => {
    const game = shippedGame("doppel-yatzy", { extra: "chance" });
    const shared = english.map((one) => {
      const boxes = one.layout.boxes.map((box) => ({ ...box, player: 3 }));
      return { ...one, layout: { ...one.layout, boxes } };
    });
    const told = await page(game, shared);
    expect(told).toContain("<dt>The Extra box</dt><dd>The pips count exactly as in the Chance box</dd>");
    expect(told).toContain("One sheet is enough for 3 players.");
    expect(yazzo).toContain("Every player gets a sheet of their own");
  });

  it("shows a variant's words literally", async () => {
    const label = `<script>alert("1")</script>&copy; {{name}}`;
    const told = await page(calledSo(YAZZO, label), english);
    expect(told).not.toMatch(/<script|©/);
    expect(told).toContain("<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;copy; {{name}}</h1>");
    expect(told).toContain("<title>&lt;script&gt;");
  });
});

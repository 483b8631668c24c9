import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { rulesHtml } from "../../../src/print/rulebook/rules-html.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { calledSo } from "../../support/labels.ts";
import { language } from "../../support/languages.ts";
import { shippedTemplates } from "../../support/templates.ts";

const FONTS = { regularWoff2: new Uint8Array([1, 2, 3]), boldWoff2: new Uint8Array(70_000).fill(7) };

function html(game: Game, code = "de", fonts: typeof FONTS | null = null): string {
  const written = rulesHtml(game, language(code), shippedTemplates(code, "rules"), fonts);
  if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join("\n"));
  return written.value;
}

describe("rules as HTML", () => {
  it.each(SHIPPED)("of %s need nothing but themselves", (id) => {
    const page = html(shippedGame(id));
    expect(page).toMatch(/^<!doctype html>\n<html lang="de">/);
    expect(page).not.toMatch(/\bsrc=|<link|<img|<script|https?:|@import|[\ue000-\uf8ff]/);
  });

  it("let a table of many columns be moved sideways, and by keys", () => {
    const columns = (id: string, set = {}) =>
      html(shippedGame(id, set)).match(/<div class="wide" tabindex="0">\s*<table/g);
    expect(columns("yamb", { columns: "seven" })).toHaveLength(1);
    expect(columns("yazzo")).toBeNull();
  });

  it.each(SHIPPED)("of %s have a drawing for each die that is shown, and a text in its place", (id) => {
    const page = html(shippedGame(id), "en");
    const drawn = new Set([...page.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]));
    const used = new Set([...page.matchAll(/<use href="#([^"]+)"/g)].map((match) => match[1]));
    expect(used.size).toBeGreaterThan(6);
    expect(used).toEqual(drawn);
    const runs = page.match(/class="dice"/g)?.length;
    expect(page.match(/role="img" aria-label="[\p{L}\d ,;]{5,}"/gu)?.length).toBe(runs);
  });

  it.each(SHIPPED)("of %s have a policy that lets in their own style, and use no other", (id) => {
    const page = html(shippedGame(id), "de", FONTS);
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toBe(
      `default-src 'none'; font-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page.slice(page.indexOf("<body>"))).not.toMatch(/<[^>]* (?:style|on\w+)=/);
    expect(page).toContain('class="right"');
  });

  it("draw a die left out in a look of its own", () => {
    expect(html(shippedGame("doppel-yatzy"))).toContain('<use href="#die-4-dropped"/>');
  });

  it.each(SHIPPED)("of %s show each colour that matters in its own look, and explain it", (id) => {
    const game = shippedGame(id);
    const page = html(game, "en");
    const looks = (of: string) => new Set([...of.matchAll(/#die-\w+-[a-z]+(\d)"/g)].map((match) => match[1]));
    const [, legend = ""] = /The colours are drawn like this:(.*?)<\/p>/s.exec(page) ?? [];
    const colours = new Set(game.dice.colours?.values());
    expect(looks(page).size).toBe(colours.size);
    expect(looks(legend).size).toBe(colours.size);
    for (const colour of colours) expect(legend).toContain(colour);
    expect(page.includes("underlined dice")).toBe(colours.size > 0);
  });

  it("carry their fonts inside", () => {
    const page = html(shippedGame("yazzo"), "de", FONTS);
    expect(page).toContain('url("data:font/woff2;base64,AQID")');
    expect(page.match(/@font-face/g)?.length).toBe(2);
    expect(html(shippedGame("yazzo"))).not.toContain("@font-face");
  });

  it("show a variant's words literally, whatever they look like", () => {
    const label = `<script>alert("1")</script><img src=x onerror=y> [a](javascript:b) ![c](d) &copy; **e**`;
    const page = html(calledSo(shippedGame("yazzo"), label), "en");
    expect(page).not.toMatch(/<script|<img|<a |href="j|©|<strong>e/);
    const shown =
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=y&gt; [a](javascript:b) ![c](d) &amp;copy; **e**";
    expect(page).toContain(`<h1>${shown}</h1>`);
    expect(page).toContain(`<strong>${shown}</strong>`);
    expect(page).toContain(`<title>${shown}`);
  });
});

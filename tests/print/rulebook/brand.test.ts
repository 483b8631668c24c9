import { describe, expect, it } from "vitest";
import { readAccent } from "../../../src/print/pad/accent.ts";
import { type Brand, NO_BRAND, UNBRANDED } from "../../../src/print/brand.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { rulesHtml } from "../../../src/print/rulebook/rules-html.ts";
import { rulesPages, rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { platform } from "../../../src/platform/node.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { pagesOf, textsOf } from "../../support/pdfs.ts";
import { elementsOf, readOut, spoken } from "../../support/read-out.ts";
import { shippedTemplates } from "../../support/templates.ts";

const A4 = { widthMm: 210, heightMm: 297 };
const A6 = { widthMm: 105, heightMm: 148 };
const TEMPLATES = shippedTemplates("en", "rules");
const YAZZO = shippedGame("yazzo");
const EN = language("en");

const { images } = platform;
const logo = await images.encodePng(
  { pixels: new Uint8Array(8).fill(40), width: 4, height: 2, channels: 1 },
  9,
);
const LION: Brand = {
  branding: {
    ...UNBRANDED,
    title: "The *Golden* Lion",
    subtitle: "Thursdays <at> eight",
    footer: "3 Market Square",
    logoRatio: 2,
  },
  look: { accent: good(readAccent("#7a1f1f")), logo, link: null },
};

const pdfFor = async (brand: Brand, paper = A4, isArchived = false) =>
  good(await rulesPdf(YAZZO, EN, TEMPLATES, { paper, isArchived, brand }, FAMILY));
const withFooter = (footer: string): Brand => ({ ...LION, branding: { ...LION.branding, footer } });

describe("a rule sheet with a brand", () => {
  it("says in Markdown whose it is, in their words and not in signs", () => {
    const text = good(rulesMarkdown(YAZZO, EN, TEMPLATES, LION));
    const plain = good(rulesMarkdown(YAZZO, EN, TEMPLATES));
    const head = "**The \\*Golden\\* Lion** · Thursdays \\<at\\> eight\n";
    expect(text).toBe(`${head}\n${plain}\n---\n\n3 Market Square\n`);
  });

  it("has logo, words and colour on its page, also where that is dark", () => {
    const html = good(rulesHtml(YAZZO, EN, TEMPLATES, null, LION));
    expect(html).toContain("<strong>The *Golden* Lion</strong> <span>Thursdays &lt;at&gt; eight</span>");
    expect(html).toMatch(/<main>\n<div class="brand"><img src="data:image\/png;base64,[^"]+" alt="">/);
    expect(html).toMatch(/<p class="brand-foot">3 Market Square<\/p>\n<\/main>/);
    expect(html).toContain("img-src data:");
    const [light, dark] = [...html.matchAll(/--accent: (#[\da-f]{6});/g)].map(([, colour]) => colour);
    expect(light).toBe("#7a1f1f");
    expect(dark).toBe("#ae7676");
  });

  it("is as it was without one", async () => {
    const html = good(rulesHtml(YAZZO, EN, TEMPLATES, null));
    expect(html).not.toMatch(/class="brand|--accent:|img-src/);
    const plain = good(await rulesPdf(YAZZO, EN, TEMPLATES, { paper: A4 }, FAMILY));
    expect(Buffer.compare(await pdfFor(NO_BRAND), plain)).toBe(0);
  });

  it("has logo and words above the title in PDF, and the footer on every page", async () => {
    const pdf = await pdfFor(LION, A6);
    const pages = await pagesOf(pdf);
    expect(pages).toBeGreaterThan(1);
    const first = await textsOf(pdf, 1);
    const yOf = (words: string) => first.find(({ text }) => text.includes(words))?.yMm ?? Number.NaN;
    expect(yOf("Golden")).toBeLessThan(yOf("Yazzo"));
    for (let page = 1; page <= pages; page++) {
      const words = (await textsOf(pdf, page)).map(({ text }) => text).join(" ");
      expect(words).toContain("3 Market Square");
      expect(words).toContain(`page ${page} of ${pages}`);
    }
    const text = Buffer.from(pdf).toString("latin1");
    expect(text).toMatch(/\/Subtype ?\/Image/);
  });

  it("has a plain logo as outlines, in files for archives, too", async () => {
    const steps = [["M", 0, 0], ["L", 2, 0], ["L", 1, 1], ["Z"]] as const;
    const outlines = {
      box: { x: 0, y: 0, width: 2, height: 1 },
      outlines: [{ steps, fill: 1, isEvenOdd: false, stroke: null }],
    };
    for (const isArchived of [false, true]) {
      const pdf = await pdfFor({ ...LION, look: { ...LION.look, outlines } }, A4, isArchived);
      expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/\/Subtype ?\/Image/);
    }
    const [page] = good(
      await rulesPages(YAZZO, EN, TEMPLATES, A4, FAMILY, { ...LION, look: { ...LION.look, outlines } }),
    ).pages;
    expect(page?.marks.filter(({ kind }) => kind === "outlines")).toMatchObject([
      { heightMm: 11, widthMm: 22 },
    ]);
  });

  it("colours headings and the line below the title, and nothing else", async () => {
    const set = good(await rulesPages(YAZZO, EN, TEMPLATES, A4, FAMILY, LION));
    const marks = set.pages.flatMap((page) => page.marks);
    const coloured = marks.filter((mark) => "ink" in mark && typeof mark.ink !== "number");
    const words = coloured.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
    expect(words).toEqual(
      expect.arrayContaining(["The *Golden* Lion", "Yazzo", "Your turn", "Upper section"]),
    );
    expect(words).not.toContain("Any number can play.");
    expect(coloured.filter(({ kind }) => kind === "rule")).toHaveLength(1);
  });

  it("keeps a long footer out of the text, on lines of its own", async () => {
    const brand = withFooter(
      "Nobody has to read all of this, but it has to stand somewhere on the sheet. ".repeat(5).trim(),
    );
    const set = good(await rulesPages(YAZZO, EN, TEMPLATES, A6, FAMILY, brand));
    for (const { marks } of set.pages) {
      const texts = marks.filter((mark) => mark.kind === "text");
      const foot = texts.filter(({ content, text }) => content === null && /read|stand|page/.test(text));
      const lowest = Math.max(
        ...texts.filter((mark) => mark.content !== null).map((mark) => mark.baselineMm),
      );
      expect(foot.length).toBeGreaterThan(2);
      expect(Math.min(...foot.map(({ baselineMm, sizePt }) => baselineMm - sizePt * 0.3))).toBeGreaterThan(
        lowest,
      );
      expect(Math.max(...foot.map(({ baselineMm }) => baselineMm))).toBeLessThan(A6.heightMm - 2);
    }
  });

  it("names characters that the font lacks in a brand, too", async () => {
    const made = await rulesPdf(YAZZO, EN, TEMPLATES, { paper: A4, brand: withFooter("金") }, FAMILY);
    expect(made).toMatchObject({ ok: false, problems: [{ code: "missing-glyph" }] });
  });

  it("reads out whose it is before the title", async () => {
    const { pages, unmarked, decoration } = await readOut(await pdfFor(LION, A4, true));
    const [first] = pages;
    if (first === undefined) throw new Error("there is no page");
    const [brand, title] = elementsOf(first, "P", "H1");
    if (brand === undefined || title === undefined) throw new Error("there is no title");
    expect([brand.role, spoken(brand).trim()]).toEqual(["P", "The *Golden* Lion · Thursdays <at> eight"]);
    expect([title.role, spoken(title).trim()]).toEqual(["H1", "Yazzo"]);
    expect(decoration).toContain("3 Market Square");
    expect(unmarked).toEqual([]);
  });
});

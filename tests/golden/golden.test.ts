import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { SHIPPED } from "../support/games.ts";

/**
 * What each shipped game looks like in each language: its rules as Markdown, the geometry of its pad, and the pad's text by
 * position. `npx vitest run tests/golden -u` renews the files after a change that was meant; look at the diff.
 */
const LANGUAGES = ["de", "en"];
const KINDS = ["layout.json", "pad.txt", "rules.md"];
const FILES = fileURLToPath(new URL("files/", import.meta.url));
const CASES = SHIPPED.flatMap((id) => LANGUAGES.map((lang) => [id, lang] as const));

const require = createRequire(import.meta.url);
const MM_PER_PT = 25.4 / 72;

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
}

/** Every piece of text on the first page with its place in mm from the top left, in reading order. */
async function textOf(pdf: string): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const standardFontDataUrl = `${require.resolve("pdfjs-dist/package.json").replace("package.json", "standard_fonts/")}`;
  const document = await getDocument({ data: new Uint8Array(readFileSync(pdf)), standardFontDataUrl })
    .promise;
  const page = await document.getPage(1);
  const { height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const texts = (items as readonly TextItem[])
    .filter((item) => item.str?.trim())
    .map(({ str, transform }) => {
      const [, , , , x = 0, y = 0] = transform;
      return { str, x: x * MM_PER_PT, y: (height - y) * MM_PER_PT };
    });
  const lines = texts
    .map(({ str, x, y }) => ({ str, x: x.toFixed(1), y: y.toFixed(1) }))
    .sort((a, b) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x));
  return lines.map(({ str, x, y }) => `${y.padStart(6)} ${x.padStart(6)}  ${str}`).join("\n");
}

describe("golden", () => {
  it.each(CASES)("%s in %s: rules", async (id, lang) => {
    const { code, out } = await augenblock(["rules", id, "--lang", lang, "--format", "md", "--out", "-"]);
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot(`files/${id}.${lang}.rules.md`);
  });

  it.each(CASES)("%s in %s: layout", async (id, lang) => {
    const { code, out } = await augenblock(["layout", id, "--lang", lang]);
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot(`files/${id}.${lang}.layout.json`);
  });

  it.each(CASES)("%s in %s: text of the pad", async (id, lang) => {
    const folder = emptyFolder();
    expect((await augenblock(["pad", id, "--lang", lang, "--out", "pad.pdf"], folder)).code).toBe(0);
    await expect(`${await textOf(`${folder}/pad.pdf`)}\n`).toMatchFileSnapshot(`files/${id}.${lang}.pad.txt`);
  });
});

describe("the golden folder", () => {
  let names: string[] = [];
  beforeAll(() => {
    names = readdirSync(FILES).sort();
  });

  it("holds one file of each kind for each game and language, and nothing else", () => {
    const wanted = CASES.flatMap(([id, lang]) => KINDS.map((kind) => `${id}.${lang}.${kind}`)).sort();
    expect(names).toEqual(wanted);
    expect(names.length).toBe(36);
  });
});

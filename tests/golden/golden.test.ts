import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { SHIPPED } from "../support/games.ts";
import { textsOf } from "../support/pdfs.ts";

/**
 * What each shipped game looks like in each language: its rules as Markdown, the geometry of its pad, and the pad's text by
 * position. `npx vitest run tests/golden -u` renews the files after a change that was meant; look at the diff.
 */
const LANGUAGES = ["de", "en"];
const KINDS = ["layout.json", "pad.txt", "rules.md"];
const FILES = fileURLToPath(new URL("files/", import.meta.url));
const CASES = SHIPPED.flatMap((id) => LANGUAGES.map((lang) => [id, lang] as const));

/** Every piece of text on the first page with its place in mm from the top left, in reading order. */
async function textOf(pdf: string): Promise<string> {
  const texts = await textsOf(new Uint8Array(readFileSync(pdf)), 1);
  const lines = texts
    .map(({ text, xMm, yMm }) => ({ text, x: xMm.toFixed(1), y: yMm.toFixed(1) }))
    .sort((a, b) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x));
  return lines.map(({ text, x, y }) => `${y.padStart(6)} ${x.padStart(6)}  ${text}`).join("\n");
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
    expect(names.length).toBe(SHIPPED.length * LANGUAGES.length * KINDS.length);
  });
});

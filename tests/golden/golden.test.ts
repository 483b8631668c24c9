import { need } from "../../src/rules/problem/problem.ts";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { loadLanguage } from "../../src/files/languages.ts";
import { layoutJson } from "../../src/cli/commands/layout.ts";
import { type PadJob, padJob } from "../../src/cli/commands/pad/pad-job.ts";
import { rulesOf } from "../../src/cli/commands/rules.ts";
import { loadTemplates } from "../../src/files/templates.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import { SPOKEN_BY_ALL } from "../../src/rules/game/game.ts";
import { SHIPPED } from "../support/games.ts";
import { LANGUAGES } from "../support/languages.ts";
import { textsOf } from "../support/pdfs.ts";

/**
 * What each shipped game looks like in the languages that it is written in, and some games in the others: its rules as Markdown,
 * the geometry of its pad, and the pad's text by position. `npx vitest run tests/golden -u` renews the files after a change that was meant; look at the diff.
 */
const KINDS = ["layout.json", "pad.txt", "rules.md"];
const FILES = fileURLToPath(new URL("files/", import.meta.url));
/** Games that show most of what sheets can say; for further languages they are enough, as tests of the words see all the others. */
const SAMPLE = ["edencity-yatzy", "escalero"];
const CASES = LANGUAGES.flatMap((lang) => {
  const isWritten = SPOKEN_BY_ALL.some((code) => code === lang);
  return (isWritten ? SHIPPED : SAMPLE).map((id) => [id, lang] as const);
});

const jobs = new Map<string, PadJob>();

/** What the command lays out; once for each game and language. */
async function jobFor(id: string, lang: string): Promise<PadJob> {
  const key = `${id}.${lang}`;
  const job = jobs.get(key) ?? (await padJob(id, { lang, set: {}, paper: "a5", marks: true }));
  jobs.set(key, job);
  return job;
}

/** Every piece of text on the first page with its place in mm from the top left, in reading order. */
async function textOf(pdf: Uint8Array): Promise<string> {
  const texts = await textsOf(pdf, 1);
  const lines = texts
    .map(({ text, xMm, yMm }) => ({ text, x: xMm.toFixed(1), y: yMm.toFixed(1) }))
    .sort((a, b) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x));
  return lines.map(({ text, x, y }) => `${y.padStart(6)} ${x.padStart(6)}  ${text}`).join("\n");
}

describe("golden", () => {
  it.each(CASES)("%s in %s: rules", async (id, lang) => {
    const { game } = await jobFor(id, lang);
    const rules = await rulesOf(game, need(loadLanguage(lang)), need(loadTemplates(undefined)), {
      format: "md",
      paper: "a4",
    });
    await expect(rules).toMatchFileSnapshot(`files/${id}.${lang}.rules.md`);
  });

  it.each(CASES)("%s in %s: layout", async (id, lang) => {
    const layout = JSON.stringify(layoutJson((await jobFor(id, lang)).layout), null, 2);
    await expect(`${layout}\n`).toMatchFileSnapshot(`files/${id}.${lang}.layout.json`);
  });

  it.each(CASES)("%s in %s: text of the pad", async (id, lang) => {
    const { layout, language, family, game, pagesPerSheet } = await jobFor(id, lang);
    const title = language.text(game.name);
    const print = { title, language: lang, family, sheets: pagesPerSheet };
    await expect(`${await textOf(await drawPad(layout, print))}\n`).toMatchFileSnapshot(
      `files/${id}.${lang}.pad.txt`,
    );
  });
});

describe("the golden folder", () => {
  let names: string[] = [];
  beforeAll(() => {
    names = readdirSync(FILES).sort();
  });

  it("holds one file of each kind for each case, and nothing else", () => {
    const wanted = CASES.flatMap(([id, lang]) => KINDS.map((kind) => `${id}.${lang}.${kind}`)).sort();
    expect(names).toEqual(wanted);
    const further = LANGUAGES.length - SPOKEN_BY_ALL.length;
    expect(names.length).toBe(
      (SHIPPED.length * SPOKEN_BY_ALL.length + SAMPLE.length * further) * KINDS.length,
    );
  });
});

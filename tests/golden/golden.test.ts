import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { type PadJob, padJob } from "../../src/files/print/pads.ts";
import { rulesFile } from "../../src/files/print/rules.ts";
import { loadGame } from "../../src/files/package/games.ts";
import { layOutSheet } from "../../src/print/layout/layout.ts";
import { PAPERS, parsePaper } from "../../src/print/layout/paper.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import { getElement } from "../../src/rules/arrays.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { SPOKEN_BY_ALL } from "../../src/rules/game/game.ts";
import { SHIPPED } from "../support/games.ts";
import { LANGUAGES } from "../support/languages.ts";

import { textsOf } from "../support/pdfs.ts";
import { padSummary, padTable, type PrintedPad } from "./pad-table.ts";

/**
 * What each shipped game looks like in the languages that it is written in, and some games in the others: its rules as Markdown, and a
 * table of its pads. `npm run golden` renews the files after a change that was meant; look at the diff.
 */
const FILES = fileURLToPath(new URL("files/", import.meta.url));
/** Games that show most of what sheets can say; for further languages they are enough, as tests of the words see all the others. */
const SAMPLE = ["edencity-yatzy", "escalero"];
const languagesOf = (id: string) =>
  LANGUAGES.filter((lang) => SAMPLE.includes(id) || SPOKEN_BY_ALL.some((code) => code === lang));
const CASES = SHIPPED.flatMap((id) => languagesOf(id).map((lang) => [id, lang] as const));
/** The paper of the tables; how pads look on the others is said in a line each, for the first language. */
const PAPER = "a5";
const OTHER_PAPERS = [...PAPERS.map(({ name }) => name).filter((name) => name !== PAPER), "a4-large"];

const WHAT_TO_DO =
  "if the change was meant: `npm run golden`, read the diff, and look at pads (`augenblock pad`, then `pdftoppm -r 100 -png`)";

/** Gives what was worked out for a key before. */
function kept<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

const gameOf = kept(async (id) => need(await loadGame(id)));
const languageOf = kept((lang) => need(loadLanguage(lang)));

const jobOf = async (id: string, lang: string) =>
  padJob(await gameOf(id), languageOf(lang), { paper: PAPER });

/** What the command prints, as another program reads it. */
async function printed({ layout, language, family, game, pagesPerSheet }: PadJob): Promise<PrintedPad> {
  const print = { title: language.text(game.name), language: language.code, family, sheets: pagesPerSheet };
  const texts = await textsOf(await drawPad(layout, print), 1);
  const inOrder = texts.sort((one, other) => one.yMm - other.yMm || one.xMm - other.xMm);
  return { lang: language.code, layout, texts: inOrder };
}

/** How the pad of a job looks on another paper, in one line. */
function onPaper({ game, text, family }: PadJob, paper: string): string {
  const laidOut = layOutSheet(need(parsePaper(paper)), game, text, {}, family);
  return `${paper}: ${laidOut.ok ? padSummary(laidOut.value) : laidOut.problems.map(({ hint }) => hint).join()}`;
}

describe("golden", () => {
  it.each(CASES)("%s in %s: rules", async (id, lang) => {
    const rules = need(await rulesFile(await gameOf(id), languageOf(lang), { format: "md" }));
    await expect(rules, WHAT_TO_DO).toMatchFileSnapshot(`files/${id}.${lang}.rules.md`);
  });

  it.each(SHIPPED)("%s: pads", async (id) => {
    const jobs = await Promise.all(languagesOf(id).map((lang) => jobOf(id, lang)));
    const pads = await Promise.all(jobs.map(printed));
    const others = OTHER_PAPERS.map((paper) => onPaper(getElement(jobs, 0), paper));
    const table = [`${id} on ${PAPER} in ${languagesOf(id).join(", ")}`, padTable(pads), ...others].join(
      "\n",
    );
    await expect(`${table}\n`, WHAT_TO_DO).toMatchFileSnapshot(`files/${id}.pads.txt`);
  });
});

describe("the golden folder", () => {
  let names: string[] = [];
  beforeAll(() => {
    names = readdirSync(FILES).sort();
  });

  it("holds the pads of each game and its rules in each language, and nothing else", () => {
    const rules = CASES.map(([id, lang]) => `${id}.${lang}.rules.md`);
    expect(names).toEqual([...SHIPPED.map((id) => `${id}.pads.txt`), ...rules].sort());
    const further = SAMPLE.length * (LANGUAGES.length - SPOKEN_BY_ALL.length);
    expect(names.length).toBe(SHIPPED.length * (1 + SPOKEN_BY_ALL.length) + further);
  });

  it("can be read by a person", () => {
    const tables = names
      .filter((name) => name.endsWith(".pads.txt"))
      .map((name) => readFileSync(`${FILES}${name}`, "utf8").split("\n"));
    expect(Math.max(...tables.map((lines) => lines.length))).toBeLessThan(100);
    expect(tables.flat().length).toBeLessThan(1200);
  });
});

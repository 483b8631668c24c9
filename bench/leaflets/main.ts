import { languageCodes } from "../../src/files/package.ts";
import { rulesFamily } from "../../src/files/package/fonts.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { shippedGames } from "../../src/files/package/read-game.ts";
import { loadTemplates } from "../../src/files/package/templates.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { rulesPages } from "../../src/print/rulebook/rules-pdf.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { readFlags } from "../flags.ts";
import { findFaults, type LeafletFacts, measureLeaflet, percent } from "./measure.ts";

/** What the flags can be. */
const FLAGS = {
  options: {
    papers: { type: "string", default: "a4,a5,a6" },
    games: { type: "string" },
    all: { type: "boolean", default: false },
  },
} as const;

/** Sheets that are printed unless all are asked for. */
const WORST = 10;

interface Measured {
  readonly name: string;
  readonly facts: LeafletFacts;
  readonly faults: readonly string[];
}

/** Sets the rules of all games in all languages on several papers, measures the pages, and prints the worst; any fault fails. */
async function bench(
  papers: readonly string[],
  games: readonly string[] | null,
  all: boolean,
): Promise<void> {
  const family = await rulesFamily();
  const templates = need(loadTemplates());
  const measured: Measured[] = [];
  const start = performance.now();
  for (const game of shippedGames().filter(({ id }) => games?.includes(id) ?? true))
    for (const code of languageCodes()) {
      const language = need(loadLanguage(code));
      for (const name of papers) {
        const set = need(
          await rulesPages(game, language, templates(code, "rules"), need(parsePaper(name)), family),
        );
        const facts = measureLeaflet(game, language, set);
        measured.push({ name: [game.id, code, name].join(" "), facts, faults: findFaults(facts) });
      }
    }
  console.log(summary(measured, performance.now() - start));
  const faulty = measured.filter(({ faults }) => faults.length > 0);
  const worst = faulty.toSorted((a, b) => b.faults.length - a.faults.length);
  for (const { name, facts, faults } of all ? measured : worst.slice(0, WORST))
    console.log(`${name}, ${showPages(facts)}: ${faults.join("; ")}`);
  if (faulty.length > 0) process.exitCode = 1;
}

function summary(measured: readonly Measured[], tookMs: number): string {
  const sum = (figure: (facts: LeafletFacts) => number) =>
    measured.reduce((total, { facts }) => total + figure(facts), 0);
  const sizes = (paper: string) => {
    const found = measured.filter(({ name }) => name.endsWith(paper)).map(({ facts }) => facts.sizePt);
    return [...new Set(found)].sort((a, b) => a - b).join(" ");
  };
  const papers = [...new Set(measured.map(({ name }) => name.split(" ").at(-1) ?? ""))];
  return [
    `sheets                          ${measured.length}, with faults ${measured.filter(({ faults }) => faults.length > 0).length}`,
    `pages                           ${sum(({ pages }) => pages.length)}`,
    ...papers.map((paper) => `type sizes on ${paper}                ${sizes(paper)}`),
    `pages under their least fill    ${measured.flatMap(({ faults }) => faults.filter((fault) => fault.startsWith("page"))).length}`,
    `pages with uneven columns       ${measured.flatMap(({ faults }) => faults.filter((fault) => fault.startsWith("columns"))).length}`,
    `spaces stretched                ${sum(({ stretched }) => stretched.length)}`,
    `words divided                   ${sum(({ divided }) => divided.length)}`,
    `words divided into a last line  ${sum(({ dividedAtEnd }) => dividedAtEnd.length)}`,
    `names divided                   ${sum(({ dividedNames }) => dividedNames.length)}`,
    `headings alone                  ${sum(({ loneHeadings }) => loneHeadings)}`,
    `tables torn                     ${sum(({ tornTables }) => tornTables)}`,
    `notes parted from their table   ${sum(({ partedNotes }) => partedNotes)}`,
    `seconds                         ${(tookMs / 1000).toFixed(1)}`,
  ].join("\n");
}

function showPages({ pages, sizePt }: LeafletFacts): string {
  return `${sizePt} pt, ${pages.map((columns) => columns.map(percent).join("/")).join(" | ")}`;
}

await readFlags(FLAGS, process.argv.slice(2), ({ values }) =>
  bench(values.papers.split(","), values.games?.split(",") ?? null, values.all),
);

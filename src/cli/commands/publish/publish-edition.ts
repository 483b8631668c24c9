import type { Game } from "../../../rules/game/game.ts";
import type { PadLayout } from "../../../print/layout/pad-layout.ts";
import { PAPERS, type Paper } from "../../../print/layout/paper.ts";
import { drawPad } from "../../../print/pad/draw-pad.ts";
import type { Problem } from "../../../rules/problem/problem.ts";
import type { PublishedFile } from "../../../print/publish/publication.ts";
import type { ShownEdition } from "../../../print/publish/publish-page.ts";
import { drawRules, rulesPages } from "../../../print/rulebook/rules-pdf.ts";
import type { Language } from "../../../i18n/language.ts";
import { Failure, need } from "../../console/failure.ts";
import { typeFamily } from "../../files/fonts.ts";
import { type PadFlags, padTextOf, pagesFor, sheetOn } from "../pad/pad-job.ts";
import { type RulesFlags, rulesOf } from "../rules.ts";
import type { Templates } from "../../files/templates.ts";

/** The paper of the sheet that is shown, where the game fits on it: that of most pads. */
const SHOWN_PAPER = "a5";
const RULES_PAPER = "a4";
const RULES_FORMATS = ["html", "md"] as const satisfies readonly RulesFlags["format"][];

/** A sheet on a paper. */
interface LaidOut {
  readonly paper: Paper;
  readonly layout: PadLayout;
}

/** Everything that is published in one language. Ends the command if anything stands in the way. */
export async function editionOf(
  game: Game,
  language: Language,
  templates: Templates,
  flags: Pick<PadFlags, "players" | "marks">,
): Promise<ShownEdition> {
  const sheets = sheetsOf(game, language, templates, flags);
  const shown = sheets.find(({ paper }) => paper.name === SHOWN_PAPER) ?? sheets[0];
  if (shown === undefined) throw new Error("a game without any sheet was let through");
  const { layout, paper } = shown;
  const a4 = PAPERS.find(({ name }) => name === RULES_PAPER) ?? paper;
  const rules = need(await rulesPages(game, language, templates(language.code, "rules"), a4, typeFamily()));
  const rulesPrint = { game, language, family: typeFamily(), isArchived: false };
  const files = [
    ...(await padFiles(game, language, sheets, pagesFor(game, flags))),
    rulesFile(game, language, "pdf", await drawRules(rules, rulesPrint)),
    ...(await rulesFiles(game, language, templates)),
  ];
  const players = Math.max(1, ...layout.boxes.map(({ player }) => player));
  return { language, files, players, paper: paper.name, rulesPages: rules.pages.length, layout, rules };
}

/** The sheet on every paper that it fits on. */
function sheetsOf(
  game: Game,
  language: Language,
  templates: Templates,
  flags: Pick<PadFlags, "players" | "marks">,
): LaidOut[] {
  const text = need(padTextOf(game, language, templates));
  let problems: readonly Problem[] = [];
  const sheets = PAPERS.flatMap((paper): LaidOut[] => {
    const laidOut = sheetOn(paper, game, text, flags);
    if (laidOut.ok) return [{ paper, layout: laidOut.value }];
    problems = laidOut.problems;
    return [];
  });
  if (sheets.length === 0) throw new Failure(problems);
  return sheets;
}

async function padFiles(
  game: Game,
  language: Language,
  sheets: readonly LaidOut[],
  pages: number,
): Promise<PublishedFile[]> {
  const { code } = language;
  const files: PublishedFile[] = [];
  for (const { paper, layout } of sheets) {
    const title = language.text(game.name);
    const bytes = await drawPad(layout, { title, language: code, family: typeFamily(), sheets: pages });
    const path = `pads/${game.id}-${code}-${paper.name}.pdf`;
    files.push({ path, kind: "pad", language: code, paper: paper.name, bytes });
  }
  return files;
}

async function rulesFiles(game: Game, language: Language, templates: Templates): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for (const format of RULES_FORMATS) {
    const content = await rulesOf(game, language, templates, { format, paper: RULES_PAPER });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    files.push(rulesFile(game, language, format, bytes));
  }
  return files;
}

function rulesFile(
  { id }: Game,
  { code }: Language,
  format: RulesFlags["format"],
  bytes: Uint8Array,
): PublishedFile {
  const paper = format === "pdf" ? RULES_PAPER : null;
  return { path: `rules/${id}-rules-${code}.${format}`, kind: "rules", language: code, paper, bytes };
}

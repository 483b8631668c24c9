import type { PageTemplates } from "../../i18n/template.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import type { PadText } from "../layout/pad-text.ts";
import { PAPERS, type Paper } from "../layout/paper.ts";
import { layOutSheet, pagesPerSheet, type SheetOptions } from "../layout/layout.ts";
import { drawPad } from "../pad/draw-pad.ts";
import { padText } from "../pad/pad-text.ts";
import { type RulesFonts, type RulesFormat, ruleSheet } from "../rulebook/rule-sheet.ts";
import { drawRules, rulesPages } from "../rulebook/rules-pdf.ts";
import type { PublishedFile } from "./publication.ts";
import type { ShownEdition } from "./publish-page.ts";

/** The paper of the sheet on the page, if the game fits on it: that of most pads. */
const SHOWN_PAPER = "a5";
const RULES_PAPER = "a4";

export interface EditionTemplates {
  readonly pad: PageTemplates;
  readonly rules: PageTemplates;
}

type LaidOut = { readonly paper: Paper; readonly layout: PadLayout };

/** Everything that is published of a game in one language; or problems of the templates, or why no sheet fits on any paper. */
export async function makeEdition(
  game: Game,
  language: Language,
  templates: EditionTemplates,
  options: SheetOptions,
  fonts: RulesFonts,
): Promise<Result<ShownEdition>> {
  const family = fonts.family();
  const text = padText(game, language, templates.pad);
  if (!text.ok) return text;
  const sheets = sheetsOf(game, text.value, options, family);
  if (!sheets.ok) return sheets;
  const [first] = sheets.value;
  const { layout, paper } = sheets.value.find(({ paper }) => paper.name === SHOWN_PAPER) ?? first;
  const rulesPaper = PAPERS.find(({ name }) => name === RULES_PAPER) ?? paper;
  const rules = await rulesPages(game, language, templates.rules, rulesPaper, family);
  if (!rules.ok) return rules;
  const files: PublishedFile[] = [];
  const { code } = language;
  const pad = {
    title: language.text(game.name),
    language: code,
    family,
    sheets: pagesPerSheet(game, options),
  };
  for (const { paper, layout } of sheets.value) {
    const path = `pads/${game.id}-${code}-${paper.name}.pdf`;
    files.push({ path, kind: "pad", language: code, paper: paper.name, bytes: await drawPad(layout, pad) });
  }
  const pdf = await drawRules(rules.value, game, language, family);
  files.push(rulesFile(game, language, "pdf", pdf));
  for (const format of ["html", "md"] as const) {
    const content = await ruleSheet(game, language, templates.rules, { format, paper: rulesPaper }, fonts);
    if (!content.ok) return content;
    files.push(rulesFile(game, language, format, content.value));
  }
  const players = Math.max(1, ...layout.boxes.map(({ player }) => player));
  const shown = { players, paper: paper.name, layout, rules: rules.value };
  return success({ language, files, rulesPages: rules.value.pages.length, ...shown });
}

/** The sheet on every paper that it fits on. */
function sheetsOf(
  game: Game,
  text: PadText,
  options: SheetOptions,
  family: TypeFamily,
): Result<readonly [LaidOut, ...LaidOut[]]> {
  let problems: readonly Problem[] = [];
  const [first, ...others] = PAPERS.flatMap((paper): LaidOut[] => {
    const laidOut = layOutSheet(paper, game, text, options, family);
    if (laidOut.ok) return [{ paper, layout: laidOut.value }];
    problems = laidOut.problems;
    return [];
  });
  return first === undefined ? failure(problems) : success([first, ...others]);
}

function rulesFile(
  { id }: Game,
  { code }: Language,
  format: RulesFormat["format"],
  content: string | Uint8Array,
): PublishedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const paper = format === "pdf" ? RULES_PAPER : null;
  return { path: `rules/${id}-rules-${code}.${format}`, kind: "rules", language: code, paper, bytes };
}

import type { PageTemplates } from "../../i18n/template.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import type { WritingFamily } from "../fonts/typeface.ts";
import { PAPERS } from "../layout/paper.ts";
import { type Brand, NO_BRAND } from "../brand.ts";
import { layOutSheet, pagesPerSheet, type SheetOptions } from "../layout/layout.ts";
import { drawPad } from "../pad/draw-pad.ts";
import { padText } from "../pad/pad-text.ts";
import { rulesMarkdown } from "../rulebook/markup.ts";
import type { WebFonts } from "../rulebook/page-style.ts";
import { rulesHtml } from "../rulebook/rules-html.ts";
import { drawRules, rulesPages } from "../rulebook/rules-pdf.ts";
import { type PublishedFile, publishedFile } from "./publication.ts";
import type { ShownEdition } from "./publish-page.ts";

/** The paper of the sheet on the page, if the game fits on it: that of most pads. */
const SHOWN_PAPER = "a5";
const RULES_PAPER = "a4";

/** Everything that is published of a game in one language; or problems of the templates, or why no sheet fits on any paper. */
export async function makeEdition(
  game: Game,
  language: Language,
  templatesFor: (code: string, page: "pad" | "rules") => PageTemplates,
  options: SheetOptions,
  family: WritingFamily,
  webFonts: WebFonts,
  brand: Brand = NO_BRAND,
): Promise<Result<ShownEdition>> {
  const { code } = language;
  const text = padText(game, language, templatesFor(code, "pad"));
  if (!text.ok) return text;
  let problems: readonly Problem[] = [];
  const sheets = PAPERS.flatMap((paper) => {
    const laidOut = layOutSheet(paper, game, text.value, options, family, brand.branding);
    if (laidOut.ok) return [{ paper, layout: laidOut.value }];
    problems = laidOut.problems;
    return [];
  });
  const shown = sheets.find(({ paper }) => paper.name === SHOWN_PAPER) ?? sheets[0];
  if (shown === undefined) return failure(problems);
  const rulesPaper = PAPERS.find(({ name }) => name === RULES_PAPER) ?? shown.paper;
  const templates = templatesFor(code, "rules");
  const rules = await rulesPages(game, language, templates, rulesPaper, family, brand);
  if (!rules.ok) return rules;
  const title = brand.branding.title ?? language.text(game.name);
  const pad = { title, language: code, family, sheets: pagesPerSheet(game, options), look: brand.look };
  const files: PublishedFile[] = [];
  for (const { paper, layout } of sheets) {
    const path = `pads/${game.id}-${code}-${paper.name}.pdf`;
    files.push(publishedFile("pad", path, await drawPad(layout, pad), code, paper.name));
  }
  const rulesPath = `rules/${game.id}-rules-${code}`;
  const pdf = await drawRules(rules.value);
  files.push(publishedFile("rules", `${rulesPath}.pdf`, pdf, code, RULES_PAPER));
  const html = rulesHtml(game, language, templates, webFonts, brand);
  if (!html.ok) return html;
  const markdown = rulesMarkdown(game, language, templates, brand);
  if (!markdown.ok) return markdown;
  files.push(publishedFile("rules", `${rulesPath}.html`, html.value, code));
  files.push(publishedFile("rules", `${rulesPath}.md`, markdown.value, code));
  return success({ language, files, paper: shown.paper.name, layout: shown.layout, rules: rules.value });
}

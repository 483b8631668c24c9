import { dieShapes } from "../figure/die.ts";
import type { Game } from "../game/game.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import { failure, problem, type Result, success } from "../problem/problem.ts";
import { loadHyphenation } from "../type/hyphenate.ts";
import { showable } from "../type/showable.ts";
import type { TypeFamily } from "../type/typeface.ts";
import type { Language } from "../words/language.ts";
import { replaceDice } from "./dice-marks.ts";
import { type RulesTemplates, rulesMarkup } from "./markup.ts";
import { readBlocks } from "./pdf/blocks.ts";
import { type PaperSize, type SetPages, setPages } from "./pdf/page.ts";
import type { Mark } from "./pdf/set.ts";

/**
 * The rules of a game as PDF: two columns on A4, one on A5 and smaller, dice drawn, fonts embedded.
 *
 * @param game the game with its house rules applied
 * @param language the language of the sheet
 * @param templates that language's `rules.hbs` and its partials
 * @param family the fonts to set it in
 * @returns the file, or every problem of the templates; the same input gives the same bytes
 */
export async function rulesPdf(
  game: Game,
  language: Language,
  templates: RulesTemplates,
  { paper }: { readonly paper: PaperSize },
  family: TypeFamily,
): Promise<Result<Uint8Array>> {
  const set = await rulesPages(game, language, templates, paper, family);
  if (!set.ok) return set;
  const name = language.text(game.name);
  const document = openPdf({
    title: language.say("rules.title", { name }),
    language: language.code,
    fonts: family,
  });
  drawPages(set.value, document);
  return success(await document.finish());
}

/** The pages of a rule sheet with everything in its place, before they are drawn. */
export async function rulesPages(
  game: Game,
  language: Language,
  templates: RulesTemplates,
  paper: PaperSize,
  family: TypeFamily,
): Promise<Result<SetPages>> {
  const markup = rulesMarkup(game, language, templates);
  if (!markup.ok) return markup;
  const shown = inGlyphsOf(family, markup.value);
  if (!shown.ok) return shown;
  const title = showable(language.text(game.name), family);
  const hyphenate = await loadHyphenation(language.code);
  return success(setPages(readBlocks(shown.value), paper, title, { family, hyphenate, language }));
}

/** The text in characters that the fonts have, or a problem that names those that they lack. */
function inGlyphsOf(family: TypeFamily, text: string): Result<string> {
  const shown = showable(text, family);
  const words = replaceDice(shown, () => "").replaceAll("\n", "");
  const lacking = [...new Set([...family.regular.missing(words), ...family.bold.missing(words)])];
  if (lacking.length === 0) return success(shown);
  const message = `the font has no ${lacking.map((char) => `\`${char}\``).join(", ")}`;
  const hint = "say it with other characters, or take --format html or md";
  return failure([problem("missing-glyph", message, { hint })]);
}

function drawPages({ paper, pages }: SetPages, document: PdfDocument): void {
  for (const { marks } of pages) {
    document.addPage(paper);
    for (const mark of marks) draw(mark, document);
  }
}

function draw(mark: Mark, document: PdfDocument): void {
  switch (mark.kind) {
    case "text":
      document.text(mark);
      return;
    case "die":
      document.shapes(dieShapes(mark.die.face, { state: mark.die.state }), mark);
      return;
    case "rule": {
      const { xMm, yMm, widthMm, weightPt, ink } = mark;
      document.line({ fromXMm: xMm, fromYMm: yMm, toXMm: xMm + widthMm, toYMm: yMm, weightPt, ink });
    }
  }
}

import type { Game } from "../../rules/game/game.ts";
import type { Area, Size } from "../geometry.ts";
import { PdfDocument } from "../pdf/document.ts";
import type { TaggedContent, StructureElement } from "../pdf/tagging.ts";
import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import { loadHyphenation } from "../fonts/hyphenation.ts";
import { showable, type TypeFamily } from "../fonts/typeface.ts";
import type { Language } from "../../i18n/language.ts";
import { diceWords, replaceDice } from "./dice.ts";
import { rulesMarkup } from "./markup.ts";
import type { PageTemplates } from "../../i18n/template.ts";
import { readBlocks, structureOf } from "./pdf/blocks.ts";
import { drawMark, type FigureMark } from "./pdf/marks.ts";
import { setPages, type SetPages } from "./pdf/pages.ts";

export interface RulesPrint {
  readonly paper: Size;
  /** Whether the file is made for archives (PDF/A-2a); no if left out. */
  readonly isArchived?: boolean;
}

/**
 * The rules of a game as PDF: two columns on A4, one on A5 and smaller. Dice are drawn and fonts embedded, and programs can read the
 * file out (PDF/UA-1).
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
  templates: PageTemplates,
  { paper, isArchived }: RulesPrint,
  family: TypeFamily,
): Promise<Result<Uint8Array>> {
  const set = await rulesPages(game, language, templates, paper, family);
  if (!set.ok) return set;
  return success(await drawRules(set.value, game, language, family, isArchived));
}

/** Draws the pages of a game's rules into a PDF. */
export async function drawRules(
  pages: RulesPages,
  game: Game,
  language: Language,
  family: TypeFamily,
  isArchived = false,
): Promise<Uint8Array> {
  const document = new PdfDocument({
    title: language.translate("rules.title", { name: language.text(game.name) }),
    language: language.code,
    fonts: family,
    structure: pages.structure,
    isArchived,
  });
  for (const { marks } of pages.pages) {
    document.addPage(pages.paper);
    for (const stretch of stretchesOf(marks)) drawStretch(stretch, document);
  }
  return document.finish();
}

export interface RulesPages extends SetPages {
  /** Their content in reading order. */
  readonly structure: StructureElement;
}

/** The pages of a rule sheet with everything in its place, not yet drawn. */
export async function rulesPages(
  game: Game,
  language: Language,
  templates: PageTemplates,
  paper: Size,
  family: TypeFamily,
): Promise<Result<RulesPages>> {
  const markup = rulesMarkup(game, language, templates);
  if (!markup.ok) return markup;
  const shown = inGlyphsOf(family, markup.value);
  if (!shown.ok) return shown;
  const title = showable(language.text(game.name), family);
  const hyphenate = await loadHyphenation(language.code);
  const blocks = readBlocks(shown.value);
  const set = setPages(blocks, paper, title, { family, hyphenate, language });
  return success({ ...set, structure: structureOf(blocks, (dice) => diceWords(dice, language)) });
}

/** As long as the longest text of a variant; only a hostile template writes longer words, and breaking those takes too long. */
const MAX_WORD_LENGTH = 1_000;

/** The text in characters that the fonts have, or a problem that names the missing ones. */
function inGlyphsOf(family: TypeFamily, text: string): Result<string> {
  const shown = showable(text, family);
  const word = shown.split(/\s+/).find(({ length }) => length > MAX_WORD_LENGTH);
  if (word !== undefined) {
    const message = `a word of ${word.length} characters is too long for any paper: \`${word.slice(0, 40)}…\``;
    return failure([problem("text-too-long", message, { hint: "put spaces between its parts" })]);
  }
  const words = replaceDice(shown, () => "").replaceAll("\n", "");
  const lacking = [...new Set([...family.regular.missing(words), ...family.bold.missing(words)])];
  if (lacking.length === 0) return success(shown);
  const message = `the font has no ${lacking.map((char) => `\`${char}\``).join(", ")}`;
  const hint = "say it with other characters, or take --format html or md";
  return failure([problem("missing-glyph", message, { hint })]);
}

/** Consecutive marks of one kind that belong to the same content, or to none. */
type Stretch = [FigureMark, ...FigureMark[]];

function stretchesOf(marks: readonly FigureMark[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const mark of marks) {
    const last = stretches.at(-1);
    const goesOn = last?.[0].kind === mark.kind && contentOf(last[0]) === contentOf(mark);
    if (last !== undefined && goesOn) last.push(mark);
    else stretches.push([mark]);
  }
  return stretches;
}

/** The content that a mark belongs to; null for rules and for the foot of the page. */
function contentOf(mark: FigureMark): TaggedContent | null {
  return mark.kind === "rule" ? null : mark.content;
}

function drawStretch(stretch: Stretch, document: PdfDocument): void {
  const [first] = stretch;
  const content = contentOf(first);
  const drawAll = () => {
    for (const mark of stretch) drawMark(mark, document);
  };
  if (content === null) document.decoration(first.kind === "rule" ? "Layout" : "Pagination", drawAll);
  else document.content(content, drawAll, areaOf(stretch));
}

/** Where dice lie; text needs no area. */
function areaOf(stretch: Stretch): Area | undefined {
  const dice = stretch.filter((mark) => mark.kind === "die");
  if (dice.length === 0) return undefined;
  const xMm = Math.min(...dice.map((die) => die.xMm));
  const yMm = Math.min(...dice.map((die) => die.yMm));
  const widthMm = Math.max(...dice.map((die) => die.xMm + die.sideMm)) - xMm;
  const heightMm = Math.max(...dice.map((die) => die.yMm + die.sideMm)) - yMm;
  return { xMm, yMm, widthMm, heightMm };
}

import type { Token } from "markdown-it";
import type { Game } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { Language } from "../../i18n/language.ts";
import type { ShownDie } from "./dice-marks.ts";
import { diceWords } from "./dice-words.ts";
import { dieId, dieSymbols } from "./die-svg.ts";
import { type RulesTemplates, rulesMarkup } from "./markup.ts";
import { fontFaces, PAGE_STYLE } from "./page-style.ts";
import { diceOf, isBoxTable, markupReader } from "./read-markup.ts";

/** Font files to put into the page, so that it looks the same everywhere. */
export interface WebFonts {
  readonly regularWoff2: Uint8Array;
  readonly boldWoff2: Uint8Array;
}

/**
 * The rules of a game as one HTML file that needs nothing else: style, fonts and drawings are inside. It prints in two
 * columns on A4.
 *
 * @param game the game with its house rules applied
 * @param language the language of the sheet
 * @param templates that language's `rules.hbs` and its partials
 * @param fonts put into the page; null leaves the choice to the reader's browser
 * @returns the file's text, or every problem of the templates
 */
export function rulesHtml(
  game: Game,
  language: Language,
  templates: RulesTemplates,
  fonts: WebFonts | null,
): Result<string> {
  const markup = rulesMarkup(game, language, templates);
  if (!markup.ok) return markup;
  const { body, dice } = bodyHtml(markup.value, language);
  const title = language.say("rules.title", { name: language.text(game.name) });
  return success(`<!doctype html>
<html lang="${escapeHtml(language.code)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${fonts === null ? "" : fontFaces(fonts.regularWoff2, fonts.boldWoff2)}${PAGE_STYLE}</style>
</head>
<body>
${dieSymbols(dice)}
<main>
${body}</main>
</body>
</html>
`);
}

function bodyHtml(markup: string, language: Language): { body: string; dice: ShownDie[] } {
  const reader = markupReader();
  const used: ShownDie[] = [];
  reader.renderer.rules.dice = (tokens, at) => {
    const token = tokens[at];
    const dice = token === undefined ? [] : diceOf(token);
    used.push(...dice);
    return diceHtml(dice, language);
  };
  reader.renderer.rules.text = (tokens, at) => textHtml(tokens[at]?.content ?? "");
  const tokens = reader.parse(markup, {});
  tokens.forEach((token, at) => {
    if (token.type === "table_open") token.attrSet("class", tableClass(tokens, at));
  });
  return { body: reader.renderer.render(tokens, reader.options, {}), dice: used };
}

/** A list of boxes with rules of a few words is set in single lines, also where space is scarce. */
function tableClass(tokens: readonly Token[], tableOpen: number): string {
  if (!isBoxTable(tokens, tableOpen)) return "figures";
  const end = tokens.findIndex((token, at) => at > tableOpen && token.type === "table_close");
  const cells = tokens.slice(tableOpen, end).filter((token) => token.type === "inline");
  return cells.every(({ content }) => content.length <= SHORT_RULE) ? "boxes short" : "boxes";
}

const SHORT_RULE = 24;

/** A run such as 1-2-3-4-5 is never broken. */
function textHtml(text: string): string {
  return escapeHtml(text).replace(/(?<!\d)\d+(?:-\d+){2,}/g, '<span class="run">$&</span>');
}

function diceHtml(dice: readonly ShownDie[], language: Language): string {
  const words = diceWords(dice, language);
  const drawn = dice.map((die) => `<svg class="die" aria-hidden="true"><use href="#${dieId(die)}"/></svg>`);
  return `<span class="dice" role="img" aria-label="${escapeHtml(words)}">${drawn.join("")}</span>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

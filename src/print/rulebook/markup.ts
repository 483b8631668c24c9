import { wordsProblem } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { MAX_ON_PAPER, type PageTemplates, renderTemplate } from "../../i18n/template.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import { type Brand, type Branding, NO_BRAND } from "../brand.ts";
import type { Strategy } from "../../odds/strategy/strategy.ts";
import { diceAsFigures, withoutHand } from "./dice.ts";
import { type RulesContent, rulesView } from "./view/rules-view.ts";
import { strategyView } from "./view/odds-view.ts";

/**
 * The rule sheet as Markdown in which dice are still marks (see `dice.ts`); or every problem of the templates or of missing words.
 * @param areFigures whether the dice will be written as figures rather than drawn
 */
export function rulesMarkup(
  game: Game,
  language: Language,
  templates: PageTemplates,
  content: RulesContent = {},
  areFigures = false,
): Result<string> {
  return pageMarkup(game, language, templates, () => rulesView(game, language, content, areFigures));
}

/**
 * A strategy card as Markdown in which dice are still marks; or every problem of the templates or of missing words.
 * @param hasList whether the lists follow that a player could keep to blindly
 */
export function strategyMarkup(
  game: Game,
  language: Language,
  strategy: Strategy,
  templates: PageTemplates,
  hasList = false,
): Result<string> {
  return pageMarkup(game, language, templates, () => strategyView(game, language, strategy, hasList));
}

/** The strategy card with its lists as Markdown, with dice as figures; or every problem of the templates. */
export function strategyMarkdown(
  game: Game,
  language: Language,
  strategy: Strategy,
  templates: PageTemplates,
): Result<string> {
  const markup = strategyMarkup(game, language, strategy, templates, true);
  return markup.ok ? success(diceAsFigures(markup.value)) : markup;
}

function pageMarkup(
  game: Game,
  language: Language,
  { main, partials }: PageTemplates,
  view: () => object,
): Result<string> {
  const silent = wordsProblem(game, language);
  if (silent !== null) return failure([silent]);
  const options = { language, escape: escapeMarkdown, most: MAX_ON_PAPER };
  const written = renderTemplate(main, partials, view(), options);
  return written.ok ? success(tidy(written.value)) : written;
}

/** Marks a character that Markdown would interpret at the start of a line. */
const IF_FIRST = "\ue002";

/**
 * Words that are shown literally wherever they land in Markdown: in a sentence, a heading, a table cell. Line breaks become spaces, as a
 * label must not end a heading or a table row; private-use characters, which mark dice, are taken out.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place on paper
      .replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ")
      .replace(/[\ue000-\uf8ff]/g, "")
      .replace(/[\\`*_[\]<>|~]/g, "\\$&")
      .replace(/&(?=#|\w+;)/g, "\\&")
      // Forums turn bare addresses into links.
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/^(\s*)([#+=-])/, `$1${IF_FIRST}$2`)
      .replace(/^(\s*\d+)([.)])/, `$1${IF_FIRST}$2`)
  );
}

const START_OF_LINE = new RegExp(`^((?:[ \\t]|[-*+] |\\d+[.)] |>|#+ )*\\d*)${IF_FIRST}`, "gm");
const STRUCTURE = /^(?:$|#|\||- |\d+\. )/;

/** One blank line between blocks, none at the ends; the sentences of a paragraph in one line. */
function tidy(markdown: string): string {
  const marked = markdown.replace(START_OF_LINE, "$1\\").replaceAll(IF_FIRST, "");
  const joined: string[] = [];
  for (const line of marked.replace(/[ \t]+$/gm, "").split("\n")) {
    const before = joined.at(-1) ?? "";
    if (STRUCTURE.test(line) || STRUCTURE.test(before)) joined.push(line);
    else joined.splice(-1, 1, `${before} ${line}`);
  }
  const text = joined.join("\n").replace(/\n{3,}/g, "\n\n");
  return `${text.trim()}\n`;
}

/** Title and subtitle of whose print it is, as a paragraph of Markdown; null if it has neither. */
export function brandMarkup({ title, subtitle }: Branding): string | null {
  const strong = title && `**${escapeMarkdown(title)}**`;
  const line = [strong, subtitle && escapeMarkdown(subtitle)].filter(Boolean).join(" · ");
  return line === "" ? null : tidy(line);
}

/**
 * The rules of a game, house rules applied, as Markdown for a forum, with dice such as `5-5-5-3-3`; or every problem of the templates.
 * @param brand its title and subtitle go above, its footer below
 */
export function rulesMarkdown(
  game: Game,
  language: Language,
  templates: PageTemplates,
  { branding }: Brand = NO_BRAND,
  content: RulesContent = {},
): Result<string> {
  const markup = rulesMarkup(game, language, templates, content, true);
  if (!markup.ok) return markup;
  const { footer } = branding;
  const foot = footer && `---\n\n${tidy(escapeMarkdown(footer))}`;
  const parts = [brandMarkup(branding), withoutHand(diceAsFigures(markup.value)), foot];
  return success(parts.filter(Boolean).join("\n"));
}

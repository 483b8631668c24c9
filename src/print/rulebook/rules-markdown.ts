import type { Game } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { Language } from "../../i18n/language.ts";
import { diceMarkdown, replaceDice } from "./dice-marks.ts";
import { type RulesTemplates, rulesMarkup } from "./markup.ts";

/**
 * The rules of a game as Markdown, as one would paste it into a forum; dice are figures such as `5-5-5-3-3`.
 *
 * @param game the game with its house rules applied
 * @param language the language of the sheet
 * @param templates that language's `rules.hbs` and its partials
 * @returns the text, or every problem of the templates
 */
export function rulesMarkdown(game: Game, language: Language, templates: RulesTemplates): Result<string> {
  const markup = rulesMarkup(game, language, templates);
  return markup.ok ? success(replaceDice(markup.value, diceMarkdown)) : markup;
}

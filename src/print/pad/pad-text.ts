import type { Game } from "../../rules/game/game.ts";
import type { PadText } from "../layout/pad-text.ts";
import { failure, type Result } from "../../rules/problem/problem.ts";
import type { Language } from "../../i18n/language.ts";
import { wordsProblem } from "../../i18n/game-words.ts";
import { MAX_ON_PAPER, type PageTemplates, renderTemplate } from "../../i18n/template.ts";
import { readPadForm } from "./pad-form.ts";
import { padView } from "./pad-view.ts";

/** What stands on a game's pad: the view of the game goes through the template, and what the template wrote is read back. */
export function padText(game: Game, language: Language, templates: PageTemplates): Result<PadText> {
  const silent = wordsProblem(game, language);
  if (silent !== null) return failure([silent]);
  const options = { language, escape: escapeQuoted, most: MAX_ON_PAPER };
  const written = renderTemplate(templates.main, templates.partials, padView(game, language), options);
  return written.ok ? readPadForm(templates.main.file, written.value, game) : written;
}

/** Makes text safe between the double quotes of YAML. */
function escapeQuoted(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/\s*[\r\n]+\s*/g, " ")
    .replaceAll("\t", " ");
}

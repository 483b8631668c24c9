import type { Language } from "../../i18n/language.ts";
import type { PadText } from "../../print/layout/pad-form.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import { preparedId } from "../package/games.ts";
import { readBuildCache } from "../package/prepared.ts";
import type { Templates } from "../package/templates.ts";
import { readVariantText } from "../package/variants.ts";
import { wordFiles } from "../package/languages.ts";

/** What stands on a game's pad. */
export async function loadPadText(
  game: Game,
  language: Language,
  templates: Templates,
): Promise<Result<PadText>> {
  const { code } = language;
  const sources = padSources(code, templates);
  const id = language.isRegional ? null : preparedId(game);
  const known =
    id === null
      ? null
      : readBuildCache(`pads/${id}-${code}`, (source) => sources[source] ?? readVariantText(source));
  if (known !== null) return success(known as PadText);
  // The words of a pad come out of a template, through a reader of its own; most pads need neither.
  return (await import("../../print/pad/pad-text.ts")).padText(game, language, templates(code, "pad"));
}

/** What the pads of all games are made from in a language, by names that no variant can have. */
export function padSources(code: string, templates: Templates): Record<string, string> {
  return {
    "/templates": JSON.stringify(templates(code, "pad")),
    "/words": wordFiles(code)
      .map(({ text }) => text)
      .join(),
  };
}

import type { Game } from "../rules/game/game.ts";
import { type Wording, wordingsOf } from "../rules/game/wordings.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import type { Language } from "./language.ts";

/** What a game says and this language has no words for. */
export function missingWords(game: Game, language: Language): Wording[] {
  return wordingsOf(game).filter(({ text }) => !language.speaks(text));
}

/** So many keys are named; the others are counted. */
const NAMED_KEYS = 3;

/** Keys as a message names them: `categories.flush.label`, … and 4 more. */
export function keysTold(paths: readonly (readonly string[])[]): string {
  const named = paths.slice(0, NAMED_KEYS).map((path) => `\`${path.join(".")}\``);
  const more = paths.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}

/**
 * Why a game cannot be printed in a language: it has no words there for some of what it says, and a sheet in two languages would
 * be worse than none.
 *
 * @returns null where the language has words for everything
 */
export function wordsProblem(game: Game, language: Language): Problem | null {
  const missing = missingWords(game, language);
  if (missing.length === 0) return null;
  const { code } = language;
  const keys = keysTold(missing.map(({ path }) => path));
  return problem("untranslated", `\`${game.id}\` has no words in \`${code}\` for ${keys}`, {
    hint: `add \`${code}: …\` there, beside the other languages; \`augenblock lint <variant> --lang ${code}\` tells every place`,
  });
}

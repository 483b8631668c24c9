import { type Text, SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { wordingsOf } from "../../i18n/game-words.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { distinct } from "../../rules/variant/read-variant.ts";
import { keyPlace } from "../../rules/variant/tree.ts";
import type { PlayableCombination } from "./lint-warning.ts";

/** Where to look for missing translations. */
export interface LanguagesToCheck {
  /** A language that is checked even if the variant has no word in it; null: none. */
  readonly requested: string | null;
  /** A language by its code; null if there is none. Tells which of a variant's texts it has words for. */
  language(code: string): { speaks(text: Text): boolean } | null;
}

/**
 * Texts without a translation, for every language that the variant's name is given in (an error), that some of its texts are given in,
 * or that was requested (warnings).
 */
export function untranslated(
  playable: readonly PlayableCombination[],
  { requested, language }: LanguagesToCheck,
): Problem[] {
  const [first] = playable;
  if (first === undefined) return [];
  const promised = Object.keys(first.game.name);
  const begun = playable.flatMap(({ game }) => wordingsOf(game)).flatMap(({ text }) => Object.keys(text));
  const wanted = requested === null ? [] : [requested];
  return [...new Set([...promised, ...begun, ...wanted])].sort().flatMap((code) => {
    const translator = SPOKEN_BY_ALL.some((other) => other === code) ? null : language(code);
    if (translator === null) return [];
    const severity = promised.includes(code) ? "error" : "warning";
    const problems = playable.flatMap(({ game, draft }) =>
      wordingsOf(game)
        .filter(({ text }) => !translator.speaks(text))
        .map(({ path }) =>
          problem("untranslated", `\`${path.join(".")}\` has no words in \`${code}\``, {
            severity,
            place: keyPlace(draft.tree, path),
            hint: `add \`${code}: …\` beside the other languages`,
          }),
        ),
    );
    return distinct(problems);
  });
}

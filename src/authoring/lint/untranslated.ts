import { type Text, SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { wordingsOf } from "../../i18n/game-words.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { distinct } from "../../rules/variant/resolved-variant.ts";
import { keyPlace } from "../../rules/variant/tree.ts";
import type { OptionCombination } from "../../rules/variant/read-variant.ts";

/** Which of a variant's texts a language has words for. */
interface Translator {
  speaks(text: Text): boolean;
}

/** Where to look for missing translations. */
export interface LanguagesToCheck {
  /** A language that is checked even if the variant has no word in it; null: none. */
  readonly requested: string | null;
  /** A language by its code; null if there is none. */
  language(code: string): Translator | null;
}

/**
 * Texts without a translation, for every language that the variant's name is given in (an error), that some of its texts are given in,
 * or that was requested (warnings).
 */
export function untranslated(
  playable: readonly OptionCombination[],
  { requested, language }: LanguagesToCheck,
): Problem[] {
  const [first] = playable;
  if (first?.game == null) return [];
  const promised = Object.keys(first.game.name);
  const begun = playable
    .flatMap(({ game }) => (game === null ? [] : wordingsOf(game)))
    .flatMap(({ text }) => Object.keys(text));
  const codes = [...new Set([...promised, ...begun, ...(requested === null ? [] : [requested])])].sort();
  return codes.flatMap((code) => {
    const translator = SPOKEN_BY_ALL.some((other) => other === code) ? null : language(code);
    if (translator === null) return [];
    const severity = promised.includes(code) ? "error" : "warning";
    return distinct(playable.flatMap((trial) => lacking(trial, code, translator, severity)));
  });
}

function lacking(
  { game, draft }: OptionCombination,
  code: string,
  translator: Translator,
  severity: Problem["severity"],
): Problem[] {
  const missing = game === null ? [] : wordingsOf(game).filter(({ text }) => !translator.speaks(text));
  return missing.map(({ path }) =>
    problem("untranslated", `\`${path.join(".")}\` has no words in \`${code}\``, {
      severity,
      place: keyPlace(draft.tree, path),
      hint: `add \`${code}: …\` beside the other languages`,
    }),
  );
}

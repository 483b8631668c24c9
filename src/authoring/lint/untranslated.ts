import type { Text } from "../../rules/game/game.ts";
import { SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { type Wording, wordingsOf } from "../../rules/game/wordings.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { distinct } from "../../rules/variant/subject.ts";
import { keyPlace } from "../../rules/variant/tree.ts";
import type { Trial } from "../../rules/variant/trials.ts";

/** A language, as far as this matters: whether it has words for what a variant says. */
interface Listener {
  speaks(text: Text): boolean;
}

/** The languages that there are, and the one that is asked about. */
export interface Tongues {
  /** Looked at even if the variant says nothing in it; null: none. */
  readonly asked: string | null;
  /** A language by its code; null if there is none. */
  language(code: string): Listener | null;
}

/**
 * Words that a variant lacks in a language which it promises (its name is given in it), has begun to speak, or is asked about. A
 * promise that is not kept is an error; the others are warnings.
 */
export function untranslated(playable: readonly Trial[], { asked, language }: Tongues): Problem[] {
  const [first] = playable;
  if (first?.game == null) return [];
  const promised = codesOf(first.game.name);
  const begun = playable.flatMap(({ game }) => (game === null ? [] : wordingsOf(game))).flatMap(codesIn);
  const codes = [...new Set([...promised, ...begun, ...(asked === null ? [] : [asked])])].sort();
  return codes.flatMap((code) => {
    const listener = isSpokenByAll(code) ? null : language(code);
    if (listener === null) return [];
    const severity = promised.includes(code) ? "error" : "warning";
    return distinct(playable.flatMap((trial) => lacking(trial, code, listener, severity)));
  });
}

function isSpokenByAll(code: string): boolean {
  return SPOKEN_BY_ALL.some((other) => other === code);
}

function codesIn({ text }: Wording): string[] {
  return codesOf(text);
}

function codesOf(text: Text): string[] {
  return Object.keys(text);
}

function lacking(
  { game, draft }: Trial,
  code: string,
  listener: Listener,
  severity: Problem["severity"],
): Problem[] {
  const missing = game === null ? [] : wordingsOf(game).filter(({ text }) => !listener.speaks(text));
  return missing.map(({ path }) =>
    problem("untranslated", `\`${path.join(".")}\` has no words in \`${code}\``, {
      severity,
      place: keyPlace(draft.tree, path),
      hint: `add \`${code}: …\` beside the other languages`,
    }),
  );
}

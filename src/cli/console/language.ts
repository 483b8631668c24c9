import { preparedCatalogue } from "../../files/package/templates.ts";
import { type Catalogue, translateProblem } from "../../i18n/language.ts";
import { english, type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { type Problem, type Paint, showProblems } from "../../rules/problem/problem.ts";
/** The translations of this run; null for English. */
let catalogue: Catalogue | null = null;

/** Sets the language of this run. Without a catalogue it stays English. */
export async function speak(code: string): Promise<void> {
  if (code === catalogue?.code) return;
  catalogue = null;
  if (code === "en") return;
  // The parser of catalogues is loaded only if the build hasn't prepared them.
  catalogue =
    preparedCatalogue(code) ?? (await import("../../files/package/languages.ts")).loadCatalogue(code);
}

/** A message in the language of this run. */
export function tell(message: Message): string {
  return catalogue?.tell(message) ?? english(message);
}

/** Words in the language of this run: t`cli.example: Example`. */
export function t(parts: TemplateStringsArray, ...values: readonly MessageValue[]): string {
  return tell(msg(parts, ...values));
}

/** Problems in the language of this run. */
export function translatedProblems(problems: readonly Problem[]): readonly Problem[] {
  return catalogue === null ? problems : problems.map((one) => translateProblem(one, { tell }));
}

/** Problems in the language of this run, one below the other. */
export function problemText(problems: readonly Problem[], paint: Paint): string {
  return showProblems(translatedProblems(problems), paint, {
    error: t`cli.error: error`,
    warning: t`cli.warning: warning`,
  });
}

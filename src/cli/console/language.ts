import type { Catalogue } from "../../i18n/catalogue.ts";
import { translateProblem } from "../../i18n/catalogue.ts";
import { english, type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import type { Problem } from "../../rules/problem/problem.ts";
import { type Paint, showProblems } from "../../rules/problem/show.ts";

/** What the messages of this run are told from; null for English. */
let catalogue: Catalogue | null = null;

/** Chooses the language of everything that is told from now on. */
export function speak(chosen: Catalogue | null): void {
  catalogue = chosen;
}

/** A message in the language of this run. */
export function tell(message: Message): string {
  return catalogue?.tell(message) ?? english(message);
}

/** Words in the language of this run: t`Example`. */
export function t(parts: TemplateStringsArray, ...values: readonly MessageValue[]): string {
  return tell(msg(parts, ...values));
}

/** Problems in the language of this run, one below the other. */
export function problemText(problems: readonly Problem[], paint: Paint): string {
  const told = catalogue === null ? problems : problems.map((one) => translateProblem(one, { tell }));
  return showProblems(told, paint, { error: t`error`, warning: t`warning` });
}

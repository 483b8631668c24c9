import { translateProblem } from "../../i18n/catalogue.ts";
import type { Language } from "../../i18n/language.ts";
import { attempt, type Problem } from "../../rules/problem/problem.ts";

/** A problem as the page shows it, in its language. */
export interface ToldProblem {
  readonly message: string;
  readonly hint: string | null;
}

/** What came of a wish, or why nothing did. */
export type Printed<T> =
  | { readonly made: T; readonly problems: readonly [] }
  | { readonly made: null; readonly problems: readonly ToldProblem[] };

/** Tells a problem in a language. */
export function toldProblem(one: Problem, language: Language): ToldProblem {
  const { message, hint } = translateProblem(one, language);
  return { message, hint };
}

/** Carries out what may be refused. */
export async function printed<T>(language: Language, work: () => Promise<T>): Promise<Printed<T>> {
  const result = await attempt(work);
  if (result.ok) return { made: result.value, problems: [] };
  return { made: null, problems: result.problems.map((one) => toldProblem(one, language)) };
}

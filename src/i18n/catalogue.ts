import { fillGaps, type Message } from "../rules/problem/message.ts";
import type { Problem } from "../rules/problem/problem.ts";

/** What a language calls the messages of the code. */
export class Catalogue {
  /** BCP 47 code. */
  readonly code: string;
  readonly #sentences: ReadonlyMap<string, string>;

  /** @param sentences by the id of the message, with the same `{0}`, `{1}` … in their gaps as in English */
  constructor(code: string, sentences: ReadonlyMap<string, string>) {
    this.code = code;
    this.#sentences = sentences;
  }

  /** A message in this language; in English, if the catalogue lacks it. */
  tell({ id, text, values }: Message): string {
    const told = values.map((value) => (typeof value === "object" ? this.tell(value) : value));
    return fillGaps(this.#sentences.get(id) ?? text, told);
  }
}

/** A problem in another language: message, hint, and what is said of other places. */
export function translateProblem(problem: Problem, language: Pick<Catalogue, "tell">): Problem {
  const { words, related } = problem;
  return {
    ...problem,
    message: language.tell(words.message),
    hint: words.hint && language.tell(words.hint),
    related: related.map((other) => ({ ...other, message: language.tell(other.words) })),
  };
}

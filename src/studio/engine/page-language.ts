import { quoteName } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { attempt, type Problem } from "../../rules/problem/problem.ts";

export class PageLanguage {
  #language: Language | null = null;
  #tell: (language: Language) => void = () => undefined;
  readonly #first = new Promise<Language>((resolve) => {
    this.#tell = resolve;
  });

  choose(language: Language): void {
    this.#language = language;
    this.#tell(language);
  }

  /** @throws if none was chosen yet */
  get now(): Language {
    if (this.#language === null) throw new Error("no language was chosen");
    return this.#language;
  }

  /** Waits until a language was chosen. */
  async language(): Promise<Language> {
    await this.#first;
    return this.now;
  }
}

/** A problem as the page shows it, in its language. */
export interface PageProblem {
  readonly message: string;
  readonly hint: string | null;
}

/** A file to download. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** A result for the page, or the reasons why there is none. */
export type PageResult<T> =
  | { readonly made: T; readonly problems: readonly [] }
  | { readonly made: null; readonly problems: readonly PageProblem[] };

const ENTER = msg`studio.unknown-pad-hint: enter the numbers under “Fill in”`;

/** Hints for the page, by the code of problems whose usual hints name commands. */
export const PAGE_HINTS: Readonly<Record<string, Message>> = {
  "other-layout": ENTER,
  "unknown-paper": ENTER,
  "uncertain-pad": ENTER,
  "unknown-pad": ENTER,
  "no-marks": msg`studio.no-marks-hint: photograph the whole sheet, in focus and from above; the numbers of any other pad can be entered under “Fill in”`,
  "unreadable-code": msg`studio.unreadable-code-hint: take a closer, sharper photo, with no thumb or glare on the code`,
  "hidden-boxes": msg`studio.hidden-boxes-hint: take another photo without glare and with nothing lying on the sheet, and add it: each photo shows what the other hides`,
  "same-number": msg`studio.same-number-hint: two pads may have the same numbers; print each with numbers of its own`,
  "does-not-fit": msg`studio.does-not-fit-hint: choose a larger paper, or fewer players or games`,
  "link-too-long": msg`studio.link-too-long-hint: publish the game on a website, and link to its page`,
  "missing-glyph": msg`print.missing-glyphs-hint: use other characters`,
  untranslated: msg`studio.untranslated-hint: add the missing words under “Write”, or choose another language`,
};

/** What the page says of problems whose words are about files, by their code; what to do is below. */
const PAGE_MESSAGES: Readonly<Record<string, Message>> = {
  "variant-not-here": msg`studio.game-not-here: the game of this sheet is not in the studio yet`,
  "variant-changed": msg`studio.game-changed: this sheet was printed with different rules from the ones its game has here`,
};

/** A flag or command in a hint. */
const ON_COMMAND_LINE = /(?<![\w-])--[a-z]|`augenblock /;

/** Translates a problem for the page. A hint that names a command is replaced by the page's own, or left out. */
export function pageProblem(problem: Problem, language: Language): PageProblem {
  const { message, hint } = tellProblem(problem, language);
  const quote = (text: string) => text.replaceAll(/`([^`]+)`/g, (_, value) => quoteName(language, value));
  return { message: quote(message), hint: hint && quote(hint) };
}

/** The same with keys and values in backticks, as in the text of a game. */
export function tellProblem({ code, hint, words }: Problem, language: Language): PageProblem {
  const way = hint !== null && ON_COMMAND_LINE.test(hint) ? PAGE_HINTS[code] : words.hint;
  return {
    message: language.tell(PAGE_MESSAGES[code] ?? words.message),
    hint: way ? language.tell(way) : null,
  };
}

export async function tryToMake<T>(language: Language, work: () => Promise<T>): Promise<PageResult<T>> {
  const result = await attempt(work);
  if (result.ok) return { made: result.value, problems: [] };
  return { made: null, problems: result.problems.map((one) => pageProblem(one, language)) };
}

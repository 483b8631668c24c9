import { translateProblem, type Language } from "../../i18n/language.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { attempt, type Problem } from "../../rules/problem/problem.ts";

/** The language that a page was opened in, or switched to since. */
export class PageLanguage {
  #language: Language | null = null;
  #tell: (language: Language) => void = () => undefined;
  readonly #first = new Promise<Language>((resolve) => {
    this.#tell = resolve;
  });

  /** Begins, or goes on, in a language. */
  choose(language: Language): void {
    this.#language = language;
    this.#tell(language);
  }

  /** @throws if none was chosen yet */
  get now(): Language {
    if (this.#language === null) throw new Error("no language was chosen");
    return this.#language;
  }

  /** The language, as soon as one was chosen. */
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

/** A file to save. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** What came of a wish, or why nothing did. */
export type PageResult<T> =
  | { readonly made: T; readonly problems: readonly [] }
  | { readonly made: null; readonly problems: readonly PageProblem[] };

const ENTER = msg("studio.unknown-pad-hint")`enter the numbers under “Fill in”`;

/** Ways out on the page, by problems whose usual hints speak of the command line. */
export const PAGE_HINTS: Readonly<Record<string, Message>> = {
  "variant-not-here": msg(
    "studio.game-not-here-hint",
  )`open the game under “Write”, by its file or its link, and take the photo again`,
  "variant-changed": msg(
    "studio.game-changed-hint",
  )`open the game under “Write” as it was when the sheet was tryToMake; with other house rules, enter the numbers under “Fill in”`,
  "other-layout": ENTER,
  "unknown-paper": ENTER,
  "uncertain-pad": ENTER,
  "unknown-pad": ENTER,
  "no-marks": msg(
    "studio.no-marks-hint",
  )`photograph the whole sheet, sharp and from above; the numbers of any other pad can be entered under “Fill in”`,
  "unreadable-code": msg(
    "studio.unreadable-code-hint",
  )`photograph it closer and sharper, without thumb or glare on it`,
  "hidden-boxes": msg(
    "studio.hidden-boxes-hint",
  )`take it again without glare and with nothing on the sheet; add that photo, and each shows what the other hides`,
  "same-number": msg(
    "studio.same-number-hint",
  )`two blocks may have been tryToMake with the same numbers; print each with numbers of its own`,
  "does-not-fit": msg("studio.does-not-fit-hint")`choose a larger paper, or fewer players`,
  "missing-glyph": msg("print.missing-glyphs-hint")`use other characters`,
  untranslated: msg(
    "studio.untranslated-hint",
  )`add the missing words under “Write”, or choose another language`,
};

/** A flag or a command, which nobody can use on a page. */
const ON_COMMAND_LINE = /(?<![\w-])--[a-z]|`augenblock /;

/** Tells a problem in a language. Hints that speak of the command line give way to those of the page, if there is one. */
export function pageProblem(one: Problem, language: Language): PageProblem {
  const { message, hint } = translateProblem(one, language);
  if (one.hint === null || !ON_COMMAND_LINE.test(one.hint)) return { message, hint };
  const onPage = Object.hasOwn(PAGE_HINTS, one.code) ? PAGE_HINTS[one.code] : undefined;
  return { message, hint: onPage === undefined ? null : language.tell(onPage) };
}

/** Carries out what may be refused. */
export async function tryToMake<T>(language: Language, work: () => Promise<T>): Promise<PageResult<T>> {
  const result = await attempt(work);
  if (result.ok) return { made: result.value, problems: [] };
  return { made: null, problems: result.problems.map((one) => pageProblem(one, language)) };
}

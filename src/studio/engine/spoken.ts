import type { Language } from "../../i18n/language.ts";

/** The language that a page was opened in, or switched to since. */
export class Spoken {
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

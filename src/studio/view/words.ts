import { Language } from "../../i18n/language.ts";

/** The messages of the page, by language; the build makes them from the key `studio` of all word lists. */
type AllWords = Readonly<Record<string, readonly (readonly [key: string, message: string])[]>>;

/** The messages of the page in one language. */
export interface Words {
  readonly code: string;
  /** A message by its key below `studio`. */
  readonly say: (key: string, args?: Readonly<Record<string, string | number>>) => string;
}

/** The storage key of the chosen language. */
const KEPT = "augenblock-language";

/** All languages of the page. */
export class Languages {
  readonly #words: AllWords;

  constructor(words: AllWords) {
    this.#words = words;
  }

  static async load(folder: string): Promise<Languages> {
    const response = await fetch(new URL("words.json", folder));
    return new Languages((await response.json()) as AllWords);
  }

  /** Each language with its own name. */
  get all(): { readonly code: string; readonly name: string }[] {
    return Object.keys(this.#words).map((code) => ({
      code,
      name: new Language(code, "", new Map()).ownName,
    }));
  }

  /** The language chosen earlier; else the first known one of the browser's, else English. */
  detectLanguage(): string {
    const asked = [localStorage.getItem(KEPT) ?? "", ...navigator.languages];
    const known = asked
      .map((one) => one.split("-")[0] ?? "")
      .find((code) => Object.hasOwn(this.#words, code));
    return known ?? "en";
  }

  /** Chooses a language, also for the next visit. */
  choose(code: string): Words {
    localStorage.setItem(KEPT, code);
    document.documentElement.lang = code;
    const language = new Language(code, "", new Map(this.#words[code] ?? []));
    return { code, say: (key, args) => language.translate(`studio.${key}`, args) };
  }
}

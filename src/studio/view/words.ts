import { Language } from "../../i18n/language.ts";
import type { PrintNames, ShownGame } from "../engine/printer.ts";

/** What the page shows before the engine is there, by language; the build makes it (scripts/studio.mjs). */
interface FirstView {
  readonly words: Readonly<Record<string, readonly (readonly [key: string, message: string])[]>>;
  /** The shipped ones, sorted by name. */
  readonly games: Readonly<Record<string, readonly ShownGame[]>>;
  readonly print: PrintNames;
}

/** The messages of the page in one language, with the names of all that can be chosen. */
export interface Words {
  readonly code: string;
  /** A message by its key below `studio`. */
  readonly say: (key: string, args?: Readonly<Record<string, string | number>>) => string;
  readonly games: readonly ShownGame[];
  readonly print: PrintNames;
}

/** The language kept for the next visit. @param next one to keep instead @returns empty where the browser refuses to keep anything */
function keptLanguage(next?: string): string {
  const key = "augenblock-language";
  try {
    if (next !== undefined) localStorage.setItem(key, next);
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** All languages of the page. */
export class Languages {
  readonly #first: FirstView;

  constructor(first: FirstView) {
    this.#first = first;
  }

  static async load(folder: string): Promise<Languages> {
    const response = await fetch(new URL("first-view.json", folder));
    return new Languages((await response.json()) as FirstView);
  }

  /** Each language with its own name. */
  get all(): { readonly code: string; readonly name: string }[] {
    return Object.keys(this.#first.words).map((code) => ({
      code,
      name: new Language(code, "", new Map()).ownName,
    }));
  }

  /** The language chosen earlier; else the first known one of the browser's, else English. */
  detectLanguage(): string {
    const asked = [keptLanguage(), ...navigator.languages].map((one) => one.split("-")[0] ?? "");
    return asked.find((code) => Object.hasOwn(this.#first.words, code)) ?? "en";
  }

  /** Chooses a language, also for the next visit. */
  choose(code: string): Words {
    keptLanguage(code);
    document.documentElement.lang = code;
    const { words, games, print } = this.#first;
    const language = new Language(code, "", new Map(words[code] ?? []));
    const say: Words["say"] = (key, args) => language.translate(`studio.${key}`, args);
    return { code, say, games: games[code] ?? [], print };
  }
}

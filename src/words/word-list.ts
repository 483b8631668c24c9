import { IntlMessageFormat } from "intl-messageformat";
import type { Text } from "../game/game.ts";
import type { Language } from "./language.ts";
import type { WrittenWord } from "./word-file.ts";

export type WordArguments = Readonly<Record<string, string | number>>;

/** A message that is ready to take arguments. */
export interface CompiledWord {
  format(args: WordArguments): string;
  /** The names of the arguments that it speaks of, each once, in alphabetical order. */
  readonly arguments: readonly string[];
}

/** A language that was read from a word list. */
export class WordList implements Language {
  readonly code: string;
  /** The name of the file it came from. */
  readonly file: string;
  readonly #words: ReadonlyMap<string, WrittenWord>;
  readonly #compiled = new Map<string, CompiledWord>();

  constructor(code: string, file: string, words: readonly WrittenWord[]) {
    this.code = code;
    this.file = file;
    this.#words = new Map(words.map((word) => [word.key, word]));
  }

  /**
   * The message of a key with its arguments put in.
   *
   * A key that the list lacks, or an argument that was not given, must not break the program off in the middle of a page:
   * the key itself is shown in its place, in brackets. Templates check with `has` and report a problem instead.
   */
  say(key: string, args: WordArguments = {}): string {
    const word = this.#compile(key);
    if (word === null || word.arguments.some((name) => !Object.hasOwn(args, name))) return `[${key}]`;
    return realMinus(word.format(args));
  }

  has(key: string): boolean {
    return this.#words.has(key);
  }

  text(text: Text): string {
    return text[this.code] ?? text.en ?? Object.values(text)[0] ?? "";
  }

  /** All keys, in the order of the file. */
  keys(): string[] {
    return [...this.#words.keys()];
  }

  /** The names of the arguments that a message needs; none for a key that the list lacks. */
  argumentsOf(key: string): readonly string[] {
    return this.#compile(key)?.arguments ?? [];
  }

  #compile(key: string): CompiledWord | null {
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const word = this.#words.get(key);
    if (word === undefined) return null;
    const compiled = compileWord(word.message, this.code);
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

/**
 * Makes an ICU message ready for use; `~` stands for a no-break space.
 *
 * @throws where the message is not valid; `readLanguage` has tried every message, so that nobody else sees that happen
 */
export function compileWord(message: string, code: string): CompiledWord {
  const text = message.replaceAll("~", "\u00a0").replace(/\n$/, "");
  if (!/[{}']/.test(text)) return { format: () => text, arguments: [] };
  const compiled = new IntlMessageFormat(text, code, undefined, { ignoreTag: true, formatters: FORMATTERS });
  const names = new Set<string>();
  collectArguments(compiled.getAst(), names);
  return {
    format: (args) => String(compiled.format({ ...args })),
    arguments: [...names].sort(),
  };
}

/** As ICU formats by default, but 1236 is written without a separator; five figures and more have one. */
const FORMATTERS = {
  getNumberFormat: (code: string | string[] | undefined, options: Intl.NumberFormatOptions | undefined) =>
    new Intl.NumberFormat(code, { useGrouping: "min2", ...options }),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

type MessagePart = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The parser's own numbers for a piece of plain text and for the `#` of a plural; every other piece names an argument. */
const PLAIN_TEXT = 0;
const PLURAL_NUMBER = 7;

function collectArguments(parts: readonly MessagePart[], names: Set<string>): void {
  for (const part of parts) {
    if (part.type !== PLAIN_TEXT && part.type !== PLURAL_NUMBER && "value" in part) {
      names.add(String(part.value));
    }
    if ("options" in part) {
      for (const option of Object.values(part.options)) collectArguments(option.value, names);
    }
  }
}

/** A hyphen that stands before a number and after no letter or figure is a minus sign. */
function realMinus(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}\])])-(?=\d)/gu, "\u2212");
}

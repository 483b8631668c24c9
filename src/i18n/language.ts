import { IntlMessageFormat } from "intl-messageformat";
import type { Place } from "../rules/problem/problem.ts";
import type { Text } from "../rules/game/game.ts";

/** One language as read from its word list: everything that the program itself says to players and scorekeepers. */
export interface Language {
  /** BCP 47 code: the name of the folder below `templates/`. */
  readonly code: string;
  /** A message of the word list, by its dotted key, with its arguments put in (ICU MessageFormat, plurals included). */
  translate(key: string, args?: Readonly<Record<string, string | number>>): string;
  /** Whether the word list has this key. */
  has(key: string): boolean;
  /**
   * A variant's words in this language: those of its file, else what the language calls the words that the file has. English,
   * then any language, where there are none.
   */
  text(text: Text): string;
  /** Whether `text` finds words of this language and need not take those of another. */
  speaks(text: Text): boolean;
}

/** A message of a word list as it stands in the file. */
export interface WrittenWord {
  /** The keys that lead to it, joined by dots. */
  readonly key: string;
  readonly message: string;
  readonly place: Place;
}

type WordArguments = Readonly<Record<string, string | number>>;

/** A message that is ready to take arguments. */
interface CompiledWord {
  format(args: WordArguments): string;
  /** The names of the arguments that it speaks of, each once, in alphabetical order. */
  readonly arguments: readonly string[];
}

/**
 * What a language calls the words of variant files that do not speak it, by those words in any other language: `Full house` is
 * `Kåk`.
 */
export type GameWords = ReadonlyMap<string, string>;

/** What a word list may be given beside its messages. */
interface Beside {
  readonly gameWords: GameWords;
  /** Hears of a message that cannot be said, before its key is shown in its place; it may throw. */
  readonly onUnsaid: (key: string) => void;
}

const NOTHING_BESIDE: Beside = { gameWords: new Map(), onUnsaid: () => undefined };

/** A language that was read from a word list. */
export class WordList implements Language {
  readonly code: string;
  /** The name of the file it came from. */
  readonly file: string;
  readonly #words: ReadonlyMap<string, WrittenWord>;
  readonly #compiled = new Map<string, CompiledWord>();
  readonly #beside: Beside;

  constructor(code: string, file: string, words: readonly WrittenWord[], beside = NOTHING_BESIDE) {
    this.code = code;
    this.file = file;
    this.#words = new Map(words.map((word) => [word.key, word]));
    this.#beside = beside;
  }

  /** The same language with something beside its messages. */
  with(beside: Partial<Beside>): WordList {
    return new WordList(this.code, this.file, [...this.#words.values()], { ...this.#beside, ...beside });
  }

  /**
   * The message of a key with its arguments put in.
   *
   * A key that the list lacks, an argument that was not given, or a message that is not valid must not break the program off in
   * the middle of a page, unless whoever listens wants it so: the key itself is shown in its place, in brackets. Templates check
   * with `has` and report a problem instead.
   */
  translate(key: string, args: WordArguments = {}): string {
    const word = this.#compile(key);
    if (word?.arguments.every((name) => Object.hasOwn(args, name))) return withMinusSigns(word.format(args));
    this.#beside.onUnsaid(key);
    return `[${key}]`;
  }

  has(key: string): boolean {
    return this.#words.has(key);
  }

  text(text: Text): string {
    return this.#wordsFor(text) ?? text.en ?? Object.values(text)[0] ?? "";
  }

  speaks(text: Text): boolean {
    return this.#wordsFor(text) !== undefined;
  }

  /** The file's own words come first. What it says in other languages is looked up in their order, German before English. */
  #wordsFor(text: Text): string | undefined {
    if (Object.hasOwn(text, this.code)) return text[this.code];
    const known = Object.values(text).find((words) => this.#beside.gameWords.has(words));
    return known === undefined ? undefined : this.#beside.gameWords.get(known);
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
    const compiled = compiledIfValid(word.message, this.code);
    if (compiled !== null) this.#compiled.set(key, compiled);
    return compiled;
  }
}

function compiledIfValid(message: string, code: string): CompiledWord | null {
  try {
    return compileWord(message, code);
  } catch {
    return null;
  }
}

/**
 * Makes an ICU message ready for use; `~` stands for a no-break space.
 *
 * @throws where the message is not valid
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
export function withMinusSigns(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}\])])-(?=\d)/gu, "\u2212");
}

import { IntlMessageFormat } from "intl-messageformat";
import type { Text } from "../rules/game/game.ts";
import { english, type Message, fillGaps } from "../rules/problem/message.ts";
import type { Problem } from "../rules/problem/problem.ts";

/** Skips the default lookup in all locales, which takes as long as a dozen messages. */
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String([locales].flat()[0]));

type WordArguments = Readonly<Record<string, string | number>>;

/** Optional parts of a language, in addition to its word list. */
interface Options {
  /** Translations of words of variants, by the words in any other language: `Full house` → `Kåk`. */
  readonly gameWords: ReadonlyMap<string, string>;
  /** The preferred language of a variant's words; by default, that of the word list. */
  readonly gameCode: string;
  readonly hasOwnWords: boolean;
  /** Regional replacements of characters, such as `ß` → `ss` in Switzerland. */
  readonly spelling: ReadonlyMap<string, string>;
  /** Called for an unusable message before its key is shown instead; may throw. */
  readonly onUnsaid: (key: string) => void;
  /** Loads the translations of the messages in the code; English by default. */
  readonly catalogue: () => Catalogue;
}

/** A part of a language that can be written as JSON. */
export interface PackedLanguage {
  readonly code: string;
  readonly gameCode: string;
  readonly words: readonly (readonly [key: string, message: string])[];
  readonly gameWords: readonly (readonly [words: string, own: string])[];
}

/** A language with its word list: all texts for players and scorekeepers. */
export class Language {
  /** BCP 47 code: the name of the folder below `templates/`. */
  readonly code: string;
  /** The name of the file it came from. */
  readonly file: string;
  readonly #words: ReadonlyMap<string, string>;
  readonly #compiled = new Map<string, ReturnType<typeof compileWord>>();
  readonly #options: Partial<Options>;

  /** @param words the messages by their paths of keys, joined by dots */
  constructor(
    code: string,
    file: string,
    words: ReadonlyMap<string, string>,
    options: Partial<Options> = {},
  ) {
    this.code = code;
    this.file = file;
    this.#words = words;
    this.#options = options;
  }

  /** The language's own name, as in a list of languages: Deutsch. */
  get ownName(): string {
    const name = new Intl.DisplayNames(this.code, { type: "language" }).of(this.code) ?? this.code;
    return name.charAt(0).toLocaleUpperCase(this.code) + name.slice(1);
  }

  /** A copy with changed options. */
  with(options: Partial<Options>): Language {
    return new Language(this.code, this.file, this.#words, { ...this.#options, ...options });
  }

  /**
   * Formats a message by its dotted key (ICU MessageFormat). For an unusable message, shows the key in brackets instead of failing, unless
   * `onUnsaid` throws.
   */
  translate(key: string, args: WordArguments = {}): string {
    const word = this.#compile(key);
    if (word?.arguments.every((name) => Object.hasOwn(args, name)))
      return this.#respell(withMinusSigns(word.format(args)));
    this.#options.onUnsaid?.(key);
    return `[${key}]`;
  }

  /** Translates a message of the code, such as that of a problem; English without a catalogue. */
  tell(message: Message): string {
    return this.#options.catalogue?.().tell(message) ?? english(message);
  }

  /** The messages below some keys, and the translated words of variants, as plain values. */
  pack(parts: readonly string[]): PackedLanguage {
    const { gameCode = this.code, gameWords = new Map<string, string>() } = this.#options;
    const isWanted = (key: string) => parts.some((part) => key.startsWith(`${part}.`));
    const words = [...this.#words].filter(([key]) => isWanted(key));
    return { code: this.code, gameCode, words, gameWords: [...gameWords] };
  }

  static unpack({ code, gameCode, words, gameWords }: PackedLanguage): Language {
    return new Language(code, "", new Map(words), { gameCode, gameWords: new Map(gameWords) });
  }

  /** Whether the word list has this key. */
  has(key: string): boolean {
    return this.#words.has(key);
  }

  /** A variant's text in this language: its own, or the translation of another of its languages, or English, or any. */
  text(text: Text): string {
    const { gameCode = this.code } = this.#options;
    return this.#respell(text[gameCode] ?? this.#findText(text) ?? text.en ?? Object.values(text)[0] ?? "");
  }

  /** Whether it has a regional spelling or words of the user's own, so that the build cache doesn't apply. */
  get isCustom(): boolean {
    return this.#options.spelling !== undefined || this.#options.hasOwnWords === true;
  }

  /** A copy with the words of another list in place of the same ones here. */
  extend(other: Language): Language {
    return new Language(this.code, other.file, new Map([...this.#words, ...other.#words]), this.#options);
  }

  #respell(words: string): string {
    const { spelling } = this.#options;
    if (spelling === undefined) return words;
    return Array.from(words, (char) => spelling.get(char) ?? char).join("");
  }

  /** Whether `text` finds words in this language. */
  speaks(text: Text): boolean {
    return this.#findText(text) !== undefined;
  }

  /** The variant's own words come first, then translations of its other languages, in their order. */
  #findText(text: Text): string | undefined {
    if (Object.hasOwn(text, this.code)) return text[this.code];
    const { gameWords } = this.#options;
    return gameWords?.get(Object.values(text).find((words) => gameWords.has(words)) ?? "");
  }

  /** All keys, in the order of the file. */
  keys(): string[] {
    return [...this.#words.keys()];
  }

  /** The names of the arguments that a message needs; none for a key that the list lacks. */
  listArguments(key: string): readonly string[] {
    return this.#compile(key)?.arguments ?? [];
  }

  #compile(key: string) {
    const message = this.#words.get(key);
    if (message === undefined) return null;
    const numerals = this.#words.get("numerals")?.split(" ");
    const compiled = this.#compiled.get(key) ?? compileWord(message, this.code, numerals);
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

/**
 * Compiles an ICU message; `~` means a no-break space.
 * @param numerals numbers in words, from zero on, for `{n, number, words}`
 * @returns a formatter, and the names of its arguments in alphabetical order; null if the message is invalid
 */
export function compileWord(message: string, code: string, numerals: readonly string[] = []) {
  const text = message.replaceAll("~", "\u00a0").replace(/\n$/, "");
  if (!/[{}']/.test(text)) return { format: () => text, arguments: [] };
  try {
    const options = { ignoreTag: true, formatters: createFormatters(numerals) };
    const compiled = new IntlMessageFormat(text, code, { number: { words: IN_WORDS } }, options);
    return {
      format: (args: WordArguments) => String(compiled.format({ ...args })),
      arguments: [...new Set(collectArguments(compiled.getAst()))].sort(),
    };
  } catch {
    return null;
  }
}

/** The marker of `{n, number, words}`, for which Intl has no format. */
const IN_WORDS = {};

/** The default formatters, but only numbers of five digits and more are grouped, and numbers can be written in words. */
function createFormatters(numerals: readonly string[]) {
  return {
    getNumberFormat(code: string | string[] | undefined, options: Intl.NumberFormatOptions | undefined) {
      const figures = numberFormats(code, options);
      if (options !== IN_WORDS) return figures;
      const format = (n: number) => numerals[n] ?? figures.format(n);
      return Object.create(figures, { format: { value: format } }) as Intl.NumberFormat;
    },
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...args),
    getPluralRules: pluralRules,
  };
}

const numberFormats = memoizeFormatter(
  (code, options: Intl.NumberFormatOptions | undefined) =>
    new Intl.NumberFormat(code, { useGrouping: "min2", ...options }),
);
const pluralRules = memoizeFormatter(
  (code, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(code, options),
);

/** Caches formatters by language and options, because making one takes far longer than using it. */
function memoizeFormatter<Options, Formatter>(
  make: (code: string | string[] | undefined, options: Options) => Formatter,
): typeof make {
  const made = new Map<string, Formatter>();
  return (code, options) => {
    const key = JSON.stringify([code, options]);
    const formatter = made.get(key) ?? make(code, options);
    made.set(key, formatter);
    return formatter;
  };
}

type MessagePart = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The parser's types of plain text and of `#` in a plural; all other types name an argument. */
const PLAIN_TEXT = 0;
const PLURAL_NUMBER = 7;

function collectArguments(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => [
    ...(part.type !== PLAIN_TEXT && part.type !== PLURAL_NUMBER && "value" in part
      ? [String(part.value)]
      : []),
    ...("options" in part ? Object.values(part.options).flatMap(({ value }) => collectArguments(value)) : []),
  ]);
}

/** A hyphen before a number and not after a letter or digit is a minus sign. */
export function withMinusSigns(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}\])])-(?=\d)/gu, "\u2212");
}

/** Translations of the messages in the code. */
export class Catalogue {
  /** BCP 47 code. */
  readonly code: string;
  readonly #sentences: ReadonlyMap<string, string>;

  /** @param sentences by message id, with the same placeholders `{0}`, `{1}` … as in English */
  constructor(code: string, sentences: ReadonlyMap<string, string>) {
    this.code = code;
    this.#sentences = sentences;
  }

  /** Translates a message; English if the catalogue lacks it. */
  tell({ id, text, values }: Message): string {
    const shown = values.map((value) => (typeof value === "object" ? this.tell(value) : value));
    return fillGaps(this.#sentences.get(id) ?? text, shown);
  }
}

/** Translates the message, hint and related places of a problem. */
export function translateProblem(problem: Problem, language: Pick<Catalogue, "tell">): Problem {
  const { words, related } = problem;
  return {
    ...problem,
    message: language.tell(words.message),
    hint: words.hint && language.tell(words.hint),
    related: related.map((other) => ({ ...other, message: language.tell(other.words) })),
  };
}

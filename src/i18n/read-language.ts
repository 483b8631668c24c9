import { type MessageValue, msg } from "../rules/problem/message.ts";
import {
  failure,
  type Place,
  type Problem,
  problem,
  type Result,
  success,
} from "../rules/problem/problem.ts";
import { LruCache } from "../rules/memoize.ts";
import type { TextNode } from "../rules/source/text.ts";
import { readYaml } from "../rules/source/yaml.ts";
import { compileWord, Language } from "./language.ts";

/** A message of a word list, with its place in the file. */
interface WrittenWord {
  /** The path of keys, joined by dots. */
  readonly key: string;
  readonly message: string;
  readonly place: Place;
}

/**
 * Reads a word list: YAML with nested keys and ICU messages.
 * @param code the language's BCP 47 code, the name of its folder
 * @param isProved skips compiling the messages, which takes long; tests prove those of shipped lists
 */
export function readLanguage(
  code: string,
  file: string,
  yamlText: string,
  isProved = false,
): Result<Language> {
  const words = readWordFile(file, yamlText);
  if (!words.ok) return words;
  const hint = msg`i18n.bad-message-hint: write arguments in braces: {name}, {n, plural, one {…} other {…}}`;
  const bad = isProved ? [] : words.value.filter(({ message }) => compileWord(message, code) === null);
  const problems = bad.map(({ key, place }) =>
    problem("bad-message", msg`i18n.bad-message: the message \`${key}\` is not a valid ICU message`, {
      place,
      hint,
    }),
  );
  return problems.length > 0
    ? failure(problems)
    : success(new Language(code, file, toMessageMap(words.value)));
}

/**
 * Reads a language's translations of words of variants: YAML with those words as keys, in any language of the variants. The texts are no
 * ICU messages, so braces have no meaning.
 */
export function readGameWords(file: string, yamlText: string): Result<ReadonlyMap<string, string>> {
  const words = readWordFile(file, yamlText);
  return words.ok ? success(toMessageMap(words.value)) : words;
}

function toMessageMap(words: readonly WrittenWord[]): Map<string, string> {
  return new Map(words.map(({ key, message }) => [key, message]));
}

/** One problem for all messages that a list lacks, because a new list lacks hundreds. */
function describeMissingMessages(
  code: string,
  list: Language,
  keys: readonly string[],
  other: Language,
): Problem {
  const message = msg`i18n.missing-messages: ${list.file} lacks the message ${formatKeys(keys)}`;
  return problem(code, message, { hint: msg`i18n.missing-messages-hint: see its text in ${other.file}` });
}

/** Differences of a word list from the complete `model`: missing keys, extra keys, and different arguments. */
export function compareLanguages(list: Language, model: Language): Problem[] {
  const missing = model.keys().filter((key) => !list.has(key));
  const extra = list.keys().filter((key) => !model.has(key));
  const spoken = (words: Language, key: string) =>
    words.listArguments(key).join(", ") || msg`rules.nothing: nothing`;
  const other = list.keys().flatMap((key) => {
    const isSame = model.listArguments(key).join() === list.listArguments(key).join();
    if (!model.has(key) || isSame) return [];
    const [ours, theirs] = [spoken(list, key), spoken(model, key)];
    const message = msg`i18n.other-arguments: \`${key}\` uses ${theirs} in ${model.file}, but ${ours} in ${list.file}`;
    return [problem("other-arguments", message)];
  });
  return [
    ...(missing.length === 0 ? [] : [describeMissingMessages("missing-word", list, missing, model)]),
    ...(extra.length === 0 ? [] : [describeMissingMessages("unknown-word", model, extra, list)]),
    ...other,
  ];
}

/** Large enough for the files of all shipped languages. */
const wordFileCache = new LruCache<string, Result<readonly WrittenWord[]>>(48);

/** The texts of a word list in the order of the file, or a problem for everything that is not a text. Cached. */
function readWordFile(file: string, yamlText: string): Result<readonly WrittenWord[]> {
  return wordFileCache.get(JSON.stringify([file, yamlText]), () => parseLanguageWords(file, yamlText));
}

function parseLanguageWords(file: string, yamlText: string): Result<readonly WrittenWord[]> {
  const read = readYaml(file, yamlText);
  if (!read.ok) return read;
  const { root, place } = read.value;
  if (root.kind !== "map")
    return failure([
      problem("not-a-word-list", msg`i18n.not-a-word-list: a word list consists of keys and texts`, {
        place: place(root),
      }),
    ]);
  const words: WrittenWord[] = [];
  const problems: Problem[] = [];
  const collect = (node: TextNode, path: readonly string[]) => {
    const key = path.join(".");
    if (node.kind === "map") {
      const keys = node.entries.map((entry) => entry.key);
      for (const [at, { key, keySpan, value }] of node.entries.entries()) {
        if (keys.indexOf(key) < at)
          problems.push(
            problem("repeated-key", msg`i18n.repeated-key: \`${key}\` appears twice`, {
              place: place(keySpan),
            }),
          );
        collect(value, [...path, key]);
      }
    } else if (node.kind === "scalar" && typeof node.value === "string" && node.value !== "") {
      words.push({ key, message: node.value, place: place(node) });
    } else {
      const hint = msg`i18n.not-a-text-hint: put it in quotation marks`;
      problems.push(
        problem("not-a-text", msg`i18n.not-a-text: \`${key}\` is not a text`, { place: place(node), hint }),
      );
    }
  };
  collect(root, []);
  return problems.length > 0 ? failure(problems) : success(words);
}

/** The number of keys that are named; the others are counted. */
const NAMED_KEYS = 3;

/** Formats keys for a message: `categories.flush.label`, … and 4 more. */
export function formatKeys(keys: readonly string[]): MessageValue {
  const named = keys.slice(0, NAMED_KEYS).map((key) => `\`${key}\``);
  const more = keys.length - named.length;
  return more > 0 ? msg`i18n.keys-and-more: ${named.join(", ")} and ${more} more` : named.join(", ");
}

import {
  failure,
  type Place,
  problem,
  type Problem,
  type Result,
  success,
} from "../rules/problem/problem.ts";
import type { TextNode } from "../rules/source/text.ts";
import { readYaml } from "../rules/source/yaml.ts";
import { compileWord, type GameWords, WordList, type WrittenWord } from "./language.ts";

/**
 * Reads a word list: YAML with keys within keys and ICU messages at their ends.
 *
 * @param code the language's BCP 47 code, the name of its folder
 * @param file the name of the file, for problems
 * @param yamlText what stands in it
 * @param isProved whether its messages are known to be good, as those of shipped lists are by a test; compiling all of them
 *   takes longer than most commands need
 * @returns the language, or every problem of the file with its place
 */
export function readLanguage(
  code: string,
  file: string,
  yamlText: string,
  isProved = false,
): Result<WordList> {
  const words = readWordFile(file, yamlText);
  if (!words.ok) return words;
  const problems = isProved ? [] : words.value.flatMap((word) => messageProblems(word, code));
  return problems.length > 0 ? failure(problems) : success(new WordList(code, file, words.value));
}

/**
 * Reads what a language calls the words of variants that do not speak it: YAML with those words, in any language that the
 * variants do speak, as keys. They are no messages; braces mean nothing in them.
 *
 * @returns the words, to be put beside the messages of a language, or every problem of the file with its place
 */
export function readGameWords(file: string, yamlText: string): Result<GameWords> {
  const words = readWordFile(file, yamlText);
  return words.ok ? success(new Map(words.value.map(({ key, message }) => [key, message]))) : words;
}

function messageProblems(word: WrittenWord, code: string): Problem[] {
  try {
    compileWord(word.message, code);
    return [];
  } catch {
    return [
      problem("bad-message", `the message \`${word.key}\` is not a valid ICU message`, {
        place: word.place,
        hint: "arguments stand in braces: {name}, {n, plural, one {…} other {…}}",
      }),
    ];
  }
}

/** All messages that one list lacks, in one problem: a list that has just been begun lacks hundreds. */
function lacking(code: string, list: WordList, keys: readonly string[], other: WordList): Problem {
  const message = `${list.file} has no message ${keysTold(keys.map((key) => [key]))}`;
  return problem(code, message, { hint: `${other.file} shows what it says` });
}

/**
 * What keeps one word list from standing in for another: keys that it lacks or has too many, and messages that speak of
 * other arguments.
 *
 * @param list the list to examine
 * @param model the list that is complete
 */
export function compareLanguages(list: WordList, model: WordList): Problem[] {
  const missing = model.keys().filter((key) => !list.has(key));
  const extra = list.keys().filter((key) => !model.has(key));
  const other = list
    .keys()
    .filter((key) => model.has(key) && String(list.argumentsOf(key)) !== String(model.argumentsOf(key)));
  return [
    ...(missing.length === 0 ? [] : [lacking("missing-word", list, missing, model)]),
    ...(extra.length === 0 ? [] : [lacking("unknown-word", model, extra, list)]),
    ...other.map((key) =>
      problem(
        "other-arguments",
        `\`${key}\` speaks of ${model.argumentsOf(key).join(", ") || "nothing"} in ${model.file}, but of ${list.argumentsOf(key).join(", ") || "nothing"} in ${list.file}`,
      ),
    ),
  ];
}

interface Collecting {
  readonly place: (at: { readonly from: number; readonly to: number }) => Place;
  readonly words: Map<string, WrittenWord>;
  readonly problems: Problem[];
}

/**
 * Reads the YAML of a word list: keys within keys, with a text at the end of each.
 *
 * @returns the texts in the order of the file, or a problem for everything that is not a text
 */
function readWordFile(file: string, yamlText: string): Result<WrittenWord[]> {
  const read = readYaml(file, yamlText);
  if (!read.ok) return read;
  const { root, place } = read.value;
  if (root.kind !== "map") {
    return failure([problem("not-a-word-list", "a word list starts with keys", { place: place(root) })]);
  }
  const collecting: Collecting = { place, words: new Map(), problems: [] };
  collect(root, "", collecting);
  const { words, problems } = collecting;
  return problems.length > 0 ? failure(problems) : success([...words.values()]);
}

function collect(node: TextNode, path: string, into: Collecting): void {
  if (node.kind === "map") {
    const seen = new Set<string>();
    for (const { key, keySpan, value } of node.entries) {
      const place = into.place(keySpan);
      if (seen.has(key))
        into.problems.push(problem("repeated-key", `\`${key}\` stands here twice`, { place }));
      seen.add(key);
      collect(value, path === "" ? key : `${path}.${key}`, into);
    }
    return;
  }
  const place = into.place(node);
  if (node.kind === "scalar" && typeof node.value === "string" && node.value !== "") {
    into.words.set(path, { key: path, message: node.value, place });
  } else {
    const hint = "put it in quotation marks";
    into.problems.push(problem("not-a-text", `\`${path}\` is not a text`, { place, hint }));
  }
}

/** So many keys are named; the others are counted. */
const NAMED_KEYS = 3;

/** Keys as a message names them: `categories.flush.label`, … and 4 more. */
export function keysTold(paths: readonly (readonly string[])[]): string {
  const named = paths.slice(0, NAMED_KEYS).map((path) => `\`${path.join(".")}\``);
  const more = paths.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}

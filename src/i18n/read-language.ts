import { failure, type Problem, problem, type Result, success } from "../rules/problem/problem.ts";
import { keysTold } from "./missing-words.ts";
import { readWordFile, type WrittenWord } from "./word-file.ts";
import { compileWord, type GameWords, WordList } from "./word-list.ts";

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

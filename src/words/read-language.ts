import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { readWordFile, type WrittenWord } from "./word-file.ts";
import { compileWord, WordList } from "./word-list.ts";

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
    ...missing.map((key) => problem("missing-word", `${list.file} has no message \`${key}\``)),
    ...extra.map((key) =>
      problem("unknown-word", `${list.file} has a message \`${key}\` that ${model.file} does not have`),
    ),
    ...other.map((key) =>
      problem(
        "other-arguments",
        `\`${key}\` speaks of ${model.argumentsOf(key).join(", ") || "nothing"} in ${model.file}, but of ${list.argumentsOf(key).join(", ") || "nothing"} in ${list.file}`,
      ),
    ),
  ];
}

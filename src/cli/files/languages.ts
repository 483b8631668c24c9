import { existsSync } from "node:fs";
import { hintFor } from "../../rules/problem/wording.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { Language } from "../../i18n/language.ts";
import { compareLanguages, readGameWords, readLanguage } from "../../i18n/read-language.ts";
import { Failure, fail, need } from "../console/failure.ts";
import { languageCodes, TEMPLATES } from "./package.ts";
import { shippedTemplate } from "./templates.ts";

/**
 * A language by its code; ends the command if there is none. Validating its list would take longer than most commands, so that is done
 * only when a message turns out to be unusable; the command then ends with all problems.
 */
export function languageOf(code: string): Language {
  return understood(code).with({
    onUnsaid: (key: string) => {
      throw new Failure(problemsOf(code, key));
    },
  });
}

/** A language whose words are only recognised, so missing messages don't matter. */
function understood(code: string): Language {
  const path = `${code}/games.yaml`;
  if (!existsSync(new URL(path, TEMPLATES))) return listOf(code, true);
  const { file, text } = shippedTemplate(path);
  return listOf(code, true).with({ gameWords: need(readGameWords(file, text)) });
}

/** A language whose messages have all been tried and compared with another language's. Ends the command if any is bad. */
export function provenLanguage(code: string): Language {
  const problems = problemsOf(code, null);
  if (problems.length > 0) throw new Failure(problems);
  return languageOf(code);
}

function listOf(code: string, isProved: boolean): Language {
  const codes = languageCodes();
  if (!codes.includes(code))
    fail("unknown-language", `there is no language \`${code}\``, hintFor(code, codes));
  const { file, text } = shippedTemplate(`${code}/words.yaml`);
  return need(readLanguage(code, file, text, isProved));
}

/** The problems of a word list. @param unsaid a message that could not be said; null if none was tried */
function problemsOf(code: string, unsaid: string | null): Problem[] {
  const list = listOf(code, false);
  const model = languageCodes().find((other) => other !== code);
  const problems = model === undefined ? [] : compareLanguages(list, listOf(model, true));
  if (problems.length > 0 || unsaid === null) return problems;
  return [problem("missing-word", `${list.file} has no message \`${unsaid}\` that can be said here`)];
}

/** All languages, so that words are understood in any of them; that of the answers comes first, if given. */
export function allLanguages(first: string | null = null): Language[] {
  const others = languageCodes().filter((code) => code !== first);
  return [...(first === null ? [] : [languageOf(first)]), ...others.map(understood)];
}

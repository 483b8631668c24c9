import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { hintFor } from "../../rules/problem/wording.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { GameWords, Language, WordList } from "../../i18n/language.ts";
import { compareLanguages, readGameWords, readLanguage } from "../../i18n/read-language.ts";
import type { PartialSource, TemplateSource } from "../../i18n/template.ts";
import { Failure, fail, need } from "../console/failure.ts";
import { languageCodes, TEMPLATES } from "./package.ts";

/**
 * A language by its code. Its list is not gone through, since that takes longer than most commands need; as soon as a message
 * can't be said, it is, and the command ends with all that is wrong with it. Ends the command if there is no such language.
 */
export function languageOf(code: string): WordList {
  const onUnsaid = (key: string) => {
    throw new Failure(problemsOf(code, key));
  };
  return understood(code).with({ onUnsaid });
}

/** A language in which nothing is told: what it can't say stands in no one's way. */
function understood(code: string): WordList {
  return listOf(code, true).with({ gameWords: gameWordsOf(code) });
}

/** A language all of whose messages have been tried and held against those of another one. Ends the command if any is bad. */
export function provenLanguage(code: string): WordList {
  const problems = problemsOf(code, null);
  if (problems.length > 0) throw new Failure(problems);
  return languageOf(code);
}

function listOf(code: string, isProved: boolean): WordList {
  const codes = languageCodes();
  if (!codes.includes(code))
    fail("unknown-language", `there is no language \`${code}\``, hintFor(code, codes));
  const { file, text } = source(`${code}/words.yaml`);
  return need(readLanguage(code, file, text, isProved));
}

/** What a language calls the words of variants that do not speak it. */
function gameWordsOf(code: string): GameWords {
  const path = `${code}/games.yaml`;
  if (!existsSync(new URL(path, TEMPLATES))) return new Map();
  const { file, text } = source(path);
  return need(readGameWords(file, text));
}

/**
 * What is wrong with a word list, by itself and beside another language's.
 *
 * @param unsaid a message that could not be said; null if none was tried
 */
function problemsOf(code: string, unsaid: string | null): Problem[] {
  const list = listOf(code, false);
  const model = languageCodes().find((other) => other !== code);
  const problems = model === undefined ? [] : compareLanguages(list, listOf(model, true));
  if (problems.length > 0 || unsaid === null) return problems;
  return [problem("missing-word", `${list.file} has no message \`${unsaid}\` that can be said here`)];
}

/** All languages, so that words are understood whichever they are in; the one that answers are in comes first, if there is one. */
export function allLanguages(first: string | null = null): Language[] {
  const others = languageCodes().filter((code) => code !== first);
  return [...(first === null ? [] : [languageOf(first)]), ...others.map(understood)];
}

/** A page's template in one language. */
export function templateOf(code: string, page: string): TemplateSource {
  return source(`${code}/${page}.hbs`);
}

/** The template of a page that takes all its words from the word list, and so is the same in every language. */
export function pageTemplate(page: string): TemplateSource {
  return source(`${page}.hbs`);
}

/** The partials that a page's template may call: those whose names begin with the page's, each named after its file. */
export function partialsOf(code: string, page: string): PartialSource[] {
  const folder = new URL(`${code}/partials/`, TEMPLATES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${page}-`) && name.endsWith(".hbs"))
    .sort()
    .map((name) => ({ name: basename(name, ".hbs"), ...source(`${code}/partials/${name}`) }));
}

function source(path: string): TemplateSource {
  const url = new URL(path, TEMPLATES);
  if (!existsSync(url)) fail("missing-template", `templates/${path} is missing from this installation`);
  return { file: `templates/${path}`, text: readFileSync(fileURLToPath(url), "utf8") };
}

import { msg } from "../../rules/problem/message.ts";
import { existsSync } from "node:fs";
import { suggestWord } from "../../rules/problem/wording.ts";
import {
  Failure,
  failure,
  need,
  type Problem,
  problem,
  refusal,
  type Result,
  success,
} from "../../rules/problem/problem.ts";
import type { TemplateSource } from "../../i18n/template.ts";
import { Catalogue, Language } from "../../i18n/language.ts";
import { compareLanguages, readGameWords, readLanguage } from "../../i18n/read-language.ts";
import { catalogueFiles, preparedCatalogue, shippedTemplate } from "./templates.ts";
import { languageCodes, TEMPLATES } from "../package.ts";
import { readBuildCache } from "./prepared.ts";

/**
 * Loads a language by its code, such as `de`, or by a region, such as `de-CH`. Its word list is only validated once a message turns out to
 * be unusable, because that is slow; the language then throws a `Failure` with all problems.
 */
export function loadLanguage(code: string): Result<Language> {
  const [base = "", region = ""] = code.split("-");
  const spelling = languageCodes().includes(code) ? null : loadRegionSpellings(base, region);
  if (spelling === null) return loadBaseLanguage(code);
  const language = loadBaseLanguage(base);
  return language.ok ? success(language.value.with({ spelling })) : language;
}

/** The character replacements of a region, from `templates/<code>/regions.yaml`; null for an unknown region. */
function loadRegionSpellings(base: string, region: string): ReadonlyMap<string, string> | null {
  const path = `${base}/regions.yaml`;
  if (!languageCodes().includes(base) || !existsSync(new URL(path, TEMPLATES))) return null;
  const { file, text } = shippedTemplate(path);
  const prefix = `${region}.`;
  const written = [...need(readGameWords(file, text))].filter(([key]) => key.startsWith(prefix));
  return written.length === 0 ? null : new Map(written.map(([key, to]) => [key.slice(prefix.length), to]));
}

function loadBaseLanguage(code: string): Result<Language> {
  const onUnsaid = (key: string) => {
    throw new Failure(checkWordList(code, key));
  };
  let catalogue: Catalogue | null = null;
  const found = loadForRecognition(code);
  if (!found.ok) return found;
  return success(found.value.with({ onUnsaid, catalogue: () => (catalogue ??= loadCatalogue(code)) }));
}

/** Loads a language only to recognise its words, so missing messages don't matter. */
function loadForRecognition(code: string): Result<Language> {
  const list = loadWordList(code, true);
  const [, games] = wordFiles(code);
  if (!list.ok || games === undefined) return list;
  const known = preparedWords(games);
  const gameWords = known === null ? readGameWords(games.file, games.text) : success(known);
  return gameWords.ok ? success(list.value.with({ gameWords: gameWords.value })) : gameWords;
}

/** The translated messages of a language; missing ones stay English. */
export function loadCatalogue(code: string): Catalogue {
  return preparedCatalogue(code) ?? new Catalogue(code, loadCatalogueSentences(code));
}

/** The translations in all lists of a language, by message id. @throws Failure with the problems of a list that can't be read */
export function loadCatalogueSentences(code: string): Map<string, string> {
  return new Map(catalogueFiles(code).flatMap(({ file, text }) => [...need(readGameWords(file, text))]));
}

/** Loads a language after validating all of its messages, also against another language. */
export function validateLanguage(code: string): Result<Language> {
  const problems = checkWordList(code, null);
  return problems.length > 0 ? failure(problems) : loadLanguage(code);
}

function loadWordList(code: string, isProved: boolean): Result<Language> {
  const codes = languageCodes();
  if (!codes.includes(code)) {
    const message = msg`files.no-such-language: there is no language \`${code}\``;
    return refusal("unknown-language", message, suggestWord(code, codes));
  }
  const source = shippedTemplate(`${code}/words.yaml`);
  const { file, text } = source;
  const words = isProved ? preparedWords(source) : null;
  return words === null ? readLanguage(code, file, text, isProved) : success(new Language(code, file, words));
}

/** The files with the words of a language: its messages, then its words for terms of variants, if it has that list. */
export function wordFiles(code: string): TemplateSource[] {
  const paths = [`${code}/words.yaml`, `${code}/games.yaml`];
  return paths.filter((path) => existsSync(new URL(path, TEMPLATES))).map(shippedTemplate);
}

function preparedWords({ file, text }: TemplateSource): ReadonlyMap<string, string> | null {
  return readBuildCache(file, () => text) as ReadonlyMap<string, string> | null;
}

/** The problems of a word list. @param unsaid a message that turned out to be unusable; null if there is none */
function checkWordList(code: string, unsaid: string | null): readonly Problem[] {
  const list = loadWordList(code, false);
  if (!list.ok) return list.problems;
  const model = languageCodes().find((other) => other !== code);
  const problems = model === undefined ? [] : compareLanguages(list.value, need(loadWordList(model, true)));
  if (problems.length > 0 || unsaid === null) return problems;
  const message = msg`files.message-missing: ${list.value.file} has no message \`${unsaid}\` that fits here`;
  return [problem("missing-word", message)];
}

/** All languages, so that words of any of them are recognised; the output language comes first. */
export function loadLanguages(first = "de"): Result<[Language, ...Language[]]> {
  const others = languageCodes().filter((code) => code !== first);
  const language = loadLanguage(first);
  if (!language.ok) return language;
  return success([language.value, ...others.map((code) => need(loadForRecognition(code)))]);
}

import { msg } from "../../rules/problem/message.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
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
import { WORD_LISTS } from "../../i18n/own-templates.ts";
import { catalogueFiles, preparedCatalogue, readOwnWordList, shippedTemplate } from "./templates.ts";
import { languageCodes, TEMPLATES } from "../package.ts";
import { readBuildCache } from "./prepared.ts";

/**
 * Loads a language by its code, such as `de`, or by a region, such as `de-CH`. Its word list is only validated once a message turns out to
 * be unusable, because that is slow; the language then throws a `Failure` with all problems.
 *
 * @param own a folder of the user's own templates; its word lists add languages, and replace words of shipped ones
 */
export function loadLanguage(code: string, own: string | null = null): Result<Language> {
  const [base = "", region = ""] = code.split("-");
  const spelling = languageCodes(own).includes(code) ? null : loadRegionSpellings(base, region);
  if (spelling === null) return loadBaseLanguage(code, own);
  const language = loadBaseLanguage(base, own);
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

function loadBaseLanguage(code: string, own: string | null): Result<Language> {
  const onUnsaid = (key: string) => {
    throw new Failure(checkWordList(code, key, own));
  };
  let catalogue: Catalogue | null = null;
  const found = loadForRecognition(code, own);
  if (!found.ok) return found;
  return success(found.value.with({ onUnsaid, catalogue: () => (catalogue ??= loadCatalogue(code)) }));
}

/** Loads a language only to recognise its words, so missing messages don't matter. */
function loadForRecognition(code: string, own: string | null): Result<Language> {
  const list = loadWordList(code, true, own);
  const games = findWordLists(code, "games.yaml", own);
  if (!list.ok) return list;
  if (!games.ok) return games;
  const gameWords = new Map<string, string>();
  for (const source of games.value) {
    const known = preparedWords(source);
    const read = known === null ? readGameWords(source.file, source.text) : success(known);
    if (!read.ok) return read;
    for (const [words, translation] of read.value) gameWords.set(words, translation);
  }
  const hasOwnWords = own !== null && WORD_LISTS.some((name) => existsSync(join(own, code, name)));
  return success(list.value.with({ gameWords, hasOwnWords }));
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
  const problems = checkWordList(code, null, null);
  return problems.length > 0 ? failure(problems) : loadLanguage(code);
}

function loadWordList(code: string, isProved: boolean, own: string | null): Result<Language> {
  const codes = languageCodes(own);
  if (!codes.includes(code)) {
    const message = msg`files.no-such-language: there is no language \`${code}\``;
    return refusal("unknown-language", message, suggestWord(code, codes));
  }
  const sources = findWordLists(code, "words.yaml", own);
  if (!sources.ok) return sources;
  const lists: Language[] = [];
  for (const source of sources.value) {
    const { file, text } = source;
    const words = isProved ? preparedWords(source) : null;
    const read = words ? success(new Language(code, file, words)) : readLanguage(code, file, text, isProved);
    if (!read.ok) return read;
    lists.push(read.value);
  }
  return success(lists.reduce((list, next) => list.extend(next)));
}

/** The shipped files with the words of a language: its messages, then its words for terms of variants, if it has that list. */
export function wordFiles(code: string): TemplateSource[] {
  return WORD_LISTS.flatMap((name) => need(findWordLists(code, name, null)));
}

/** The shipped word list of this name, if there is one, then the user's own. */
function findWordLists(code: string, name: string, own: string | null): Result<TemplateSource[]> {
  const path = `${code}/${name}`;
  const shipped = existsSync(new URL(path, TEMPLATES)) ? [shippedTemplate(path)] : [];
  const added = readOwnWordList(own, path);
  return added.ok ? success([...shipped, ...added.value]) : added;
}

function preparedWords({ file, text }: TemplateSource): ReadonlyMap<string, string> | null {
  return readBuildCache(file, () => text) as ReadonlyMap<string, string> | null;
}

/** The problems of a word list. @param unsaid a message that turned out to be unusable; null if there is none */
function checkWordList(code: string, unsaid: string | null, own: string | null): readonly Problem[] {
  const list = loadWordList(code, false, own);
  if (!list.ok) return list.problems;
  const model = languageCodes().find((other) => other !== code);
  const problems =
    model === undefined ? [] : compareLanguages(list.value, need(loadWordList(model, true, null)));
  if (problems.length > 0 || unsaid === null) return problems;
  const message = msg`files.message-missing: ${list.value.file} has no message \`${unsaid}\` that fits here`;
  return [problem("missing-word", message)];
}

/** All languages, so that words of any of them are recognised; the output language comes first. */
export function loadLanguages(first = "de", own: string | null = null): Result<[Language, ...Language[]]> {
  const others = languageCodes(own).filter((code) => code !== first);
  const language = loadLanguage(first, own);
  if (!language.ok) return language;
  return success([language.value, ...others.map((code) => need(loadForRecognition(code, own)))]);
}

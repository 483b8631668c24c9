import { existsSync, readFileSync } from "node:fs";
import { languageCodes } from "../../src/files/package.ts";
import { readGameWords, readLanguage } from "../../src/i18n/read-language.ts";
import type { Language } from "../../src/i18n/language.ts";
import type { Result } from "../../src/rules/problem/problem.ts";

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The languages that have a folder below `templates/`. */
export const LANGUAGES: readonly string[] = languageCodes();

const read = new Map<string, Language>();

/** A shipped language, read once; throws if its word list has problems. */
export function language(code: string): Language {
  const known = read.get(code) ?? languageFromFiles(code);
  read.set(code, known);
  return known;
}

function languageFromFiles(code: string): Language {
  const text = (name: string) => readFileSync(new URL(`${code}/${name}`, TEMPLATES), "utf8");
  const words = good(readLanguage(code, `templates/${code}/words.yaml`, text("words.yaml")));
  if (!existsSync(new URL(`${code}/games.yaml`, TEMPLATES))) return words;
  return words.with({ gameWords: good(readGameWords(`templates/${code}/games.yaml`, text("games.yaml"))) });
}

function good<T>(read: Result<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.problems, null, 1));
  return read.value;
}

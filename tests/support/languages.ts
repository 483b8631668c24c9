import { readdirSync, readFileSync } from "node:fs";
import { readLanguage } from "../../src/words/read-language.ts";
import type { WordList } from "../../src/words/word-list.ts";

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The languages that have a folder below `templates/`. */
export const LANGUAGES: readonly string[] = readdirSync(TEMPLATES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** A shipped language; throws if its word list has problems. */
export function language(code: string): WordList {
  const file = `templates/${code}/words.yaml`;
  const read = readLanguage(code, file, readFileSync(new URL(`${code}/words.yaml`, TEMPLATES), "utf8"));
  if (!read.ok) throw new Error(JSON.stringify(read.problems, null, 1));
  return read.value;
}

import { existsSync, readdirSync } from "node:fs";
import { PACKAGE_ROOT } from "./files.ts";

/** Where the templates lie: those of a language in a folder of its own. */
export const TEMPLATES = new URL("templates/", PACKAGE_ROOT);

/** The codes of all languages, in alphabetical order: the folders below `templates/` that hold a word list. */
export function languageCodes(): string[] {
  if (!existsSync(TEMPLATES)) return [];
  return readdirSync(TEMPLATES)
    .filter((code) => existsSync(new URL(`${code}/words.yaml`, TEMPLATES)))
    .sort();
}

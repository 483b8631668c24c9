import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { hintFor } from "../problem/near.ts";
import type { Language } from "../words/language.ts";
import { readLanguage } from "../words/read-language.ts";
import type { PartialSource, TemplateSource } from "../words/template.ts";
import { fail, need } from "./failure.ts";
import { PACKAGE_ROOT } from "./files.ts";

/** Where the templates lie: those of a language in a folder of its own. */
export const TEMPLATES = new URL("templates/", PACKAGE_ROOT);

/** The codes of all languages: the folders below `templates/` that hold a word list. */
function languageCodes(): string[] {
  return readdirSync(TEMPLATES)
    .filter((code) => existsSync(new URL(`${code}/words.yaml`, TEMPLATES)))
    .sort();
}

/** A language by its code. Ends the command if there is none. */
export function languageOf(code: string): Language {
  const codes = languageCodes();
  if (!codes.includes(code))
    fail("unknown-language", `there is no language \`${code}\``, hintFor(code, codes));
  const { file, text } = source(`${code}/words.yaml`);
  return need(readLanguage(code, file, text, true));
}

/** All languages, the wanted one first. */
export function allLanguages(first: string): Language[] {
  const codes = languageCodes();
  return [first, ...codes.filter((code) => code !== first)].map(languageOf);
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

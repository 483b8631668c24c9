import { existsSync, readdirSync } from "node:fs";
import { Catalogue } from "../../i18n/language.ts";
import type { TemplateSource } from "../../i18n/template.ts";
import { TEMPLATES } from "../package.ts";
import { readBuildCache } from "./prepared.ts";
import { shippedTemplate } from "./templates.ts";

/** The files in which a language lists the messages of the code, one for each district; none for a language that leaves them in English. */
export function catalogueFiles(code: string): TemplateSource[] {
  const folder = new URL(`${code}/messages/`, TEMPLATES);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => shippedTemplate(`${code}/messages/${name}`));
}

/** The messages of a language as the build has read them; null if they have to be read. */
export function preparedCatalogue(code: string): Catalogue | null {
  const texts = new Map(catalogueFiles(code).map(({ file, text }) => [file, text]));
  const sentences = readBuildCache(`messages/${code}`, (file) => texts.get(file) ?? null);
  return sentences === null ? null : new Catalogue(code, sentences as ReadonlyMap<string, string>);
}

import { type Message, msg } from "../rules/problem/message.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import { suggestWord, nearest } from "../rules/problem/wording.ts";
import type { PageTemplates, PartialSource, PlacedTemplate } from "./template.ts";

/**
 * The templates of a page in one language; null if no folder has the page itself. Later folders take precedence; within a folder, a
 * template for the language comes before one for all languages.
 *
 * @param folders ours first
 */
export function pageTemplates(
  folders: readonly (readonly PlacedTemplate[])[],
  page: string,
  code: string,
): PageTemplates | null {
  const found = new Map<string, PartialSource>();
  for (const folder of folders) {
    for (const language of [null, code]) {
      for (const template of folder) if (template.language === language) found.set(template.name, template);
    }
  }
  const main = found.get(page);
  if (main === undefined) return null;
  const partials = [...found.values()].filter(({ name }) => name.startsWith(`${page}-`));
  return { main, partials: partials.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** A folder of templates. Paths are relative to it, with `/` as separator. */
export interface TemplateFolder {
  /** The path of a file as the user would type it. */
  displayPath(path: string): string;
  /** The names in a folder, in alphabetical order; none if there is no such folder. */
  names(path: string): readonly string[];
  isFolder(path: string): boolean;
  /** The text of a file; null if it can't be read, which the implementation reports. */
  text(path: string): string | null;
  /** The text of the shipped file of this path; null if there is none. */
  shippedText(path: string): string | null;
}

const EXTENSION = ".hbs";

/** The files with the words of a language: its messages, and its words for terms of variants. */
export const WORD_LISTS = ["words.yaml", "games.yaml"];
const PARTIALS = "partials";

/**
 * The templates in a folder with the structure of `templates/`: `rules.hbs` and `partials/rules-turn.hbs` for all languages,
 * `de/rules.hbs` and `de/partials/rules-turn.hbs` for one. Copies of shipped files do no harm; word lists and other files are ignored.
 *
 * @param codes all languages
 * @param pages the pages that can be customised
 * @param report receives problems of files without effect
 */
export function ownTemplates(
  folder: TemplateFolder,
  codes: readonly string[],
  pages: readonly string[],
  report: (found: Problem) => void,
): PlacedTemplate[] {
  /** The paths where a template of this name has an effect: one for a partial's name, otherwise all candidates. */
  const listPossiblePaths = (path: string) => {
    const name = getBaseName(path);
    if (pages.some((page) => name.startsWith(`${page}-`))) return [`${PARTIALS}/${name}`];
    return pages.map((page) => (path === name ? `${page}${EXTENSION}` : `${PARTIALS}/${page}-${name}`));
  };
  const reportUnusedFile = (path: string, message: Message, hint: Message) => {
    const shipped = folder.shippedText(path);
    if (shipped === null || shipped !== folder.text(path))
      report(problem("unused-template", message, { hint }));
  };
  const listTemplates = (path: string) => folder.names(path).filter((name) => name.endsWith(EXTENSION));
  const inLanguage = (below: string, language: string | null): PlacedTemplate[] =>
    folder
      .names(below.replace(/\/$/, ""))
      .flatMap((name) =>
        name === PARTIALS ? listTemplates(below + name).map((partial) => `${name}/${partial}`) : [name],
      )
      .flatMap((name) => {
        const path = below + name;
        if (!name.endsWith(EXTENSION)) {
          const message = msg`i18n.ignored-word-list: ${folder.displayPath(path)} has no effect: only words.yaml and games.yaml are word lists`;
          const hint = msg`i18n.ignored-word-list-hint: rename this file, or remove it`;
          if (language !== null && /\.ya?ml$/.test(name) && !WORD_LISTS.includes(name))
            reportUnusedFile(path, message, hint);
          return [];
        }
        const places = listPossiblePaths(name).map((place) => below + place);
        if (!places.includes(path)) {
          const message = msg`i18n.unused-template: no page uses ${folder.displayPath(path)}`;
          reportUnusedFile(path, message, placeHint(getBaseName(path), places));
          return [];
        }
        const text = folder.text(path);
        const file = folder.displayPath(path);
        return text === null
          ? []
          : [{ language, name: getBaseName(path).slice(0, -EXTENSION.length), file, text }];
      });
  const forAll = inLanguage("", null);
  const forOne = folder.names("").flatMap((name) => {
    if (codes.includes(name)) return inLanguage(`${name}/`, name);
    const isOther =
      name.startsWith(".") || name === "node_modules" || name === PARTIALS || !folder.isFolder(name);
    if (!isOther && listTemplates(name).length > 0) {
      const message = msg`i18n.templates-of-no-language: ${folder.displayPath(name)} contains templates, but there is no language \`${name}\``;
      report(problem("unknown-language", message, { hint: suggestWord(name, codes) }));
    }
    return [];
  });
  return [...forAll, ...forOne];
}

function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The hint where a file should be: the place with a similar name, or all possible places. */
function placeHint(name: string, places: readonly string[]): Message {
  const near = nearest(name, places.map(getBaseName));
  const meant = places.find((place) => getBaseName(place) === near);
  if (meant !== undefined) return msg`rules.near-miss-hint: did you mean \`${meant}\`?`;
  return msg`rules.possible-words-hint: possible here: ${places.join(", ")}`;
}

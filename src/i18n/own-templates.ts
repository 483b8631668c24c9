import { type Problem, problem } from "../rules/problem/problem.ts";
import { hintFor, nearest } from "../rules/problem/wording.ts";
import type { PlacedTemplate } from "./template.ts";

/** A folder of templates. Paths are below it, with `/` between. */
export interface TemplateFolder {
  /** The path of a file as the user would type it. */
  shown(path: string): string;
  /** The names in a folder, in alphabetical order; none if there is no such folder. */
  names(path: string): readonly string[];
  isFolder(path: string): boolean;
  /** The text of a file; null if it can't be read, which the folder reports itself. */
  text(path: string): string | null;
  /** The text of the shipped file of this path; null if there is none. */
  shippedText(path: string): string | null;
}

const ENDING = ".hbs";
const PARTIALS = "partials";

/**
 * The templates in a folder that is built as `templates/` is: `rules.hbs` and `partials/rules-turn.hbs` for all languages,
 * `de/rules.hbs` and `de/partials/rules-turn.hbs` for one. Copies of shipped files do no harm wherever they are, and other files
 * than templates are ignored.
 *
 * @param codes all languages
 * @param pages the pages that may be restyled
 * @param report takes a problem for every template that no page would use, and for word lists
 */
export function ownTemplates(
  folder: TemplateFolder,
  codes: readonly string[],
  pages: readonly string[],
  report: (found: Problem) => void,
): PlacedTemplate[] {
  const isPartial = (name: string) => pages.some((page) => name.startsWith(`${page}-`));
  const isShipped = (path: string) => {
    const shipped = folder.shippedText(path);
    return shipped !== null && shipped === folder.text(path);
  };
  const misplaced = (path: string, places: readonly string[]) => {
    if (isShipped(path)) return;
    const hint = placeHint(nameOf(path), places);
    report(problem("unused-template", `no page asks for ${folder.shown(path)}`, { hint }));
  };
  const take = (path: string, language: string | null): PlacedTemplate[] => {
    const text = folder.text(path);
    const name = nameOf(path).slice(0, -ENDING.length);
    return text === null ? [] : [{ language, name, file: folder.shown(path), text }];
  };
  const inPartials = (below: string, language: string | null): PlacedTemplate[] =>
    templatesIn(below, folder).flatMap((path) => {
      if (isPartial(nameOf(path))) return take(path, language);
      const places = pages.map((page) => `${below}/${page}-${nameOf(path)}`);
      misplaced(path, places);
      return [];
    });
  const inLanguage = (below: string, language: string | null): PlacedTemplate[] =>
    folder.names(below.replace(/\/$/, "")).flatMap((name) => {
      const path = `${below}${name}`;
      const asPages = pages.map((page) => `${below}${page}${ENDING}`);
      if (asPages.includes(path)) return take(path, language);
      if (name === PARTIALS) return inPartials(path, language);
      if (name.endsWith(ENDING)) misplaced(path, isPartial(name) ? [`${below}${PARTIALS}/${name}`] : asPages);
      else if (language !== null && /\.ya?ml$/.test(name) && !isShipped(path))
        report(wordList(folder.shown(path)));
      return [];
    });
  const forAll = inLanguage("", null);
  const forOne = folder.names("").flatMap((name) => {
    if (codes.includes(name)) return inLanguage(`${name}/`, name);
    if (mayBeLanguage(name, folder)) {
      const message = `${folder.shown(name)} holds templates, but there is no language \`${name}\``;
      report(problem("unknown-language", message, { hint: hintFor(name, codes) }));
    }
    return [];
  });
  return [...forAll, ...forOne];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function templatesIn(path: string, folder: TemplateFolder): string[] {
  const names = folder.names(path).filter((name) => name.endsWith(ENDING));
  return names.map((name) => `${path}/${name}`);
}

/** Whether a folder that is not that of a language looks as if it was meant to be. */
function mayBeLanguage(name: string, folder: TemplateFolder): boolean {
  if (name.startsWith(".") || name === "node_modules" || name === PARTIALS || !folder.isFolder(name))
    return false;
  return templatesIn(name, folder).length > 0;
}

function wordList(file: string): Problem {
  const message = `${file} would change nothing: word lists are not taken from here`;
  const hint = "say what you want in the templates, and take the file out of the folder";
  return problem("unused-template", message, { hint });
}

/** Where a file should be: the place with a similar name, if there is just one, else all possible places. */
function placeHint(name: string, places: readonly string[]): string {
  const near = nearest(name, places.map(nameOf));
  const [only, ...others] = places.filter((place) => nameOf(place) === near);
  if (only !== undefined && others.length === 0) return `did you mean \`${only}\`?`;
  return `possible here: ${places.join(", ")}`;
}

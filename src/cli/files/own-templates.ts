import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { hintFor, nearest } from "../../rules/problem/wording.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { TemplateSource } from "../../i18n/template.ts";
import { readText, reason } from "./files.ts";
import { TEMPLATES } from "./package.ts";

/** A template of somebody's own. */
export interface OwnTemplate extends TemplateSource {
  /** The language that it is for. */
  readonly language: string;
  /** The page, or the partial that pages call by this name. */
  readonly name: string;
}

/** More files than this in one folder are no templates. */
const MAX_FILES = 200;
/** Characters in all templates together: several times what ours have, and little enough to be taken apart at once. */
const MAX_TEXT = 400_000;
const ENDING = ".hbs";
const PARTIALS = "partials";

/**
 * Reads a folder of templates, built as `templates/` is: `de/rules.hbs`, `de/partials/rules-turn.hbs`. A copy of all of
 * `templates/` will do; other files than templates are passed over.
 *
 * Such a folder may come from a stranger: nothing outside of it is read, whatever its links say, and only plain files of a
 * bearable size are.
 *
 * @param codes the languages that there are
 * @param pages the pages that may be restyled
 * @returns the templates, or everything in the folder that can't be used
 */
export function readOwnTemplates(
  folder: string,
  codes: readonly string[],
  pages: readonly string[],
): Result<OwnTemplate[]> {
  const root = rootOf(folder);
  if (!root.ok) return root;
  const reading = new Reading(folder, root.value, codes, pages);
  reading.readAll();
  reading.checkSize();
  if (reading.problems.length > 0) return failure(reading.problems);
  if (reading.found.length > 0) return success(reading.found);
  const [code = "de"] = codes;
  const hint = `it has to hold files such as ${join(folder, code, `rules${ENDING}`)}`;
  return failure([problem("no-templates", `the folder ${folder} holds no templates`, { hint })]);
}

/** Where the folder really is. */
function rootOf(folder: string): Result<string> {
  const hint = "docs/templates.md tells what is in such a folder";
  if (folder === "")
    return failure([problem("bad-value", "`--templates` needs the name of a folder", { hint })]);
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return success(root);
    return failure([problem("unreadable", `${folder} is a file, not a folder`, { hint })]);
  } catch (error) {
    return failure([problem("unreadable", `the folder ${folder} can't be read: ${reason(error)}`, { hint })]);
  }
}

/** One folder of templates, being read. Paths are below that folder. */
class Reading {
  readonly found: OwnTemplate[] = [];
  readonly problems: Problem[] = [];
  readonly #folder: string;
  readonly #root: string;
  readonly #codes: readonly string[];
  readonly #pages: readonly string[];

  constructor(folder: string, root: string, codes: readonly string[], pages: readonly string[]) {
    this.#folder = folder;
    this.#root = root;
    this.#codes = codes;
    this.#pages = pages;
  }

  readAll(): void {
    for (const name of this.#entries("")) {
      if (name.endsWith(ENDING))
        this.#refuse(
          name,
          this.#codes.map((code) => join(code, name)),
        );
      else if (this.#codes.includes(name)) this.#readLanguage(name);
      else if (this.#isFolder(name)) this.#lookForLanguage(name);
    }
  }

  checkSize(): void {
    const length = this.found.reduce((sum, { text }) => sum + text.length, 0);
    if (length <= MAX_TEXT) return;
    const message = `the templates in ${this.#folder} have ${length} characters, but at most ${MAX_TEXT} are possible`;
    this.problems.push(problem("too-large", message, { hint: "no page is that long" }));
  }

  #readLanguage(language: string): void {
    const pages = this.#pages.map((page) => page + ENDING);
    for (const name of this.#entries(language)) {
      const path = join(language, name);
      if (pages.includes(name)) this.#take(path, language);
      else if (name === PARTIALS) this.#readPartials(language);
      else if (name.endsWith(ENDING)) this.#refuse(path, this.#candidates(language, name));
      else if (/\.ya?ml$/.test(name)) this.#refuseWords(path);
    }
  }

  #readPartials(language: string): void {
    for (const name of this.#entries(join(language, PARTIALS))) {
      if (!name.endsWith(ENDING)) continue;
      const path = join(language, PARTIALS, name);
      if (this.#pages.some((page) => name.startsWith(`${page}-`))) this.#take(path, language);
      else
        this.#refuse(
          path,
          this.#pages.map((page) => join(language, PARTIALS, `${page}-${name}`)),
        );
    }
  }

  /** Where a template of this name would be found: as a page, or as a partial. */
  #candidates(language: string, name: string): string[] {
    const isPartial = this.#pages.some((page) => name.startsWith(`${page}-`));
    if (isPartial) return [join(language, PARTIALS, name)];
    return this.#pages.map((page) => join(language, page + ENDING));
  }

  /** A folder that is none of a language is passed over, unless it looks as if it was meant for one. */
  #lookForLanguage(name: string): void {
    if (name.startsWith(".") || name === "node_modules") return;
    const isMeant = this.#entries(name).some((file) => file.endsWith(ENDING));
    if (!isMeant) return;
    const message = `${join(this.#folder, name)} holds templates, but there is no language \`${name}\``;
    this.problems.push(problem("unknown-language", message, { hint: hintFor(name, this.#codes) }));
  }

  #take(path: string, language: string): void {
    const file = join(this.#folder, path);
    const text = this.#textOf(path);
    if (text !== null) this.found.push({ language, name: basename(path, ENDING), file, text });
  }

  /** A template that no page asks for; a copy of one of ours does no harm. */
  #refuse(path: string, meant: readonly string[]): void {
    if (this.#isOurs(path)) return;
    const file = join(this.#folder, path);
    const hint = placeHint(basename(path), meant);
    this.problems.push(problem("unused-template", `no page asks for ${file}`, { hint }));
  }

  #refuseWords(path: string): void {
    if (this.#isOurs(path)) return;
    const message = `${join(this.#folder, path)} would change nothing: word lists are not taken from here`;
    const hint = "say what you want in the templates, and take the file out of the folder";
    this.problems.push(problem("unused-template", message, { hint }));
  }

  /** Whether the program has the very same file. */
  #isOurs(path: string): boolean {
    const ours = new URL(path.split(sep).join("/"), TEMPLATES);
    return existsSync(ours) && this.#textOf(path) === readFileSync(ours, "utf8");
  }

  /** The text of a plain file inside the folder; null if it has none to give, which is then told. */
  #textOf(path: string): string | null {
    const file = join(this.#folder, path);
    const real = this.#realPath(path);
    if (real === null) return null;
    if (!statSync(real).isFile()) {
      this.problems.push(problem("unreadable", `${file} can't be read: it is no plain file`));
      return null;
    }
    const text = readText(file);
    if (text.ok) return text.value;
    this.problems.push(...text.problems);
    return null;
  }

  /** The names in a folder below ours, in alphabetical order; none if there is no such folder. */
  #entries(path: string): string[] {
    const real = this.#realPath(path);
    if (real === null || !statSync(real).isDirectory()) return [];
    const names = readdirSync(real).sort();
    if (names.length <= MAX_FILES) return names;
    const message = `the folder ${join(this.#folder, path)} holds ${names.length} files, so it is not one of templates`;
    this.problems.push(problem("too-many", message, { hint: `at most ${MAX_FILES} are looked at` }));
    return [];
  }

  #isFolder(path: string): boolean {
    const real = statSync(join(this.#root, path), { throwIfNoEntry: false });
    return real?.isDirectory() ?? false;
  }

  /** Where a path really leads; null, and told, if that is nowhere or outside of the folder. */
  #realPath(path: string): string | null {
    const file = join(this.#folder, path);
    try {
      const real = realpathSync(join(this.#root, path));
      if (real === this.#root || real.startsWith(this.#root + sep)) return real;
      const hint = "copy into the folder what you want to use";
      this.problems.push(problem("leads-out", `${file} leads out of the folder`, { hint }));
    } catch (error) {
      this.problems.push(problem("unreadable", `${file} can't be read: ${reason(error)}`));
    }
    return null;
  }
}

/** Where a file should be: the place for a name like this one, if there is just one, else all places that would do. */
function placeHint(name: string, places: readonly string[]): string {
  const near = nearest(
    name,
    places.map((place) => basename(place)),
  );
  const [only, ...others] = places.filter((place) => basename(place) === near);
  if (only !== undefined && others.length === 0) return `did you mean \`${only}\`?`;
  return `possible here: ${places.join(", ")}`;
}

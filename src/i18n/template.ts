import { failure, type Problem, type Result, success } from "../rules/problem/problem.ts";
import type { Language } from "./language.ts";
import { parseTemplate } from "./parse-template.ts";
import { prepareTemplate, type Spot } from "./prepare-template.ts";
import { runTemplate } from "./run-template.ts";

/** A template file; partials are called by their name. */
export interface TemplateSource {
  readonly file: string;
  readonly text: string;
}
export interface PartialSource extends TemplateSource {
  readonly name: string;
}

/** The templates of a page in one language. */
export interface PageTemplates {
  readonly main: TemplateSource;
  readonly partials: readonly PartialSource[];
}

/** A template with its place among those of a folder: a page, or a partial by the name that pages call it by. */
export interface PlacedTemplate extends PartialSource {
  /** The language that it is for; null: all of them. */
  readonly language: string | null;
}

/**
 * The templates of a page in one language. A folder of one's own may lie over ours: its templates come first, whichever language
 * they are for. In one folder, a template for the language comes before one for all languages.
 *
 * @param folders ours first
 * @returns null where no folder has the page itself
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

export interface TemplateOptions {
  readonly language: Language;
  /** Applied to every text that `{{…}}` puts in, so that it is shown literally; what the template itself says is left alone. */
  readonly escape: (text: string) => string;
  /** How much a page may take, in characters and steps together; two millions if this is left out. */
  readonly most?: number;
}

/** Several times what the longest sheet of rules takes; a page of paper that takes more is none. */
export const MAX_ON_PAPER = 100_000;

/**
 * Writes a Handlebars template out.
 *
 * The forms are those of Handlebars: `{{name}}`, `{{{name}}}`, `if`, `unless`, `each`, `with`, `else`, partials and
 * calls in brackets. Handlebars carries them out; what goes beyond it is that a name which the page does not know is a
 * problem wherever it stands, with its file and place, and that texts are escaped for whatever the page is. A template
 * reaches nothing but the values it was given and the partials.
 *
 * @param main the template of the page
 * @param partials the templates that it may call with `{{> name}}`
 * @param context what the page tells: plain objects, lists, texts and numbers
 * @returns the text, or every problem that stands in its way
 */
export function renderTemplate(
  main: TemplateSource,
  partials: readonly PartialSource[],
  context: unknown,
  options: TemplateOptions,
): Result<string> {
  const names = partials.map(({ name }) => name);
  const spots: Spot[] = [];
  const problems: Problem[] = [];
  const [page, ...trees] = [main, ...partials].flatMap((source) => {
    const parsed = parseTemplate(source);
    problems.push(...(parsed.ok ? prepareTemplate(parsed.value, names, spots) : parsed.problems));
    return parsed.ok ? [parsed.value.tree] : [];
  });
  if (page === undefined || problems.length > 0) return failure(problems);
  const called = new Map(trees.map((tree, at) => [names[at] ?? "", tree]));
  const run = runTemplate(page, context, { ...options, partials: called, spots });
  return run.problems.length > 0 ? failure(run.problems) : success(run.text);
}

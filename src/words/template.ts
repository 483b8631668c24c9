import { failure, type Problem, type Result, success } from "../problem/problem.ts";
import { evaluate } from "./evaluate.ts";
import type { Language } from "./language.ts";
import { parseTemplate } from "./parse-template.ts";
import { FUNCTION_NAMES } from "./template-functions.ts";
import type { Template } from "./template-tree.ts";
import { valueFrom } from "./template-value.ts";

/** A template file; partials are called by their name. */
export interface TemplateSource {
  readonly file: string;
  readonly text: string;
}
export interface PartialSource extends TemplateSource {
  readonly name: string;
}

export interface TemplateOptions {
  readonly language: Language;
  /** Applied to every text that `{{…}}` puts in, so that it is shown literally; what the template itself says is left alone. */
  readonly escape: (text: string) => string;
}

/**
 * Writes a Handlebars template out.
 *
 * The forms are those of Handlebars: `{{name}}`, `{{{name}}}`, `if`, `unless`, `each`, `with`, `else`, partials and
 * calls in brackets. The program carries them out itself instead of letting Handlebars compile them to code: so a name that
 * the page does not know is a problem wherever it stands, with its file and place, also in an argument and in a partial;
 * texts are escaped for whatever the page is (Handlebars knows HTML only); and a template cannot reach anything but the
 * values it was given.
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
  const problems: Problem[] = [];
  const parsed = new Map<string, Template>();
  for (const source of partials) {
    const result = parseTemplate(source, FUNCTION_NAMES);
    if (result.ok) parsed.set(source.name, result.value);
    else problems.push(...result.problems);
  }
  const page = parseTemplate({ name: "", ...main }, FUNCTION_NAMES);
  if (!page.ok) return failure([...page.problems, ...problems]);
  if (problems.length > 0) return failure(problems);
  const text = evaluate(page.value, valueFrom(context), { ...options, partials: parsed, problems });
  return problems.length > 0 ? failure(once(problems)) : success(text);
}

/** A place inside a loop is passed many times; it is told once. */
function once(problems: readonly Problem[]): Problem[] {
  const told = new Map<string, Problem>();
  for (const p of problems) {
    const key = `${p.place?.file}:${p.place?.line}:${p.place?.col} ${p.message}`;
    if (!told.has(key)) told.set(key, p);
  }
  return [...told.values()];
}

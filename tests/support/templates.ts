import { need } from "../../src/rules/problem/problem.ts";
import { loadTemplates } from "../../src/files/package/templates.ts";
import type { PageTemplates } from "../../src/i18n/template.ts";

const shipped = need(loadTemplates(undefined));
const read = new Map<string, PageTemplates>();

/** The shipped templates of a page in one language, as the command line reads them; read once. */
export function shippedTemplates(code: string, page: "pad" | "rules"): PageTemplates {
  const key = `${code}/${page}`;
  const known = read.get(key) ?? shipped(code, page);
  read.set(key, known);
  return known;
}

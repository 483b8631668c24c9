import { need } from "../../src/rules/problem/problem.ts";
import { loadTemplates } from "../../src/files/templates.ts";
import type { PageTemplates } from "../../src/i18n/template.ts";

/** The shipped templates of a page in one language, as the command line reads them. */
export function shippedTemplates(code: string, page: "pad" | "rules"): PageTemplates {
  return need(loadTemplates(undefined))(code, page);
}

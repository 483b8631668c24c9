import { readFileSync } from "node:fs";
import type { TemplateSource } from "../../src/i18n/template.ts";

/** The shipped template of a published game's page. */
export function shippedTemplateText(): TemplateSource {
  const file = "templates/publish.hbs";
  return { file, text: readFileSync(new URL(`../../${file}`, import.meta.url), "utf8") };
}

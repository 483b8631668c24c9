import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { RulesTemplates } from "../../src/print/rulebook/markup.ts";

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The shipped templates of a page in one language, as the command line reads them. */
export function shippedTemplates(code: string, page: string): RulesTemplates {
  const read = (path: string) => ({
    file: `templates/${path}`,
    text: readFileSync(new URL(path, TEMPLATES), "utf8"),
  });
  const partials = readdirSync(new URL(`${code}/partials/`, TEMPLATES))
    .filter((name) => name.endsWith(".hbs"))
    .sort()
    .map((name) => ({ name: basename(name, ".hbs"), ...read(`${code}/partials/${name}`) }));
  return { main: read(`${code}/${page}.hbs`), partials };
}

import type { PartialSource, TemplateSource } from "../../i18n/template.ts";
import { need } from "../console/failure.ts";
import { languageCodes } from "./package.ts";
import { partialsOf, templateOf } from "./languages.ts";
import { readOwnTemplates } from "./own-templates.ts";

/** The pages that one's own templates may restyle. */
const PAGES = ["pad", "rules"] as const;
type Page = (typeof PAGES)[number];

/** What a page is made from. */
interface PageTemplates {
  readonly main: TemplateSource;
  readonly partials: readonly PartialSource[];
}

/** The templates of a page in one language. */
export type Templates = (code: string, page: Page) => PageTemplates;

/** The templates that come with the program. */
const SHIPPED: Templates = (code, page) => ({
  main: templateOf(code, page),
  partials: partialsOf(code, page),
});

/**
 * The templates that pages are made from: ours, with those of a folder laid over them. What the folder lacks comes from ours.
 *
 * @param folder what `--templates` named, if anything. Ends the command if something in it can't be used
 */
export function templatesFrom(folder: string | null | undefined): Templates {
  if (folder === null || folder === undefined) return SHIPPED;
  const own = need(readOwnTemplates(folder, languageCodes(), PAGES));
  return (code, page) => {
    const shipped = SHIPPED(code, page);
    const partials = new Map(shipped.partials.map((partial) => [partial.name, partial]));
    for (const { language, name, ...source } of own) {
      if (language === code && name.startsWith(`${page}-`)) partials.set(name, { name, ...source });
    }
    const main = own.find(({ language, name }) => language === code && name === page) ?? shipped.main;
    return { main, partials: [...partials.values()] };
  };
}

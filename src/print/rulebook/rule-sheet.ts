import type { PageTemplates } from "../../i18n/template.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Result } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { WebFonts } from "./rules-html.ts";
import type { RulesPrint } from "./rules-pdf.ts";

export const RULES_FORMATS = ["pdf", "html", "md"] as const;

/** How a rule sheet is written; all but its format is for PDF. */
export interface RulesFormat extends RulesPrint {
  readonly format: (typeof RULES_FORMATS)[number];
}

/** The fonts of a rule sheet, opened by the format that needs them. */
export interface RulesFonts {
  readonly family: () => Promise<TypeFamily>;
  readonly web: () => WebFonts;
}

/**
 * The rule sheet of a game in any format; what a format needs is loaded with it.
 *
 * @returns the content of the file, or every problem of the templates
 */
export async function ruleSheet(
  game: Game,
  language: Language,
  templates: PageTemplates,
  { format, ...print }: RulesFormat,
  fonts: RulesFonts,
): Promise<Result<string | Uint8Array>> {
  switch (format) {
    case "md":
      return (await import("./markup.ts")).rulesMarkdown(game, language, templates);
    case "html":
      return (await import("./rules-html.ts")).rulesHtml(game, language, templates, fonts.web());
    case "pdf":
      return (await import("./rules-pdf.ts")).rulesPdf(
        game,
        language,
        templates,
        print,
        await fonts.family(),
      );
    default:
      return format satisfies never;
  }
}

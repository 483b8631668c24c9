import type { Game } from "../../rules/game/game.ts";
import type { Language } from "../../i18n/language.ts";
import { deliver } from "../console/deliver.ts";
import { fail, need } from "../console/failure.ts";
import { typeFamily, webFonts } from "../files/fonts.ts";
import { languageOf } from "../files/languages.ts";
import { type Templates, type TemplatesFlag, templatesFrom } from "../files/templates.ts";
import { gameOf } from "../files/variants.ts";

/** How a rule sheet is written. */
export interface RulesFlags {
  readonly format: "pdf" | "html" | "md";
  readonly paper: string;
  /** For PDF: `archive` writes a file to be kept for long. */
  readonly profile?: "archive";
}

interface Flags extends RulesFlags, TemplatesFlag {
  readonly lang: string;
  readonly set: Readonly<Record<string, string>>;
  readonly out?: string;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export async function rules(variant: string, flags: Flags): Promise<void> {
  const language = languageOf(flags.lang);
  if (flags.profile === "archive" && flags.format !== "pdf") {
    fail(
      "flags-collide",
      `\`--profile archive\` is for PDF, not for ${flags.format}`,
      "leave out `--format`",
    );
  }
  const game = gameOf(variant, flags.set);
  const content = await rulesOf(game, language, templatesFrom(flags.templates), flags);
  await deliver(content, flags.out ?? `output/${game.id}-rules-${flags.lang}.${flags.format}`);
}

/** The rule sheet of a game. Ends the command if anything stands in the way. */
export async function rulesOf(
  game: Game,
  language: Language,
  from: Templates,
  { format, paper, profile }: RulesFlags,
): Promise<string | Uint8Array> {
  const templates = from(language.code, "rules");
  switch (format) {
    case "md": {
      const { rulesMarkdown } = await import("../../print/rulebook/markup.ts");
      return need(rulesMarkdown(game, language, templates));
    }
    case "html": {
      const { rulesHtml } = await import("../../print/rulebook/rules-html.ts");
      return need(rulesHtml(game, language, templates, webFonts()));
    }
    case "pdf": {
      const { parsePaper } = await import("../../print/layout/paper.ts");
      const { rulesPdf } = await import("../../print/rulebook/rules-pdf.ts");
      const print = { paper: need(parsePaper(paper)), isArchived: profile === "archive" };
      return need(await rulesPdf(game, language, templates, print, typeFamily()));
    }
  }
}

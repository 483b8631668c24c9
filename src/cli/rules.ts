import type { Game } from "../game/game.ts";
import type { Language } from "../words/language.ts";
import { deliver } from "./deliver.ts";
import { need } from "./failure.ts";
import { typeFamily, webFonts } from "./fonts.ts";
import { languageOf, partialsOf, templateOf } from "./languages.ts";
import { gameOf } from "./variants.ts";

/** How a rule sheet is written. */
export interface RulesFlags {
  readonly format: "pdf" | "html" | "md";
  readonly paper: string;
}

interface Flags extends RulesFlags {
  readonly lang: string;
  readonly set: Readonly<Record<string, string>>;
  readonly out?: string;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export async function rules(variant: string, flags: Flags): Promise<void> {
  const language = languageOf(flags.lang);
  const game = gameOf(variant, flags.set);
  const content = await rulesOf(game, language, flags);
  await deliver(content, flags.out ?? `output/${game.id}-rules-${flags.lang}.${flags.format}`);
}

/** The rule sheet of a game. Ends the command if anything stands in the way. */
export async function rulesOf(
  game: Game,
  language: Language,
  { format, paper }: RulesFlags,
): Promise<string | Uint8Array> {
  const { code } = language;
  const templates = { main: templateOf(code, "rules"), partials: partialsOf(code, "rules") };
  switch (format) {
    case "md": {
      const { rulesMarkdown } = await import("../rulebook/rules-markdown.ts");
      return need(rulesMarkdown(game, language, templates));
    }
    case "html": {
      const { rulesHtml } = await import("../rulebook/rules-html.ts");
      return need(rulesHtml(game, language, templates, webFonts()));
    }
    case "pdf": {
      const { parsePaper } = await import("../layout/paper.ts");
      const { rulesPdf } = await import("../rulebook/rules-pdf.ts");
      return need(
        await rulesPdf(game, language, templates, { paper: need(parsePaper(paper)) }, typeFamily()),
      );
    }
  }
}

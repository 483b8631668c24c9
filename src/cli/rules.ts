import type { Game } from "../game/game.ts";
import type { RulesTemplates } from "../rulebook/markup.ts";
import type { Language } from "../words/language.ts";
import { deliver } from "./deliver.ts";
import { need } from "./failure.ts";
import { typeFamily, webFonts } from "./fonts.ts";
import { languageOf, partialsOf, templateOf } from "./languages.ts";
import { gameOf } from "./variants.ts";

interface Flags {
  readonly lang: string;
  readonly set: Readonly<Record<string, string>>;
  readonly format: "pdf" | "html" | "md";
  readonly paper: string;
  readonly out?: string;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export async function rules(variant: string, flags: Flags): Promise<void> {
  const language = languageOf(flags.lang);
  const game = gameOf(variant, flags.set);
  const templates = { main: templateOf(flags.lang, "rules"), partials: partialsOf(flags.lang, "rules") };
  const content = await made(game, language, templates, flags);
  await deliver(content, flags.out ?? `output/${game.id}-rules-${flags.lang}.${flags.format}`);
}

async function made(
  game: Game,
  language: Language,
  templates: RulesTemplates,
  { format, paper }: Flags,
): Promise<string | Uint8Array> {
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

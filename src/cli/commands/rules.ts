import type { Command } from "commander";
import type { Language } from "../../i18n/language.ts";
import { parsePaper } from "../../print/layout/paper.ts";
import type { Game } from "../../rules/game/game.ts";
import { fail } from "../console/failure.ts";
import { need } from "../../rules/problem/problem.ts";
import { deliver } from "../console/output.ts";
import { typeFamily, webFonts } from "../../files/fonts.ts";
import { loadLanguage } from "../../files/languages.ts";
import { type Templates, loadTemplates } from "../../files/templates.ts";
import { loadGame } from "../../files/variants.ts";
import { examples, oneOf, templatesFlag, type VariantFlags, variantFlags } from "../flags.ts";

const FORMATS = ["pdf", "html", "md"] as const;

/** How a rule sheet is written; all but its format is for PDF. */
interface RulesFormat {
  readonly format: (typeof FORMATS)[number];
  readonly paper: string;
  readonly isArchived?: boolean;
}

interface Flags extends VariantFlags, RulesFormat {
  readonly profile?: "archive";
  /** A folder of the user's own. */
  readonly templates?: string;
  readonly out?: string;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export default function rulesCommand(command: Command): Command {
  return templatesFlag(variantFlags(command))
    .option("--format <format>", "file format: pdf, html or md", oneOf(...FORMATS), "pdf")
    .option("--paper <paper>", "a4, a5, a6, letter or <width>x<height>mm, for PDF", "a4")
    .option("--profile <name>", "archive: a PDF for long-term storage (PDF/A-2)", oneOf("archive"))
    .option("--out <file>", "where to write it (default: output/<variant>-rules-<lang>.<format>)")
    .addHelpText(
      "after",
      examples(
        "rules edencity-yatzy --lang en",
        "rules yazzo --format md --out -",
        "rules yazzo --templates my-templates",
      ),
    )
    .action(rules);
}

async function rules(variant: string, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { format, paper } = flags;
  const isArchived = flags.profile === "archive";
  if (isArchived && format !== "pdf") {
    fail("flags-collide", `\`--profile archive\` is for PDF, not for ${format}`, "leave out `--format`");
  }
  const game = need(loadGame(variant, flags.set));
  const templates = need(loadTemplates(flags.templates));
  const content = await rulesOf(game, language, templates, { format, paper, isArchived });
  await deliver(content, flags.out ?? `output/${game.id}-rules-${flags.lang}.${format}`);
}

/** The rule sheet of a game; what a format needs is loaded with it. Ends the command if anything stands in the way. */
export async function rulesOf(
  game: Game,
  language: Language,
  templates: Templates,
  { format, paper: named, ...print }: RulesFormat,
): Promise<string | Uint8Array> {
  const paper = need(parsePaper(named));
  const pages = templates(language.code, "rules");
  switch (format) {
    case "md": {
      const { rulesMarkdown } = await import("../../print/rulebook/markup.ts");
      return need(rulesMarkdown(game, language, pages));
    }
    case "html": {
      const { rulesHtml } = await import("../../print/rulebook/rules-html.ts");
      return need(rulesHtml(game, language, pages, webFonts()));
    }
    case "pdf": {
      const { rulesPdf } = await import("../../print/rulebook/rules-pdf.ts");
      return need(await rulesPdf(game, language, pages, { paper, ...print }, await typeFamily()));
    }
    default:
      return format satisfies never;
  }
}

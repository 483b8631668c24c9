import type { Command } from "commander";
import type { Language } from "../../i18n/language.ts";
import { parsePaper } from "../../print/layout/paper.ts";
import { RULES_FORMATS, type RulesFormat, ruleSheet } from "../../print/rulebook/rule-sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { fail } from "../console/failure.ts";
import { need } from "../../rules/problem/problem.ts";
import { deliver } from "../console/output.ts";
import { FONTS } from "../../files/fonts.ts";
import { loadLanguage } from "../../files/languages.ts";
import { type Templates, loadTemplates } from "../../files/templates.ts";
import { loadGame } from "../../files/variants.ts";
import { examples, oneOf, templatesFlag, type VariantFlags, variantFlags } from "../flags.ts";

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export default function rulesCommand(command: Command): Command {
  return templatesFlag(variantFlags(command))
    .option("--format <format>", "file format: pdf, html or md", oneOf(...RULES_FORMATS), "pdf")
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

interface Flags extends VariantFlags {
  readonly format: RulesFormat["format"];
  readonly paper: string;
  readonly profile?: "archive";
  /** A folder of the user's own. */
  readonly templates?: string;
  readonly out?: string;
}

async function rules(variant: string, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { format, profile } = flags;
  if (profile === "archive" && format !== "pdf") {
    fail("flags-collide", `\`--profile archive\` is for PDF, not for ${format}`, "leave out `--format`");
  }
  const game = need(loadGame(variant, flags.set));
  const templates = need(loadTemplates(flags.templates));
  const print = { format, paper: flags.paper, isArchived: profile === "archive" };
  const content = await rulesOf(game, language, templates, print);
  await deliver(content, flags.out ?? `output/${game.id}-rules-${flags.lang}.${format}`);
}

/** The rule sheet of a game. Ends the command if anything stands in the way. */
export async function rulesOf(
  game: Game,
  language: Language,
  templates: Templates,
  { paper, ...print }: Omit<RulesFormat, "paper"> & { readonly paper: string },
): Promise<string | Uint8Array> {
  const format = { ...print, paper: need(parsePaper(paper)) };
  return need(await ruleSheet(game, language, templates(language.code, "rules"), format, FONTS));
}

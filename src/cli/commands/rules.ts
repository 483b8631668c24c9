import { msg } from "../../rules/problem/message.ts";
import { join } from "node:path";
import type { Command } from "commander";
import { RULES_FORMATS, type RulesChoices, rulesFile } from "../../files/rules.ts";
import { need } from "../../rules/problem/problem.ts";
import { fail } from "../console/failure.ts";
import { deliver } from "../console/output.ts";
import { fileOrInFolder } from "../console/targets.ts";
import { loadLanguage } from "../../files/languages.ts";
import { loadGame } from "../../files/games.ts";
import { oneOf, templatesFlag, type VariantFlags, variantFlags } from "../flags.ts";
import { examples } from "../help.ts";
import { t } from "../console/language.ts";

interface Flags extends VariantFlags, Required<Pick<RulesChoices, "format" | "paper">> {
  readonly profile?: "archive";
  /** A folder of the user's own. */
  readonly templates?: string;
  readonly out?: string;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export default function rulesCommand(command: Command): Command {
  return templatesFlag(variantFlags(command))
    .option("--format <format>", t`file format: pdf, html or md`, oneOf(...RULES_FORMATS), "pdf")
    .option("--paper <paper>", t`a4, a5, a6, letter or <width>x<height>mm, for PDF`, "a4")
    .option("--profile <name>", t`archive: a PDF for long-term storage (PDF/A-2)`, oneOf("archive"))
    .option("--out <file>", t`file or folder to write to (default: output/<variant>-rules-<lang>.<format>)`)
    .addHelpText(
      "after",
      examples(
        "rules edencity-yatzy --lang sv",
        "rules yazzo --format md --out -",
        "rules yazzo --templates my-templates",
      ),
    )
    .action(rules);
}

async function rules(variant: string, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { format } = flags;
  const isArchived = flags.profile === "archive";
  if (isArchived && format !== "pdf") {
    fail(
      "flags-collide",
      msg`\`--profile archive\` is for PDF, not for ${format ?? ""}`,
      msg`leave out \`--format\``,
    );
  }
  const game = need(await loadGame(variant, flags.set));
  const content = need(await rulesFile(game, language, { ...flags, isArchived }));
  const name = `${game.id}-rules-${flags.lang}.${format}`;
  await deliver(content, fileOrInFolder(flags.out, join("output", name)));
}

import { msg } from "../../rules/problem/message.ts";
import { extname, join } from "node:path";
import type { Command } from "commander";
import { RULES_FORMATS, type RulesChoices, rulesFile } from "../../files/print/rules.ts";
import { need } from "../../rules/problem/problem.ts";
import { fail } from "../console/failure.ts";
import { deliver } from "../console/output.ts";
import { fileOrInFolder } from "../console/write-file.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { loadGame } from "../../files/package/games.ts";
import {
  BRAND_FLAGS,
  type BrandFlags,
  brandFlags,
  listDefaultFlags,
  createChoiceParser,
  pdfPaperOption,
  templatesFlag,
} from "../flags.ts";
import { type VariantFlags, variantFlags } from "../flags.ts";
import { buildFileStem } from "../console/write-file.ts";
import { blockNote, examples, notes } from "../help.ts";
import { resolveRequest } from "../request.ts";
import { t } from "../console/language.ts";

type Format = (typeof RULES_FORMATS)[number];

interface Flags extends VariantFlags, BrandFlags, Required<Pick<RulesChoices, "paper">> {
  /** Default: by the extension of `--out`. */
  readonly format?: Format;
  readonly profile?: "archive";
  readonly templates?: string;
  readonly out?: string;
  readonly odds?: boolean;
  readonly alternatives: boolean;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export default function rulesCommand(command: Command): Command {
  const printing = templatesFlag(variantFlags(command))
    .option(
      "--format <format>",
      t("cli.rules-format-flag")`file format: pdf, html or md (default: that of --out, or pdf)`,
      createChoiceParser(...RULES_FORMATS),
    )
    .option(...pdfPaperOption())
    .option(
      "--profile <name>",
      t("cli.rules-profile-flag")`archive: a PDF for long-term storage (PDF/A-2)`,
      createChoiceParser("archive"),
    )
    .option(
      "--odds",
      t(
        "cli.rules-odds-flag",
      )`also show the expected totals with optimal play; takes seconds to minutes the first time`,
    )
    .option(
      "--no-alternatives",
      t(
        "cli.rules-alternatives-flag",
      )`leave out the choices of house rules that are not played, as for tournaments`,
    )
    .option(
      "--out <file>",
      t("cli.rules-out-flag")`file or folder to write to (default: output/<variant>-rules-<lang>.<format>)`,
    );
  return brandFlags(printing)
    .addHelpText(
      "after",
      notes(blockNote()) +
        examples(
          "rules edencity-yatzy --lang sv",
          "rules yazzo --format md --out -",
          "rules crag --odds",
          "rules yazzo --no-alternatives",
          "rules yazzo --templates my-templates",
          "rules lion.yaml --format html",
        ),
    )
    .action((variant, flags) => rules(variant, flags, listDefaultFlags(command)));
}

async function rules(named: string, given: Flags, defaults: readonly string[]): Promise<void> {
  // The paper in a block file is for the pad.
  const takes = ["lang", "templates", "alternatives", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await resolveRequest(named, given, defaults, takes);
  const language = need(loadLanguage(flags.lang));
  const format = flags.format ?? findRulesFormat(flags.out ?? "") ?? "pdf";
  const isArchived = flags.profile === "archive";
  if (isArchived && format !== "pdf") {
    fail(
      "flags-collide",
      msg("cli.archive-not-pdf")`\`--profile archive\` makes a PDF, not ${format}`,
      flags.format === undefined
        ? msg("cli.archive-not-pdf-out-hint")`choose a file name that ends in \`.pdf\``
        : msg("cli.archive-not-pdf-format-hint")`leave out \`--format\``,
    );
  }
  const { branding, look } = await (await import("../brand.ts")).readBrand(flags);
  const game = need(await loadGame(variant, flags.set, from));
  const odds = flags.odds === true ? await (await import("./odds/need-odds.ts")).needOdds(game) : null;
  const content = need(
    await rulesFile(game, language, {
      ...flags,
      format,
      isArchived,
      branding,
      look,
      odds,
      hasAlternatives: flags.alternatives,
    }),
  );
  const name = `${buildFileStem(game, flags.title)}-rules-${flags.lang}.${format}`;
  await deliver(content, fileOrInFolder(flags.out, join("output", name)));
}

/** The format by extension; null for other extensions, folders and standard output. */
function findRulesFormat(file: string): Format | null {
  const ending = extname(file).slice(1).toLowerCase();
  return RULES_FORMATS.find((format) => format === ending) ?? null;
}

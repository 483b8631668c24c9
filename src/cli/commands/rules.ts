import { msg } from "../../rules/problem/message.ts";
import { extname, join } from "node:path";
import { RULES_FORMATS, rulesFile } from "../../files/print/rules.ts";
import { type Paper, PAPER_CHOICES, parsePaper } from "../../print/layout/paper.ts";
import type { Game } from "../../rules/game/game.ts";
import { need } from "../../rules/problem/problem.ts";
import { fail } from "../console/failure.ts";
import { buildFileStem, deliver, fileOrInFolder, joinFileName } from "../console/write-file.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { loadGame } from "../../files/package/games.ts";
import {
  BRAND_FLAGS,
  type BrandFlags,
  brandFlags,
  listDefaultFlags,
  createChoiceParser,
  templatesFlag,
  type VariantFlags,
  variantFlags,
} from "../flags.ts";
import { blockNote, type Command } from "../help.ts";
import { resolveRequest } from "../request.ts";
import { t } from "../console/language.ts";

type Format = (typeof RULES_FORMATS)[number];

interface Flags extends VariantFlags, BrandFlags {
  /** Default: a4, or a5 for `--fold`. */
  readonly paper?: string;
  /** Default: by the extension of `--out`. */
  readonly format?: Format;
  readonly profile?: "archive";
  readonly templates?: string;
  readonly out?: string;
  readonly fold?: boolean;
  readonly odds?: boolean;
  readonly alternatives: boolean;
}

/** `augenblock rules`: the rule sheet as PDF, HTML or Markdown. */
export default function rulesCommand(command: Command): Command {
  const printing = templatesFlag(variantFlags(command))
    .option(
      "--format <format>",
      t`cli.rules-format-flag: file format: pdf, html or md (default: that of --out, or pdf)`,
      createChoiceParser(...RULES_FORMATS),
    )
    .option(
      "--paper <paper>",
      t`cli.rules-paper-flag: paper of the PDF: ${PAPER_CHOICES} (default: a4, or a5 with --fold)`,
    )
    .option(
      "--fold",
      t`cli.rules-fold-flag: a leaflet to print on both sides and fold in the middle: pages of --paper, two on each side of a sheet; tables of house rules or examples are left out if that saves a sheet`,
    )
    .option(
      "--profile <name>",
      t`cli.rules-profile-flag: archive: a PDF for long-term storage (PDF/A-2)`,
      createChoiceParser("archive"),
    )
    .option(
      "--odds",
      t`cli.rules-odds-flag: also show the expected totals with optimal play; takes seconds to minutes the first time`,
    )
    .option(
      "--no-alternatives",
      t`cli.rules-alternatives-flag: leave out the choices of house rules that are not played, as for tournaments`,
    )
    .option(
      "--out <file>",
      t`cli.rules-out-flag: file or folder to write to (default: output/, named after the game and the flags)`,
    );
  return brandFlags(printing)
    .notes(blockNote())
    .examples(
      "rules edencity-yatzy --lang sv",
      "rules yazzo --format md --out -",
      "rules crag --odds",
      "rules yazzo --fold",
      "rules yazzo --no-alternatives",
      "rules yazzo --templates my-templates",
      "rules lion.yaml --format html",
    )
    .action((variant, flags) => rules(variant, flags, listDefaultFlags(command)));
}

async function rules(named: string, given: Flags, defaults: readonly string[]): Promise<void> {
  // The paper in a block file is for the pad.
  const takes = ["lang", "templates", "alternatives", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await resolveRequest(named, given, defaults, takes);
  const language = need(loadLanguage(flags.lang, flags.templates));
  const extension = extname(flags.out ?? "")
    .slice(1)
    .toLowerCase();
  const format = flags.format ?? RULES_FORMATS.find((one) => one === extension) ?? "pdf";
  const { paper = flags.fold === true ? "a5" : "a4" } = flags;
  needPdf(flags, format);
  const { branding, look } = await (await import("../brand.ts")).readBrand(flags);
  const game = need(await loadGame(variant, flags.set, from));
  const odds = flags.odds === true ? await (await import("./odds/need-odds.ts")).needOdds(game) : null;
  const content = need(
    await rulesFile(game, language, {
      ...flags,
      format,
      paper,
      isArchived: flags.profile === "archive",
      isFolded: flags.fold === true,
      branding,
      look,
      odds,
      hasAlternatives: flags.alternatives,
    }),
  );
  const usual = buildRulesFile(game, flags, format, need(parsePaper(paper)));
  await deliver(content, fileOrInFolder(flags.out, usual));
}

/** The default file of a rule sheet. @internal */
export function buildRulesFile(game: Pick<Game, "id">, flags: Flags, format: Format, { name: paper }: Paper) {
  const isPdf = format === "pdf";
  const name = joinFileName(
    buildFileStem(game, flags),
    "rules",
    flags.lang,
    isPdf && paper !== "a4" ? paper : "",
    flags.fold === true ? "fold" : "",
    flags.profile ?? "",
    flags.odds === true ? "odds" : "",
    flags.alternatives ? "" : "no-alternatives",
  );
  return join("output", `${name}.${format}`);
}

/** Ends the command if flags that only change a PDF are given for another format. */
function needPdf({ profile, fold, format: given }: Flags, format: Format): void {
  const [flag] = [profile === "archive" ? "--profile archive" : [], fold === true ? "--fold" : []].flat();
  if (format === "pdf" || flag === undefined) return;
  fail(
    "flags-collide",
    msg`cli.not-pdf: \`${flag}\` makes a PDF, not ${format}`,
    given === undefined
      ? msg`cli.archive-not-pdf-out-hint: choose a file name that ends in \`.pdf\``
      : msg`cli.archive-not-pdf-format-hint: leave out \`--format\``,
  );
}

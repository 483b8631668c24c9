import { loadNamedGame } from "../../request.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { strategyFile } from "../../../files/print/rules.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { need } from "../../../rules/problem/problem.ts";
import { t } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { deliver } from "../../console/write-file.ts";
import {
  type JsonFlag,
  pdfPaperOption,
  templatesFlag,
  type VariantFlags,
  variantFlags,
} from "../../flags.ts";
import type { Command } from "../../help.ts";
import { needStrategy } from "./need-odds.ts";
import { omittedRules } from "./show-odds.ts";

interface Flags extends VariantFlags, JsonFlag {
  /** A file, or `-` for the standard output. */
  readonly pdf?: string;
  readonly paper: string;
  readonly templates?: string;
}

/** `augenblock odds strategy`: a card with rules of thumb, and its loss against optimal play. */
export default function strategyCommand(command: Command): Command {
  return templatesFlag(variantFlags(command))
    .option("--json", t`cli.print-json: print JSON`)
    .option("--pdf <file>", t`cli.strategy-pdf-flag: write the card as PDF; - for standard output`)
    .option(...pdfPaperOption())
    .notes(
      t`cli.strategy-notes: The card shows choices on a first turn that players get wrong, and what the better one is worth. The lists below it can be followed blindly, with the expected total that they state. For a game that is too large, the card is about one column, or one layer of double dice, by itself, and has no lists. The first run takes seconds to minutes; the result is cached.`,
    )
    .examples(
      "odds strategy yahtzee",
      "odds strategy crag --pdf crag-strategy.pdf",
      "pad crag --back strategy",
    )
    .action(strategy);
}

async function strategy(variant: string, flags: Flags): Promise<void> {
  const { set, lang, json, pdf, paper, templates } = flags;
  const game = need(await loadNamedGame(variant, set));
  const language = need(loadLanguage(lang, templates));
  const found = await needStrategy(game);
  if (json) return printJson(plain(game, found));
  const write = (format: "pdf" | "md") => strategyFile(game, language, found, { format, paper, templates });
  if (pdf !== undefined) return deliver(need(await write("pdf")), pdf);
  print(formatForTerminal(String(need(await write("md")))));
}

/** The stable JSON shape of a strategy card. */
function plain(game: Game, { card, tips, mean, best, part }: Strategy): object {
  return {
    variant: game.id,
    options: Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen])),
    best,
    mean,
    loss: best - mean,
    part,
    leaves_out: omittedRules(game),
    tips,
    ...card,
  };
}

/** Formats Markdown for a terminal: headings in bold, the rest without marks. */
function formatForTerminal(markdown: string): string {
  return markdown
    .trimEnd()
    .replace(/^#+ (.*)$/gm, (_, heading: string) => PAINT.strong(heading))
    .replace(/\*\*(.+?)\*\*/g, (_, words: string) => words)
    .replace(/\\([\\`*_[\]<>|~#+=.):-])/g, "$1");
}

import { loadNamedGame } from "../../request.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { omitRules } from "../../../odds/odds.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { t } from "../../console/language.ts";
import { print, printJson } from "../../console/output.ts";
import { type JsonFlag, type VariantFlags, variantFlags } from "../../flags.ts";
import { fail } from "../../console/failure.ts";
import { deliver, writeWhole } from "../../console/write-file.ts";
import type { Command } from "../../help.ts";
import { rulesWebFonts } from "../../../files/package/fonts.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { isSolved, needOdds, startMeans } from "./need-odds.ts";
import { oddsCsv, oddsHtml, oddsJson, oddsText, type OddsView, type WorthOfRule } from "./show-odds.ts";

interface Flags extends VariantFlags, JsonFlag {
  /** Files, or `-` for the standard output. */
  readonly csv?: string;
  readonly html?: string;
}

/** `augenblock odds`: expected totals with optimal play. */
export default function oddsCommand(command: Command): Command {
  return variantFlags(command)
    .option("--json", t`cli.print-json: print JSON`)
    .option("--csv <file>", t`cli.odds-csv-flag: write the boxes as CSV; - for standard output`)
    .option("--html <file>", t`cli.odds-html-flag: write a page with charts; - for standard output`)
    .notes(
      t`cli.odds-notes: Optimal play maximises the average total and ignores opponents. The first run takes seconds to minutes; the result is cached.`,
    )
    .examples("odds yahtzee", "odds crag --json")
    .action(odds);
}

async function odds(variant: string, flags: Flags): Promise<void> {
  const game = need(await loadNamedGame(variant, flags.set));
  const language = need(loadLanguage(flags.lang));
  needOnePrinted(flags);
  const isFile = flags.csv !== undefined || flags.html !== undefined;
  if (flags.json && !isFile) return printJson(oddsJson(game, await needOdds(game)));
  const without = isSolved(game) ? omitRules(game) : [];
  // These are solved in a thread while this one solves the game itself.
  const finishMeans = await startMeans(without.map(({ game }) => game));
  const found = await needOdds(game);
  const { odds, interval } = found;
  const others = await finishMeans();
  const rules = without.flatMap(({ rule }, at): WorthOfRule[] => {
    const other = others[at] ?? null;
    return other === null ? [] : [{ rule, worth: odds.mean - other }];
  });
  const view: OddsView = { game, language, odds, interval, rules };
  const write = async (text: string, file: string, flag: string) =>
    flags.json && file !== "-" ? writeWhole(file, text, flag) : deliver(text, file);
  if (flags.csv !== undefined) await write(oddsCsv(view), flags.csv, "--csv");
  if (flags.html !== undefined) {
    const faces = fontFaces(rulesWebFonts());
    await write(oddsHtml(view, faces), flags.html, "--html");
  }
  if (flags.json) printJson(oddsJson(game, found));
  else if (!isFile) print(oddsText(view));
}

/** Ends the command if two results would go to standard output. */
function needOnePrinted({ json, csv, html }: Flags): void {
  const printed = [json ? "--json" : "", csv === "-" ? "--csv -" : "", html === "-" ? "--html -" : ""];
  const [one, other] = printed.filter((flag) => flag !== "");
  if (one !== undefined && other !== undefined)
    fail(
      "usage",
      msg`cli.two-standard-outputs: \`${one}\` and \`${other}\` both write to standard output`,
      msg`cli.two-standard-outputs-hint: write one of them to a file`,
    );
}

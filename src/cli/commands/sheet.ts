import { msg } from "../../rules/problem/message.ts";
import { Failure, need } from "../../rules/problem/problem.ts";
import {
  createChoiceParser,
  createCountParser,
  type VariantFlags,
  variantFlags,
  splitWords,
} from "../flags.ts";
import type { Command } from "../help.ts";
import { nameFault, repeatedNames, spareNamesFault, tidyName } from "../../check/name.ts";
import { emptySheet } from "../../check/write-sheet.ts";
import { fail } from "../console/failure.ts";
import type { Language } from "../../i18n/language.ts";
import { wordsProblem } from "../../i18n/game-words.ts";
import { deliver, needFree } from "../console/write-file.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { loadNamedGame } from "../request.ts";
import { t } from "../console/language.ts";

interface Flags extends VariantFlags {
  readonly format: "yaml" | "csv";
  readonly players: string;
  readonly games?: number;
  readonly out?: string;
  readonly force?: boolean;
}

const MAX_PLAYERS = 100;

/** `augenblock sheet`: an empty sheet to type scores into. */
export default function sheetCommand(command: Command): Command {
  return variantFlags(command)
    .option(
      "--format <format>",
      t`cli.sheet-format-flag: output format: yaml or csv`,
      createChoiceParser("yaml", "csv"),
      "yaml",
    )
    .option(
      "--players <names>",
      t`cli.sheet-players-flag: names, separated by commas, or the number of players`,
      "2",
    )
    .option(
      "--games <n>",
      t`cli.sheet-games-flag: games of one player, or of several in turns, in place of players`,
      createCountParser(1, MAX_PLAYERS),
    )
    .option("--out <file>", t`cli.write-to-file-flag: write to a file instead`)
    .option("--force", t`cli.force-flag: overwrite an existing file`)
    .examples(
      "sheet yazzo --players Anna,Ben > night.yaml",
      "sheet yahtzee-block --format csv --players 4 --out night.csv",
    )
    .action(sheet);
}

async function sheet(variant: string, flags: Flags): Promise<void> {
  const game = need(await loadNamedGame(variant, flags.set));
  const language = need(loadLanguage(flags.lang));
  const silent = wordsProblem(game, language);
  if (silent !== null) throw new Failure([silent]);
  const { format, games, out = "-", force } = flags;
  const players =
    games !== undefined && /^\d+$/.test(flags.players.trim())
      ? []
      : parsePlayersFlag(flags.players, language, games !== undefined);
  const spare = games === undefined ? null : spareNamesFault(players, games);
  if (spare !== null)
    fail("bad-value", msg`cli.bad-player-name: \`--players\`: ${spare.message}`, spare.hint);
  await deliver(emptySheet(game, { players, games, format, language }), needFree(out, force));
}

/** Names separated by commas, or a number of players, who get default names. Ends the command if it is neither. */
export function parsePlayersFlag(given: string, language: Language, mayRepeat = false): string[] {
  const names = splitWords(given).map(tidyName);
  const isNumber = /^\d+$/.test(given.trim());
  const count = isNumber ? Number(given) : names.length;
  if (count < 1 || count > MAX_PLAYERS) {
    const hint = msg`cli.sheet-players-hint: give names separated by commas, or a number`;
    const message = msg`cli.bad-number-of-players: \`--players\`: expected 1 to ${MAX_PLAYERS} players`;
    fail("bad-value", message, hint);
  }
  const formatDefaultName = (n: number) => language.translate("sheet.made-up-name", { n: String(n) });
  if (isNumber) return Array.from({ length: count }, (_, at) => formatDefaultName(at + 1));
  for (const name of names) {
    const fault = nameFault(name);
    if (fault !== null)
      fail("bad-value", msg`cli.bad-player-name: \`--players\`: ${fault.message}`, fault.hint);
  }
  const [twice] = mayRepeat ? [] : repeatedNames(names);
  if (twice !== undefined)
    fail(
      "bad-value",
      msg`cli.repeated-player-name: \`--players\`: \`${twice}\` is given twice`,
      msg`cli.repeated-player-name-hint: give each player a different name`,
    );
  return names;
}

import { nameKey } from "../../../check/name.ts";
import { readSheet } from "../../../check/read/read-sheet.ts";
import { boxEntry, type Sheet, entryScore } from "../../../check/sheet.ts";
import { loadNamedGame } from "../../request.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { readText } from "../../../files/read/read-file.ts";
import { decimalNumber, plainNumber } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Advice, WrittenScores } from "../../../odds/advise.ts";
import { findAdvice } from "../../../odds/find.ts";
import type { Game } from "../../../rules/game/game.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need, success } from "../../../rules/problem/problem.ts";
import { fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import { sheetFormat } from "../../file-kinds.ts";
import { createCountParser, type JsonFlag, type VariantFlags, variantFlags } from "../../flags.ts";
import type { Command } from "../../help.ts";
import { parseRollArguments } from "../games.ts";
import { boxName, omissionNotes } from "./show-odds.ts";

interface Flags extends VariantFlags, JsonFlag {
  readonly roll: readonly string[];
  readonly sheet?: string;
  readonly player?: string;
  readonly rollsLeft: number;
}

/** `augenblock odds advise`: which dice to hold or box to fill, and what the other choices lose. */
export default function adviseCommand(command: Command): Command {
  return variantFlags(command)
    .requiredOption("--roll <faces...>", t`cli.dice-faces: the faces of the dice`)
    .option(
      "--rolls-left <number>",
      t`cli.advise-rolls-left-flag: rolls left in this turn`,
      createCountParser(0, 20),
      0,
    )
    .option(
      "--sheet <file>",
      t`cli.advise-sheet-flag: a typed sheet: .yaml, .json or .csv (default: an empty sheet)`,
    )
    .option(
      "--player <name>",
      t`cli.advise-player-flag: player whose turn it is (default: the first one on the sheet)`,
    )
    .option("--json", t`cli.print-json: print JSON`)
    .notes(
      t`cli.advise-notes: Each line shows the expected total with optimal play and the loss against the best choice.`,
    )
    .examples("odds advise crag --roll 6 6 1 --rolls-left 1")
    .action(adviseAction);
}

async function adviseAction(variant: string, flags: Flags): Promise<void> {
  const { set, lang, sheet, player, rollsLeft, json } = flags;
  const game = need(await loadNamedGame(variant, set));
  const language = need(loadLanguage(lang));
  const roll = parseRollArguments(game, flags.roll);
  const written: WrittenScores =
    sheet === undefined ? () => null : readWrittenScores(need(readTyped(sheet, game)), player);
  const advice = need(findAdvice(game, written, roll, rollsLeft));
  if (json) printJson(plain(advice));
  else print(formatAdvice(game, language, advice));
}

function readTyped(file: string, game: Game) {
  const format = sheetFormat(file);
  if (format === null)
    return fail(
      "unknown-format",
      msg`cli.unsupported-file-type: unsupported file type: ${file}`,
      msg`cli.typed-sheet-hint: typed sheets are .yaml, .json or .csv files; \`augenblock sheet\` prints an empty one`,
    );
  const text = need(readText(file));
  return readSheet({ file, text, format }, () => success(game), [], { variant: game.id });
}

function readWrittenScores({ players }: Sheet, name: string | undefined): WrittenScores {
  const isMeant = (one: string) => name !== undefined && nameKey(one) === nameKey(name);
  const player = name === undefined ? players[0] : players.find((one) => isMeant(one.name));
  if (player === undefined) {
    const names = players.map((one) => `\`${one.name}\``).join(", ");
    const message = msg`cli.player-not-on-sheet: \`${name ?? ""}\` is not on the sheet`;
    const hint = msg`cli.player-not-on-sheet-hint: the players on it are ${names}`;
    return fail("no-such-player", message, hint);
  }
  return (column, category) => entryScore(boxEntry(player, column, category));
}

/** The stable JSON shape of advice. */
function plain(advice: readonly Advice[]): object {
  const [best, ...others] = advice;
  const most = best?.worth ?? 0;
  const what = ({ keep, column, category }: Advice) => (keep === null ? { column, category } : { keep });
  return {
    ...(best === undefined ? {} : what(best)),
    worth: most,
    others: others.map((one) => ({ ...what(one), worth: one.worth, loss: most - one.worth })),
  };
}

const MAX_SHOWN_CHOICES = 12;

function formatAdvice(game: Game, language: Language, advice: readonly Advice[]): string {
  const most = advice[0]?.worth ?? 0;
  const rows = advice.slice(0, MAX_SHOWN_CHOICES).map((one) => {
    const loss = most - one.worth;
    const number = (value: number) => decimalNumber(language, value, 2);
    return [whatToDo(game, language, one), number(one.worth), loss === 0 ? "" : `−${number(loss)}`];
  });
  const more = advice.length - rows.length;
  const shown = table(rows, [1, 2]);
  const notes = [
    ...(more === 0 ? [] : [t`cli.more-in-json: and ${more} more; \`--json\` lists them all`]),
    ...omissionNotes(game, language),
  ];
  return [shown, ...notes.map(PAINT.quiet)].join("\n");
}

function whatToDo(game: Game, language: Language, { keep, column, category, score }: Advice): string {
  if (keep === null)
    return t`cli.advise-write: write ${plainNumber(score ?? 0)} in ${boxName(game, language, category ?? "", column ?? "")}`;
  return keep.length === 0
    ? t`cli.advise-roll-all: roll all dice`
    : t`cli.advise-hold: hold ${keep.map(plainNumber).join(" ")}`;
}

import { t } from "../../console/language.ts";
import { BadValue, createChoiceParser, parseSeasonAddress, WAYS_TO_SHOW } from "../../flags.ts";
import type { Command } from "../../help.ts";
import { msg } from "../../../rules/problem/message.ts";

/** `augenblock season`: the results in a season, and the answers to its questions. */
export default function seasonCommand(command: Command): Command {
  const season = (name: string, summary: string) =>
    command
      .command(name)
      .description(summary)
      .argument(
        "<season>",
        t`cli.season-argument: the folder of a season, or the URL of a PostgreSQL server`,
        parseSeasonAddress,
      );
  season("open", t`cli.season-open-summary: list the sheets that do not count yet`)
    .option("--json", t`cli.print-json: print JSON`)
    .option("--confirm", t`cli.confirm-flag: ask about every box that was not read with certainty`)
    .option(
      "--report <file>",
      t`cli.report-flag: write a web page of all sheets, on which misread boxes can be corrected`,
    )
    .examples("season open autumn", "season open autumn --report open.html")
    .action(async (at, flags) => (await import("./open.ts")).showOpen(at, flags));
  season(
    "ask",
    t`cli.season-ask-summary: ask about the boxes and names of all waiting sheets, one after the other`,
  )
    .option("--as <name>", t`cli.ask-as-flag: who answers (default: the user of this computer)`)
    .option(
      "--second <share>",
      t`cli.ask-second-flag: share of the sheets that a second person also reads, such as 10%`,
      share,
      0,
    )
    .option(
      "--show <how>",
      t`cli.ask-show-flag: how a box is shown: kitty, iterm or sixel (in the terminal), file or window (the marked sheet), none, or auto`,
      createChoiceParser(...WAYS_TO_SHOW),
      "auto",
    )
    .option("--rates", t`cli.ask-rates-flag: print progress and speed, without questions`)
    .option("--json", t`cli.print-json: print JSON`)
    .notes(
      t`cli.ask-notes: If the season is on a PostgreSQL server, several people can answer at the same time; each of them gets other sheets.`,
    )
    .examples("season ask autumn", "season ask autumn --rates")
    .action(async (at, flags) => (await import("./open.ts")).ask(at, flags));
  season("decide", t`cli.season-decide-summary: decide between two sheets that can’t both be right`)
    .argument("<sheet>", t`cli.decide-sheet-argument: the number that \`season open\` lists`)
    .argument(
      "[which]",
      t`cli.decide-which-argument: this, other or both; without it, both sheets are shown`,
      createChoiceParser("this", "other", "both"),
    )
    .examples("season decide autumn 17", "season decide autumn 17 this")
    .action(async (at, sheet, which, flags) =>
      (await import("./open.ts")).decideSheet(at, sheet, which ?? null, flags),
    );
  season(
    "evenings",
    t`cli.season-evenings-summary: list the game nights, or correct the date, place or name of one`,
  )
    .option("--json", t`cli.print-json: print JSON`)
    .option(
      "--change <evening>",
      t`cli.evenings-change-flag: game night to correct: its day, or its number in the list`,
    )
    .option("--date <day>", t`cli.evenings-date-flag: the correct day`)
    .option("--place <name>", t`cli.evenings-place-flag: the correct place`)
    .option("--evening <name>", t`cli.evenings-evening-flag: the correct name of the game night`)
    .option("--undo", t`cli.evenings-undo-flag: undo the last change of a game night`)
    .examples(
      "season evenings autumn",
      "season evenings autumn --change 2026-01-08 --date 2026-01-09",
      "season evenings autumn --change 3 --place 'The Lion'",
      "season evenings autumn --undo",
    )
    .action(async (at, flags) => (await import("./lists.ts")).showEvenings(at, flags));
  season("players", t`cli.season-players-summary: list the players, or change their names`)
    .option("--json", t`cli.print-json: print JSON`)
    .option("--alias <name=alias>", t`cli.players-alias-flag: count sheets with another name for this player`)
    .option("--merge <name=into>", t`cli.players-merge-flag: merge two players into one`)
    .option("--rename <name=new>", t`cli.players-rename-flag: show a player under another name`)
    .option("--undo", t`cli.players-undo-flag: undo the last change of names`)
    .option(
      "--leave <name>",
      t`cli.players-leave-flag: delete everything about a person; this can’t be undone`,
    )
    .option("--yes", t`cli.players-yes-flag: with --leave: delete without asking`)
    .examples(
      "season players autumn",
      "season players autumn --merge 'Ann=Anna'",
      "season players autumn --undo",
    )
    .action(async (at, flags) => (await import("./lists.ts")).showPlayers(at, flags));
  season("export", t`cli.season-export-summary: write a season to a file`)
    .requiredOption(
      "--out <file>",
      t`cli.export-out-flag: .json, .jsonl or .yaml for another season, .csv for spreadsheets`,
    )
    .examples("season export autumn --out autumn.json")
    .action(async (at, flags) => (await import("./transfer.ts")).exportSeason(at, flags));
  season("import", t`cli.season-import-summary: import exported results, or another season`)
    .argument(
      "<from...>",
      t`cli.import-from-argument: exported files (.json, .jsonl, .yaml), results of \`check\` and \`queue\`, or folders and URLs of seasons`,
    )
    .examples(
      "season import postgres://club@localhost/club autumn",
      "season import autumn autumn.json",
      "season import autumn part-*.jsonl",
    )
    .action(async (at, from) => (await import("./transfer.ts")).importSeason(at, from));
  season("log", t`cli.season-log-summary: list the changes, with date and person`)
    .option("--json", t`cli.print-json: print JSON`)
    .examples("season log autumn")
    .action(async (at, flags) => (await import("./lists.ts")).showLog(at, flags));
  return command
    .helpCommand(false)
    .notes(
      t`cli.season-notes: \`augenblock check … --into\` keeps sheets in a season, and \`augenblock league\` shows its standings.`,
    )
    .examples("season open autumn", "season players autumn", "season export autumn --out autumn.json");
}

/** A share such as `10%` or `0.1`. */
function share(text: string): number {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text.trim());
  const value = percent ? Number(percent[1]) / 100 : Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new BadValue(msg`cli.bad-share: expected a share such as 10%, not \`${text}\``);
}

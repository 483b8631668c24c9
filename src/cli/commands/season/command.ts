import type { Command } from "commander";
import { t } from "../../console/language.ts";
import { BadValue, createChoiceParser, parseSeasonAddress, WAYS_TO_SHOW } from "../../flags.ts";
import { examples, notes } from "../../help.ts";
import { msg } from "../../../rules/problem/message.ts";

/** `augenblock season`: what is kept in a season, and the people who answer its questions. */
export default function seasonCommand(command: Command): Command {
  const season = (name: string, summary: string) =>
    command
      .command(name)
      .description(summary)
      .argument(
        "<season>",
        t("cli.folder-season-url")`the folder of a season, or the URL of a PostgreSQL server`,
        parseSeasonAddress,
      );
  season("open", t("cli.list-sheets-do")`list the sheets that do not count yet`)
    .option("--json", t("cli.print-json")`print JSON`)
    .option("--confirm", t("cli.ask-about-every")`ask about every box that was not read with certainty`)
    .option(
      "--report <file>",
      t("cli.write-web-page")`write a web page of all sheets, on which misread boxes can be corrected`,
    )
    .addHelpText("after", examples("season open autumn", "season open autumn --report open.html"))
    .action(async (at, flags) => (await import("./open.ts")).showOpen(at, flags));
  season(
    "ask",
    t("cli.ask-about-boxes")`ask about the boxes and names of all sheets that wait, one after the other`,
  )
    .option("--as <name>", t("cli.who-answers-default")`who answers (default: the user of this computer)`)
    .option(
      "--second <share>",
      t("cli.share-sheets-second")`the share of sheets that a second person reads, too, such as 10%`,
      share,
      0,
    )
    .option(
      "--show <how>",
      t(
        "cli.how-box-shown",
      )`how a box is shown: kitty, iterm or sixel (in the terminal), file or window (the marked sheet), none, or auto`,
      createChoiceParser(...WAYS_TO_SHOW),
      "auto",
    )
    .option("--rates", t("cli.print-how-answering")`print progress and speed, and ask nothing`)
    .option("--json", t("cli.print-json")`print JSON`)
    .addHelpText(
      "after",
      notes(
        t(
          "cli.several-people-can",
        )`If the season is on a PostgreSQL server, several people can answer at the same time; each sheet goes to one of them.`,
      ) + examples("season ask autumn", "season ask autumn --rates"),
    )
    .action(async (at, flags) => (await import("./ask.ts")).ask(at, flags));
  season("decide", t("cli.decide-between-two")`decide between two sheets that can’t both be right`)
    .argument("<sheet>", t("cli.number-season-open")`the number that \`season open\` lists`)
    .argument(
      "<which>",
      t("cli.other-both")`this, other or both`,
      createChoiceParser("this", "other", "both"),
    )
    .addHelpText("after", examples("season decide autumn 17 this"))
    .action(async (at, sheet, which) => (await import("./open.ts")).decideSheet(at, sheet, which));
  season(
    "evenings",
    t("cli.list-evenings-correct")`list the evenings, or correct when and where one was played`,
  )
    .option("--json", t("cli.print-json")`print JSON`)
    .option(
      "--change <evening>",
      t("cli.evening-correct-day")`the evening to correct: its day, or its number in the list`,
    )
    .option("--date <day>", t("cli.day-really-played")`the correct day`)
    .option("--place <name>", t("cli.place-really-played")`the correct place`)
    .option("--evening <name>", t("cli.what-really-called")`the correct name of the evening`)
    .option("--undo", t("cli.take-back-last")`undo the last change of an evening`)
    .addHelpText(
      "after",
      examples(
        "season evenings autumn",
        "season evenings autumn --change 2026-01-08 --date 2026-01-09",
        "season evenings autumn --change 3 --place 'The Lion'",
        "season evenings autumn --undo",
      ),
    )
    .action(async (at, flags) => (await import("./lists.ts")).showEvenings(at, flags));
  season("players", t("cli.list-players-change")`list the players, or change their names`)
    .option("--json", t("cli.print-json")`print JSON`)
    .option(
      "--alias <name=alias>",
      t("cli.take-sheets-another")`count sheets with another name as this player’s`,
    )
    .option("--merge <name=into>", t("cli.take-two-players")`merge two players into one`)
    .option("--rename <name=new>", t("cli.show-player-under")`show a player under another name`)
    .option("--undo", t("cli.take-back-last-change")`undo the last change of names`)
    .option("--leave <name>", t("cli.take-out-all")`delete everything about a person; this can’t be undone`)
    .option("--yes", t("cli.leave-do-so")`with --leave: do so without asking`)
    .addHelpText(
      "after",
      examples(
        "season players autumn",
        "season players autumn --merge 'Ann=Anna'",
        "season players autumn --undo",
      ),
    )
    .action(async (at, flags) => (await import("./lists.ts")).showPlayers(at, flags));
  season("export", t("cli.write-season-file")`write a season to a file`)
    .requiredOption(
      "--out <file>",
      t("cli.json-jsonl-yaml")`.json, .jsonl or .yaml for another store, .csv for spreadsheets`,
    )
    .addHelpText("after", examples("season export autumn --out autumn.json"))
    .action(async (at, flags) => (await import("./transfer.ts")).exportSeason(at, flags));
  season("import", t("cli.take-what-exported")`import exported results, or another season`)
    .argument(
      "<from...>",
      t(
        "cli.exported-files-json",
      )`exported files (.json, .jsonl, .yaml), results of \`check\` and \`queue\`, or folders and URLs of seasons`,
    )
    .addHelpText(
      "after",
      examples(
        "season import postgres://club@localhost/club autumn",
        "season import autumn autumn.json",
        "season import autumn part-*.jsonl",
      ),
    )
    .action(async (at, from) => (await import("./transfer.ts")).importSeason(at, from));
  season("log", t("cli.list-what-changed")`list what was changed, when and by whom`)
    .option("--json", t("cli.print-json")`print JSON`)
    .addHelpText("after", examples("season log autumn"))
    .action(async (at, flags) => (await import("./lists.ts")).showLog(at, flags));
  return command
    .helpCommand(false)
    .addHelpText(
      "after",
      notes(
        t(
          "cli.augenblock-check-into-keeps",
        )`\`augenblock check … --into\` keeps sheets in a season, and \`augenblock league\` shows its standings.`,
      ) + examples("season open autumn", "season players autumn", "season export autumn --out autumn.json"),
    );
}

/** A share such as `10%` or `0.1`. */
function share(text: string): number {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text.trim());
  const value = percent ? Number(percent[1]) / 100 : Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new BadValue(msg("cli.expected-share-such")`expected a share such as 10%, not \`${text}\``);
}

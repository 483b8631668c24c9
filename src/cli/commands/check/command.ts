import type { Command } from "commander";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { PHOTO_EXTENSIONS } from "../../../scan/image/formats.ts";
import { readShard, type Shard } from "../../../season/shard.ts";
import { t } from "../../console/language.ts";
import {
  BadValue,
  choiceFlag,
  count,
  createChoiceParser,
  languageFlag,
  parseSeasonAddress,
  WAYS_TO_SHOW,
} from "../../flags.ts";
import { examples, notes } from "../../help.ts";
import { closeFirstDecoder, startFirstDecoder } from "../../threads/photo-workers.ts";

/** A parser for a part of a whole. */
function shard(value: string): Shard {
  const part = readShard(value);
  if (part !== null) return part;
  throw new BadValue(
    msg("cli.expected-part-how")`expected a part and how many there are, such as 3/16, not \`${value}\``,
  );
}

/** `augenblock check`: mistakes on filled-in sheets. */
export default function checkCommand(command: Command): Command {
  const withFiles = command.argument(
    "<files...>",
    t(
      "cli.sheets-folders-them",
    )`the sheets, folders of them, or patterns such as 'photos/*.jpg'; photos end in ${PHOTO_EXTENSIONS.join(", ")}, forms and scans in .pdf`,
  );
  const withPhotos = languageFlag(withFiles)
    .option("--variant <variant>", t("cli.game-sheets-do")`the game, for sheets that do not name it`)
    .option("--json", t("cli.print-json")`print JSON`)
    .option(
      "--report <file>",
      t("cli.write-web-page")`write a web page of all sheets, on which misread boxes can be corrected`,
    )
    .option(
      "--csv <file>",
      t(
        "cli.write-every-players",
      )`write every player’s result on each sheet, and the ranking of the evening, as a table`,
    )
    .option(
      "--odds",
      t("cli.odds-of-totals")`also compare totals with optimal play; takes seconds to minutes the first time`,
    )
    .optionsGroup(t("cli.season")`Season:`)
    .option(
      "--into <season>",
      t("cli.keep-sheets-season")`keep the sheets in a season: a folder, or the URL of a PostgreSQL server`,
      parseSeasonAddress,
    )
    .option(
      "--date <day>",
      t("cli.day-they-were")`the day they were played, for sheets that do not say it (default: today)`,
    )
    .option("--place <name>", t("cli.place-they-were")`the place they were played at`)
    .option(
      "--evening <name>",
      t("cli.what-evening-called")`name of the evening, such as a round of a tournament`,
    )
    .option(
      "--shard <part>",
      t("cli.check-one-part")`check one part of the sheets, such as 3/16, for computers that each do a part`,
      shard,
    )
    .option(
      "--results <file>",
      t("cli.write-what-read")`write what was read, each photo by itself, for \`augenblock season import\``,
    )
    .optionsGroup(t("cli.photos")`Photos:`)
    .option("--confirm", t("cli.ask-about-every")`ask about every box that was not read with certainty`)
    .option(
      "--show <how>",
      t(
        "cli.how-confirm-shows",
      )`how --confirm shows a box: kitty, iterm or sixel (in the terminal), file or window (the marked sheet), none, or auto`,
      createChoiceParser(...WAYS_TO_SHOW),
    )
    .option(
      "--picture <file>",
      t("cli.write-straightened-photo")`write the straightened photo with all boxes marked, as PNG`,
    )
    .option("--save <file>", t("cli.write-sheet-yaml")`write the sheet as YAML`)
    .option(
      "--names <names>",
      t("cli.players-separated-commas")`the players, separated by commas; sheets separated by semicolons`,
    )
    .option(
      "--jobs <n>",
      t("cli.number-photos-process")`number of photos to process at the same time`,
      count(1, 64),
      1,
    )
    .option(
      "--pad <pad>",
      t(
        "cli.pad-of-photos",
      )`the store-bought pad in the photos: an id from \`augenblock pads list\`, or a pad file`,
    )
    .option(
      "--same-sheet",
      t(
        "cli.photos-show-one",
      )`the photos show one sheet, which has no number; what one hides is read from the others`,
    )
    .option(
      "--code <letters>",
      t("cli.letters-next-small")`the letters next to the small code, if it can’t be read`,
    )
    .option(
      "--paper <paper>",
      t("cli.custom-paper-size")`custom paper size of the sheets: <width>x<height>mm`,
    );
  return choiceFlag(
    withPhotos,
    "--set",
    t("cli.house-rules-variant")`house rules that --variant was printed with`,
  )
    .option(
      "--templates <folder>",
      t("cli.templates-sheets-were")`the templates that the sheets were printed with`,
    )
    .addHelpText(
      "after",
      notes(
        t(
          "cli.several-sheets-pictures",
        )`For several sheets, pictures and saved sheets get numbered names; in a folder they are named after their photos.`,
        t(
          "cli.exit-codes-0",
        )`Exit codes: 0 all correct, 1 mistakes found, 2 unusable input, 3 not read with certainty. For several sheets the worst one counts: 2, then 1, then 3.`,
      ) +
        examples(
          "check anna.yaml ben.csv",
          "check photo.jpg --confirm",
          "check photos",
          "check night.yaml --into autumn --date 2026-10-02",
          "check photos --shard 3/16 --results part-3.jsonl",
          "check 'photos/*.jpg' --jobs 2 --csv ranking.csv --report night.html",
        ),
    )
    .action(async (files, flags) => {
      startFirstDecoder(files);
      try {
        const settings = need((await import("./settings.ts")).readCheckSettings(flags));
        await (await import("./check.ts")).check(files, settings);
      } finally {
        closeFirstDecoder();
      }
    });
}

import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { PHOTO_EXTENSIONS } from "../../../scan/image/formats.ts";
import { t } from "../../console/language.ts";
import {
  BadValue,
  choiceFlag,
  createCountParser,
  createChoiceParser,
  languageFlag,
  parseSeasonAddress,
  WAYS_TO_SHOW,
} from "../../flags.ts";
import type { Command } from "../../help.ts";
import { closeFirstDecoder, startFirstDecoder } from "../../threads/photo-workers.ts";
import type { CheckFlags, Shard } from "./settings.ts";

const MAX_SHARDS = 100_000;

/** Parses `3/16`. @throws {BadValue} if the text is no shard */
export function parseShard(text: string): Shard {
  const [, part = "", of = ""] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part >= 1 && shard.part <= shard.of && shard.of <= MAX_SHARDS) return shard;
  throw new BadValue(
    msg`cli.bad-shard: expected a part and the number of parts, such as 3/16, not \`${text}\``,
  );
}

/** `augenblock check`: mistakes on filled-in sheets. */
export default function checkCommand(command: Command): Command {
  const withFiles = command.argument(
    "<files...>",
    t`cli.check-files-argument: sheets, folders of sheets, or patterns such as 'photos/*.jpg'; photos end in ${PHOTO_EXTENSIONS.join(", ")}, forms and scans in .pdf`,
  );
  const withPhotos = languageFlag(withFiles)
    .option("--variant <variant>", t`cli.sheet-variant-flag: the game, for sheets that do not name it`)
    .option("--json", t`cli.print-json: print JSON`)
    .option(
      "--report <file>",
      t`cli.report-flag: write a web page of all sheets, on which misread boxes can be corrected`,
    )
    .option("--csv <file>", t`cli.csv-flag: write all results and the ranking of the game night as a table`)
    .option(
      "--odds",
      t`cli.compare-odds-flag: also compare totals with optimal play; takes seconds to minutes the first time`,
    )
    .optionsGroup(t`cli.season-heading: Season:`)
    .option(
      "--into <season>",
      t`cli.into-flag: keep the sheets in a season: a folder, or the URL of a PostgreSQL server`,
      parseSeasonAddress,
    )
    .option(
      "--date <day>",
      t`cli.date-flag: when the sheets were played, for those that do not say it (default: today)`,
    )
    .option("--place <name>", t`cli.place-flag: where the sheets were played`)
    .option("--evening <name>", t`cli.evening-flag: name of the game night, such as a round of a tournament`)
    .option(
      "--shard <part>",
      t`cli.shard-flag: check one part of the sheets, such as 3/16, to split the work among computers`,
      parseShard,
    )
    .option(
      "--results <file>",
      t`cli.check-results-flag: write the results, photo by photo, for \`augenblock season import\``,
    )
    .optionsGroup(t`cli.photos-heading: Photos:`)
    .option("--confirm", t`cli.confirm-flag: ask about every box that was not read with certainty`)
    .option(
      "--show <how>",
      t`cli.show-flag: how --confirm shows a box: kitty, iterm or sixel (in the terminal), file or window (the marked sheet), none, or auto`,
      createChoiceParser(...WAYS_TO_SHOW),
    )
    .option(
      "--picture <file>",
      t`cli.picture-flag: write the straightened photo with all boxes marked, as PNG`,
    )
    .option("--save <file>", t`cli.save-flag: write the sheet as YAML`)
    .option(
      "--names <names>",
      t`cli.names-flag: the players, separated by commas; several sheets separated by semicolons`,
    )
    .option(
      "--jobs <n>",
      t`cli.check-jobs-flag: number of photos to process at the same time`,
      createCountParser(1, 64),
      1,
    )
    .option(
      "--pad <pad>",
      t`cli.photographed-pad-flag: the store-bought pad in the photos: an id from \`augenblock pads list\`, or a pad file`,
    )
    .option(
      "--same-sheet",
      t`cli.same-sheet-flag: the photos show one sheet without a number; what one photo hides is read from the others`,
    )
    .option(
      "--code <letters>",
      t`cli.code-flag: the letters of the small code, at the foot of the sheet or next to the code, if it can’t be read`,
    )
    .option(
      "--paper <paper>",
      t`cli.printed-paper-flag: custom paper size of the sheets: <width>x<height>mm`,
    );
  return choiceFlag(
    withPhotos,
    "--set",
    t`cli.printed-rules-flag: house rules that --variant was printed with`,
  )
    .option(
      "--templates <folder>",
      t`cli.printed-templates-flag: the templates that the sheets were printed with`,
    )
    .notes(
      t`cli.check-output-names: For several sheets, pictures and saved sheets get numbered names; in a folder they are named after their photos.`,
      t`cli.check-exit-codes: Exit codes: 0 all correct, 1 mistakes found, 2 unusable input, 3 not read with certainty. For several sheets the worst one counts: 2, then 1, then 3.`,
    )
    .examples(
      "check anna.yaml ben.csv",
      "check photo.jpg --confirm",
      "check photos",
      "check night.yaml --into autumn --date 2026-10-02",
      "check photos --shard 3/16 --results part-3.jsonl",
      "check 'photos/*.jpg' --jobs 2 --csv ranking.csv --report night.html",
    )
    .action(async (files, flags) => {
      startFirstDecoder(files);
      try {
        const settings = need((await import("./settings.ts")).readCheckSettings(await withBlock(flags)));
        await (await import("./check.ts")).check(files, settings);
      } finally {
        closeFirstDecoder();
      }
    });
}

/** The flags with the game and house rules of a block file, where `--variant` names one. */
async function withBlock(flags: CheckFlags): Promise<CheckFlags> {
  if (flags.variant === undefined) return flags;
  const { resolveRequest } = await import("../../request.ts");
  const request = await resolveRequest(flags.variant, flags, [], []);
  if (request.from === null) return flags;
  const { findVariant, playableIds } = await import("../../../files/package/variants.ts");
  const { file } = need(findVariant(request.variant, request.from));
  return { ...request.flags, variant: playableIds().includes(request.variant) ? request.variant : file };
}

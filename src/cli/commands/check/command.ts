import type { Command } from "commander";
import { choiceFlag, count, examples, languageFlag } from "../../flags.ts";

/** `augenblock check`: mistakes on filled-in sheets. */
export default function checkCommand(command: Command): Command {
  const withFiles = command.argument(
    "<files...>",
    "the sheets, folders of them, or patterns such as 'photos/*.jpg'; photos end in .jpg, .png, .webp, .tif, .avif or .heic, forms in .pdf",
  );
  const withPhotos = languageFlag(withFiles)
    .option("--variant <variant>", "the game, for sheets that do not name it")
    .option("--json", "print JSON")
    .option("--report <file>", "write a web page of all sheets, on which misread boxes can be corrected")
    .option("--csv <file>", "write the ranking of the evening as a table")
    .optionsGroup("Photos:")
    .option("--confirm", "ask about every box that was not read with certainty")
    .option("--picture <file>", "write the straightened photo with all boxes marked, as PNG")
    .option("--save <file>", "write the sheet as YAML")
    .option("--names <names>", "the players, separated by commas; sheets separated by semicolons")
    .option("--jobs <n>", "number of photos to process at the same time", count(1, 64), 1)
    .option("--code <letters>", "the letters next to the small code, if it can't be read")
    .option("--paper <paper>", "custom paper size of the sheets: <width>x<height>mm");
  return choiceFlag(withPhotos, "--set", "house rules that --variant was printed with")
    .option("--templates <folder>", "the templates that the sheets were printed with")
    .addHelpText(
      "after",
      `\nFor several sheets, pictures and saved sheets get numbered names; in a folder they are named after their photos.
\nExit codes: 0 all correct, 1 mistakes found, 2 unusable input, 3 not read with certainty. For several sheets the worst
one counts: 2, then 1, then 3.\n${examples(
        "check anna.yaml ben.csv",
        "check photo.jpg --confirm",
        "check photos",
        "check 'photos/*.jpg' --jobs 2 --csv ranking.csv --report night.html",
      )}`,
    )
    .action(async (files, flags) => (await import("./check.ts")).check(files, flags));
}

import { Command } from "commander";
import { choice, count, offset, oneOf, span } from "./flags.ts";
import { languageCodes } from "./files/package.ts";
import { version } from "./files/version.ts";

/** The language of whoever does not say which. */
const USUAL_LANGUAGE = "de";

/**
 * All commands with their flags. This file stays light, because every start loads it: what a command needs is loaded by its
 * own file when the command runs.
 */
export function program(): Command {
  const augenblock = new Command("augenblock")
    .description("Score pads, rule sheets and sheet checks for Yatzy-like dice games.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      "after",
      `\nA <variant> is a shipped id (\`augenblock variants\` lists them) or a path to a YAML file.\n${example("pad yazzo", "rules yazzo --lang en", "check night.yaml")}`,
    );
  for (const add of [
    pad,
    layout,
    rules,
    check,
    sheet,
    variants,
    show,
    score,
    lint,
    diff,
    newVariant,
    watch,
    publish,
    preflight,
    schema,
  ])
    add(augenblock);
  return augenblock;
}

function pad(on: Command): void {
  const command = paperFlags(variantCommand(on, "pad", "print a score pad as PDF"))
    .option("--sheets <n>", "how many sheets the pad has (default: 1)", count(1, 100_000))
    .option("--numbered <from-to>", "number the sheets, such as 1-50", span)
    .option("--out <file>", "where to write the PDF (default: output/<variant>-<lang>-<paper>.pdf)")
    .optionsGroup("Printing:")
    .option(
      "--profile <name>",
      "home, copyshop, printshop, archive (PDF/A-2), large-print, or fillable: a form for the screen",
      oneOf("home", "copyshop", "printshop", "archive", "large-print", "fillable"),
      "home",
    )
    .option("--on <paper>", "put as many sheets on each page of this paper as fit")
    .option(
      "--order <order>",
      "in-turn, or stacked: in order once cut and piled up",
      oneOf("in-turn", "stacked"),
    )
    .option("--cuts <guides>", "where to cut: lines, ticks or none", oneOf("lines", "ticks", "none"))
    .option(
      "--glue-edge <edge>",
      "keep an edge free for glue: top, left or none",
      oneOf("top", "left", "none"),
    )
    .option("--glue-mm <mm>", "how much of it (default: 10)", count(0, 40))
    .option("--bleed <mm>", "pages with boxes for cut and bleed", count(0, 20))
    .option("--crop-marks", "show a print shop where to cut")
    .option(
      "--back <flip>",
      "the rules on the back, for a printer that turns paper around its long-edge or short-edge",
      oneOf("long-edge", "short-edge"),
    )
    .option("--back-offset <x,y>", "move the back by so many mm to the right and down", offset)
    .option("--calibrate", "print two pages that show what to give as --back-offset");
  brandFlags(command)
    .addHelpText(
      "after",
      `\nA <variant> may also be a block file, which says everything that flags say: \`block: yazzo\` and whatever else.
\nhome prints one sheet a page, copyshop cuts and stacks from A4, printshop has bleed and an edge for glue. Every
switch can be set on its own.\n${example(
        "pad yazzo --paper a5 --sheets 50",
        "pad yazzo --numbered 1-200 --profile copyshop",
        "pad yatzy --players 3 --profile fillable",
        'pad yatzy --title "The Golden Lion" --logo lion.svg --players-named Anna,Ben',
        "pad yazzo --profile large-print",
        "pad doppel-yatzy --set extra=chance --players 6 --lang en",
      )}`,
    )
    .action(async (variant, flags) => {
      const usual = Object.keys(flags).filter((flag) => command.getOptionValueSource(flag) === "default");
      return (await import("./commands/pad/print-pad.ts")).pad(variant, flags, usual);
    });
}

function brandFlags(command: Command): Command {
  return command
    .optionsGroup("Whose pad it is:")
    .option("--title <words>", "instead of the game's name")
    .option("--subtitle <words>", "below the title")
    .option("--footer <words>", "below the table")
    .option("--logo <file>", "a picture left of the title: SVG, PNG or JPEG; grey without --accent")
    .option("--accent <colour>", "of title, headings and arrows, such as #7a1f1f or navy")
    .option("--players-named <names>", "the players, with commas between")
    .option("--date <date>", "the day, as it is to be printed");
}

function layout(on: Command): void {
  paperFlags(variantCommand(on, "layout", "print where everything stands on a sheet, as JSON in mm"))
    .option("--json", "print JSON (it always does)")
    .addHelpText("after", example("layout yazzo --paper a5 > yazzo.json"))
    .action(async (variant, flags) => (await import("./commands/layout.ts")).layout(variant, flags));
}

function rules(on: Command): void {
  templatesFlag(languageFlag(variantCommand(on, "rules", "write the rules")))
    .option("--format <format>", "what to write: pdf, html or md", oneOf("pdf", "html", "md"), "pdf")
    .option("--paper <paper>", "a4, a5, a6, letter or <width>x<height>mm, for PDF", "a4")
    .option("--profile <name>", "archive: a PDF to be kept for long, as PDF/A-2", oneOf("archive"))
    .option("--out <file>", "where to write it (default: output/<variant>-rules-<lang>.<format>)")
    .addHelpText(
      "after",
      example(
        "rules edencity-yatzy --lang en",
        "rules yazzo --format md --out -",
        "rules yazzo --templates my-templates",
      ),
    )
    .action(async (variant, flags) => (await import("./commands/rules.ts")).rules(variant, flags));
}

function check(on: Command): void {
  languageFlag(
    on.command("check").description("check filled-in sheets: photos, fillable PDFs, YAML, JSON or CSV"),
  )
    .argument(
      "<files...>",
      "the sheets; photos end in .jpg, .png, .webp, .tif, .avif or .heic, forms in .pdf",
    )
    .option("--variant <variant>", "the game, for sheets that do not name theirs")
    .option("--json", "print JSON")
    .option("--report <file>", "write a page with all sheets, on which to correct what was misread")
    .option("--csv <file>", "write a table with the ranking of the evening")
    .optionsGroup("Photos:")
    .option("--confirm", "ask about every box that was not read for sure")
    .option("--picture <file>", "write the straightened photo with all boxes marked, as PNG")
    .option("--save <file>", "write the sheet as YAML")
    .option("--names <names>", "the players, with commas between; sheets with semicolons between")
    .option("--jobs <n>", "how many photos to look at at the same time", count(1, 64), 1)
    .option("--code <letters>", "the letters beside the small code, if it can't be read")
    .option("--paper <paper>", "the paper of a sheet in a size of its own: <width>x<height>mm")
    .option("--set <option=choice>", "house rules that --variant was printed with", choice, {})
    .option("--templates <folder>", "the templates that the sheets were printed with")
    .addHelpText(
      "after",
      `\nOf several sheets, pictures and saved sheets are numbered; a folder takes them under the names of their photos.
\nExit codes: 0 all correct, 1 mistakes found, 2 unusable input, 3 not read for sure. Of several sheets the worst counts:
2 before 1 before 3 before 0.\n${example(
        "check anna.yaml ben.csv",
        "check photo.jpg --confirm",
        "check photos/*.jpg --jobs 2 --csv ranking.csv --report night.html",
      )}`,
    )
    .action(async (files, flags) => (await import("./commands/check/check.ts")).check(files, flags));
}

function sheet(on: Command): void {
  languageFlag(variantCommand(on, "sheet", "print an empty sheet to type scores into"))
    .option("--format <format>", "what to print: yaml or csv", oneOf("yaml", "csv"), "yaml")
    .option("--players <names>", "names, with commas between, or how many", "2")
    .option("--out <file>", "write it to a file instead")
    .addHelpText(
      "after",
      example(
        "sheet yazzo --players Anna,Ben > night.yaml",
        "sheet yahtzee-block --format csv --players 4 --out night.csv",
      ),
    )
    .action(async (variant, flags) => (await import("./commands/sheet.ts")).sheet(variant, flags));
}

function variants(on: Command): void {
  languageFlag(on.command("variants").description("list the shipped variants"))
    .option("--json", "print JSON")
    .addHelpText("after", example("variants --lang en"))
    .action(async (flags) => (await import("./commands/variants.ts")).variants(flags));
}

function show(on: Command): void {
  languageFlag(variantCommand(on, "show", "show a game as the program understands it"))
    .option("--json", "print JSON")
    .addHelpText("after", example("show doppel-yatzy --set scoring=international"))
    .action(async (variant, flags) => (await import("./commands/show.ts")).show(variant, flags));
}

function score(on: Command): void {
  languageFlag(variantCommand(on, "score", "tell what a roll is worth in each category"))
    .argument("<faces...>", "the dice as they fell")
    .option("--json", "print JSON")
    .addHelpText("after", example("score yahtzee-block 5 5 5 3 3", "score doppel-yatzy 6 6 4 3 3 3 --json"))
    .action(async (variant, faces, flags) =>
      (await import("./commands/score.ts")).score(variant, faces, flags),
    );
}

function lint(on: Command): void {
  on.command("lint")
    .description("find what is wrong with variant files, and rules that are bad")
    .argument("<files...>", "variant files, folders of them, or shipped ids")
    .option("--json", "print JSON")
    .option("--sarif <file>", "write what was found as SARIF 2.1.0; - prints it")
    .option("--lang <code>", "also tell which words are missing in this language")
    .addHelpText(
      "after",
      `\nErrors keep a variant from being played. Warnings are about rules that are well formed and bad; \`accept\` in the file
lets those be that are meant.
\nExit codes: 0 nothing found, 1 errors, 2 unusable input, 3 warnings only. Of several files the worst counts.\n${example(
        "lint my-yazzo.yaml",
        "lint house-rules/ --sarif lint.sarif",
        "lint my-yazzo.yaml --lang sv",
      )}`,
    )
    .action(async (files, flags) => (await import("./commands/lint.ts")).lint(files, flags));
}

function newVariant(on: Command): void {
  languageFlag(on.command("new").description("start a variant of one's own"))
    .argument("<name>", "what the variant and its file are called, such as my-yazzo")
    .option("--from <variant>", "the variant that it builds on")
    .option("--dice <n>", "for a game of its own: how many dice", count(1, 10))
    .option("--rolls <n>", "how many throws in a turn", count(1, 20))
    .option("--columns <orders>", "its columns by their orders: free, down, up, inward, with commas between")
    .option("--categories <ids>", "its boxes, with commas between; without them it asks")
    .option("--out <file>", "where to write it (default: <name>.yaml)")
    .option("--force", "overwrite a file that is there already")
    .addHelpText(
      "after",
      `\nBeside the file it puts variant.schema.json, from which editors know every key.\n${example(
        "new my-yazzo --from yazzo",
        "new my-game",
        "new my-game --dice 5 --rolls 3 --columns down,free --categories ones,twos,threes,fours,fives,sixes,chance",
      )}`,
    )
    .action(async (name, flags) => (await import("./commands/new/new.ts")).newVariant(name, flags));
}

function watch(on: Command): void {
  paperFlags(variantCommand(on, "watch", "print pad and rules again whenever a variant file is saved"))
    .option("--out <folder>", "where to write the PDFs", "output")
    .addHelpText(
      "after",
      `\nCtrl-C ends it.\n${example("watch my-yazzo.yaml", "watch my-yazzo.yaml --paper a4 --lang en")}`,
    )
    .action(async (variant, flags) => (await import("./commands/watch/watch.ts")).watch(variant, flags));
}

function publish(on: Command): void {
  sheetFlags(
    variantCommand(on, "publish", "make a folder and a ZIP with pads, rules and a page for all of it"),
  )
    .option("--out <folder>", "where to put it (default: output/<variant>)")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nThe page opens in the language of --lang and has the others, too. A folder is replaced only if \`publish\` made it.\n${example(
        "publish my-yazzo.yaml",
        "publish doppel-yatzy --set extra=chance --lang en --out site",
      )}`,
    )
    .action(async (variant, flags) =>
      (await import("./commands/publish/publish.ts")).publish(variant, flags),
    );
}

function preflight(on: Command): void {
  on.command("preflight")
    .description("find what a print shop would have against PDFs, ours or others'")
    .argument("<files...>", "the PDFs")
    .option(
      "--profile <name>",
      "what they have to keep: printshop, copyshop, home, large-print, archive or fillable (default: what the file says of itself)",
      oneOf("printshop", "copyshop", "home", "large-print", "archive", "fillable"),
    )
    .option(
      "--glue-edge <edge>",
      "no text stands where it is glued: top, left or none",
      oneOf("top", "left", "none"),
    )
    .option("--glue-mm <mm>", "how much of that edge (default: 10)", count(0, 40))
    .option("--safety-mm <mm>", "no text stands nearer to the cut (default: 4)", count(0, 40))
    .option("--colour", "let be what is in colour, which a profile does not")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nPlaces are in mm as one sees the page. Of a file with very many pages some are looked at, evenly spread.
\nExit codes: 0 nothing found, 1 something found, 2 unusable input. Of several files the worst counts.\n${example(
        "preflight block.pdf",
        "preflight block.pdf --profile printshop --glue-edge left --glue-mm 8",
      )}`,
    )
    .action(async (files, flags) => (await import("./commands/preflight.ts")).preflight(files, flags));
}

function schema(on: Command): void {
  on.command("schema")
    .description("print the JSON Schema of variant files, for editors")
    .option("--out <file>", "write it to a file instead")
    .addHelpText("after", example("schema --out variant.schema.json"))
    .action(async (flags) => (await import("./commands/schema.ts")).schema(flags));
}

function diff(on: Command): void {
  languageFlag(on.command("diff").description("tell in which rules two variants differ"))
    .argument("<a>", "a shipped id or a path to a YAML file")
    .argument("<b>", "the other one")
    .option("--set <option=choice>", "choose a house rule in both; may be repeated", choice, {})
    .option("--set-a <option=choice>", "choose a house rule in the first one only", choice, {})
    .option("--set-b <option=choice>", "choose a house rule in the second one only", choice, {})
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nExit codes: 0 the same rules, 1 different, 2 unusable input.\n${example(
        "diff yazzo our-yazzo.yaml --lang en",
        "diff yatzy yatzy --set-b same_face_groups=strict",
      )}`,
    )
    .action(async (a, b, flags) => (await import("./commands/diff.ts")).diff(a, b, flags));
}

function variantCommand(on: Command, name: string, description: string): Command {
  return on
    .command(name)
    .description(description)
    .argument("<variant>", "a shipped id or a path to a YAML file")
    .option("--set <option=choice>", "choose a house rule; may be repeated", choice, {});
}

function languageFlag(command: Command): Command {
  return command.option("--lang <code>", `language: ${languageCodes().join(", ")}`, USUAL_LANGUAGE);
}

function templatesFlag(command: Command): Command {
  return command.option(
    "--templates <folder>",
    "templates of one's own, laid over ours; see docs/templates.md",
  );
}

function paperFlags(command: Command): Command {
  return sheetFlags(command).option("--paper <paper>", "a4, a5, a6, letter or <width>x<height>mm", "a5");
}

function sheetFlags(command: Command): Command {
  return templatesFlag(languageFlag(command))
    .option(
      "--players <n>",
      "columns on a sheet that players share (default: 4, or as many as fit), sheets per game otherwise",
      count(1, 100),
    )
    .option("--no-marks", "leave out the marks and the code by which `check` reads a photographed sheet");
}

function example(...lines: string[]): string {
  const title = lines.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${lines.map((line) => `  $ augenblock ${line}`).join("\n")}`;
}

import { Command, CommanderError } from "commander";
import { modelVersion, version } from "../files/package.ts";
import { hintFor } from "../rules/problem/wording.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import { fail } from "./console/failure.ts";
import { print } from "./console/output.ts";
import { examples, HELP_STYLE, notes } from "./help.ts";
import { languageFlag, nameBadValues } from "./flags.ts";
import { t, tell } from "./console/language.ts";

/** All commands, in the order of the help: what each does, and its module. A module is loaded only when its command is called. */
export const COMMANDS: Readonly<
  Record<string, readonly [summary: Message, load: () => Promise<CommandModule>]>
> = {
  pad: [msg("cli.make-score-pad")`make a score pad as PDF`, () => import("./commands/pad/command.ts")],
  layout: [
    msg("cli.print-position-everything")`print the position of everything on a sheet, as JSON in mm`,
    () => import("./commands/layout.ts"),
  ],
  rules: [
    msg("cli.write-rule-sheet")`write a rule sheet as PDF, HTML or Markdown`,
    () => import("./commands/rules.ts"),
  ],
  check: [
    msg("cli.check-filled-sheets")`check filled-in sheets: photos, PDF forms, YAML, JSON or CSV`,
    () => import("./commands/check/command.ts"),
  ],
  season: [
    msg("cli.keep-results-over")`keep results over many evenings: what waits, players, export`,
    () => import("./commands/season/command.ts"),
  ],
  league: [
    msg("cli.show-standings-season")`show the standings of a season`,
    () => import("./commands/league.ts"),
  ],
  enqueue: [
    msg("cli.put-photos-into")`put photos into a queue that any number of machines read`,
    () => import("./commands/work/enqueue.ts"),
  ],
  work: [msg("cli.read-photos-queue")`read the photos of a queue`, () => import("./commands/work/work.ts")],
  queue: [
    msg("cli.show-how-far")`show how far a queue is, and what it could not read`,
    () => import("./commands/work/queue.ts"),
  ],
  sheet: [
    msg("cli.print-empty-sheet")`print an empty sheet to type scores into`,
    () => import("./commands/sheet.ts"),
  ],
  variants: [msg("cli.list-shipped-games")`list the shipped games`, () => gamesCommand("variantsCommand")],
  learn: [
    msg("cli.make-bought-pad")`make a bought pad known from a photo of it`,
    () => import("./commands/learn.ts"),
  ],
  pads: [
    msg("cli.list-bought-pads")`list the bought pads whose photos can be read`,
    () => import("./commands/pads.ts"),
  ],
  show: [
    msg("cli.show-game-program")`show a game as the program understands it`,
    () => gamesCommand("showCommand"),
  ],
  score: [
    msg("cli.show-what-roll")`show what a roll scores in each category`,
    () => gamesCommand("scoreCommand"),
  ],
  lint: [
    msg("cli.find-errors-questionable")`find errors and questionable rules in variant files`,
    () => import("./commands/lint.ts"),
  ],
  diff: [
    msg("cli.show-how-rules")`show how the rules of two variants differ`,
    () => import("./commands/diff.ts"),
  ],
  odds: [
    msg("cli.show-what-game")`show what a game is worth under best play`,
    () => import("./commands/odds/command.ts"),
  ],
  advise: [
    msg("cli.show-what-hold")`show what to hold or which box to fill, and what the other choices lose`,
    () => import("./commands/odds/advise.ts"),
  ],
  strategy: [
    msg("cli.make-card-rules")`make a card with rules of thumb, and tell what it loses against best play`,
    () => import("./commands/odds/strategy.ts"),
  ],
  balance: [
    msg("cli.show-what-out")`show what is out of balance in a game, and what its house rules change`,
    () => import("./commands/odds/balance.ts"),
  ],
  new: [msg("cli.create-variant-file")`create a variant file of your own`, () => import("./commands/new.ts")],
  watch: [
    msg("cli.reprint-pad-rules")`reprint pad and rules whenever a file they are made from is saved`,
    () => import("./commands/watch/command.ts"),
  ],
  studio: [
    msg("cli.check-print-write")`check, print and write in a browser, also on a phone`,
    () => import("./commands/studio/command.ts"),
  ],
  publish: [
    msg("cli.make-folder-zip")`make a folder and a ZIP with pads, rules and a web page`,
    () => import("./commands/publish/publish.ts"),
  ],
  preflight: [
    msg("cli.find-what-print")`find what a print shop would object to in a PDF`,
    () => import("./commands/preflight.ts"),
  ],
  schema: [
    msg("cli.print-json-schema")`print the JSON Schema of variants, block files or pad files, for editors`,
    () => import("./commands/schema.ts"),
  ],
  complete: [
    msg("cli.print-script-which")`print the script with which a shell completes commands, flags and ids`,
    completeCommand,
  ],
  help: [
    msg("cli.show-flags-command")`show the flags of a command, and examples`,
    async () => ({ default: helpCommand }),
  ],
};

interface CommandModule {
  /** Adds arguments, flags and action. */
  readonly default: (command: Command) => Command;
}

async function gamesCommand(name: keyof typeof import("./commands/games.ts")): Promise<CommandModule> {
  return { default: (await import("./commands/games.ts"))[name] };
}

async function completeCommand(): Promise<CommandModule> {
  const { completion } = await import("./commands/complete.ts");
  return { default: (command) => completion(command, () => program(Object.keys(COMMANDS))) };
}

/** `augenblock help pad` is `augenblock pad --help`. */
function helpCommand(command: Command): Command {
  return command
    .argument("[command]", t("cli.command-explain")`the command to explain`)
    .addHelpText("after", examples("help pad"))
    .action(async (name?: string) => {
      const names = Object.keys(COMMANDS);
      if (name !== undefined && !names.includes(name))
        fail(
          "unknown-command",
          msg("cli.there-no-command")`there is no command \`${name}\``,
          hintFor(name, names),
        );
      const explained = name === undefined ? [] : [name];
      await (await program(explained)).parseAsync([...explained, "--help"], { from: "user" });
    });
}

/** The command line. @param loaded the commands to load; of the others, only name and summary are known */
export async function program(loaded: readonly string[]): Promise<Command> {
  const augenblock = new Command("augenblock")
    .description(
      t("cli.score-pads-rule")`Score pads, rule sheets and sheet checks for Yatzy-like dice games.`,
    )
    .option(
      "-V, --version",
      t("cli.print-versions-program")`print the versions of the program, its model for digits, and Node.js`,
    )
    .on("option:version", () => {
      print(`augenblock ${version()}, digit model ${modelVersion()}, Node.js ${process.version}`);
      throw new CommanderError(0, "commander.version", "");
    })
    .enablePositionalOptions()
    .helpOption("-h, --help", t("cli.show-help")`show this help`)
    .helpCommand(false)
    .configureHelp(HELP_STYLE)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      "after",
      notes(
        t(
          "cli.augenblock-command-help",
        )`\`augenblock <command> --help\` shows the flags of a command and examples. A <variant> is the id of a shipped one (\`augenblock variants\` lists them) or the path of a YAML file.`,
      ) + examples("pad yazzo", "rules yazzo", "check night.yaml"),
    );
  languageFlag(augenblock);
  for (const [name, [summary, load]] of Object.entries(COMMANDS)) {
    const command = augenblock.command(name).description(tell(summary));
    if (!loaded.includes(name)) continue;
    (await load()).default(command);
    for (const one of [command, ...command.commands]) {
      if (!one.options.some(({ long }) => long === "--lang")) languageFlag(one);
      nameBadValues(one);
    }
  }
  return augenblock;
}

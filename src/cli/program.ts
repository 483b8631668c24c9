import { Command, CommanderError } from "commander";
import { modelVersion, version } from "../files/package.ts";
import { hintFor } from "../rules/problem/wording.ts";
import { msg } from "../rules/problem/message.ts";
import { fail } from "./console/failure.ts";
import { print } from "./console/output.ts";
import { examples, nameBadValues } from "./flags.ts";

/** All commands, in the order of the help: what each does, and its module. A module is loaded only when its command is called. */
export const COMMANDS: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<CommandModule>]>
> = {
  pad: ["print a score pad as PDF", () => import("./commands/pad/command.ts")],
  layout: [
    "print the position of everything on a sheet, as JSON in mm",
    () => import("./commands/layout.ts"),
  ],
  rules: ["write a rule sheet as PDF, HTML or Markdown", () => import("./commands/rules.ts")],
  check: [
    "check filled-in sheets: photos, PDF forms, YAML, JSON or CSV",
    () => import("./commands/check/command.ts"),
  ],
  sheet: ["print an empty sheet to type scores into", () => import("./commands/sheet.ts")],
  variants: ["list the shipped games", () => gamesCommand("variantsCommand")],
  show: ["show a game as the program understands it", () => gamesCommand("showCommand")],
  score: ["show what a roll scores in each category", () => gamesCommand("scoreCommand")],
  lint: ["find errors and questionable rules in variant files", () => import("./commands/lint.ts")],
  diff: ["show how the rules of two variants differ", () => import("./commands/diff.ts")],
  new: ["create a variant file of your own", () => import("./commands/new.ts")],
  watch: [
    "reprint pad and rules whenever a file they are made from is saved",
    () => import("./commands/watch.ts"),
  ],
  publish: [
    "make a folder and a ZIP with pads, rules and a web page",
    () => import("./commands/publish/publish.ts"),
  ],
  preflight: ["find what a print shop would object to in a PDF", () => import("./commands/preflight.ts")],
  schema: ["print the JSON Schema of variant files, for editors", schemaCommand],
  complete: ["print what makes a shell complete commands, flags and ids", completeCommand],
  help: ["show the flags of a command, and examples", async () => ({ default: helpCommand })],
};

interface CommandModule {
  /** Adds arguments, flags and action. */
  readonly default: (command: Command) => Command;
}

async function schemaCommand(): Promise<CommandModule> {
  return { default: (await import("./commands/new.ts")).schemaCommand };
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
    .argument("[command]", "the command to explain")
    .addHelpText("after", examples("help pad"))
    .action(async (name?: string) => {
      const names = Object.keys(COMMANDS);
      if (name !== undefined && !names.includes(name))
        fail("unknown-command", msg`there is no command \`${name}\``, hintFor(name, names));
      const explained = name === undefined ? [] : [name];
      await (await program(explained)).parseAsync([...explained, "--help"], { from: "user" });
    });
}

/** The command line. @param loaded the commands to load; of the others, only name and summary are known */
export async function program(loaded: readonly string[]): Promise<Command> {
  const augenblock = new Command("augenblock")
    .description("Score pads, rule sheets and sheet checks for Yatzy-like dice games.")
    .option("-V, --version", "print the versions of the program, its model for digits, and Node.js")
    .on("option:version", () => {
      print(`augenblock ${version()}, digit model ${modelVersion()}, Node.js ${process.version}`);
      throw new CommanderError(0, "commander.version", "");
    })
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      "after",
      `\n\`augenblock <command> --help\` shows the flags of a command and examples.
A <variant> is the id of a shipped one (\`augenblock variants\` lists them) or the path of a YAML file.\n${examples(
        "pad yazzo",
        "rules yazzo --lang en",
        "check night.yaml",
      )}`,
    );
  for (const [name, [summary, load]] of Object.entries(COMMANDS)) {
    const command = augenblock.command(name).description(summary);
    if (!loaded.includes(name)) continue;
    (await load()).default(command);
    nameBadValues(command);
  }
  return augenblock;
}

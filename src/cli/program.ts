import { Command } from "commander";
import { version } from "./files/package.ts";
import { examples } from "./flags.ts";

/** A command as the list names it. */
interface CommandEntry {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Loads the function that adds its arguments, flags and action. */
  readonly load: () => Promise<(command: Command) => Command>;
}

/** All commands, in the order of the help. Each is loaded only when it is called. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "pad",
    summary: "print a score pad as PDF",
    load: async () => (await import("./commands/pad/command.ts")).padCommand,
  },
  {
    name: "layout",
    summary: "print the position of everything on a sheet, as JSON in mm",
    load: async () => (await import("./commands/layout.ts")).layoutCommand,
  },
  {
    name: "rules",
    summary: "write a rule sheet as PDF, HTML or Markdown",
    load: async () => (await import("./commands/rules.ts")).rulesCommand,
  },
  {
    name: "check",
    summary: "check filled-in sheets: photos, PDF forms, YAML, JSON or CSV",
    load: async () => (await import("./commands/check/command.ts")).checkCommand,
  },
  {
    name: "sheet",
    summary: "print an empty sheet to type scores into",
    load: async () => (await import("./commands/sheet.ts")).sheetCommand,
  },
  {
    name: "variants",
    summary: "list the shipped games",
    load: async () => (await import("./commands/variants.ts")).variantsCommand,
  },
  {
    name: "show",
    summary: "show a game as the program understands it",
    load: async () => (await import("./commands/show.ts")).showCommand,
  },
  {
    name: "score",
    summary: "show what a roll scores in each category",
    load: async () => (await import("./commands/score.ts")).scoreCommand,
  },
  {
    name: "lint",
    summary: "find errors and questionable rules in variant files",
    load: async () => (await import("./commands/lint.ts")).lintCommand,
  },
  {
    name: "diff",
    summary: "show how the rules of two variants differ",
    load: async () => (await import("./commands/diff.ts")).diffCommand,
  },
  {
    name: "new",
    summary: "create a variant file of your own",
    load: async () => (await import("./commands/new/new.ts")).newCommand,
  },
  {
    name: "watch",
    summary: "reprint pad and rules whenever a file they are made from is saved",
    load: async () => (await import("./commands/watch.ts")).watchCommand,
  },
  {
    name: "publish",
    summary: "make a folder and a ZIP with pads, rules and a web page",
    load: async () => (await import("./commands/publish/publish.ts")).publishCommand,
  },
  {
    name: "preflight",
    summary: "find what a print shop would object to in a PDF",
    load: async () => (await import("./commands/preflight.ts")).preflightCommand,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of variant files, for editors",
    load: async () => (await import("./commands/schema.ts")).schemaCommand,
  },
];

/**
 * The command line.
 *
 * @param args what follows the program's name. Only the command named there is loaded; the others have no more than a summary
 */
export async function program(args: readonly string[]): Promise<Command> {
  const augenblock = new Command("augenblock")
    .description("Score pads, rule sheets and sheet checks for Yatzy-like dice games.")
    .version(version(), "-V, --version", "print the version")
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
  const called = args.find((arg) => !arg.startsWith("-"));
  for (const { name, summary, load } of COMMANDS) {
    const command = augenblock.command(name).description(summary);
    if (name === called) (await load())(command);
  }
  return augenblock;
}

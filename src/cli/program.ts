import { CommanderError } from "commander";
import { modelVersion, version } from "../files/package.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import { suggestWord } from "../rules/problem/wording.ts";
import { fail } from "./console/failure.ts";
import { t, tell } from "./console/language.ts";
import { print, printError } from "./console/output.ts";
import { languageFlag, nameBadValues } from "./flags.ts";
import { HELP_STYLE, Command } from "./help.ts";

/** A command: its summary in one line, and its module, which is loaded only when it runs. */
type Entry = readonly [summary: Message, load: () => Promise<CommandModule>];

/** The commands by the headings of the help, in its order. */
const GROUPS: readonly { readonly heading: Message; readonly commands: Readonly<Record<string, Entry>> }[] = [
  {
    heading: msg`cli.group-print: Print:`,
    commands: {
      pad: [msg`cli.pad-command: make a score pad as PDF`, () => import("./commands/pad/pad.ts")],
      rules: [
        msg`cli.rules-command: write a rule sheet as PDF, HTML or Markdown`,
        () => import("./commands/rules.ts"),
      ],
      publish: [
        msg`cli.publish-command: make a folder and a ZIP with pads, rules and a web page`,
        () => import("./commands/publish.ts"),
      ],
      site: [
        msg`cli.site-command: make a web site with all games, the studio and the documentation`,
        () => import("./commands/site.ts"),
      ],
      preflight: [
        msg`cli.preflight-command: find what a print shop would reject in a PDF`,
        () => import("./commands/preflight.ts"),
      ],
      watch: [
        msg`cli.watch-command: print pad and rules again whenever one of their files is saved`,
        () => import("./commands/watch/watch.ts"),
      ],
    },
  },
  {
    heading: msg`cli.group-check: Check:`,
    commands: {
      check: [
        msg`cli.check-command: check filled-in sheets: photos, PDF forms, YAML, JSON or CSV`,
        () => import("./commands/check/command.ts"),
      ],
      sheet: [
        msg`cli.sheet-command: print an empty sheet to type scores into`,
        () => import("./commands/sheet.ts"),
      ],
      pads: [
        msg`cli.pads-command: list the store-bought pads whose photos can be read, or add one`,
        withExamples("pads list"),
      ],
      studio: [
        msg`cli.studio-command: check, print and fill in sheets in a browser, also on a phone`,
        () => import("./commands/studio.ts"),
      ],
    },
  },
  {
    heading: msg`cli.group-rules: Rules:`,
    commands: {
      variants: [msg`cli.variants-command: list the shipped games`, () => gamesCommand("variantsCommand")],
      show: [msg`cli.show-command: show the rules of a game in detail`, () => gamesCommand("showCommand")],
      score: [
        msg`cli.score-command: show what a roll scores in each box`,
        () => gamesCommand("scoreCommand"),
      ],
      lint: [
        msg`cli.lint-command: find errors and questionable rules in variant files`,
        () => import("./commands/lint.ts"),
      ],
      diff: [
        msg`cli.diff-command: show how the rules of two variants differ`,
        () => import("./commands/diff.ts"),
      ],
      new: [msg`cli.new-command: create a variant file of your own`, () => import("./commands/new.ts")],
    },
  },
  {
    heading: msg`cli.group-odds: Odds:`,
    commands: {
      odds: [
        msg`cli.odds-command: show what a game is worth with optimal play; advice, strategy cards, balance`,
        () => import("./commands/odds/command.ts"),
      ],
    },
  },
  {
    heading: msg`cli.group-seasons: Seasons:`,
    commands: {
      season: [
        msg`cli.season-command: keep the results of many game nights: open questions, players, export`,
        () => import("./commands/season/command.ts"),
      ],
      league: [msg`cli.league-command: show the standings of a season`, () => import("./commands/league.ts")],
    },
  },
  {
    heading: msg`cli.group-many-photos: Many photos:`,
    commands: {
      queue: [
        msg`cli.queue-command: read thousands of photos on any number of machines`,
        withExamples("queue add photos", "queue work", "queue status"),
      ],
    },
  },
  {
    heading: msg`cli.group-set-up: Set-up:`,
    commands: {
      setup: [
        msg`cli.setup-command: set up completion of commands in a shell and of keys in an editor`,
        withExamples("setup complete bash", "setup schema --install"),
      ],
    },
  },
];

/** All commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Entry>> = Object.assign(
  {},
  ...GROUPS.map(({ commands }) => commands),
);

/** The commands below a command. */
const SUBCOMMANDS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  pads: {
    list: [
      msg`cli.pads-list-command: list the store-bought pads whose photos can be read`,
      () => import("./commands/pads.ts"),
    ],
    learn: [
      msg`cli.pads-learn-command: teach augenblock a store-bought pad from a photo`,
      () => import("./commands/learn.ts"),
    ],
  },
  odds: {
    advise: [
      msg`cli.odds-advise-command: show what to hold or which box to fill, and what the other choices lose`,
      () => import("./commands/odds/advise.ts"),
    ],
    strategy: [
      msg`cli.odds-strategy-command: make a card with rules of thumb, and show what it loses against optimal play`,
      () => import("./commands/odds/strategy.ts"),
    ],
    balance: [
      msg`cli.odds-balance-command: show what is out of balance in a game, and what its house rules change`,
      () => import("./commands/odds/balance.ts"),
    ],
  },
  queue: {
    add: [
      msg`cli.queue-add-command: add photos to a queue that any number of machines read`,
      () => import("./commands/work/enqueue.ts"),
    ],
    work: [msg`cli.queue-work-command: read the photos of a queue`, () => import("./commands/work/work.ts")],
    status: [
      msg`cli.queue-status-command: show the progress of a queue, and what it could not read`,
      () => import("./commands/work/queue.ts"),
    ],
  },
  setup: {
    schema: [
      msg`cli.setup-schema-command: print the JSON Schema of variants, block files or pad files, for editors`,
      async () => ({ default: (await import("./commands/setup.ts")).schemaCommand }),
    ],
    templates: [
      msg`cli.setup-templates-command: list the templates that --templates can replace, or copy them`,
      async () => ({ default: (await import("./commands/setup.ts")).templatesCommand }),
    ],
    complete: [
      msg`cli.setup-complete-command: print the shell script that completes commands, flags and ids`,
      async () => {
        const { completeCommand } = await import("./commands/setup.ts");
        return { default: (command) => completeCommand(command, () => program(ALL_WORDS)) };
      },
    ],
  },
};

/** The subcommands that run if only their command is given. */
const DEFAULTS: Readonly<Record<string, string>> = { pads: "list", queue: "status" };

/** Old names of commands, and names without their group, which still work. */
const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {
  advise: ["odds", "advise"],
  strategy: ["odds", "strategy"],
  balance: ["odds", "balance"],
  enqueue: ["queue", "add"],
  work: ["queue", "work"],
  learn: ["pads", "learn"],
  schema: ["setup", "schema"],
  complete: ["setup", "complete"],
  templates: ["setup", "templates"],
  layout: ["show", "--layout"],
};

/** The words of a command line from its command on, under the present names. `help pad` is `pad --help`. */
export function currentWords(words: readonly string[]): readonly string[] {
  const [name = "", ...rest] = words;
  if (name === "help") {
    const explained = currentWords(rest);
    const [asked = ""] = explained;
    if (asked !== "" && !asked.startsWith("-") && !Object.hasOwn(COMMANDS, asked)) {
      const message = msg`cli.unknown-command: there is no command \`${asked}\``;
      fail("unknown-command", message, suggestWord(asked, Object.keys(COMMANDS)));
    }
    return explained.includes("--help") ? explained : [...explained, "--help"];
  }
  const present = Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : undefined;
  if (present === undefined) return words;
  // During completion, a shell shows no output.
  if (rest[0] !== "--")
    printError(
      t`cli.command-renamed: \`augenblock ${name}\` is now called \`augenblock ${present.join(" ")}\``,
    );
  return [...present, ...rest];
}

interface CommandModule {
  /** Adds arguments, flags and action. */
  readonly default: (command: Command) => Command;
}

/** Loads a command that only has others below it. */
function withExamples(...lines: readonly string[]): Entry[1] {
  return async () => ({ default: (command) => command.examples(...lines) });
}

async function gamesCommand(
  name: "variantsCommand" | "showCommand" | "scoreCommand",
): Promise<CommandModule> {
  return { default: (await import("./commands/games.ts"))[name] };
}

/** Every command and subcommand, to load all of them. */
export const ALL_WORDS: readonly string[] = [
  ...Object.keys(COMMANDS),
  ...Object.values(SUBCOMMANDS).flatMap((commands) => Object.keys(commands)),
];

/** The command line. @param loaded the commands and subcommands to load; of the others, only name and summary are known */
export async function program(loaded: readonly string[]): Promise<Command> {
  const augenblock = new Command("augenblock")
    .description(t`cli.program-summary: Score pads, rule sheets and sheet checks for Yatzy-like dice games.`)
    .option(
      "-V, --version",
      t`cli.version-flag: print the versions of the program, its digit model and Node.js`,
    )
    .on("option:version", () => {
      print(`augenblock ${version()}, digit model ${modelVersion()}, Node.js ${process.version}`);
      throw new CommanderError(0, "commander.version", "");
    })
    .enablePositionalOptions()
    .helpOption("-h, --help", t`cli.help-flag: show this help`)
    .helpCommand(false)
    .configureHelp(HELP_STYLE)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .notes(
      t`cli.program-note: \`augenblock <command> --help\` shows the flags of a command and examples. A <variant> is the id of a shipped game (\`augenblock variants\` lists them) or the path of a YAML file.`,
    )
    .examples("pad yazzo", "rules yazzo", "check night.yaml");
  languageFlag(augenblock);
  for (const { heading, commands } of GROUPS) {
    augenblock.commandsGroup(tell(heading));
    for (const [name, [summary, load]] of Object.entries(commands)) {
      const command = augenblock.command(name).description(tell(summary));
      if (!loaded.includes(name)) continue;
      (await load()).default(command);
      await addSubcommands(command, loaded);
      for (const one of [command, ...command.commands]) {
        if (!one.options.some(({ long }) => long === "--lang")) languageFlag(one);
        nameBadValues(one);
      }
    }
  }
  return augenblock;
}

async function addSubcommands(command: Command, loaded: readonly string[]): Promise<void> {
  const usual = DEFAULTS[command.name()];
  for (const [name, [summary, load]] of Object.entries(SUBCOMMANDS[command.name()] ?? {})) {
    const below = command.command(name, { isDefault: name === usual }).description(tell(summary));
    if (loaded.includes(name) || name === usual) (await load()).default(below);
  }
  if (command.commands.length > 0) command.helpCommand(false);
}

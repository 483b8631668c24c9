import { Command } from "../../src/cli/help.ts";
import { describe, expect, it } from "vitest";
import padCommand from "../../src/cli/commands/pad/pad.ts";
import { padFile, type PadFlags } from "../../src/cli/commands/pad/settings.ts";
import rulesCommand, { buildRulesFile } from "../../src/cli/commands/rules.ts";
import { listParserWords } from "../../src/cli/flags.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { shippedGame } from "../support/games.ts";
import { good } from "../support/pads.ts";

const GAME = shippedGame("doppel-yatzy");

/** Flags that put words, pictures or templates on a print, correct a printer, or name the file themselves. */
const SAME_NAME = [
  ...["subtitle", "footer", "logo", "accent", "templates", "link", "players-named", "date", "out"],
  // Glue is part of the paper's name; the ticket is in files of its own; so are the pages for calibration.
  ...["glue-edge", "glue-mm", "job-ticket", "calibrate", "back-offset"],
];

/** A value of each flag that takes any. */
const SAMPLES: Readonly<Record<string, string>> = {
  lang: "sv",
  set: "extra=chance",
  title: "The Golden Lion",
  paper: "a6",
  style: "pub",
  players: "3",
  sheets: "7",
  blocks: "4",
  games: "6",
  numbered: "1-9",
  on: "a3",
  bleed: "3",
  marks: "quiet",
  // Receipts and large print are named by their paper.
  profile: "archive",
};

type RulesFlags = Parameters<typeof buildRulesFile>[1];

const COMMANDS = {
  pad: {
    build: padCommand,
    name: (flags: object) => padFile(GAME, flags as PadFlags, (flags as PadFlags).paper),
  },
  rules: {
    build: rulesCommand,
    name: (given: object) => {
      const flags = given as RulesFlags;
      return buildRulesFile(GAME, flags, flags.format ?? "pdf", good(parsePaper(flags.paper ?? "a4")));
    },
  },
} as const;

describe.each(Object.entries(COMMANDS))("the default name of %s", (_, { build, name }) => {
  const nameWith = (...args: string[]) => {
    const command = build(new Command());
    command.parseOptions(args);
    return name(command.opts());
  };

  it("differs for every flag that makes another kind of print", () => {
    const options = build(new Command()).options.filter(
      ({ long }) => !SAME_NAME.includes(long?.slice(2) ?? ""),
    );
    expect(options.length).toBeGreaterThan(5);
    const names = options.map(({ long = "", parseArg, required, defaultValue }) => {
      const words = listParserWords(parseArg)?.filter((word) => word !== defaultValue) ?? [];
      const value = SAMPLES[long.slice(2)] ?? words[words.length - 1] ?? "missing sample";
      return nameWith(long, ...(required ? [value] : []));
    });
    expect(new Set([nameWith(), ...names]).size).toBe(names.length + 1);
  });
});

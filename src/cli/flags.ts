import { type Command, placeholderWord } from "./help.ts";
import { Option } from "commander";
import { languageCodes } from "../files/package.ts";
import { parseSeason, type SeasonAddress } from "../files/season/season-address.ts";
import { type MarksChoice, PAD_MARKS, USUAL_MARKS } from "../print/layout/marks.ts";
import { GAMES_ON_SHEET, PAPER_CHOICES } from "../print/layout/paper.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import { need } from "../rules/problem/problem.ts";
import { suggestWord } from "../rules/problem/wording.ts";
import { fail } from "./console/failure.ts";
import { t, tell } from "./console/language.ts";
import { getPreferences } from "./user.ts";

// Flags that several commands share, and parsers for values of flags. Every command loads this module first, so it imports little.

export interface LanguageFlags {
  readonly lang: string;
}

export interface VariantFlags extends LanguageFlags {
  readonly set: ChosenOptions;
}

/** Of commands whose result can be JSON. */
export interface JsonFlag {
  readonly json?: boolean;
}

/** The chosen house rules, by option. */
export type ChosenOptions = Readonly<Record<string, string>>;

/** Flags of a command that lays out sheets. */
export interface SheetFlags extends VariantFlags {
  /** A folder of the user's own. */
  readonly templates?: string;
  readonly players?: number;
  readonly games?: number;
  /** `false` for `--no-marks`. */
  readonly marks: MarksChoice;
  /** The id of a shipped style, or the path of a style file. */
  readonly style?: string;
}

export interface PaperFlags extends SheetFlags {
  readonly paper: string;
}

/**
 * How to show the boxes of questions: in the terminal by a protocol; on a picture of the whole sheet, which is only written (`file`) or
 * also opened (`window`); not at all. `auto` is the terminal's protocol, or else `file`.
 */
export const WAYS_TO_SHOW = ["auto", "kitty", "iterm", "sixel", "file", "window", "none"] as const;
export type WayToShow = (typeof WAYS_TO_SHOW)[number];

export function languageFlag(command: Command): Command {
  return command.option(
    "--lang <code>",
    t`cli.lang-flag: language of prints and messages: ${languageCodes().join(", ")}`,
    getPreferences().lang,
  );
}

export function variantFlags(command: Command): Command {
  const withVariant = command.argument(
    "<variant>",
    t`cli.variant-argument: the id of a shipped game, or the path of a YAML file`,
  );
  return languageFlag(
    choiceFlag(withVariant, "--set", t`cli.set-flag: choose a house rule; may be repeated`),
  );
}

/** A flag that collects `option=choice`. */
export function choiceFlag(command: Command, flag: string, description: string): Command {
  return command.addOption(
    new Option(`${flag} <option=choice>`, description)
      .argParser(collectChoice)
      .default({}, t`cli.none: none`),
  );
}

export function templatesFlag(command: Command): Command {
  return command.option(
    "--templates <folder>",
    t`cli.templates-flag: your own templates, used in place of the shipped ones; see docs/templates.md`,
  );
}

export function styleFlag(command: Command): Command {
  return command.option(
    "--style <style>",
    t`cli.style-flag: look of the pad: plain, classic, pub, kids or elegant, or a style file of your own; see docs/styles.md`,
  );
}

export function sheetFlags(command: Command): Command {
  return templatesFlag(variantFlags(command))
    .option(
      "--players <n>",
      t`cli.players-flag: columns on a shared sheet (default: 4, or as many as fit), otherwise sheets per game`,
      createCountParser(1, 100),
    )
    .option(
      "--games <n>",
      t`cli.games-flag: games of one player side by side on each sheet, 2 to 9, for games with one column`,
      createCountParser(GAMES_ON_SHEET.min, GAMES_ON_SHEET.max),
    )
    .option(
      "--marks <kind>",
      t`cli.marks-flag: how \`check\` finds the sheet on a photo: standard (small marks and a code), quiet (a code alone), double (large marks and two codes, for bad photos too) or none`,
      createChoiceParser(...PAD_MARKS),
      USUAL_MARKS,
    )
    .option(
      "--no-marks",
      t`cli.no-marks-flag: the same as --marks none: \`check\` can’t read photos of the sheet`,
    );
}

export function paperFlags(command: Command): Command {
  return sheetFlags(command).option("--paper <paper>", tell(PAPER_CHOICES), getPreferences().paper);
}

/** The paper of commands that can write a PDF, as arguments of `option`. */
export function pdfPaperOption(): [flags: string, description: string, usual: string] {
  return ["--paper <paper>", t`cli.pdf-paper-flag: paper of the PDF: ${PAPER_CHOICES}`, "a4"];
}

export const BRAND_FLAGS = ["title", "subtitle", "footer", "logo", "accent"] as const;

export type BrandFlags = { readonly [Flag in (typeof BRAND_FLAGS)[number]]?: string | undefined };

export function brandFlags(command: Command): Command {
  return command
    .optionsGroup(t`cli.branding-heading: Branding:`)
    .option("--title <words>", t`cli.title-flag: line above the game’s name`)
    .option("--subtitle <words>", t`cli.subtitle-flag: line below the title`)
    .option("--footer <words>", t`cli.footer-flag: line at the bottom`)
    .option(
      "--logo <file>",
      t`cli.logo-flag: picture (SVG, PNG or JPEG), on pads in the corner of the table; grey unless --accent is given`,
    )
    .option(
      "--accent <colour>",
      t`cli.accent-flag: colour of title, headings and arrows, such as #7a1f1f, navy, cmyk:0,90,80,40 or spot:HKS 16=20,100,80,30`,
    );
}

export function listDefaultFlags(command: Command): string[] {
  return Object.keys(command.opts()).filter((flag) => command.getOptionValueSource(flag) === "default");
}

/** A bad value of a flag; thrown by its parser, which doesn't know the flag. */
export class BadValue extends Error {
  readonly words: Message;
  constructor(words: Message) {
    super();
    this.words = words;
  }
}

/** The season that an argument or flag names. @throws Failure for what can't be one */
export function parseSeasonAddress(text: string): SeasonAddress {
  return need(parseSeason(text));
}

/** Flags that take a blank, to leave out what is set elsewhere. */
const MAY_BE_BLANK = /<words>|--place|--evening/;

/** Makes blank and other bad values of a command's flags and arguments end it with a problem that names them. */
export function nameBadValues(command: Command): void {
  // During completion, the last word of a line may be empty.
  const isLine = command.name() === "complete";
  for (const one of [...command.options, ...command.registeredArguments]) {
    if ("flags" in one && !one.required && !one.optional) continue;
    const name = "flags" in one ? (one.long ?? one.flags) : placeholderWord(one.name());
    const mayBeBlank = isLine || ("flags" in one && MAY_BE_BLANK.test(one.flags));
    const collect = (value: string, before: unknown) => [...((before ?? []) as string[]), value];
    const { parseArg } = one;
    const parse = parseArg ?? (one.variadic ? collect : (value: string) => value);
    const parseWithName = <T>(value: string, previous: T): T => {
      const hint = msg`cli.blank-value-hint: give a value; if it is a variable of your shell, it is not set`;
      if (!mayBeBlank && value.trim() === "")
        return fail("bad-value", msg`cli.blank-value: \`${name}\` is empty`, hint);
      try {
        return parse(value, previous) as T;
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        return fail("bad-value", msg`cli.flag-fault: \`${name}\`: ${error.words}`);
      }
    };
    one.parseArg = Object.assign(parseWithName, parseArg);
  }
}

export function createChoiceParser(...words: readonly string[]): (value: string) => string {
  const parse = (value: string) => {
    if (words.includes(value)) return value;
    throw new BadValue(msg`cli.not-a-choice: \`${value}\` is not possible; ${suggestWord(value, words)}`);
  };
  return Object.assign(parse, { words });
}

/** The words that a parser made by `createChoiceParser` takes; null for other parsers. */
export function listParserWords(parser: unknown): readonly string[] | null {
  return typeof parser === "function" && "words" in parser ? (parser.words as readonly string[]) : null;
}

/** A parser for integers in a range. */
export function createCountParser(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new BadValue(msg`cli.not-a-count: expected a whole number from ${min} to ${max}, not \`${value}\``);
  };
}

/** Parses the number of a TCP port. */
export const parsePort = createCountParser(1, 65_535);

/** Collects `option=choice`; a later choice for the same option wins. */
function collectChoice(value: string, before: ChosenOptions): Record<string, string> {
  const [, option, chosen] = /^([\w-]+)=(.+)$/s.exec(value) ?? [];
  if (option === undefined || chosen === undefined) {
    throw new BadValue(
      msg`cli.not-option-choice: expected \`option=choice\`, not \`${value}\`; \`augenblock show <variant>\` lists them`,
    );
  }
  // A map without prototype, since option names come from outside.
  return Object.assign(Object.create(null), before, { [option]: chosen });
}

/** The words of a list separated by commas. */
export function splitWords(list: string): string[] {
  return list
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);
}

/** The words that a list has more than once, each once. */
export function findDuplicates(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];
}

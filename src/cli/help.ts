import type { Argument, Command, Help, Option } from "commander";
import { type Message, msg } from "../rules/problem/message.ts";
import { t, tell } from "./console/language.ts";

/** The headings that commander writes itself. */
const HEADINGS: Readonly<Record<string, Message>> = {
  "Usage:": msg`Usage:`,
  "Arguments:": msg`Arguments:`,
  "Options:": msg`Options:`,
  "Commands:": msg`Commands:`,
};

/** What stands for something in the terms of a help: `--out <file>`. Those that mean the same in every language are left out. */
const PLACEHOLDERS: Readonly<Record<string, Message>> = {
  options: msg`options`,
  command: msg`command`,
  variant: msg`variant`,
  file: msg`file`,
  files: msg`files`,
  folder: msg`folder`,
  code: msg`code`,
  "option=choice": msg`option=choice`,
  pad: msg`pad`,
  paper: msg`paper`,
  "from-to": msg`from-to`,
  name: msg`name`,
  names: msg`names`,
  order: msg`order`,
  orders: msg`orders`,
  guides: msg`guides`,
  edge: msg`edge`,
  flip: msg`flip`,
  words: msg`words`,
  colour: msg`colour`,
  date: msg`date`,
  format: msg`format`,
  letters: msg`letters`,
  faces: msg`faces`,
  ids: msg`ids`,
  "from:points": msg`from:points`,
  kind: msg`kind`,
  shell: msg`shell`,
  how: msg`how`,
  season: msg`season`,
  day: msg`day`,
  sheet: msg`sheet`,
  which: msg`which`,
  share: msg`share`,
  from: msg`from`,
  "name=alias": msg`name=alias`,
  "name=into": msg`name=into`,
  "name=new": msg`name=new`,
};

/** The word for a placeholder in the language of this run. */
export function placeholderWord(name: string): string {
  const word = Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name] : undefined;
  return word === undefined ? name : tell(word);
}

/** A term of commander with its placeholders in the language of this run. */
export function translated(term: string): string {
  return term.replace(/(?<=[<[])[a-z][a-z,:=-]*/g, placeholderWord);
}

/** How commander lays out and words a help. */
export const HELP_STYLE: Partial<Help> = {
  subcommandTerm: (command) => command.name(),
  styleTitle: (title) => (HEADINGS[title] === undefined ? title : tell(HEADINGS[title])),
  commandDescription: (command) => asSentence(command.description()),
  commandUsage: (command) => translated(`augenblock ${commandPath(command)}${command.usage()}`),
  optionTerm: (option) => translated(option.flags),
  argumentTerm: (argument) => placeholderWord(argument.name()),
  optionDescription: withDefault,
  argumentDescription: withDefault,
};

function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
}

/** The name of a command; empty for the program itself. */
function commandPath(command: Command): string {
  return command.parent === null ? "" : `${commandPath(command.parent)}${command.name()} `;
}

function withDefault(term: Option | Argument): string {
  const { description, defaultValue, defaultValueDescription } = term;
  if (defaultValue === undefined || ("negate" in term && term.negate)) return description;
  const shown = defaultValueDescription ?? String(defaultValue);
  return `${description} (${t`default: ${shown}`})`;
}

/** No line of a paragraph below a help is longer. */
const MAX_LINE_LENGTH = 80;

/** Paragraphs below a command's help, in lines. */
export function notes(...paragraphs: readonly string[]): string {
  return paragraphs.map((paragraph) => `\n${inLines(paragraph)}\n`).join("");
}

/** What commands say that take block files. */
export function blockNote(): string {
  return t`A <variant> can also be a block file: \`block: yazzo\`, plus anything that the flags of \`pad\` can say.`;
}

function inLines(paragraph: string): string {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > MAX_LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}

/** Examples below a command's help. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? t`Example:` : t`Examples:`;
  return `\n${title}\n${lines.map((line) => `  $ augenblock ${line}`).join("\n")}`;
}

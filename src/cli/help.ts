import { type Argument, Command as CommanderCommand, type Help, type Option } from "commander";
import { type Message, msg } from "../rules/problem/message.ts";
import { t, tell } from "./console/language.ts";

/** Headings of commander. */
const HEADINGS: Readonly<Record<string, Message>> = {
  "Usage:": msg`cli.usage: Usage:`,
  "Arguments:": msg`cli.arguments: Arguments:`,
  "Options:": msg`cli.options: Options:`,
  "Commands:": msg`cli.commands: Commands:`,
};

/** Translated placeholders of arguments, such as `--out <file>`; others are the same in every language. */
const PLACEHOLDERS: Readonly<Record<string, Message>> = {
  options: msg`cli.options-placeholder: options`,
  command: msg`cli.command: command`,
  variant: msg`cli.variant: variant`,
  file: msg`cli.file: file`,
  files: msg`cli.files: files`,
  folder: msg`cli.folder: folder`,
  code: msg`cli.code: code`,
  "option=choice": msg`cli.option-choice: option=choice`,
  pad: msg`cli.pad: pad`,
  paper: msg`cli.paper: paper`,
  "from-to": msg`cli.from-to: from-to`,
  name: msg`cli.name: name`,
  names: msg`cli.names: names`,
  order: msg`cli.order: order`,
  orders: msg`cli.orders: orders`,
  guides: msg`cli.guides: guides`,
  edge: msg`cli.edge: edge`,
  flip: msg`cli.flip: flip`,
  words: msg`cli.words: words`,
  colour: msg`cli.colour: colour`,
  date: msg`cli.date: date`,
  format: msg`cli.format: format`,
  letters: msg`cli.letters: letters`,
  faces: msg`cli.faces: faces`,
  ids: msg`cli.ids: ids`,
  "from:points": msg`cli.from-points: from:points`,
  kind: msg`cli.kind: kind`,
  shell: msg`cli.shell: shell`,
  how: msg`cli.how: how`,
  season: msg`cli.season-placeholder: season`,
  day: msg`cli.day: day`,
  sheet: msg`cli.sheet: sheet`,
  which: msg`cli.which: which`,
  share: msg`cli.share: share`,
  from: msg`cli.from-placeholder: from`,
  "first-variant": msg`cli.first-variant: first-variant`,
  "second-variant": msg`cli.second-variant: second-variant`,
  "name=alias": msg`cli.name-alias: name=alias`,
  "name=into": msg`cli.name-into: name=into`,
  address: msg`cli.address: address`,
  style: msg`cli.style: style`,
  seconds: msg`cli.seconds: seconds`,
  percent: msg`cli.percent: percent`,
  evening: msg`cli.evening: game night`,
  rows: msg`cli.rows: rows`,
  photo: msg`cli.photo: photo`,
  photos: msg`cli.photos: photos`,
  part: msg`cli.part: part`,
  number: msg`cli.number: number`,
  "name=new": msg`cli.name-new: name=new`,
};

/** The word for a placeholder in the language of this run. */
export function placeholderWord(name: string): string {
  const word = Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name] : undefined;
  return word === undefined ? name : tell(word);
}

/** A term of commander with its placeholders in the language of this run. */
export function translatePlaceholders(term: string): string {
  return term.replace(/(?<=[<[])[a-z][a-z,:=-]*/g, placeholderWord);
}

export const HELP_STYLE: Partial<Help> = {
  subcommandTerm: (command) => command.name(),
  styleTitle: (title) => (HEADINGS[title] === undefined ? title : tell(HEADINGS[title])),
  commandDescription: (command) =>
    command
      .description()
      .replace(/^./, (first) => first.toUpperCase())
      .replace(/[^.]$/, "$&."),
  commandUsage: (command) => translatePlaceholders(`augenblock ${commandPath(command)}${command.usage()}`),
  optionTerm: (option) => translatePlaceholders(option.flags),
  argumentTerm: (argument) => placeholderWord(argument.name()),
  optionDescription: withDefault,
  argumentDescription: withDefault,
};

/** The name of a command; empty for the program itself. */
function commandPath(command: CommanderCommand): string {
  return command.parent === null ? "" : `${commandPath(command.parent)}${command.name()} `;
}

function withDefault(term: Option | Argument): string {
  const { description, defaultValue, defaultValueDescription } = term;
  if (defaultValue === undefined || ("negate" in term && term.negate)) return description;
  const shown = defaultValueDescription ?? String(defaultValue);
  return `${description} (${t`cli.default: default: ${shown}`})`;
}

const MAX_LINE_LENGTH = 80;

/** A command whose help ends with notes and examples. */
export class Command extends CommanderCommand {
  declare readonly commands: readonly Command[];

  override createCommand(name?: string): Command {
    return new Command(name);
  }

  /** Adds paragraphs, in lines. */
  notes(...paragraphs: readonly string[]): this {
    return this.addHelpText("after", paragraphs.map((paragraph) => `\n${inLines(paragraph)}`).join("\n"));
  }

  examples(...lines: readonly string[]): this {
    const title = lines.length === 1 ? t`cli.example: Example:` : t`cli.examples: Examples:`;
    return this.addHelpText(
      "after",
      `\n${title}\n${lines.map((line) => `  $ augenblock ${line}`).join("\n")}`,
    );
  }
}

/** The note of commands that take block files. */
export function blockNote(): string {
  return t`cli.block-file-note: A block file can take the place of <variant>: \`block: yazzo\`, plus any flags of \`pad\`.`;
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

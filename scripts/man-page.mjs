// The manual page, from the same commands as the help: what `man augenblock` shows where the package is installed globally.

/** Text as troff prints it: no escapes, and no line that it takes for one of its requests. */
const escaped = (text) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");

const bold = (text) => `\\fB${escaped(text)}\\fR`;

/** A term with its explanation below it. */
const entry = (term, text) => `.TP\n${bold(term)}\n${escaped(text)}`;

/** What commander shows next to a flag or an argument: its description with what may be given and what is meant if nothing is. */
function entries(command) {
  const help = command.createHelp();
  return [
    ...help
      .visibleArguments(command)
      .map((one) => entry(help.argumentTerm(one), help.argumentDescription(one))),
    ...help.visibleOptions(command).map((one) => entry(help.optionTerm(one), help.optionDescription(one))),
  ];
}

/** What is below the flags in the help; its lines are kept as they are. */
function afterwards(command) {
  let text = "";
  const write = (words) => {
    text += words;
  };
  command.emit("afterHelp", { error: false, command, write });
  return text.trim() === "" ? [] : [".PP", ".nf", escaped(text.trim()), ".fi"];
}

function section(command) {
  const usage = command.createHelp().commandUsage(command);
  return [
    `.SS ${bold(command.parent.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`)}`,
    escaped(command.description()),
    ".PP",
    bold(usage),
    ...entries(command),
    ...afterwards(command),
    ...command.commands.flatMap(section),
  ];
}

/**
 * The manual page in the language of troff.
 *
 * @param program the command line, with all commands loaded
 */
export function manPage(program, version) {
  const lines = [
    `.TH AUGENBLOCK 1 "" "augenblock ${escaped(version)}" "User Commands"`,
    ".SH NAME",
    `${program.name()} \\- ${escaped(program.description().replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    bold(program.createHelp().commandUsage(program)),
    ".SH OPTIONS",
    ...entries(program),
    ...afterwards(program),
    ".SH COMMANDS",
    ...program.commands.flatMap(section),
    ".SH EXIT STATUS",
    ".TP\n0\nAll correct.",
    ".TP\n1\nMistakes, differences or problems were found.",
    ".TP\n2\nWrong usage or unusable input.",
    ".TP\n3\nA photo with uncertain boxes, or warnings only.",
  ];
  return `${lines.join("\n")}\n`;
}

import { extname } from "node:path";
import { CommanderError } from "commander";
import { languageCodes } from "../files/package.ts";
import { forgetInputs } from "../files/read/read-file.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import { Failure, type Problem, problem } from "../rules/problem/problem.ts";
import { meantHint, nearest, shorten } from "../rules/problem/wording.ts";
import { EXIT } from "./console/failure.ts";
import { problemText, speak, t } from "./console/language.ts";
import { ERROR_PAINT, printError } from "./console/output.ts";
import { placeholderWord, translatePlaceholders } from "./help.ts";
import { getPreferences, setPreferences, preferences, systemLanguage } from "./user.ts";
import { COMMANDS, currentWords, program } from "./program.ts";

/**
 * Runs the command line that the process was called with. Every fault is printed as a problem on the error output, never as a stack
 * trace. Outputs and exit code are those of the process; a program may run one command line after the other.
 */
export async function runCommandLine(): Promise<void> {
  forgetInputs();
  called = "";
  try {
    // Editors and phones turn the hyphens of flags into a dash (`–sheets`, `—lang`, `–V`).
    const args = process.argv
      .slice(2)
      .map((arg) => arg.replace(/^-?[–—−‑]+(?=\p{L})/u, /^\P{L}+\p{L}$/u.test(arg) ? "-" : "--"));
    await setLanguage(args);
    const first = args.findIndex((arg, i) => !arg.startsWith("-") && args[i - 1] !== "--lang");
    const at = first === -1 ? args.length : first;
    const words = currentWords(args.slice(at));
    called = words[0] ?? "";
    await (await program(words)).parseAsync([...args.slice(0, at), ...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = EXIT.unusable;
    // Without a command, commander has printed the help.
    if (!(error instanceof CommanderError && error.code === "commander.help"))
      printError(await formatError(error));
  }
}

/** Sets the language before any output, including help and problems of flags. */
async function setLanguage(args: readonly string[]): Promise<void> {
  try {
    setPreferences(await preferences());
  } catch (error) {
    await speak(systemLanguage(process.env, process.platform, languageCodes()));
    throw error;
  }
  const at = args.findLastIndex((arg) => arg === "--lang" || arg.startsWith("--lang="));
  const flag = (at === -1 ? undefined : (args[at]?.split("=")[1] ?? args[at + 1])) ?? null;
  const code = flag?.split("-")[0] ?? "";
  await speak(languageCodes().includes(code) ? code : getPreferences().lang);
  // Subcommands and groups see the flag wherever it is given.
  if (flag !== null) setPreferences({ ...getPreferences(), lang: flag });
}

/** The command that was called, or the word in its place; empty if there is none. */
let called = "";

async function formatError(error: unknown): Promise<string> {
  if (error instanceof Failure) return problemText(error.problems, ERROR_PAINT);
  if (error instanceof CommanderError) return problemText([await usageProblem(error)], ERROR_PAINT);
  // A bug in augenblock: users can only report it, with details on request.
  if (process.env.AUGENBLOCK_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return `${t`cli.error: error`}: ${t`cli.internal-fault: this is a fault in augenblock itself, sorry. Set AUGENBLOCK_DEBUG=1, run it again and report the output.`}`;
}

async function usageProblem({ code, message }: CommanderError): Promise<Problem> {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const problems: Readonly<Record<string, readonly [code: string, message: Message]>> = {
    "commander.unknownOption": ["unknown-flag", msg`cli.unknown-flag: there is no flag \`${quoted}\` here`],
    "commander.unknownCommand": [
      "unknown-command",
      msg`cli.unknown-command: there is no command \`${quoted}\``,
    ],
    "commander.missingArgument": [
      "missing-argument",
      msg`cli.missing-argument: this command needs \`${placeholderWord(quoted)}\``,
    ],
    "commander.optionMissingArgument": [
      "missing-value",
      msg`cli.missing-value: the flag \`${translatePlaceholders(quoted)}\` needs a value`,
    ],
    "commander.missingMandatoryOptionValue": [
      "missing-argument",
      msg`cli.missing-argument: this command needs \`${translatePlaceholders(quoted)}\``,
    ],
    "commander.excessArguments": ["too-many-arguments", msg`cli.too-many-arguments: too many arguments`],
  };
  const [ours, words] = problems[code] ?? [
    "usage",
    msg`cli.wrong-usage: the command can’t be used like this`,
  ];
  // commander appends similar flags and commands to its message. `version` is meant as the flag.
  const [missed] =
    ours.startsWith("unknown-") && quoted !== "version"
      ? (/Did you mean (?:one of )?([^?]+)\?/.exec(message)?.[1]?.split(", ") ?? [])
      : [];
  if (missed !== undefined) return problem(ours, words, { hint: meantHint(missed) });
  return problem(ours, words, { hint: (await findUsageHint(ours, quoted)) ?? usualHint() });
}

/** A specific hint for a wrong command line; null if there is none. @param quoted what commander puts in quotes */
async function findUsageHint(code: string, quoted: string): Promise<Message | null> {
  if (code === "unknown-command") return suggestCommand(quoted);
  if (code === "too-many-arguments")
    return msg`cli.quotes-hint: put quotes around a value that contains spaces; ${usualHint()}`;
  if (code === "missing-argument" && quoted === "variant") {
    const example = `augenblock ${called} yazzo`;
    return msg`cli.missing-variant-hint: name a game, as in \`${example}\`; \`augenblock variants\` lists them, and ${usualHint()}`;
  }
  return null;
}

/** Points to the help of the called command, or of the program. */
function usualHint(): Message {
  return Object.hasOwn(COMMANDS, called)
    ? msg`cli.command-help-hint: \`augenblock ${called} --help\` shows its arguments and flags, with examples`
    : msg`cli.help-hint: \`augenblock --help\` lists the commands, \`augenblock <command> --help\` shows the flags of one, with examples`;
}

/** The command that fits a game or a file that was given without one; null if nothing fits. */
async function suggestCommand(given: string): Promise<Message | null> {
  const { isPhoto } = await import("./file-kinds.ts");
  const extension = extname(given).toLowerCase();
  if (given === "version") return meantHint("--version");
  const word = /\s/.test(given) ? `"${shorten(given)}"` : shorten(given);
  if (isPhoto(given) || [".pdf", ".csv", ".json"].includes(extension)) return meantHint(`check ${word}`);
  const { isVariantFile, playableIds } = await import("../files/package/variants.ts");
  if (isVariantFile(given))
    return msg`cli.meant-check-or-pad: did you mean \`check ${word}\` or \`pad ${word}\`?`;
  const game = nearest(given, playableIds());
  return game === null ? null : meantHint(`pad ${game}`);
}

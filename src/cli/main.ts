#!/usr/bin/env node
import { extname } from "node:path";
import { CommanderError } from "commander";
import { type Message, msg } from "../rules/problem/message.ts";
import { Failure, type Problem, problem } from "../rules/problem/problem.ts";
import { placeholderWord } from "./help.ts";
import { problemText, speak, t } from "./console/language.ts";
import { meantHint, nearest, shorten } from "../rules/problem/wording.ts";
import { EXIT } from "./console/failure.ts";
import { ERROR_PAINT, printError, watchOutput } from "./console/output.ts";
import { prefer, preferences, preferred, systemLanguage } from "./preferences.ts";
import { languageCodes } from "../files/package.ts";
import { COMMANDS, program } from "./program.ts";

/** Runs the command line. Whatever goes wrong ends as a problem on the error output, never as a stack trace. */
async function main(): Promise<void> {
  watchOutput();
  try {
    await speakAsAsked(process.argv.slice(2));
    await (await program([calledCommand()])).parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = EXIT.unusable;
    // Without a command, commander has printed the help.
    if (!(error instanceof CommanderError && error.code === "commander.help"))
      printError(await messageOf(error));
  }
}

/** Settles the language before anything is told, help and complaints about flags included. */
async function speakAsAsked(args: readonly string[]): Promise<void> {
  try {
    prefer(await preferences());
  } catch (error) {
    await speak(systemLanguage(process.env, process.platform, languageCodes()));
    throw error;
  }
  const at = args.findLastIndex((arg) => arg === "--lang" || arg.startsWith("--lang="));
  const asked = at === -1 ? undefined : (args[at]?.split("=")[1] ?? args[at + 1]);
  await speak(asked !== undefined && languageCodes().includes(asked) ? asked : preferred().lang);
}

/** The first word that is no flag; empty if there is none. */
function calledCommand(): string {
  return process.argv.slice(2).find((arg) => !arg.startsWith("-")) ?? "";
}

async function messageOf(error: unknown): Promise<string> {
  if (error instanceof Failure) return problemText(error.problems, ERROR_PAINT);
  if (error instanceof CommanderError) return problemText([await usageProblem(error)], ERROR_PAINT);
  // A fault of our own. Users can't fix it, but can report it; details only on request.
  if (process.env.AUGENBLOCK_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return `${t`error`}: ${t`this is a fault in augenblock itself, sorry. Set AUGENBLOCK_DEBUG=1, run it again and report what it prints.`}`;
}

/** What commander found wrong with the command line, in our words. */
async function usageProblem({ code, message }: CommanderError): Promise<Problem> {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const problems: Readonly<Record<string, readonly [code: string, message: Message]>> = {
    "commander.unknownOption": ["unknown-flag", msg`there is no flag \`${quoted}\` here`],
    "commander.unknownCommand": ["unknown-command", msg`there is no command \`${quoted}\``],
    "commander.missingArgument": ["missing-argument", msg`this command needs \`${placeholderWord(quoted)}\``],
    "commander.optionMissingArgument": ["missing-value", msg`the flag \`${quoted}\` needs a value`],
    "commander.excessArguments": [
      "too-many-arguments",
      msg`there are more arguments than this command takes`,
    ],
  };
  const [ours, words] = problems[code] ?? ["usage", msg`this is not how the command is used`];
  // commander looks for near misses of flags and commands itself and appends them.
  const missed = ours.startsWith("unknown-")
    ? /Did you mean (?:one of )?([^?]+)\?/.exec(message)?.[1]
    : undefined;
  if (missed !== undefined) return problem(ours, words, { hint: meantHint(missed) });
  const meant = ours === "unknown-command" ? await commandFor(quoted) : null;
  return problem(ours, words, { hint: meant ?? usualHint() });
}

/** Where to read on: the help of the command that was called, if there is one. */
function usualHint(): Message {
  const called = calledCommand();
  return Object.hasOwn(COMMANDS, called)
    ? msg`\`augenblock ${called} --help\` shows what it takes, and examples`
    : msg`\`augenblock --help\` lists the commands, \`augenblock <command> --help\` shows its flags and an example`;
}

/** The command that fits a game or a file that was given without one; null if nothing fits. */
async function commandFor(given: string): Promise<Message | null> {
  const { isPhoto } = await import("./commands/check/job.ts");
  const ending = extname(given).toLowerCase();
  const told = shorten(given);
  if (isPhoto(given) || [".pdf", ".csv", ".json"].includes(ending)) return meantHint(`check ${told}`);
  const { isVariantFile, playableIds } = await import("../files/variants.ts");
  if (isVariantFile(given)) return msg`did you mean \`check ${told}\` or \`pad ${told}\`?`;
  const game = nearest(given, playableIds());
  return game === null ? null : meantHint(`pad ${game}`);
}

await main();

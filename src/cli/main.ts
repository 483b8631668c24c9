#!/usr/bin/env node
import { CommanderError } from "commander";
import { Failure, type Problem, problem } from "../rules/problem/problem.ts";
import { showProblems } from "../rules/problem/show.ts";
import { EXIT } from "./console/failure.ts";
import { ERROR_PAINT, printError, watchOutput } from "./console/output.ts";
import { program } from "./program.ts";

/** Runs the command line. Whatever goes wrong ends as a problem on the error output, never as a stack trace. */
async function main(): Promise<void> {
  watchOutput();
  try {
    await (await program(process.argv.slice(2))).parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = EXIT.unusable;
    // Without a command, commander has printed the help.
    if (!(error instanceof CommanderError && error.code === "commander.help")) printError(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Failure) return showProblems(error.problems, ERROR_PAINT);
  if (error instanceof CommanderError) return showProblems([usageProblem(error)], ERROR_PAINT);
  // A fault of our own. Users can't fix it, but can report it; details only on request.
  if (process.env.AUGENBLOCK_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return "error: this is a fault in augenblock itself, sorry. Set AUGENBLOCK_DEBUG=1, run it again and report what it prints.";
}

/** What commander found wrong with the command line, in our words. */
function usageProblem({ code, message }: CommanderError): Problem {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const problems: Readonly<Record<string, readonly [code: string, message: string]>> = {
    "commander.unknownOption": ["unknown-flag", `there is no flag \`${quoted}\` here`],
    "commander.unknownCommand": ["unknown-command", `there is no command \`${quoted}\``],
    "commander.missingArgument": ["missing-argument", `this command needs \`${quoted}\``],
    "commander.optionMissingArgument": ["missing-value", `the flag \`${quoted}\` needs a value`],
    "commander.excessArguments": ["too-many-arguments", "there are more arguments than this command takes"],
    "commander.invalidArgument": ["bad-value", invalidValue(message)],
  };
  const [ours, words] = problems[code] ?? ["usage", "this is not how the command is used"];
  const usual =
    "`augenblock --help` lists the commands, `augenblock <command> --help` shows its flags and an example";
  // commander looks for near misses of flags and commands itself and appends them.
  const missed = ours.startsWith("unknown-")
    ? /Did you mean (?:one of )?([^?]+)\?/.exec(message)?.[1]
    : undefined;
  return problem(ours, words, { hint: missed === undefined ? usual : `did you mean \`${missed}\`?` });
}

/** The sentence of our own parser of values, after the flag that it was for. */
function invalidValue(message: string): string {
  const pattern =
    /^error: (?:option|command-argument value) '([^']*)'.*? is invalid(?: for argument '[^']*')?\. (.*)$/s;
  const [, flag, sentence] = pattern.exec(message) ?? [];
  return flag === undefined ? "a value is not what it should be" : `\`${flag.split(" ")[0]}\`: ${sentence}`;
}

await main();

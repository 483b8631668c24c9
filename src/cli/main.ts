#!/usr/bin/env node
import { CommanderError } from "commander";
import { showProblems } from "../rules/problem/show.ts";
import { program } from "./program.ts";
import { printError, ERROR_PAINT, watchOutput } from "./console/output.ts";
import { EXIT, Failure } from "./console/failure.ts";
import { usageProblem } from "./usage.ts";

/** Runs the command line. Whatever goes wrong ends as a problem on the error output, never as a stack trace. */
async function main(): Promise<void> {
  watchOutput();
  try {
    await program().parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return;
      // Without a command, commander has shown the help already.
      if (error.code !== "commander.help") printError(showProblems([usageProblem(error)], ERROR_PAINT));
    } else if (error instanceof Failure) {
      printError(showProblems(error.problems, ERROR_PAINT));
    } else {
      printError(unexpected(error));
    }
    process.exitCode = EXIT.unusable;
  }
}

/** A fault of our own. The person can't mend it, but can tell us; details only where they were asked for. */
function unexpected(error: unknown): string {
  if (process.env.AUGENBLOCK_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return "error: augenblock itself is at fault here, sorry. Set AUGENBLOCK_DEBUG=1, run it again and report what it prints.";
}

await main();

import { input, select } from "@inquirer/prompts";
import type { Language } from "../../i18n/language.ts";
import { printError } from "./output.ts";
import { fail } from "./failure.ts";
import type { Prompter } from "../photo-confirm.ts";

/** The person stopped answering with Ctrl-C. */
export class Stopped extends Error {}

/** Ends the command where nobody could answer. */
export function needTerminal(): void {
  if (process.stdin.isTTY === true && process.stderr.isTTY === true) return;
  const hint = "run it in a terminal, or use --report to write a page on which to correct the sheets";
  fail("no-terminal", "`--confirm` asks questions, and there is no terminal to answer in", hint);
}

/** Asks in the terminal, on the error output: what the command prints may go elsewhere. */
export function terminalPrompter(language: Language): Prompter {
  const context = { output: process.stderr };
  const theme = { style: { keysHelpTip: () => language.translate("photo.confirm.keys") } };
  return {
    tell: printError,
    choose: async (message, choices) => {
      const numbered = choices.map(({ words }, at) => ({ name: words, value: at }));
      const at = await untilStopped(select({ message, choices: numbered, theme, loop: false }, context));
      const picked = choices[at];
      if (picked === undefined) throw new Error(`there is no choice ${at}`);
      return picked.value;
    },
    type: (message, fault) =>
      untilStopped(input({ message, validate: (typed) => fault(typed) ?? true }, context)),
  };
}

/** The library throws an error of its own where the person presses Ctrl-C. */
export async function untilStopped<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new Stopped();
    throw error;
  }
}

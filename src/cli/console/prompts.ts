import type { Language } from "../../i18n/language.ts";
import { msg } from "../../rules/problem/message.ts";
import { fail } from "./failure.ts";
import { harmless, printError } from "./output.ts";

/** The person pressed Ctrl-C instead of answering. */
export class Stopped extends Error {}

/** Questions go to the error output, because the standard output may be redirected. */
const CONTEXT = { output: process.stderr };

/** Rows of a checklist that are visible at once. */
const PAGE_ROWS = 20;

/** Whether questions can be asked and answered. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Ends the command if questions can't be asked. */
export function needTerminal(): void {
  if (isTerminal()) return;
  const hint = msg`cli.confirm-without-terminal-hint: run it in a terminal, or write a page for corrections with --report`;
  const message = msg`cli.confirm-without-terminal: \`--confirm\` needs a terminal for its questions`;
  fail("no-terminal", message, hint);
}

export type Prompter = ReturnType<typeof terminalPrompter>;

/** Asks about boxes in the terminal. `fault` returns what is wrong with the typed text, or null. */
export function terminalPrompter(language: Language) {
  const theme = { style: { keysHelpTip: () => language.translate("photo.confirm.keys") } };
  return {
    /** Prints information before a question. */
    tell: printError,
    choose: <T>(message: string, choices: readonly { readonly words: string; readonly value: T }[]) => {
      const named = choices.map(({ words, value }) => ({ name: plain(words), value }));
      const config = { message: plain(message), choices: named, theme, loop: false };
      return answer(({ select }) => select(config, CONTEXT));
    },
    type: (message: string, fault: (typed: string) => string | null) => {
      const config = { message: plain(message), validate: (typed: string) => fault(typed) ?? true };
      return answer(({ input }) => input(config, CONTEXT));
    },
  };
}

/** Names of players and photos come from outside. */
function plain(text: string): string {
  return harmless(text, false);
}

/** Something to choose: its word on the command line, and its description. */
interface Choosable {
  readonly word: string;
  readonly description: string;
  /** Whether it is chosen to begin with. */
  readonly usual: boolean;
}

export type Asker = NonNullable<ReturnType<typeof terminalAsker>>;

/** Asks about a new game; null without a terminal. `fault` returns what is wrong with a choice, or null. */
export function terminalAsker(language: Language) {
  if (!isTerminal()) return null;
  // The library's own hints about keys are in English.
  const hint = (keys: string) => ({ style: { keysHelpTip: () => language.translate(keys) } });
  return {
    /** One of several; the first is chosen to begin with. */
    choose: (message: string, choices: readonly Omit<Choosable, "usual">[]) => {
      const shown = choices.map(({ word, description }) => ({ value: word, name: description }));
      const config = { message, choices: shown, pageSize: PAGE_ROWS, theme: hint("photo.confirm.keys") };
      return answer(({ select }) => select(config, CONTEXT));
    },
    number: async (message: string, usual: number, most: number, least = 1) => {
      const isPossible = (given = -1) => Number.isInteger(given) && given >= least && given <= most;
      const wrong = language.translate("new.ask.number", { least, most });
      const validate = (given: number | undefined) => isPossible(given) || wrong;
      return (await answer(({ number }) => number({ message, default: usual, validate }, CONTEXT))) ?? usual;
    },
    several: (
      message: string,
      choices: readonly Choosable[],
      fault: (words: readonly string[]) => string | null,
    ) => {
      const validate = (chosen: readonly { readonly value: string }[]) =>
        fault(chosen.map(({ value }) => value)) ?? true;
      const shown = choices.map(({ word, description, usual }) => ({
        value: word,
        name: description,
        checked: usual,
      }));
      const config = {
        message,
        choices: shown,
        pageSize: PAGE_ROWS,
        loop: false,
        theme: hint("new.ask.keys"),
        validate,
      };
      return answer(({ checkbox }) => checkbox(config, CONTEXT));
    },
  };
}

/** Asks with the library, which throws an error of its own when the person presses Ctrl-C. */
async function answer<T>(ask: (prompts: typeof import("@inquirer/prompts")) => Promise<T>): Promise<T> {
  try {
    return await ask(await import("@inquirer/prompts"));
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new Stopped();
    throw error;
  }
}

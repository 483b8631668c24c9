import { checkbox, number } from "@inquirer/prompts";
import type { Language } from "../../i18n/language.ts";
import type { Asker } from "../commands/new/decisions.ts";
import { untilStopped } from "./prompts.ts";

/** Rows of a checklist that stand on the screen at once. */
const ROWS = 20;

/** Asks in the terminal, on the error output; null where there is no terminal. */
export function terminalAsker(language: Language): Asker | null {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  const context = { output: process.stderr };
  const theme = { style: { keysHelpTip: () => undefined } };
  return {
    number: async (message, usual, most) => {
      const wrong = language.translate("new.ask.number", { least: 1, most });
      const validate = (given: number | undefined) =>
        given !== undefined && Number.isInteger(given) && given >= 1 && given <= most ? true : wrong;
      return (await untilStopped(number({ message, default: usual, validate }, context))) ?? usual;
    },
    several: (message, choices, fault) => {
      const shown = choices.map(({ word, told, usual }) => ({ value: word, name: told, checked: usual }));
      const validate = (chosen: readonly { readonly value: string }[]) =>
        fault(chosen.map(({ value }) => value)) ?? true;
      const config = { message, choices: shown, pageSize: ROWS, loop: false, theme, validate };
      return untilStopped(checkbox(config, context));
    },
  };
}

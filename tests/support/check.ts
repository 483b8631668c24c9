import { check } from "../../src/cli/commands/check/check.ts";
import { type CheckFlags, readCheckSettings } from "../../src/cli/commands/check/settings.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { type Outcome, printedBy } from "./command-line.ts";

/** Checks sheets as the command does, from the sources. */
export function checkFiles(files: readonly string[], flags: Partial<CheckFlags> = {}): Promise<Outcome> {
  return printedBy(() => check(files, need(readCheckSettings({ lang: "en", set: {}, jobs: 1, ...flags }))));
}

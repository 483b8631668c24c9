import type { Problem, Result } from "../../../rules/problem/problem.ts";
import type { CheckedSheet } from "../../../check/evening.ts";
import type { PhotoSheet } from "../../../scan/photo-sheet.ts";
import { EXIT, type ExitCode, worstExit } from "../../console/failure.ts";

/** A sheet that was checked, however it came in. */
export interface CheckedOne extends CheckedSheet {
  /** Null unless the sheet was photographed. */
  readonly photo: PhotoSheet | null;
}

/** The outcome for a file; a photo with several sheets has several of these. */
export interface Checked {
  readonly file: string;
  readonly result: Result<CheckedOne>;
}

/** The sheets that could be checked. */
export function checkedSheets(checked: readonly Checked[]): CheckedOne[] {
  return checked.flatMap(({ result }) => (result.ok ? [result.value] : []));
}

/** The files that could not be checked, each once, with all problems; the same problem of several sheets of a photo is listed once. */
export function rejectsOf(checked: readonly Checked[]): { file: string; problems: Problem[] }[] {
  const rejects = new Map<string, Map<string, Problem>>();
  for (const { file, result } of checked) {
    if (result.ok) continue;
    const problems = rejects.get(file) ?? new Map<string, Problem>();
    for (const one of result.problems) problems.set(JSON.stringify(one), one);
    rejects.set(file, problems);
  }
  return [...rejects].map(([file, problems]) => ({ file, problems: [...problems.values()] }));
}

/** The exit code for all files together. */
export function exitOf(checked: readonly Checked[]): ExitCode {
  return worstExit(checked.map(({ result }) => (result.ok ? EXIT[result.value.verdict] : EXIT.unusable)));
}

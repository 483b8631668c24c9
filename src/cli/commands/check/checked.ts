import type { Problem, Result } from "../../../rules/problem/problem.ts";
import type { CheckedSheet } from "../../../scan/report/evening.ts";
import type { PhotoSheet } from "../../../scan/report/photo-sheet.ts";
import { EXIT, type ExitCode } from "../../console/failure.ts";

/** A sheet that was typed in or photographed, and checked. */
export interface CheckedOne extends CheckedSheet {
  /** Null for a sheet that was typed in. */
  readonly photo: PhotoSheet | null;
}

/** What came of a file; a photo with several sheets gives several of these. */
export interface Checked {
  readonly file: string;
  readonly result: Result<CheckedOne>;
}

/** The sheets that could be checked. */
export function checkedSheets(checked: readonly Checked[]): CheckedOne[] {
  return checked.flatMap(({ result }) => (result.ok ? [result.value] : []));
}

/** The files that could not, each once, with all that is wrong; what is wrong with several sheets of a photo is told once. */
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

/** Exit codes from the worst to the best: what can't be used hides everything else, then comes what is wrong, then what is unsure. */
const WORST_FIRST = [EXIT.unusable, EXIT.mistakes, EXIT.unsure] as const;

/** What the command answers with for all files together. */
export function exitOf(checked: readonly Checked[]): ExitCode {
  const codes = checked.map(({ result }) => (result.ok ? EXIT[result.value.verdict] : EXIT.unusable));
  return WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.correct;
}

import { checkSheet } from "../../../check/check-sheet.ts";
import { type CheckedSheet, groupCopies } from "../../../check/evening.ts";
import { placeholderNames } from "../../../check/read/names.ts";
import type { Sheet } from "../../../check/sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem, type Result, success } from "../../../rules/problem/problem.ts";
import type { PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import { EXIT, type ExitCode, worstExit } from "../../console/failure.ts";

/** A checked sheet of any source. */
export interface CheckedOne extends CheckedSheet {
  /** Null unless the sheet was photographed. */
  readonly photo: PhotoSheet | null;
}

/** The outcome for a file; a photo with several sheets has several of these. */
export interface Checked {
  readonly file: string;
  readonly result: Result<CheckedOne>;
}

/** Checks a sheet that was typed or filled in on a screen. @param languages in which names may be made up */
export function checkTypedSheet(
  file: string,
  sheet: Result<Sheet>,
  languages: readonly Language[],
  number = 0,
): Checked {
  if (!sheet.ok) return { file, result: sheet };
  const report = checkSheet(sheet.value);
  const { verdict } = report;
  return {
    file,
    result: success({
      file,
      number,
      sheet: sheet.value,
      report,
      verdict,
      doubtful: [],
      unnamed: placeholderNames(sheet.value, languages),
      photo: null,
    }),
  };
}

/** The sheets that could be checked. */
export function checkedSheets(checked: readonly Checked[]): CheckedOne[] {
  return checked.flatMap(({ result }) => (result.ok ? [result.value] : []));
}

/** Separates typed sheets with the content of an earlier one from the others. @param before the typed sheets of earlier shards */
export function separateCopies(
  checked: readonly Checked[],
  before: readonly Checked[],
): { checked: Checked[]; copies: Problem[] } {
  const groups = groupCopies([...before, ...checked], ({ result }) =>
    result.ok && result.value.photo === null ? result.value.sheet : null,
  );
  const elsewhere = new Set(before);
  const copies = groups.flatMap(([first, ...others]) =>
    others.flatMap((one) => {
      if (elsewhere.has(one)) return [];
      const message = msg`cli.copy: ${one.file} has the same content as ${first?.file ?? ""}; together they count as one sheet`;
      return problem("copy", message, { severity: "warning", hint: COPY_HINT });
    }),
  );
  return { checked: groups.flatMap(([first]) => (first && !elsewhere.has(first) ? first : [])), copies };
}

const COPY_HINT = msg`cli.copy-hint: leave one of them out; if they are two games, give them different names of the game night, such as \`evening: second game\``;

/** The files that could not be checked, each once with its distinct problems. */
export function unreadableFiles(checked: readonly Checked[]): { file: string; problems: Problem[] }[] {
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
export function exitCode(checked: readonly Checked[]): ExitCode {
  return worstExit(checked.map(({ result }) => (result.ok ? EXIT[result.value.verdict] : EXIT.unusable)));
}

import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { extname } from "node:path";
import { type Problem, type Result, success } from "../../../rules/problem/problem.ts";
import { checkSheet } from "../../../check/check-sheet.ts";
import { madeUpIn } from "../../../check/read/names.ts";
import type { SheetFormat } from "../../../check/read/read-sheet.ts";
import type { Sheet } from "../../../check/sheet.ts";
import { PHOTO_ENDINGS } from "../../../scan/image/formats.ts";
import type { Language } from "../../../i18n/language.ts";
import type { PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import type { Shard } from "../../../season/shard.ts";
import type { CheckedSheet } from "../../../check/evening.ts";
import { EXIT, type ExitCode, worstExit } from "../../console/failure.ts";
import type { ChosenOptions, LanguageFlags } from "../../flags.ts";

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

/** Checks a sheet that was typed or filled in on a screen. @param languages in which names may be made up */
export function checkedSheet(
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
      unnamed: madeUpIn(sheet.value, languages),
      photo: null,
    }),
  };
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

/**
 * How the boxes that are asked about are shown: in the terminal by a protocol; on a picture of the whole sheet, whose name is printed
 * (`file`) or which is opened, too (`window`); not at all. `auto` is what the terminal can, or else a file.
 */
export const WAYS_TO_SHOW = ["auto", "kitty", "iterm", "sixel", "file", "window", "none"] as const;
export type WayToShow = (typeof WAYS_TO_SHOW)[number];

export interface CheckFlags extends LanguageFlags {
  readonly variant?: string;
  readonly set: ChosenOptions;
  readonly json?: boolean;
  readonly names?: string;
  readonly code?: string;
  readonly pad?: string;
  readonly sameSheet?: boolean;
  readonly paper?: string;
  readonly templates?: string;
  readonly confirm?: boolean;
  readonly show?: WayToShow;
  readonly picture?: string;
  readonly save?: string;
  readonly report?: string;
  readonly csv?: string;
  readonly odds?: boolean;
  readonly into?: SeasonAddress;
  readonly shard?: Shard;
  readonly results?: string;
  readonly date?: string;
  readonly place?: string;
  readonly evening?: string;
  readonly jobs: number;
}

export function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}

/** Whether a file is a form that was filled in on a screen, or a scan, by its ending. */
export function isForm(file: string): boolean {
  return extname(file).toLowerCase() === ".pdf";
}

/** Formats of typed sheets by the ending of a file; spreadsheets write `.txt` and `.tsv`. */
export const FORMATS: Readonly<Record<string, SheetFormat>> = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
};

/** The files about all sheets that are wanted. */
export function wholeOutputs({ report, csv }: CheckFlags) {
  const wanted = [
    { flag: "--report", file: report },
    { flag: "--csv", file: csv },
  ] as const;
  return wanted.flatMap(({ flag, file }) => (file === undefined ? [] : [{ flag, file }]));
}

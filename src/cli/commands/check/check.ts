import { dirname, extname, isAbsolute, join } from "node:path";
import type { Game } from "../../../rules/game/game.ts";
import { type Problem, problem, type Result } from "../../../rules/problem/problem.ts";
import { showProblems } from "../../../rules/problem/show.ts";
import { checkSheet } from "../../../check/check-sheet.ts";
import { type Games as GamesOfSheet, readSheet, type SheetFormat } from "../../../check/read/read-sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  type Checked,
  type CheckedOne,
  checkedSheets,
  type CheckFlags,
  exitOf,
  isForm,
  isPhoto,
  needPhotos,
  rejectsOf,
} from "./job.ts";
import { printError, ERROR_PAINT, print, printJson } from "../../console/output.ts";
import { EXIT } from "../../console/failure.ts";
import { missingFile, readText } from "../../files/files.ts";
import { allLanguages } from "../../files/languages.ts";
import { sheetJson } from "./sheet-json.ts";
import { reportText } from "./report.ts";
import { MAX_PHOTOS_AS_STARTED, hasLowMemorySettings, respawnLowMemory } from "../../threads/low-memory.ts";
import { findGame, namesFile } from "../../files/variants.ts";

/** Formats by the ending of a file; spreadsheets write `.txt` and `.tsv`. */
const FORMATS: Readonly<Record<string, SheetFormat>> = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
};

/** Checks every sheet, typed, photographed or filled in on screen, one after the other; a bad file never stops the others. */
export async function check(files: readonly string[], flags: CheckFlags): Promise<void> {
  const languages = allLanguages(flags.lang);
  const [language] = languages;
  if (language === undefined) return;
  needPhotos(files, flags);
  const once = [...new Set(files)];
  const photos = once.filter(isPhoto);
  if (photos.length > MAX_PHOTOS_AS_STARTED && !hasLowMemorySettings()) return await respawnLowMemory();
  const photographed = await checkPhotos(photos, flags, language);
  if (photographed === "stopped") return stop(language);
  const games = new Games(flags.variant ?? null);
  const filledIn = await checkForms(once.filter(isForm), games, language);
  const checked: Checked[] = [];
  for (const file of once) {
    const seen = isPhoto(file) ? photographed : filledIn;
    if (isPhoto(file) || isForm(file)) checked.push(...seen.filter((one) => one.file === file));
    else checked.push(await checkOne(file, flags.variant ?? null, languages, games));
  }
  await printAll(checked, flags, language);
  process.exitCode = exitOf(checked);
}

/** Loads what photos need only if there are any. */
async function checkPhotos(
  files: readonly string[],
  flags: CheckFlags,
  language: Language,
): Promise<Checked[] | "stopped"> {
  if (files.length === 0) return [];
  return (await import("./photos.ts")).checkPhotos(files, flags, language);
}

/** The same for forms. */
async function checkForms(files: readonly string[], games: Games, language: Language): Promise<Checked[]> {
  if (files.length === 0) return [];
  return (await import("./forms.ts")).checkForms(files, (file) => games.of(file), language);
}

function stop(language: Language): void {
  printError(language.translate("photo.confirm.stopped"));
  process.exitCode = EXIT.stopped;
}

async function printAll(checked: readonly Checked[], flags: CheckFlags, language: Language): Promise<void> {
  const sheets = checkedSheets(checked);
  const hasPhotos = sheets.some(({ photo }) => photo !== null);
  const needsMore = hasPhotos || flags.csv !== undefined || flags.report !== undefined;
  const more = needsMore ? await import("./outputs.ts") : null;
  const written = (await more?.writeOutputs(checked, flags, language)) ?? [];
  if (flags.json) {
    const plain = checked.map((one) => sheetJson(one, language));
    return printJson({ sheets: plain, ...more?.eveningsJson(checked) });
  }
  for (const one of sheets) print(await sheetReport(one, checked.length > 1, language));
  const closing = more?.closingText(checked, language) ?? "";
  if (closing !== "") print(closing);
  for (const { file, problems } of rejectsOf(checked)) {
    printError(`${language.translate("cli.unusable", { file })}\n${showProblems(problems, ERROR_PAINT)}\n`);
  }
  for (const file of written) print(file);
}

async function sheetReport(
  { file, number, sheet, report, photo }: CheckedOne,
  isOneOfSeveral: boolean,
  language: Language,
): Promise<string> {
  if (photo !== null) return (await import("./photo-report.ts")).photoReport(photo, language);
  const name = number === 0 ? file : `${file} · ${number}`;
  return reportText(sheet, report, language, isOneOfSeveral ? name : null);
}

async function checkOne(
  file: string,
  variant: string | null,
  languages: readonly Language[],
  games: Games,
): Promise<Checked> {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format === undefined) {
    const problems = [(await missingFile(file)) ?? unknownFormat(file)];
    return { file, result: { ok: false, problems } };
  }
  const text = readText(file);
  if (!text.ok) return { file, result: text };
  const sheet = readSheet({ file, text: text.value, format }, games.of(file), languages, { variant });
  if (!sheet.ok) return { file, result: sheet };
  const report = checkSheet(sheet.value);
  const value = { file, number: 0, sheet: sheet.value, report, verdict: report.verdict, photo: null };
  return { file, result: { ok: true, value } };
}

function unknownFormat(file: string): Problem {
  const hint =
    "sheets are photos, forms (.pdf), or are typed in as .yaml, .json or .csv; `augenblock sheet <variant>` prints an empty one";
  return problem("unknown-format", `${file} is no kind of sheet that can be read`, { hint });
}

/** Games by variant and choices. The sheets of an evening are of one game, which is read once. */
class Games {
  readonly #known = new Map<string, Result<Game>>();
  /** The variant that the command line names. */
  readonly #named: string | null;

  constructor(named: string | null) {
    this.#named = named;
  }

  /** The games of one sheet. */
  of(sheet: string): GamesOfSheet {
    return (ref, choices) => this.#get(ref, sheet, choices);
  }

  /**
   * The game that a sheet names: by a path from the sheet's own folder, by the id of the variant on the command line, or by the id of
   * a variant next to the sheet or among the shipped ones.
   */
  #get(ref: string, sheet: string, choices: Readonly<Record<string, string>>): Result<Game> {
    if (this.#named !== null) {
      const named = this.#read(this.#named, null, choices);
      if (ref === this.#named || (named.ok && named.value.id === ref)) return named;
    }
    const path = namesFile(ref) && !isAbsolute(ref) ? join(dirname(sheet), ref) : ref;
    return this.#read(path, sheet, choices);
  }

  #read(ref: string, from: string | null, choices: Readonly<Record<string, string>>): Result<Game> {
    const key = JSON.stringify([ref, from === null ? null : dirname(from), choices]);
    const found = this.#known.get(key) ?? findGame(ref, choices, from);
    this.#known.set(key, found);
    return found;
  }
}

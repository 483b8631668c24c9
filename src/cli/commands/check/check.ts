import { dirname } from "node:path";
import { type Games, readSheet } from "../../../check/read/read-sheet.ts";
import { preparedGame } from "../../../files/package/games.ts";
import { loadLanguages } from "../../../files/package/languages.ts";
import { decodeTextFile, noteInput, readBytes } from "../../../files/read/read-file.ts";
import { folderFault } from "../../../files/season/season-address.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Game } from "../../../rules/game/game.ts";
import { msg } from "../../../rules/problem/message.ts";
import { Failure, failure, need, type Result, refusal, success } from "../../../rules/problem/problem.ts";
import { PHOTO_EXTENSIONS } from "../../../scan/image/formats.ts";
import { problemText } from "../../console/language.ts";
import { ERROR_PAINT, print, printError, printJson, printProblems } from "../../console/output.ts";
import { needWritable } from "../../console/write-file.ts";
import {
  isPdf,
  isPhoto,
  isWorkbook,
  pageNumber,
  sheetFormat,
  withoutPage,
  wrongExtension,
} from "../../file-kinds.ts";
import type { ChosenOptions } from "../../flags.ts";
import {
  endWithParent,
  hasLowMemorySettings,
  MAX_PHOTOS_AS_STARTED,
  respawnLowMemory,
} from "../../threads/low-memory.ts";
import { startPhotoWorkers } from "../../threads/photo-workers.ts";
import type { PhotoSource } from "../../threads/view-worker.ts";
import {
  type Checked,
  checkedSheets,
  checkTypedSheet,
  exitCode,
  separateCopies,
  unreadableFiles,
} from "./checked.ts";
import { findInputs } from "./inputs.ts";
import { eveningsJson, eveningsText, reportText, sheetJson } from "./report.ts";
import type { KeptSheets } from "./season-output.ts";
import { type CheckSettings, needPhotos, type Shard, wholeOutputs } from "./settings.ts";

/** Checks the sheets that the words name: typed, photographed or filled in on screen. A bad file never stops the others. */
export async function check(words: readonly string[], settings: CheckSettings): Promise<void> {
  const { photos: printed, shard } = settings;
  const languages = need(loadLanguages(settings.lang, printed.templates));
  const [language] = languages;
  const outputs = wholeOutputs(settings.outputs).map(({ file }) => file);
  const { files: all, rejects, warnings } = await findInputs(words, outputs);
  if (warnings.length > 0) printProblems(warnings);
  const files = shard === null ? all : selectShard(all, shard);
  needPhotos([...all, ...words], settings);
  const games = gameFinder(printed.variant ?? null);
  await games.needNamed(printed.choices ?? {});
  await guardInputs(files, settings);
  const pdfs = files.filter(isPdf);
  const opened = pdfs.length === 0 ? [] : await (await import("./pdf-input.ts")).openPdfs(pdfs);
  const photos = files.flatMap((file) =>
    isPhoto(file) ? [{ file, bytes: null }] : (opened.find((pdf) => pdf.file === file)?.pages ?? []),
  );
  if (photos.length === 0 && files.length === all.length) needPhotos([], settings);
  if (photos.length > MAX_PHOTOS_AS_STARTED && !hasLowMemorySettings()) return await respawnLowMemory();
  endWithParent();
  // Modules for photos are loaded only if there are photos.
  const seen = photos.length === 0 ? [] : await checkPictures(photos, settings, language);
  if (seen === null) return;
  for (const { file, check } of opened) {
    const first = check(games.of(file), language);
    seen.push(...((await games.complete()) ? check(games.of(file), language) : first));
  }
  const readTyped = async (file: string) => {
    const read = () => checkOne(file, printed.variant ?? null, languages, games.of(file));
    const first = read();
    return (await games.complete()) ? read() : first;
  };
  const checked = [...rejects];
  for (const file of files) {
    if (isPhoto(file) || isPdf(file))
      checked.push(
        // Forms and scans of a PDF are checked separately.
        ...seen
          .filter((one) => withoutPage(one.file) === file)
          .sort((a, b) => pageNumber(a.file) - pageNumber(b.file)),
      );
    else checked.push(await readTyped(file));
  }
  const kept = await keepAll(checked, all, settings, photos);
  // A sheet and its copy may be in two shards.
  const before: Checked[] = [];
  for (const file of all.slice(0, Math.max(0, all.indexOf(files[0] ?? ""))))
    if (sheetFormat(file) !== null) before.push(await readTyped(file));
  const { checked: once, copies } = separateCopies(kept.checked, before);
  if (copies.length > 0) printProblems(copies);
  await printAll(once, settings, language, kept);
  process.exitCode = exitCode(checked);
}

/** Keeps what was checked where the flags say so. */
async function keepAll(
  checked: readonly Checked[],
  all: readonly string[],
  settings: CheckSettings,
  photos: readonly PhotoSource[],
): Promise<Kept> {
  const { season, results } = settings.keep;
  if (season === null && results === null) return { checked, season: null, text: null };
  const { keepInSeason, keptText, withOccasions, writeResults } = await import("./season-output.ts");
  const dated = withOccasions(checked, settings, photos);
  const kept = season && (await keepInSeason(dated, season, settings.keep, photos));
  if (results !== null) {
    const places = new Map(all.map((file, at) => [file, at]));
    await writeResults(dated, results, settings.keep, photos, (file) => places.get(file) ?? -1);
  }
  return { checked: dated, season: kept, text: kept && keptText(kept) };
}

/** The checked sheets, with what the season did with them, as data and as text. */
interface Kept {
  readonly checked: readonly Checked[];
  readonly season: KeptSheets | null;
  readonly text: string | null;
}

/**
 * Ends the command, before any sheet is read, if an output would replace an input or another output or can't be written, or if `--into`
 * names no usable folder.
 */
async function guardInputs(files: readonly string[], { outputs, keep }: CheckSettings): Promise<void> {
  for (const file of files) noteInput(file);
  const season = keep.season?.kind === "folder" ? keep.season.folder : null;
  const fault = season === null ? null : folderFault(season);
  if (fault !== null) throw new Failure([fault]);
  const listOutputFlag = (flag: string, file: string | null) => (file === null ? [] : [{ flag, file }]);
  await needWritable(
    [...wholeOutputs(outputs), ...listOutputFlag("--results", keep.results)],
    [
      ...listOutputFlag("--picture", outputs.picture),
      ...listOutputFlag("--save", outputs.save),
      ...listOutputFlag("--into", season),
    ],
  );
}

/** Checks photos. The workers, which are slow to start, start while other modules load. */
async function checkPictures(photos: readonly PhotoSource[], settings: CheckSettings, language: Language) {
  const workers = startPhotoWorkers(photos, settings.jobs);
  try {
    const { variant = null, pad = null } = settings.photos;
    const folders = variant === null && pad === null ? photos.map(({ file }) => withoutPage(file)) : [];
    const { checkPhotos, findNearbyGames } = await import("./photos.ts");
    const also = findNearbyGames(folders);
    const sources = { ...settings, photos: { ...settings.photos, also } };
    return await checkPhotos(photos, workers, sources, language);
  } finally {
    await workers.close();
  }
}

async function printAll(
  checked: readonly Checked[],
  settings: CheckSettings,
  language: Language,
  { season, text: keptWords }: Kept,
): Promise<void> {
  const sheets = checkedSheets(checked);
  const hasPhotos = sheets.some(({ photo }) => photo !== null);
  const needsMore = hasPhotos || wholeOutputs(settings.outputs).length > 0;
  const more = needsMore ? await import("./outputs.ts") : null;
  const written = (await more?.writeOutputs(checked, settings.outputs, language)) ?? [];
  const best = settings.odds
    ? await (await import("../odds/need-odds.ts")).rankAgainstOptimalPlay(sheets)
    : null;
  if (settings.json) {
    const plain = checked.map((one) => sheetJson(one, language, best));
    const evenings = eveningsJson(sheets);
    return printJson({ sheets: plain, evenings, ...(season && { season }) });
  }
  for (const one of sheets) print(reportText(one, checked.length > 1, language, best?.get(one)));
  const closing = [eveningsText(sheets, language), more?.mendText(checked, language)];
  for (const text of closing) if (text) print(text);
  for (const { file, problems } of unreadableFiles(checked)) {
    printError(`${language.translate("cli.unusable", { file })}\n${problemText(problems, ERROR_PAINT)}\n`);
  }
  for (const file of written) print(file);
  if (settings.keep.results !== null) print(settings.keep.results);
  if (keptWords !== null) print(keptWords);
}

const SHEETS_ARE = msg`cli.sheet-formats-hint: photos end in ${PHOTO_EXTENSIONS.join(", ")}, forms and scans in .pdf, typed sheets in .yaml, .json or .csv; \`augenblock sheet <variant>\` prints an empty sheet`;
const SAVE_AS_CSV = msg`cli.workbook-hint: save it as “CSV UTF-8” in your spreadsheet program, and check that file`;

function checkOne(file: string, variant: string | null, languages: readonly Language[], games: Games) {
  const bytes = readBytes(file, "text");
  if (!bytes.ok) return checkTypedSheet(file, bytes, languages);
  const fault = wrongExtension(file, bytes.value);
  if (fault !== null) return checkTypedSheet(file, failure([fault]), languages);
  const format = sheetFormat(file);
  if (format === null) {
    const hint = isWorkbook(file) ? SAVE_AS_CSV : SHEETS_ARE;
    const message = msg`cli.unsupported-file-type: unsupported file type: ${file}`;
    const unknown = refusal("unknown-format", message, hint);
    return checkTypedSheet(file, unknown, languages);
  }
  const text = decodeTextFile(file, bytes.value);
  if (!text.ok) return checkTypedSheet(file, text, languages);
  const sheet = readSheet({ file, text: text.value, format }, games, languages, { variant });
  return checkTypedSheet(file, sheet, languages);
}

/** The rule changes that a sheet names for a store-bought pad. */
type Changes = Parameters<Games>[2];

/**
 * Finds the games of sheets, each read once: by a path relative to the sheet, by the id of the variant of `--variant`, or by the id of one
 * next to the sheet or shipped. The module that reads variants is slow to load: `complete` loads it only after a game was not found, and
 * the sheet has to be read again then.
 */
function gameFinder(named: string | null) {
  const known = new Map<string, Result<Game>>();
  let reader: typeof import("../../../files/package/read-game.ts") | null = null;
  let isShort = false;
  const readNow = (ref: string, from: string | null, choices: ChosenOptions, changes: Changes) => {
    const prepared = Object.keys(changes).length > 0 ? null : preparedGame(ref, choices, from);
    return prepared ? success(prepared) : reader?.readGame(ref, choices, changes, from);
  };
  const read = (ref: string, from: string | null, choices: ChosenOptions, changes: Changes): Result<Game> => {
    const key = JSON.stringify([ref, from === null ? null : dirname(from), choices, changes]);
    const found = known.get(key) ?? readNow(ref, from, choices, changes);
    if (found !== undefined) known.set(key, found);
    else isShort = true;
    return found ?? failure([]);
  };
  const of =
    (sheet: string): Games =>
    (ref, choices, changes) => {
      const own = named === null ? null : read(named, null, choices, changes);
      if (own !== null && (ref === named || (own.ok && own.value.id === ref))) return own;
      return read(ref, sheet, choices, changes);
    };
  const complete = async (isNeeded = isShort) => {
    if (reader !== null || !isNeeded) return false;
    reader = await import("../../../files/package/read-game.ts");
    return true;
  };
  return {
    of,
    /** @returns whether it was loaded now */
    complete,
    /** Ends the command if the variant that the command line names can't be used, with these house rules. */
    async needNamed(choices: ChosenOptions): Promise<void> {
      if (named === null) return;
      const game = read(named, null, choices, {});
      need((await complete()) ? read(named, null, choices, {}) : game);
    },
  };
}

/** The items of a shard. Shards are contiguous, and their sizes differ by at most one. */
export function selectShard<T>(whole: readonly T[], { part, of }: Shard): T[] {
  return whole.slice(Math.floor(((part - 1) * whole.length) / of), Math.floor((part * whole.length) / of));
}

import { openDigits, openLazyDigitReader } from "../../../files/pictures/scanner.ts";
import { knownSheets } from "../../../files/pictures/sheet-sources.ts";
import type { Language } from "../../../i18n/language.ts";
import { msg } from "../../../rules/problem/message.ts";
import { failure, type Problem, problem, success } from "../../../rules/problem/problem.ts";
import { hasGames } from "../../../scan/pads/pad.ts";
import { otherPadProblem } from "../../../scan/pads/view-tables.ts";
import { readViews, type SheetOnPhoto, type Viewed } from "../../../scan/scan.ts";
import {
  checkedPhoto,
  joinSheets,
  judgePhotoSheet,
  listRejections,
  listSheetViews,
  madeUpNames,
  hasOwnNames,
  nameOwners,
  type NamelessSheet,
  namePlayers,
  selectGivenNames,
} from "../../../scan/sheet/photo-sheet.ts";
import type { Scan } from "../../../scan/view/view-sheets.ts";
import { photoFault } from "../../console/failure.ts";
import { progressBar } from "../../console/output.ts";
import { needTerminal } from "../../console/prompts.ts";
import { pageNumber, withoutPage, byFileName } from "../../file-kinds.ts";
import { type PhotoWorkers, viewThreads } from "../../threads/photo-workers.ts";
import viewPhoto, { openViewer, type PhotoSettings, type PhotoSource } from "../../threads/view-worker.ts";
import type { Checked } from "./checked.ts";
import { type CheckSettings, refuseRepeatedNames, type SheetNames } from "./settings.ts";
import { dirname, join } from "node:path";
import { readGame } from "../../../files/package/read-game.ts";
import { findVariant } from "../../../files/package/variants.ts";
import { readText } from "../../../files/read/read-file.ts";
import { isBlockFile, readBlockFile } from "../../../print/pad/block-file.ts";
import { detectSheetFormat, listFolder } from "./inputs.ts";

/**
 * Checks photos: reads them, joins those of the same sheet, names the players, judges, and asks questions with `--confirm`.
 *
 * @returns every sheet under the name of its first photo, and every photo or sheet that can't be read; null if the person stopped
 */
export async function checkPhotos(
  sources: readonly PhotoSource[],
  workers: PhotoWorkers,
  settings: CheckSettings,
  language: Language,
): Promise<Checked[] | null> {
  const { names, questions, asksNames, keep } = settings;
  if (questions !== null) needTerminal();
  const scans = withoutEmptyPages(await readPhotos(sources, workers, settings.photos, language));
  // A results file says what each photo shows by itself; the season joins the photos of one sheet.
  const together = keep.results === null ? [scans] : scans.map((scan) => [scan]);
  const photos = together.flatMap((some) => {
    const joined = joinSheets(some.flatMap(listSheetViews), settings.isSameSheet);
    if (!joined.every(hasGames)) refuseRepeatedNames(names);
    const sheets = nameOwners(joined, names);
    const given = namePlayers(sheets, names, language);
    return withSpareNames(sheets, names, given).map((sheet, at) => {
      const own = given[at] ?? [];
      return judgePhotoSheet(sheet, own, madeUpNames(sheet, own, names));
    });
  });
  const confirmed = asksNames
    ? await (await import("./confirm.ts")).confirmAll(photos, questions, keep.season, language)
    : photos;
  if (confirmed === null) return null;
  const rejected = scans.flatMap((one) =>
    listRejections(one).map((problems): Checked => ({ file: one.file, result: failure(problems) })),
  );
  const read = confirmed.map((photo): Checked => {
    const checked = checkedPhoto(photo);
    const other = otherPadProblem(photo.pad, checked.file);
    return { file: checked.file, result: other ? failure([other]) : success({ ...checked, photo }) };
  });
  return [...read, ...rejected];
}

/**
 * Reads photos: processes decode them, threads view several at once, which takes longest, and this thread reads the digits. A fault of the
 * program becomes a problem of that photo only.
 *
 * @returns the outcome of each photo, in the order given
 */
async function readPhotos(
  sources: readonly PhotoSource[],
  workers: PhotoWorkers,
  settings: PhotoSettings,
  language: Language,
): Promise<Scan<SheetOnPhoto>[]> {
  const { threads } = workers;
  const pool = threads > 1 ? viewThreads(threads, settings) : null;
  const done = { done: "{value}", all: "{total}" };
  const progress = await progressBar(`{bar} ${language.translate("photo.progress", done)}`);
  try {
    const known = await (pool === null
      ? openViewer(settings).then((opened) => opened.known)
      : knownSheets(settings));
    const digits = workers.network === null ? openDigits() : openLazyDigitReader(workers.network);
    const results: Scan<SheetOnPhoto>[] = [];
    const waiting = sources.entries();
    let finished = 0;
    const view = async (at: number, source: PhotoSource): Promise<Scan<Viewed>> => {
      const { file } = source;
      const photo = await workers.photo(at);
      if (!photo.ok) return { file, sheets: [photo] };
      const request = { file, photo: photo.value, settings };
      return pool === null ? viewPhoto(request) : pool.view(request);
    };
    const work = async () => {
      for (const [at, source] of waiting) {
        const read = async () => readViews(await view(at, source), known, await digits);
        const { file } = source;
        results[at] = await read().catch((error) => ({ file, sheets: [failure([photoFault(file, error)])] }));
        progress.update(++finished, sources.length);
      }
    };
    // If the network can't be loaded, the command ends at once.
    await Promise.all([digits, ...Array.from({ length: threads }, work)]);
    return results;
  } finally {
    progress.stop();
    await workers.close();
    await pool?.close();
  }
}

/**
 * Leaves out the empty pages of a PDF, such as the backs of its sheets, if another page of it was read. The first page that was read gets
 * a warning that names them.
 */
export function withoutEmptyPages(scans: readonly Scan<SheetOnPhoto>[]): Scan<SheetOnPhoto>[] {
  const isEmpty = ({ file, sheets }: Scan<SheetOnPhoto>) =>
    pageNumber(file) > 0 &&
    sheets.length > 0 &&
    sheets.every((one) => !one.ok && one.problems.every(({ code }) => code === "empty-page"));
  const getPdfName = ({ file }: Scan<SheetOnPhoto>) => withoutPage(file);
  const readable = scans.filter(({ sheets }) => sheets.some(({ ok }) => ok));
  const firstOfPdf = new Map(readable.toReversed().map((scan) => [getPdfName(scan), scan]));
  const empty = scans.filter((scan) => isEmpty(scan) && firstOfPdf.has(getPdfName(scan)));
  return scans
    .filter((scan) => !empty.includes(scan))
    .map((scan) => {
      const own = empty.filter((one) => firstOfPdf.get(getPdfName(one)) === scan);
      const files = own.map(({ file }) => file);
      return files.length === 0 ? scan : addEmptyPageWarnings(scan, files);
    });
}

function addEmptyPageWarnings(scan: Scan<SheetOnPhoto>, empty: readonly string[]): Scan<SheetOnPhoto> {
  const notes = empty.map((file) =>
    problem("empty-page", msg`cli.empty-page: ${file} is an empty page and was skipped`, {
      severity: "warning",
    }),
  );
  const first = scan.sheets.findIndex(({ ok }) => ok);
  const sheets = scan.sheets.map((one, at) =>
    one.ok && at === first ? success({ ...one.value, warnings: [...one.value.warnings, ...notes] }) : one,
  );
  return { ...scan, sheets };
}

/**
 * Sheets, with a warning where `--names` gives more names than they have columns, or names for more sheets than there are.
 *
 * @param names what `--names` gives: a list for all sheets, or one for each
 * @param given the names of each sheet, one for every column
 */
export function withSpareNames(
  sheets: readonly NamelessSheet[],
  names: SheetNames,
  given: SheetNames,
): NamelessSheet[] {
  const isOfAll = (sheet: NamelessSheet) => hasOwnNames(sheet, sheets, names);
  const areAlone = !sheets.some(isOfAll);
  const rest = areAlone ? names.flat().slice(sheets.length) : names.slice(sheets.length).flat();
  return sheets.map((sheet, at) => {
    const beyond = isOfAll(sheet) ? selectGivenNames(at, names).slice(given[at]?.length) : [];
    const spare = at === sheets.length - 1 ? [...beyond, ...rest] : beyond;
    if (spare.length === 0) return sheet;
    return { ...sheet, warnings: [...sheet.warnings, warnUnusedNames(spare, sheet.files[0])] };
  });
}

/** The warning about names without a column. */
function warnUnusedNames(names: readonly string[], file: string): Problem {
  const message = msg`cli.spare-names: \`--names\` gives more names than ${file} has room for; left over: ${names.join(", ")}`;
  const hint = msg`cli.spare-names-hint: give one name per column, from left to right; separate several sheets with semicolons`;
  return problem("spare-names", message, { severity: "warning", hint });
}

/** The games in the folders of photos: the variant files in their folders, and those of block files there. Files with mistakes are left out. */
export function findNearbyGames(photos: readonly string[]): string[] {
  const folders = new Set(photos.map((photo) => dirname(photo)));
  const found = [...folders].flatMap((folder) => {
    const entries = listFolder(folder);
    if ("code" in entries) return [];
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name));
    return files.sort(byFileName).flatMap((file) => pickGame(file) ?? []);
  });
  return [...new Set(found)];
}

/** The game of a variant or block file, as `--variant` takes it; null for other files, and for shipped games, which are known anyway. */
function pickGame(file: string): string | null {
  const format = detectSheetFormat(file);
  if (format === null || format === "csv") return null;
  const text = readText(file, "look");
  if (!text.ok) return null;
  if (isBlockFile(text.value)) {
    const block = readBlockFile(file, text.value);
    const variant = block.ok ? findVariant(block.value.variant, file) : null;
    return variant?.ok && dirname(variant.value.file) === dirname(file) ? variant.value.file : null;
  }
  const isVariant =
    /^["'{\s]*(id|extends)["']?\s*:/m.test(text.value) && !/^["'{\s]*players["']?\s*:\s*$/m.test(text.value);
  return isVariant && readGame(file).ok ? file : null;
}

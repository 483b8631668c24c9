import { msg } from "../../../rules/problem/message.ts";
import { failure, need, refusal, type Result, success } from "../../../rules/problem/problem.ts";
import { dirname, extname } from "node:path";
import type { Game } from "../../../rules/game/game.ts";
import { problemText } from "../../console/language.ts";
import { type Games, readSheet } from "../../../check/read/read-sheet.ts";
import { PHOTO_ENDINGS } from "../../../scan/image/formats.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  type Checked,
  checkedSheet,
  checkedSheets,
  type CheckFlags,
  exitOf,
  FORMATS,
  isForm,
  isPhoto,
  rejectsOf,
  wholeOutputs,
} from "./job.ts";
import type { ChosenOptions } from "../../flags.ts";
import { printError, ERROR_PAINT, print, printJson, printProblems } from "../../console/output.ts";
import { readBytes, textFrom } from "../../../files/read-file.ts";
import { loadLanguages } from "../../../files/languages.ts";
import { shardOf } from "../../../season/shard.ts";
import { inputsOf } from "./inputs.ts";
import {
  needEndings,
  needGame,
  needPhotos,
  needQuestions,
  needSeason,
  needWhole,
  spareInputs,
} from "./needs.ts";
import { eveningFrom } from "./occasion-flags.ts";
import { misnamed } from "./misnamed.ts";
import type { KeptInto } from "./into.ts";
import type { PhotoSource } from "./photo-sources.ts";
import { PAGE_SUFFIX } from "./scanned-pages.ts";
import { sheetJson } from "./sheet-json.ts";
import { reportText } from "./report.ts";
import {
  MAX_PHOTOS_AS_STARTED,
  endWithParent,
  hasLowMemorySettings,
  respawnLowMemory,
} from "../../threads/low-memory.ts";
import { preparedGame } from "../../../files/games.ts";

/** Checks every sheet that the words name, typed, photographed or filled in on screen, one after the other; a bad file never stops the others. */
export async function check(words: readonly string[], flags: CheckFlags): Promise<void> {
  const languages = need(loadLanguages(flags.lang));
  const [language] = languages;
  needWhole(flags);
  needQuestions(flags);
  needSeason(flags);
  needGame(flags);
  eveningFrom(flags);
  const {
    files: all,
    rejects,
    warnings,
  } = await inputsOf(
    words,
    wholeOutputs(flags).map(({ file }) => file),
  );
  if (warnings.length > 0) printProblems(warnings);
  const files = flags.shard === undefined ? all : shardOf(all, flags.shard).map(({ one }) => one);
  needPhotos([...all, ...words], flags);
  const games = gameFinder(flags.variant ?? null);
  await games.needNamed(flags.set);
  await spareInputs(files, flags);
  needEndings(flags);
  const pdfs = files.filter(isForm);
  const opened = pdfs.length === 0 ? [] : await (await import("./forms.ts")).openPdfs(pdfs);
  const photos = files.flatMap((file) =>
    isPhoto(file) ? [{ file, bytes: null }] : (opened.find((pdf) => pdf.file === file)?.pages ?? []),
  );
  if (photos.length === 0 && files.length === all.length) needPhotos([], flags);
  if (photos.length > MAX_PHOTOS_AS_STARTED && !hasLowMemorySettings()) return await respawnLowMemory();
  endWithParent();
  // What photos and forms need is loaded only if there are any.
  const seen = photos.length === 0 ? [] : await checkSeen(photos, flags, language);
  if (seen === null) return;
  for (const { file, check } of opened) {
    const first = check(games.of(file), language);
    seen.push(...((await games.complete()) ? check(games.of(file), language) : first));
  }
  const isKept = flags.into !== undefined || flags.results !== undefined;
  const into = isKept ? await import("./into.ts") : null;
  const checked = [...rejects];
  for (const file of files) {
    if (isPhoto(file) || isForm(file))
      checked.push(...seen.filter((one) => one.file.replace(PAGE_SUFFIX, "") === file).sort(byPage));
    else {
      const read = () => checkOne(file, flags.variant ?? null, languages, games.of(file));
      const first = read();
      checked.push((await games.complete()) ? read() : first);
    }
  }
  const told = into?.withOccasions(checked, flags, photos) ?? checked;
  const kept =
    flags.into === undefined ? null : ((await into?.keepInto(told, flags.into, flags, photos)) ?? null);
  if (flags.results !== undefined) {
    const places = new Map(all.map((file, at) => [file, at]));
    const { writeResults } = await import("./results.ts");
    await writeResults(told, flags, photos, (file) => places.get(file) ?? -1);
  }
  await printAll(told, flags, language, kept);
  if (flags.results !== undefined && !flags.json) print(flags.results);
  if (into && kept && !flags.json) print(into.intoText(kept));
  process.exitCode = exitOf(checked);
}

/** In the order of the pages of a PDF, which are read as forms or as photos. */
function byPage(one: Checked, other: Checked): number {
  const pageOf = ({ file }: Checked) => Number(PAGE_SUFFIX.exec(file)?.[1] ?? 0);
  return pageOf(one) - pageOf(other);
}

/** Checks photos. What takes longest to start does so first, while the rest is loaded. */
async function checkSeen(photos: readonly PhotoSource[], flags: CheckFlags, language: Language) {
  const beside = (await import("./beside.ts")).startBeside(photos, flags.jobs);
  try {
    return await (await import("./photos.ts")).checkPhotos(photos, beside, flags, language);
  } finally {
    await beside.close();
  }
}

async function printAll(
  checked: readonly Checked[],
  flags: CheckFlags,
  language: Language,
  season: KeptInto | null,
): Promise<void> {
  const sheets = checkedSheets(checked);
  const hasPhotos = sheets.some(({ photo }) => photo !== null);
  const needsMore = hasPhotos || flags.csv !== undefined || flags.report !== undefined;
  const more = needsMore ? await import("./outputs.ts") : null;
  const written = (await more?.writeOutputs(checked, flags, language)) ?? [];
  const together = sheets.length > 1 ? await import("./evenings.ts") : null;
  const best = flags.odds ? await (await import("./beside-best.ts")).sheetsBesideBest(sheets) : null;
  if (flags.json) {
    const plain = checked.map((one) => sheetJson(one, language, best));
    const evenings = together?.eveningsJson(sheets) ?? [];
    return printJson({ sheets: plain, evenings, ...(season && { season }) });
  }
  for (const one of sheets) print(await reportText(one, checked.length > 1, language, best?.get(one)));
  const closing = [together?.eveningsText(sheets, language), more?.mendText(checked, language)];
  for (const text of closing) if (text) print(text);
  for (const { file, problems } of rejectsOf(checked)) {
    printError(`${language.translate("cli.unusable", { file })}\n${problemText(problems, ERROR_PAINT)}\n`);
  }
  for (const file of written) print(file);
}

const SHEETS_ARE = msg(
  "cli.photos-end-forms",
)`photos end in ${PHOTO_ENDINGS.join(", ")}, forms and scans in .pdf, typed sheets in .yaml, .json or .csv; \`augenblock sheet <variant>\` prints an empty one`;
const SAVE_AS_CSV = msg(
  "cli.save-csv-utf",
)`save it as “CSV UTF-8” in the spreadsheet program, and name that file`;

/** Whether a file is what spreadsheet programs save by themselves. */
function isWorkbook(file: string): boolean {
  return [".xlsx", ".xls", ".ods", ".numbers"].includes(extname(file).toLowerCase());
}

function checkOne(file: string, variant: string | null, languages: readonly Language[], games: Games) {
  const bytes = readBytes(file, "text");
  if (!bytes.ok) return checkedSheet(file, bytes, languages);
  const fault = misnamed(file, bytes.value);
  if (fault !== null) return checkedSheet(file, failure([fault]), languages);
  const format = FORMATS[extname(file).toLowerCase()];
  if (format === undefined) {
    const hint = isWorkbook(file) ? SAVE_AS_CSV : SHEETS_ARE;
    const unknown = refusal(
      "unknown-format",
      msg("cli.no-kind-sheet")`${file} is no kind of sheet that can be read`,
      hint,
    );
    return checkedSheet(file, unknown, languages);
  }
  const text = textFrom(file, bytes.value);
  if (!text.ok) return checkedSheet(file, text, languages);
  const sheet = readSheet({ file, text: text.value, format }, games, languages, { variant });
  return checkedSheet(file, sheet, languages);
}

/** What a sheet says that a bought pad changes of the rules. */
type Changes = Parameters<Games>[2];

/**
 * Finds the games of each sheet, each read once: by a path from the sheet's own folder, by the id of the variant that the command line
 * names, or of one next to the sheet or shipped. What reads variants is slow to load: `complete` loads it when a game was missed, or if
 * it must be; then the sheet has to be read again.
 */
function gameFinder(named: string | null) {
  const known = new Map<string, Result<Game>>();
  let reader: typeof import("../../../files/read-game.ts") | null = null;
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
    reader = await import("../../../files/read-game.ts");
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

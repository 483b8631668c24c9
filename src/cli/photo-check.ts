import { readSheetCode, writeSheetCode } from "../print/layout/sheet-code.ts";
import { failure, type Problem, problem, type Result, success } from "../rules/problem/problem.ts";
import { joinSheets, judged, type ViewedSheet } from "../scan/report/judge-photo.ts";
import type { PhotoSheet } from "../scan/report/photo-sheet.ts";
import type { Language } from "../i18n/language.ts";
import type { CheckFlags } from "./commands/check/flags.ts";
import type { Checked, CheckedOne } from "./commands/check/checked.ts";
import { fail } from "./console/failure.ts";
import type { PhotoResult, SheetOnPhoto } from "./photo-reading.ts";
import { templatesFrom } from "./files/templates.ts";
import { needTerminal, Stopped, terminalPrompter } from "./console/prompts.ts";

/**
 * Checks photos: read them, join those of the same sheet, name the players, judge, and ask the person if that was wanted.
 *
 * @returns every sheet under the name of its first photo, and every photo or sheet that can't be read; or that the person stopped
 */
export async function checkPhotos(
  files: readonly string[],
  flags: CheckFlags,
  language: Language,
): Promise<Checked[] | "stopped"> {
  if (flags.confirm) needTerminal();
  templatesFrom(flags.templates);
  const names = parseNames(flags.names);
  const requests = files.map((file) => requestFor(file, flags));
  const results = await readPhotos(requests, flags.jobs, language);
  const sheets = joinSheets(results.flatMap(viewsOf));
  const given = namesFor(sheets, names, language);
  const photos = sheets.map((sheet, at) => judged(sheet, given[at] ?? []));
  const confirmed = flags.confirm ? await confirmAll(photos, language) : photos;
  if (confirmed === "stopped") return confirmed;
  return [...confirmed.map(checkedPhoto), ...results.flatMap(rejected)];
}

function requestFor(file: string, flags: CheckFlags): PhotoRequest {
  const { variant = null, set, code = null, paper = null, templates = null } = flags;
  if (code !== null && readSheetCode(code) === null) {
    fail(
      "bad-value",
      `\`--code\`: \`${code}\` is not a sheet's code`,
      "type the letters beside the small code, all of them",
    );
  }
  const keepPicture = flags.picture !== undefined || flags.report !== undefined;
  return { file, variant, set, code, paper, templates, keepPicture };
}

/** The sheets of a photo that can be read and hold any ink. */
function viewsOf({ file, sheets }: PhotoResult<SheetOnPhoto>): ViewedSheet[] {
  return sheets.flatMap((one): ViewedSheet[] => {
    if (!one.ok || isBlank(one)) return [];
    const { code, game, seen, reading, warnings, picture } = one.value;
    const { number } = code;
    const identity = number === 0 ? null : writeSheetCode(code);
    return [{ file, identity, number, game, seen, reading, warnings, picture }];
  });
}

function isBlank(one: Result<SheetOnPhoto>): boolean {
  return one.ok && one.value.reading.players.length === 0;
}

/** What of a photo can't be checked. Blank sheets beside one that was written on are the rest of the block. */
function rejected({ file, sheets, problems }: PhotoResult<SheetOnPhoto>): Checked[] {
  const failed = sheets.flatMap((one) => (one.ok ? [] : [one.problems]));
  const all = problems.length > 0 ? [problems, ...failed] : failed;
  if (sheets.length > 0 && sheets.every(isBlank)) all.push([nothingWritten(file)]);
  return all.map((lost) => ({ file, result: failure(lost) }));
}

function nothingWritten(file: string): Problem {
  const hint = "photograph the sheet that was filled in";
  return problem("nothing-written", `nothing is written on the sheet in ${file}`, { hint });
}

async function confirmAll(
  photos: readonly PhotoSheet[],
  language: Language,
): Promise<PhotoSheet[] | "stopped"> {
  const prompter = terminalPrompter(language);
  const confirmed: PhotoSheet[] = [];
  try {
    for (const photo of photos) confirmed.push(await confirmSheet(photo, prompter, language));
  } catch (error) {
    if (error instanceof Stopped) return "stopped";
    throw error;
  }
  return confirmed;
}

function checkedPhoto(photo: PhotoSheet): Checked {
  const { files, number, sheet, judgement } = photo;
  const { report, verdict } = judgement;
  const value: CheckedOne = { file: files[0], number, sheet, report, verdict, photo };
  return { file: files[0], result: success(value) };
}

import { readSheetCode } from "../../../print/layout/sheet-code.ts";
import { failure, success } from "../../../rules/problem/problem.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  joinSheets,
  judged,
  namesFor,
  type PhotoSheet,
  plainName,
  rejectionsOf,
  viewsOf,
} from "../../../scan/photo-sheet.ts";
import { fail } from "../../console/failure.ts";
import { needTerminal, Stopped, terminalPrompter } from "../../console/prompts.ts";
import type { CheckFlags } from "./flags.ts";
import type { Checked, CheckedOne } from "./checked.ts";
import { confirmSheet } from "./confirm.ts";
import type { PhotoSettings } from "./photo-sources.ts";
import { readPhotos } from "./read-photos.ts";

/**
 * Checks photos: reads them, joins those of the same sheet, names the players, judges, and asks the person if that is wanted.
 *
 * @returns every sheet under the name of its first photo, and every photo or sheet that can't be read; or that the person stopped
 */
export async function checkPhotos(
  files: readonly string[],
  flags: CheckFlags,
  language: Language,
): Promise<Checked[] | "stopped"> {
  if (flags.confirm) needTerminal();
  const names = parseNames(flags.names);
  const scans = await readPhotos(files, settingsFrom(flags), flags.jobs, language);
  const sheets = joinSheets(scans.flatMap(viewsOf));
  const given = namesFor(sheets, names, language);
  const photos = sheets.map((sheet, at) => judged(sheet, given[at] ?? []));
  const confirmed = flags.confirm ? await confirmAll(photos, language) : photos;
  if (confirmed === "stopped") return confirmed;
  const rejected = scans.flatMap((one) =>
    rejectionsOf(one).map((problems): Checked => ({ file: one.file, result: failure(problems) })),
  );
  return [...confirmed.map(checkedPhoto), ...rejected];
}

/**
 * The names that `--names` gives: those of a sheet with commas between, sheets with semicolons between.
 *
 * @returns a list for each sheet; none if nothing was given
 */
export function parseNames(given: string | undefined): string[][] {
  if (given === undefined) return [];
  const sheets = given.split(";").map((names) =>
    names
      .split(",")
      .map(plainName)
      .filter((name) => name !== ""),
  );
  const hint = "give names with commas between: `--names Anna,Ben`";
  if (sheets.every((names) => names.length === 0)) fail("bad-value", "`--names` holds no names", hint);
  for (const names of sheets) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) fail("bad-value", `\`--names\`: \`${twice}\` is there twice`, hint);
  }
  return sheets;
}

function settingsFrom(flags: CheckFlags): PhotoSettings {
  const { variant = null, set, code: letters = null, paper = null, templates = null } = flags;
  const code = letters === null ? null : readSheetCode(letters);
  if (letters !== null && code === null) {
    fail(
      "bad-value",
      `\`--code\`: \`${letters}\` is not a sheet's code`,
      "type the letters beside the small code, all of them",
    );
  }
  const keepPicture = flags.picture !== undefined || flags.report !== undefined;
  return { variant, set, code, paper, templates, keepPicture };
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

import { msg } from "../../../rules/problem/message.ts";
import type { Language } from "../../../i18n/language.ts";
import { nameFault, repeatedNames, tidyName } from "../../../check/name.ts";
import { readSheetCode } from "../../../print/layout/sheet-code.ts";
import { failure, success } from "../../../rules/problem/problem.ts";
import type { Written } from "../../../scan/inference/sheet-reading.ts";
import {
  checkedPhoto,
  corrected,
  joinSheets,
  judged,
  madeUpNames,
  namesFor,
  nextQuestion,
  openQuestions,
  type PhotoSheet,
  rejectionsOf,
  viewsOf,
} from "../../../scan/sheet/photo-sheet.ts";
import { answersTo, tellQuestion, tellTitle, typedContent } from "../../../scan/report/photo-words.ts";
import { EXIT, fail } from "../../console/failure.ts";
import { problemText } from "../../console/language.ts";
import { ERROR_PAINT, printError } from "../../console/output.ts";
import { needTerminal, type Prompter, Stopped, terminalPrompter } from "../../console/prompts.ts";
import { splitWords } from "../../flags.ts";
import type { Beside } from "./beside.ts";
import { confirmNames, hasNamelessPlayers } from "./confirm-names.ts";
import type { ShowBox } from "./show-boxes.ts";
import type { Checked, CheckFlags, WayToShow } from "./job.ts";
import type { PhotoSettings, PhotoSource } from "./photo-sources.ts";
import { readPhotos } from "./read-photos.ts";
import { withoutEmptyPages } from "./scanned-pages.ts";
import { withSpareNames } from "./spare-names.ts";

/**
 * Checks photos: reads them, joins those of the same sheet, names the players, judges, and asks the person if that is wanted. Gives every
 * sheet under the name of its first photo, and every photo or sheet that can't be read; null if the person stopped.
 */
export async function checkPhotos(
  sources: readonly PhotoSource[],
  beside: Beside,
  flags: CheckFlags,
  language: Language,
) {
  if (flags.confirm) needTerminal();
  const names = parseNames(flags.names);
  const scans = withoutEmptyPages(await readPhotos(sources, beside, settingsFrom(flags), language));
  // Whoever checks a part gives for each photo what it says by itself; what photos of one sheet say together, the season knows.
  const together = flags.results === undefined ? [scans] : scans.map((scan) => [scan]);
  const photos = together.flatMap((some) => {
    const sheets = joinSheets(some.flatMap(viewsOf), flags.sameSheet);
    const given = namesFor(sheets, names, language);
    return withSpareNames(sheets, names, given).map((sheet, at) => {
      const own = given[at] ?? [];
      return judged(sheet, own, madeUpNames(sheet, own, names));
    });
  });
  const confirmed = flags.confirm ? await confirmAll(photos, flags.show ?? "auto", language) : photos;
  if (confirmed === null) return null;
  const rejected = scans.flatMap((one) =>
    rejectionsOf(one).map((problems): Checked => ({ file: one.file, result: failure(problems) })),
  );
  const read = confirmed.map((photo): Checked => {
    const checked = checkedPhoto(photo);
    return { file: checked.file, result: success({ ...checked, photo }) };
  });
  return [...read, ...rejected];
}

/** The names for each sheet that `--names` gives: commas between players, semicolons between sheets; none if nothing was given. */
export function parseNames(given: string | undefined): string[][] {
  if (given === undefined) return [];
  const sheets = given.split(";").map((names) => splitWords(names).map(tidyName));
  const hint = msg("cli.give-names-commas-between")`give names with commas between: \`--names Anna,Ben\``;
  if (sheets.every((names) => names.length === 0))
    fail("bad-value", msg("cli.names-holds-no")`\`--names\` holds no names`, hint);
  for (const names of sheets) {
    for (const name of names) {
      const fault = nameFault(name);
      if (fault !== null) fail("bad-value", msg("cli.names")`\`--names\`: ${fault.message}`, fault.hint);
    }
    const [twice] = repeatedNames(names);
    if (twice !== undefined)
      fail("bad-value", msg("cli.names-there-twice")`\`--names\`: \`${twice}\` is there twice`, hint);
  }
  return sheets;
}

function settingsFrom(flags: CheckFlags): PhotoSettings {
  const { variant = null, set, code: letters = null, paper = null, pad = null, templates = null } = flags;
  const code = letters === null ? null : readSheetCode(letters);
  const hint = msg("cli.type-letters-beside")`type the letters beside the small code, all of them`;
  if (letters !== null && code === null)
    fail("bad-value", msg("cli.code-not-sheets")`\`--code\`: \`${letters}\` is not a sheet’s code`, hint);
  const isShown = flags.confirm === true && flags.show !== "none";
  const keepPicture =
    isShown ||
    flags.picture !== undefined ||
    flags.report !== undefined ||
    flags.into !== undefined ||
    flags.results !== undefined;
  return { variant, choices: set, code, paper, pad, templates, keepPicture };
}

async function confirmAll(photos: readonly PhotoSheet[], way: WayToShow, language: Language) {
  const isSettled = photos.every((photo) => openQuestions(photo).length === 0 && isPadKnown(photo));
  if (isSettled && !hasNamelessPlayers(photos)) return photos;
  const { areaShower, ofBoxes } = await import("./show-boxes.ts");
  const show = await areaShower(way, language);
  const prompter = terminalPrompter(language);
  const confirmed: PhotoSheet[] = [];
  try {
    for (const photo of photos) confirmed.push(await confirmSheet(photo, prompter, language, ofBoxes(show)));
    return await confirmNames(confirmed, prompter, language, show);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    printError(language.translate("photo.confirm.stopped"));
    process.exitCode = EXIT.stopped;
    return null;
  }
}

function isPadKnown({ pad }: PhotoSheet): boolean {
  return pad === null || pad.isSure;
}

/** Asks which pad a sheet is of, where that is not sure. @returns the sheet as one of that pad; null if it is of another one */
async function confirmPad(
  photo: PhotoSheet,
  prompter: Prompter,
  language: Language,
): Promise<PhotoSheet | null> {
  const { pad } = photo;
  if (pad === null || pad.isSure) return photo;
  const words = { name: language.text(pad.name), file: photo.files[0] };
  const isThis = await prompter.choose(language.translate("photo.confirm.pad", words), [
    { words: language.translate("photo.confirm.this-pad"), value: true },
    { words: language.translate("photo.confirm.other-pad"), value: false },
  ]);
  if (!isThis) return null;
  const warnings = photo.warnings.filter(({ code }) => code !== "uncertain-pad");
  return judged({ ...photo, pad: { ...pad, isSure: true }, warnings }, photo.names, photo.unnamed);
}

/**
 * Asks about one box after the other, until nothing is open. An answer may settle other boxes, or open a question.
 *
 * @param show shows each box before the question about it
 */
export async function confirmSheet(
  photo: PhotoSheet,
  prompter: Prompter,
  language: Language,
  show: ShowBox = async () => {},
) {
  const known = await confirmPad(photo, prompter, language);
  if (known === null) return photo;
  const { length: n } = openQuestions(known);
  if (n > 0) {
    prompter.tell(language.translate("photo.confirm.sheet", { title: tellTitle(known, language), n }));
    // Whoever is told what the photo lacks may rather take another one.
    for (const warning of known.warnings) prompter.tell(problemText([warning], ERROR_PAINT));
  }
  const asked = new Set<number>();
  let confirmed = known;
  for (;;) {
    const at = nextQuestion(confirmed, asked);
    if (at === null) return confirmed;
    asked.add(at);
    await show(confirmed, at);
    const written = await ask(confirmed, at, prompter, language);
    if (written !== null) confirmed = corrected(confirmed, at, written);
  }
}

/** @returns null if the question was skipped */
async function ask(photo: PhotoSheet, at: number, prompter: Prompter, language: Language) {
  const answer = await prompter.choose<Written | "other" | null>(tellQuestion(at, photo, language), [
    ...answersTo(at, photo, language),
    { words: language.translate("photo.confirm.other"), value: "other" },
    { words: language.translate("photo.confirm.skip"), value: null },
  ]);
  if (answer !== "other") return answer;
  const fault = (typed: string) =>
    typedContent(typed, at, photo) === null ? language.translate("photo.confirm.not-a-value") : null;
  return typedContent(await prompter.type(language.translate("photo.confirm.number"), fault), at, photo);
}

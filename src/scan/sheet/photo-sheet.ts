import { msg } from "../../rules/problem/message.ts";
import type { CheckedSheet, PlaceOnPhoto } from "../../check/evening.ts";
import { distinctName, nameKey, plainName, splitNames } from "../../check/name.ts";
import type { Occasion, Sheet } from "../../check/sheet.ts";
import type { Language } from "../../i18n/language.ts";
import { writeSheetCode } from "../../print/layout/sheet-code.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { getElement } from "../../rules/arrays.ts";
import { type Problem, problem, type Result } from "../../rules/problem/problem.ts";
import { answer, inferReading } from "../inference/infer.ts";
import type { Judgement } from "../inference/judge.ts";
import { conflictingViews, hasNoInk, joinViews } from "../inference/picture-reading.ts";
import { fastestQuestion, listQuestions } from "../inference/questions.ts";
import type { SheetReading, Written } from "../inference/sheet-reading.ts";
import type { Point } from "../image/picture.ts";
import { judgeSheet } from "./judge-sheet.ts";
import { hasGames, isPadAsked, type PadOnPhoto } from "../pads/pad.ts";
import type { SheetOnPhoto } from "../scan.ts";
import type { Scan } from "../view/view-sheets.ts";

/** A sheet that was photographed once or several times, read and judged. */
export interface PhotoSheet extends Omit<SheetView, "file" | "identity" | "part"> {
  /** Its photos; the first one gives it its name. */
  readonly files: readonly [string, ...string[]];
  /** A name for every player that the sheet has room for, from left to right. */
  readonly names: readonly string[];
  /** The names that are placeholders. */
  readonly unnamed: readonly string[];
  /** Who played the games of a sheet of games, in turns over all its columns, once that is known. */
  readonly owners?: readonly string[];
  /** The content of its printed code; null or omitted for sheets without a number. */
  readonly identity?: string | null;
  /** For each photo the index of this sheet on it. */
  readonly parts?: readonly number[];
  /** When and where it was played, if a person entered it. */
  readonly occasion?: Occasion;
  readonly sheet: Sheet;
  readonly judgement: Judgement;
  /** The boxes, by index, that photos show differently, with the content on each of these photos. */
  readonly disagreements: readonly {
    readonly at: number;
    readonly views: readonly { readonly file: string; readonly written: Written }[];
  }[];
}

/** A sheet that was read, before its players have names. */
export type NamelessSheet = Omit<PhotoSheet, "names" | "unnamed" | "sheet" | "judgement">;

/** A sheet on a single photo. */
export interface SheetView extends Omit<SheetOnPhoto, "code" | "layout" | "middle"> {
  readonly file: string;
  /** The content of its printed code, equal on all its photos; null for sheets without a number, which can't be recognised again. */
  readonly identity: string | null;
  /** The printed number; 0 if there is none. */
  readonly number: number;
  /** The index of the sheet on its photo. */
  readonly part?: number;
  /** Omitted if its file or number identifies it. */
  readonly onPhoto?: PlaceOnPhoto;
}

/** The readable sheets of a photo that hold any ink, in their order; unreadable ones have problems in the scan. */
export function listSheetViews({ file, sheets }: Scan<SheetOnPhoto>): SheetView[] {
  const used = sheets.flatMap((one, part) =>
    one.ok && one.value.reading.players.length > 0 ? [{ sheet: one.value, part }] : [],
  );
  const alike = used.flatMap(({ sheet }) => (getSheetNumber(sheet) === 0 ? [sheet.middle] : []));
  return used.map(({ sheet, part }): SheetView => {
    const { code, layout: _, middle, ...view } = sheet;
    const number = getSheetNumber(sheet);
    const identity = code === null || number === 0 ? null : writeSheetCode(code);
    const onPhoto = number === 0 && alike.length > 1 ? { onPhoto: placeAmong(middle, alike) } : {};
    return { ...view, file, number, part, identity, ...onPhoto };
  });
}

function getSheetNumber({ code }: SheetOnPhoto): number {
  return code?.number ?? 0;
}

/** The place of a sheet among several on a photo, along the direction in which they are farther apart. */
function placeAmong(middle: Point, all: readonly Point[]): PlaceOnPhoto {
  const spread = (of: "x" | "y") =>
    Math.max(...all.map((one) => one[of])) - Math.min(...all.map((one) => one[of]));
  const axis = spread("x") > spread("y") ? "x" : "y";
  const at = 1 + all.filter((other) => other[axis] < middle[axis]).length;
  return { along: axis === "x" ? "across" : "down", at, of: all.length };
}

/** The problems of a photo, or of each sheet on it, that can't be checked. A blank sheet next to a filled one is no problem. */
export function listRejections({ file, sheets }: Scan<SheetOnPhoto>): (readonly Problem[])[] {
  const failed = sheets.flatMap((one) => (one.ok ? [] : [one.problems]));
  const isBlank = (one: Result<SheetOnPhoto>) => one.ok && one.value.reading.players.length === 0;
  const isUnused = sheets.length > 0 && sheets.every(isBlank);
  const hint = msg`scan.filled-sheet-hint: photograph the sheet that was filled in`;
  const unused = problem("nothing-written", msg`scan.blank-sheet: the sheet on ${file} is blank`, { hint });
  return isUnused ? [...failed, [unused]] : failed;
}

/** Photos that differ in a larger share of the boxes show different sheets, or different states of the game. */
const MAX_CONFLICTS = 0.15;

/** Two sheets on one photo are the same, such as a sheet and its copy, if they differ in at most this share of the boxes with ink. */
const MAX_COPY_CONFLICTS = 0.05;

/**
 * Joins the photos of each numbered sheet, in the order of their first photos, and two sheets on one photo if they have the same number and
 * contents. Sheets with the same number that hardly agree are kept apart, with a warning.
 *
 * @param areOne whether a person has declared sheets without a number to be the same one, if they are of one block or pad
 */
export function joinSheets(views: readonly SheetView[], areOne = false): NamelessSheet[] {
  const groups: Views[] = [];
  const hasSameCode = ([first]: Views, { identity, game, seen }: SheetView) =>
    identity === null
      ? areOne && first.identity === null && first.game === game && first.seen.length === seen.length
      : first.identity === identity;
  for (const view of views) {
    const group = groups.find(
      (one) =>
        hasSameCode(one, view) &&
        conflictingViews([...one, view].map(({ seen }) => seen)).length <= mostConflicts(one, view),
    );
    if (group === undefined) groups.push([view]);
    else group.push(view);
  }
  return groups.map((group) => {
    const twin = groups.find((other) => other !== group && hasSameCode(other, group[0]));
    const sheet = mergeViews(group);
    const stranger = groups.find(
      (other) => other !== group && group.every(({ file }) => other.every((one) => one.file !== file)),
    );
    if (areOne && twin === undefined && stranger !== undefined)
      return { ...sheet, warnings: [...sheet.warnings, otherPrint(group, stranger)] };
    if (twin === undefined) return sheet;
    if (sheet.number === 0) return { ...sheet, warnings: [...sheet.warnings, notTheSame(group, twin)] };
    const message = msg`scan.same-number: ${twin[0].file} shows a sheet with the same number ${sheet.number}, but other entries`;
    const hint = msg`scan.same-number-hint: two blocks may have been printed with the same numbers; \`pad --numbered\` prevents that`;
    const doubled = problem("same-number", message, { severity: "warning", hint });
    return { ...sheet, warnings: [...sheet.warnings, doubled] };
  });
}

/** The greatest number of differing boxes between views of the same sheet. Sheets without a number on one photo are never the same. */
function mostConflicts(group: Views, { file, identity, seen }: SheetView): number {
  if (group.every((one) => one.file !== file)) return MAX_CONFLICTS * seen.length;
  if (identity === null) return -1;
  return MAX_COPY_CONFLICTS * seen.filter(({ evidence }) => evidence !== null && !hasNoInk(evidence)).length;
}

type Views = [SheetView, ...SheetView[]];

function notTheSame([{ file }]: Views, [other]: Views): Problem {
  const message = msg`scan.photos-differ: ${file} and ${other.file} do not show the same sheet: they differ too much, or are the same photo`;
  return problem("not-the-same", message, { severity: "warning", hint: NOT_ONE_HINT });
}

/** The warning that sheets declared to be one are different, by their print. */
function otherPrint([one]: Views, [other]: Views): Problem {
  const message =
    one.number > 0 && other.number > 0 && one.number !== other.number
      ? msg`scan.other-sheet-numbers: ${one.file} shows sheet ${one.number}, ${other.file} shows sheet ${other.number}: these are two sheets`
      : msg`scan.other-prints: ${one.file} and ${other.file} show sheets that were printed differently: these are two sheets`;
  return problem("not-the-same", message, { severity: "warning", hint: NOT_ONE_HINT });
}

const NOT_ONE_HINT = msg`scan.same-sheet-hint: leave out \`--same-sheet\`, or name only the photos of one sheet`;

/** Merges the photos of a sheet. Every box that they show differently becomes a question. */
function mergeViews(group: Views): NamelessSheet {
  const [first, ...others] = group;
  const photos = group.map(({ seen }) => seen);
  const seen = joinViews(photos);
  const disagreements = conflictingViews(photos).map(({ at, views }) => ({
    at,
    views: views.map(({ photo, written }) => ({ file: getElement(group, photo).file, written })),
  }));
  const reading = others.length === 0 ? first.reading : inferReading(first.game, seen);
  const countHiddenBoxes = ({ seen }: SheetView) => seen.filter(({ evidence }) => evidence === null).length;
  return {
    files: [first.file, ...others.map(({ file }) => file)],
    parts: group.map(({ part = 0 }) => part),
    identity: first.identity,
    number: first.number,
    ...(first.onPhoto === undefined || others.length > 0 ? {} : { onPhoto: first.onPhoto }),
    pad: surest(group),
    ...(first.columnsAreGames === true && { columnsAreGames: true }),
    game: first.game,
    seen,
    reading: addDisputes(reading, disagreements),
    disagreements,
    warnings: group
      .flatMap(({ warnings }) => warnings)
      .filter(({ code }) => code !== "uncertain-pad" || surest(group)?.isSure === false),
    picture: group.reduce((best, view) => (countHiddenBoxes(view) < countHiddenBoxes(best) ? view : best))
      .picture,
  };
}

/** The pad of a sheet, from the photo that shows it best. */
function surest(group: Views): PadOnPhoto | null {
  const rank = (pad: PadOnPhoto | null) => (pad === null ? 0 : pad.confidence + Number(pad.isSure));
  return group.map(({ pad }) => pad).reduce((best, pad) => (rank(pad) > rank(best) ? pad : best));
}

/** The given names for a sheet of several players, by its index: from its own list, or from the list for all. */
export function selectGivenNames(at: number, given: readonly (readonly string[])[]): readonly string[] {
  return (given.length > 1 ? given[at] : given[0]) ?? [];
}

/**
 * Names the players of each sheet. Players who share a sheet get the given names from left to right, then placeholders; the same on every
 * sheet, unless there is a list for each. A sheet of one player gets the next given name, its number, its photo's name if a person chose
 * that, or a placeholder. Games are numbered; `nameOwners` names who played them.
 */
export function namePlayers(
  sheets: readonly NamelessSheet[],
  given: readonly (readonly string[])[],
  language: Language,
): string[][] {
  const own = given.flat().values();
  const taken = new Set<string>();
  return sheets.map((sheet, at) => {
    const { game, reading, number, files } = sheet;
    const areGames = hasGames(sheet);
    const key = areGames ? "sheet.made-up-game" : "sheet.made-up-name";
    const madeUp = (n: number) => language.translate(key, { n: String(n) });
    if (isSheetShared(game)) {
      const names = areGames ? [] : selectGivenNames(at, given);
      const players = Math.max(1, ...reading.boxes.map(({ player }) => player));
      const here = new Set(names.map(nameKey));
      return Array.from({ length: players }, (_, of) => names[of] ?? distinctName(madeUp(of + 1), here));
    }
    const next = own.next().value;
    if (next !== undefined) return [distinctName(next, taken)];
    if (number > 0)
      return [distinctName(language.translate("photo.made-up-name", { number: String(number) }), taken)];
    const chosen = chosenName(files[0]);
    if (chosen !== null) return [distinctName(chosen, taken)];
    let n = 1;
    while (taken.has(nameKey(madeUp(n)))) n++;
    return [distinctName(madeUp(n), taken)];
  });
}

/** Whether a sheet gets a whole list of the given names for its columns, rather than one name. */
export function hasOwnNames(
  sheet: NamelessSheet,
  sheets: readonly NamelessSheet[],
  given: readonly (readonly string[])[],
): boolean {
  if (!isSheetShared(sheet.game)) return false;
  return !hasGames(sheet) || given.length > 1 || sheets.filter(hasGames).length === 1;
}

/**
 * Names who played the games of each sheet of games: its own list of names, in turns over the columns; the whole list for all, if it is the
 * only such sheet, else one name after the other; or its photo's name if a person chose that. Other sheets stay as they are.
 */
export function nameOwners(
  sheets: readonly NamelessSheet[],
  given: readonly (readonly string[])[],
): NamelessSheet[] {
  const own = given.flat();
  return sheets.map((sheet, at) => {
    if (!hasGames(sheet)) return sheet;
    const owners = hasOwnNames(sheet, sheets, given) ? selectGivenNames(at, given) : own.splice(0, 1);
    if (owners.length > 0) return { ...sheet, owners };
    const owner = sheet.number === 0 ? chosenName(sheet.files[0]) : null;
    return owner === null ? sheet : { ...sheet, owners: [owner] };
  });
}

/** The name of a photo as a player's name; null for names that a camera gave, which contain a counter, and for pages. */
function chosenName(file: string): string | null {
  if (/#page=\d+$/.test(file)) return null;
  const stem = plainName(file.replace(/^.*[/\\]/, "").replace(/(?<=.)\.[^.]*$/, ""));
  return /\p{L}/u.test(stem) && !/\p{N}{2}/u.test(stem) ? stem : null;
}

/** The placeholder names on a sheet. The only player of a sheet is identified by its file if a person named that; a sheet's number is nobody's name. */
export function madeUpNames(
  { game, number, files }: Pick<NamelessSheet, "game" | "number" | "files">,
  names: readonly string[],
  given: readonly (readonly string[])[],
): string[] {
  const all = new Set(given.flat());
  const isKnown = !isSheetShared(game) && number === 0 && chosenName(files[0]) !== null;
  return isKnown ? [] : names.filter((name) => !all.has(name));
}

/** Names the players, and judges the sheet. @param unnamed the names that are placeholders */
export function judgePhotoSheet(
  sheet: NamelessSheet,
  names: readonly string[],
  unnamed: readonly string[] = [],
): PhotoSheet {
  const named = sheet.owners === undefined ? unnamed : [];
  return { ...sheet, ...judgeSheet(sheet, sheet.files[0], names), names, unnamed: named };
}

/**
 * Renames a player, counted from 1, or those who played the games of the sheet, with commas between several who took turns.
 * @param name must not belong to another player on this sheet
 */
export function namePlayer(photo: PhotoSheet, player: number, name: string): PhotoSheet {
  const { names, unnamed } = photo;
  if (hasGames(photo)) return judgePhotoSheet({ ...photo, owners: splitNames(name) }, names);
  const left = unnamed.filter((one) => one !== names[player - 1]);
  return judgePhotoSheet(photo, names.with(player - 1, name), left);
}

/** Takes a person's word whether a sheet is of the pad that it seems to be of; see `isPadAsked`. */
export function answerPad(photo: PhotoSheet, isThis: boolean): PhotoSheet {
  const { pad, names, unnamed } = photo;
  if (!isPadAsked(pad)) return photo;
  const warnings = photo.warnings.filter(({ code }) => code !== "uncertain-pad");
  const known = { ...pad, ...(isThis ? { isSure: true } : { isOther: true as const }) };
  return judgePhotoSheet({ ...photo, pad: known, warnings }, names, unnamed);
}

/** Corrects a box. The answer may settle doubts about other boxes, but changes none that was sure. */
export function correctBox(photo: PhotoSheet, at: number, written: Written): PhotoSheet {
  const { game, seen, disagreements, names, unnamed } = photo;
  const reading = addDisputes(answer(game, seen, photo.reading, at, written), disagreements);
  return judgePhotoSheet({ ...photo, reading }, names, unnamed);
}

/** Adds a question about every box that photos show differently, until it is answered. */
function addDisputes(reading: SheetReading, disputes: readonly { readonly at: number }[]): SheetReading {
  const disputed = new Set(disputes.map(({ at }) => at));
  const boxes = reading.boxes.map((box, at) =>
    disputed.has(at) && !box.confirmed ? { ...box, doubt: box.doubt ?? ("unclear" as const) } : box,
  );
  return { ...reading, boxes };
}

/** The indices of the boxes to ask about: boxes in doubt, and boxes whose misreading may explain an unsure finding. */
export function openQuestions(photo: Pick<PhotoSheet, "pad" | "reading" | "judgement">): number[] {
  return photo.pad?.isOther ? [] : listQuestions(photo.reading, photo.judgement);
}

/**
 * The index of the box whose answer settles the sheet fastest. Pass the answer to {@link correctBox}, then call this again.
 * @param skipped the boxes that a person didn't answer
 * @returns null if nothing is open
 */
export function nextQuestion(
  photo: Pick<PhotoSheet, "pad" | "game" | "seen" | "reading" | "judgement">,
  skipped: ReadonlySet<number> = new Set(),
): number | null {
  const open = openQuestions(photo).filter((at) => !skipped.has(at));
  return fastestQuestion(photo.game, photo.seen, photo.reading, open);
}

/** Converts a photographed sheet for the evening. */
export function checkedPhoto(photo: PhotoSheet): CheckedSheet {
  const { files, number, onPhoto, sheet, judgement, reading, names, unnamed } = photo;
  const { report, verdict } = judgement;
  const open = new Set(openQuestions(photo).map((at) => getElement(reading.boxes, at).player));
  const doubtful = [...open].flatMap((player) => names[player - 1] ?? []);
  const nameless = sheet.players.flatMap(({ name }) => (unnamed.includes(name) ? [name] : []));
  const plain = { file: files[0], number, sheet, report, verdict, doubtful, unnamed: nameless };
  return onPhoto === undefined ? plain : { ...plain, onPhoto };
}

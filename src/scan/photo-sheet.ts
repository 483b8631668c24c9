import type { SheetReport } from "../check/check-sheet.ts";
import type { Sheet } from "../check/sheet.ts";
import type { Language } from "../i18n/language.ts";
import { writeSheetCode } from "../print/layout/sheet-code.ts";
import type { Game } from "../rules/game/game.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import { inferReading } from "./inference/infer.ts";
import { type Judgement, judge } from "./inference/judge.ts";
import { conflictingViews, joinViews } from "./inference/picture-reading.ts";
import {
  confirm,
  type SeenBox,
  type SheetReading,
  sheetFrom,
  type Written,
} from "./inference/sheet-reading.ts";
import type { Scan, SheetOnPhoto, SheetPicture } from "./scan.ts";

/** A sheet that was photographed, once or several times, then read and judged. */
export interface PhotoSheet {
  /** The photos it is on; the first one gives it its name. */
  readonly files: readonly [string, ...string[]];
  /** The number that is printed on it; 0 if it has none. */
  readonly number: number;
  readonly game: Game;
  /** A name for every player that the sheet has room for, from left to right. */
  readonly names: readonly string[];
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly sheet: Sheet;
  readonly judgement: Judgement;
  readonly disagreements: readonly Disagreement[];
  /** What makes the reading less sure than it could be. */
  readonly warnings: readonly Problem[];
  /** Null where none was wanted. */
  readonly picture: SheetPicture | null;
}

/** A box that photos of one sheet show differently. */
interface Disagreement {
  /** The box's index in the reading. */
  readonly at: number;
  /** What each of these photos shows by itself. */
  readonly views: readonly { readonly file: string; readonly written: Written }[];
}

/** A sheet that was read, but whose players have no names yet. */
export type NamelessSheet = Omit<PhotoSheet, "names" | "sheet" | "judgement">;

/** A sheet as one photo shows it. */
export interface SheetView extends Pick<SheetOnPhoto, "game" | "seen" | "reading" | "warnings" | "picture"> {
  readonly file: string;
  /** What is printed in its code, the same on all photos of it; null for sheets without a number, which can't be recognised again. */
  readonly identity: string | null;
  readonly number: number;
}

/** The sheets of a photo that can be read and hold any ink. */
export function viewsOf({ file, sheets }: Scan<SheetOnPhoto>): SheetView[] {
  return sheets.flatMap((one): SheetView[] => {
    if (!one.ok || isBlank(one.value)) return [];
    const { code, ...view } = one.value;
    const { number } = code;
    return [{ ...view, file, number, identity: number === 0 ? null : writeSheetCode(code) }];
  });
}

function isBlank({ reading }: SheetOnPhoto): boolean {
  return reading.players.length === 0;
}

/** Why a photo, or sheets on it, can't be checked: a list for each. A blank sheet beside one that was filled in is none. */
export function rejectionsOf({ file, sheets, problems }: Scan<SheetOnPhoto>): (readonly Problem[])[] {
  const failed = sheets.flatMap((one) => (one.ok ? [] : [one.problems]));
  const all = problems.length > 0 ? [problems, ...failed] : failed;
  const isUnused = sheets.length > 0 && sheets.every((one) => one.ok && isBlank(one.value));
  return isUnused ? [...all, [nothingWritten(file)]] : all;
}

function nothingWritten(file: string): Problem {
  const hint = "photograph the sheet that was filled in";
  return problem("nothing-written", `nothing is written on the sheet in ${file}`, { hint });
}

/** Photos that differ in more than this share of the boxes are not of the same sheet, or not of the same state of the game. */
const MAX_CONFLICTS = 0.15;

/**
 * Joins the photos of each numbered sheet, in the order of their first photos. Two sheets on one photo are never the same one. Sheets
 * with the same number that hardly agree are kept apart, with a warning.
 */
export function joinSheets(views: readonly SheetView[]): NamelessSheet[] {
  const groups: (readonly [SheetView, ...SheetView[]])[] = [];
  for (const view of views) {
    const at = groups.findIndex((one) => isSameSheet(one, view));
    const group = groups[at];
    if (group === undefined) groups.push([view]);
    else groups[at] = [...group, view];
  }
  return groups.map((group) => {
    const [first] = group;
    const twin = groups.find((other) => other !== group && hasSameCode(other, first));
    const doubled = twin === undefined ? [] : [sameNumber(first, twin[0])];
    const sheet = joined(group);
    return { ...sheet, warnings: [...sheet.warnings, ...doubled] };
  });
}

function hasSameCode([first]: readonly [SheetView, ...SheetView[]], { identity }: SheetView): boolean {
  return identity !== null && first.identity === identity;
}

function isSameSheet(group: readonly [SheetView, ...SheetView[]], view: SheetView): boolean {
  if (!hasSameCode(group, view) || group.some(({ file }) => file === view.file)) return false;
  const photos = [...group, view].map(({ seen }) => seen);
  return conflictingViews(photos).length <= MAX_CONFLICTS * view.seen.length;
}

function sameNumber({ number }: SheetView, twin: SheetView): Problem {
  const message = `${twin.file} shows a sheet with the same number ${number} that holds something else`;
  const hint = "two blocks may have been printed with the same numbers; `pad --numbered` tells them apart";
  return problem("same-number", message, { severity: "warning", hint });
}

/** What the photos of a sheet say together. There is a question about every box that they show differently. */
function joined(group: readonly [SheetView, ...SheetView[]]): NamelessSheet {
  const [first, ...others] = group;
  const photos = group.map(({ seen }) => seen);
  const seen = joinViews(photos);
  const disagreements = conflictingViews(photos).map(({ at, views }): Disagreement => {
    const shown = views.map(({ photo, written }) => ({ file: group[photo]?.file ?? "", written }));
    return { at, views: shown };
  });
  const reading = others.length === 0 ? first.reading : inferReading(first.game, seen);
  return {
    files: [first.file, ...others.map(({ file }) => file)],
    number: first.number,
    game: first.game,
    seen,
    reading: withQuestions(reading, new Set(disagreements.map(({ at }) => at))),
    disagreements,
    warnings: group.flatMap(({ warnings }) => warnings),
    picture: group.reduce((best, view) => (hiddenIn(view) < hiddenIn(best) ? view : best)).picture,
  };
}

function withQuestions(reading: SheetReading, places: ReadonlySet<number>): SheetReading {
  const boxes = reading.boxes.map((box, at) =>
    places.has(at) ? { ...box, doubt: box.doubt ?? ("unclear" as const) } : box,
  );
  return { ...reading, boxes };
}

function hiddenIn({ seen }: SheetView): number {
  return seen.filter(({ evidence }) => evidence === null).length;
}

/** As long as a name on a typed sheet may be. */
const MAX_NAME_LENGTH = 80;

/** A name as it can stand on a typed sheet: one line, no control characters, not too long. */
export function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}

/**
 * Names for the players of all sheets. Players who share a sheet get the given names from left to right, then made-up ones; the same on
 * every sheet, unless names are given for each. A sheet of one player gets the next given name, else its number, else its photo's name.
 *
 * @param given a list for each sheet, or one for all
 * @returns for each sheet a name for every player it has room for
 */
export function namesFor(
  sheets: readonly NamelessSheet[],
  given: readonly (readonly string[])[],
  language: Language,
): string[][] {
  const own = given.flat().values();
  const taken = new Set<string>();
  return sheets.map((sheet, at) => {
    if (isShared(sheet.game)) {
      const names = given.length > 1 ? (given[at] ?? []) : (given[0] ?? []);
      return sharedNames(sheet, names, language);
    }
    const name = distinct(own.next().value ?? sheetName(sheet, language), taken);
    taken.add(name);
    return [name];
  });
}

/** In games of one column, the players stand side by side on one sheet. */
function isShared({ columns }: Game): boolean {
  return columns.length === 1;
}

function sharedNames({ reading }: NamelessSheet, names: readonly string[], language: Language): string[] {
  const players = Math.max(1, ...reading.boxes.map(({ player }) => player));
  const taken = new Set(names);
  return Array.from({ length: players }, (_, at) => {
    const name =
      names[at] ?? distinct(language.translate("sheet.made-up-name", { n: String(at + 1) }), taken);
    taken.add(name);
    return name;
  });
}

function sheetName({ number, files }: NamelessSheet, language: Language): string {
  if (number !== 0) return language.translate("photo.made-up-name", { number: String(number) });
  const stem = files[0].replace(/^.*[/\\]/, "").replace(/(?<=.)\.[^.]*$/, "");
  return plainName(stem) || language.translate("sheet.made-up-name", { n: "1" });
}

/** The name itself, or with a number behind it if somebody else has it. */
function distinct(name: string, taken: ReadonlySet<string>): string {
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${name.slice(0, MAX_NAME_LENGTH - 6)} (${n})`;
  return found;
}

/** Gives the players their names, and judges what stands on the sheet. */
export function judged(sheet: NamelessSheet, names: readonly string[]): PhotoSheet {
  const { game, reading, seen, files } = sheet;
  const typed = sheetFrom(reading, game, files[0], names);
  const judgement = judge(game, reading, typed, seen);
  return { ...sheet, names, sheet: typed, judgement: { ...judgement, report: cautious(judgement, game) } };
}

/** What a sheet pays may still change as long as it is not correct beyond doubt. */
function cautious({ verdict, report }: Judgement, { settlement, prizes }: Game): SheetReport {
  const isPaidFor = settlement !== null || prizes !== null;
  const payoutIsProvisional = report.complete && isPaidFor && verdict !== "correct";
  return { ...report, payoutIsProvisional };
}

/** The sheet after a person said what stands in a box. No other box is read anew; findings are. */
export function corrected(photo: PhotoSheet, at: number, written: Written): PhotoSheet {
  return judged({ ...photo, reading: confirm(photo.reading, at, written) }, photo.names);
}

/**
 * The boxes with an open question, by index, from the first of the sheet to the last: those that are in doubt, and those whose misreading
 * may be the reason for a finding that is not sure. What a person has confirmed is not asked again.
 */
export function openQuestions({ reading, judgement }: Pick<PhotoSheet, "reading" | "judgement">): number[] {
  const suspects = new Set(
    judgement.findings.flatMap(({ isSure, misread }) => (isSure || misread === null ? [] : [misread.at])),
  );
  return reading.boxes.flatMap(({ doubt, confirmed }, at) =>
    !confirmed && (doubt !== null || suspects.has(at)) ? [at] : [],
  );
}

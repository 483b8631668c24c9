import { nameFault, repeatedNames, tidyName } from "../../../check/name.ts";
import { eveningDay } from "../../../check/read/occasion.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { readSheetCode, type SheetCode } from "../../../print/layout/sheet-code.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import {
  Failure,
  failure,
  type Problem,
  problem,
  type Result,
  refusal,
  success,
} from "../../../rules/problem/problem.ts";
import { PHOTO_EXTENSIONS } from "../../../scan/image/formats.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { isTerminal } from "../../console/prompts.ts";
import { extensionProblem } from "../../console/write-file.ts";
import { isPdf, isPhoto } from "../../file-kinds.ts";
import { type ChosenOptions, type LanguageFlags, splitWords, type WayToShow } from "../../flags.ts";
import { readOccasionFlags } from "../../occasion-flags.ts";
import type { PhotoSettings } from "../../threads/view-worker.ts";

/** One of several parts of a job, such as the third of sixteen. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** The flags of `check` as they are typed. Only this module reads them. */
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

/** What `check` is to do; null where a flag is not given. */
export interface CheckSettings {
  readonly lang: string;
  /** Whether to print JSON. */
  readonly json: boolean;
  /** Whether to compare totals with optimal play. */
  readonly odds: boolean;
  /** How many photos are processed at the same time. */
  readonly jobs: number;
  readonly shard: Shard | null;
  /** What sheets and photos were printed from. */
  readonly photos: PhotoSettings;
  /** The players of each sheet. */
  readonly names: SheetNames;
  /** Whether all photos show one sheet. */
  readonly isSameSheet: boolean;
  /** How to show boxes in questions; null to ask none. */
  readonly questions: WayToShow | null;
  /** Whether to ask who is who on several sheets. */
  readonly asksNames: boolean;
  readonly outputs: CheckOutputs;
  readonly keep: KeepSettings;
  /** The flags that only photos need, as they are typed. */
  readonly photoFlags: readonly string[];
}

/** Names by sheet: one list for all sheets, or one for each. */
export type SheetNames = readonly (readonly string[])[];

/** The files about the sheets, by their flags. */
export interface CheckOutputs {
  readonly report: string | null;
  readonly csv: string | null;
  readonly picture: string | null;
  readonly save: string | null;
}

/** The outputs about all sheets together. */
export function wholeOutputs({ report, csv }: CheckOutputs) {
  const wanted = [
    { flag: "--report", file: report },
    { flag: "--csv", file: csv },
  ] as const;
  return wanted.flatMap(({ flag, file }) => (file === null ? [] : [{ flag, file }]));
}

/** Where results are kept, and the evening of sheets that do not name theirs. */
export interface KeepSettings {
  readonly season: SeasonAddress | null;
  /** The file for `season import`. */
  readonly results: string | null;
  readonly evening: EveningName;
  /** Whether the day of the evening comes from the clock. */
  readonly isToday: boolean;
}

/** Reads the flags of `check`, or returns every problem with them. @param now for the day of the evening @param hasTerminal whether questions can be asked */
export function readCheckSettings(
  flags: CheckFlags,
  now = new Date(),
  hasTerminal = isTerminal(),
): Result<CheckSettings> {
  const code = readCode(flags.code);
  const names = readNames(flags.names);
  const keep = readKeepSettings(flags, now);
  const problems = [
    ...wholeProblems(flags),
    ...dependentFlagProblems(flags),
    ...[keep, names, code].flatMap((one) => (one.ok ? [] : one.problems)),
    ...extensionProblems(flags),
  ];
  if (!code.ok || !names.ok || !keep.ok || problems.length > 0) return failure(problems);
  const { lang, json = false, odds = false, jobs, shard = null, sameSheet = false } = flags;
  const { variant = null, set, paper = null, pad = null, templates = null } = flags;
  const { report = null, csv = null, picture = null, save = null } = flags;
  const questions = flags.confirm ? (flags.show ?? "auto") : null;
  const asksNames = questions !== null || (hasTerminal && !json && flags.results === undefined);
  const isShown = asksNames && questions !== "none";
  const isKept = flags.into !== undefined || flags.results !== undefined;
  const keepPicture = isShown || picture !== null || report !== null || isKept;
  return success({
    lang,
    json,
    odds,
    jobs,
    shard,
    photos: { variant, choices: set, code: code.value, paper, pad, templates, keepPicture },
    names: names.value,
    isSameSheet: sameSheet,
    questions,
    asksNames,
    outputs: { report, csv, picture, save },
    keep: keep.value,
    photoFlags: photoFlags(flags),
  });
}

const PHOTO_FLAGS = [
  ...(["names", "code", "pad", "sameSheet", "paper", "templates"] as const),
  ...(["confirm", "show", "picture", "save"] as const),
];

function photoFlags(flags: CheckFlags): string[] {
  const given: string[] = PHOTO_FLAGS.filter((flag) => flags[flag] !== undefined);
  if (hasChoices(flags)) given.push("set");
  return given.map((flag) => `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
}

/** Ends the command if a flag for photos is given without a photo. @param files a PDF counts, since it may be a scan */
export function needPhotos(files: readonly string[], { photoFlags }: CheckSettings): void {
  const [idle] = photoFlags;
  if (idle === undefined || files.some((file) => isPhoto(file) || isPdf(file))) return;
  const hint = msg`cli.idle-photo-flag-hint: leave it out, or name photos; they end in ${PHOTO_EXTENSIONS.join(", ")}, scans in .pdf`;
  const message = msg`cli.idle-photo-flag: \`${idle}\` is only for photos, but none is named`;
  throw new Failure([problem("no-photo", message, { hint })]);
}

function hasChoices({ set }: CheckFlags): boolean {
  return Object.keys(set).length > 0;
}

/** Problems of flags that need all sheets together, given with flags that split them. */
function wholeProblems({ shard, results, names, sameSheet }: CheckFlags): Problem[] {
  if (shard === undefined && results === undefined) return [];
  const hint = msg`cli.conflicting-flags-hint: leave one of them out`;
  const inTurn = msg`cli.names-with-shard: \`--names\` can’t be combined with \`--shard\` or \`--results\`: names are assigned across all sheets`;
  const together = msg`cli.same-sheet-with-shard: \`--same-sheet\` can’t be combined with \`--shard\` or \`--results\`: they read each photo on its own`;
  return [
    ...(names === undefined ? [] : [problem("not-the-whole", inTurn, { hint })]),
    ...(sameSheet === undefined ? [] : [problem("not-the-whole", together, { hint })]),
  ];
}

/** Problems of flags that have no effect without another one. */
function dependentFlagProblems(flags: CheckFlags): Problem[] {
  const { confirm = false, show, into, results, variant, pad } = flags;
  const problems: Problem[] = [];
  const add = (code: string, message: Message, hint: Message) =>
    problems.push(problem(code, message, { hint }));
  if (!confirm && show !== undefined)
    add(
      "no-questions",
      msg`cli.show-without-confirm: \`--show\` needs \`--confirm\``,
      msg`cli.show-without-confirm-hint: add \`--confirm\``,
    );
  if (into === undefined && results === undefined)
    for (const idle of (["date", "place", "evening"] as const).filter((flag) => flags[flag] !== undefined))
      add(
        "no-season",
        msg`cli.occasion-without-season: \`--${idle}\` is only for sheets kept in a season`,
        msg`cli.occasion-without-season-hint: name the season with \`--into\``,
      );
  if (hasChoices(flags) && variant === undefined && pad === undefined)
    add(
      "no-game",
      msg`cli.set-without-game: \`--set\` chooses house rules of a game, but no game is named`,
      msg`cli.set-without-game-hint: name it with \`--variant\`, or the store-bought pad with \`--pad\``,
    );
  return problems;
}

/** Before the first release that could keep sheets. */
const EARLIEST = "2026-01-01";

function readKeepSettings(flags: CheckFlags, now: Date): Result<KeepSettings> {
  const { into: season = null, results = null } = flags;
  const given = readOccasionFlags(flags);
  if (!given.ok) return given;
  const { date, place, name } = given.value;
  // Parts of a whole may be checked on different days.
  const isToday = date === null && season !== null;
  const today = eveningDay(now);
  // A computer without a battery starts in 1970.
  if (isToday && today < EARLIEST)
    return refusal(
      "wrong-clock",
      msg`cli.implausible-clock: the clock of this computer says ${today}`,
      msg`cli.wrong-clock-hint: set the clock right, or give the day with \`--date\``,
    );
  const evening = { date: date ?? (isToday ? today : ""), place: place ?? "", name: name ?? "" };
  return success({ season, results, evening, isToday });
}

function readCode(letters: string | undefined): Result<SheetCode | null> {
  if (letters === undefined) return success(null);
  const code = readSheetCode(letters);
  if (code !== null) return success(code);
  const message = msg`cli.bad-code: \`--code\`: \`${letters}\` is not the code of a sheet`;
  const hint = msg`cli.bad-code-hint: type all letters of the code: they are at the foot of the sheet or next to the small code`;
  return refusal("bad-value", message, hint);
}

const NAMES_HINT = msg`cli.names-hint: separate names with commas: \`--names Anna,Ben\``;

/** Reads `--names`: commas between players, semicolons between sheets; no names if it is not given. */
export function readNames(given: string | undefined): Result<string[][]> {
  if (given === undefined) return success([]);
  const sheets = given.split(";").map((names) => splitWords(names).map(tidyName));
  const hint = NAMES_HINT;
  if (sheets.every((names) => names.length === 0))
    return refusal("bad-value", msg`cli.no-names: \`--names\` contains no names`, hint);
  const problems = sheets.flatMap((names) =>
    names
      .flatMap((name) => nameFault(name) ?? [])
      .map((fault) =>
        problem("bad-value", msg`cli.names-fault: \`--names\`: ${fault.message}`, { hint: fault.hint }),
      ),
  );
  return problems.length > 0 ? failure(problems) : success(sheets);
}

/** Ends the command if players of one sheet have the same name. Only games of one person may repeat it. */
export function refuseRepeatedNames(sheets: readonly (readonly string[])[]): void {
  const problems = sheets.flatMap(repeatedNames).map((twice) =>
    problem("bad-value", msg`cli.repeated-name: \`--names\`: \`${twice}\` appears twice`, {
      hint: NAMES_HINT,
    }),
  );
  if (problems.length > 0) throw new Failure(problems);
}

/** The extensions of each output. */
const EXTENSIONS = [
  ["picture", ".png"],
  ["save", ".yaml", ".yml"],
  ["report", ".html", ".htm"],
  ["csv", ".csv"],
  ["results", ".jsonl"],
] as const;

/** Problems of outputs with the extension of another file type. */
function extensionProblems(flags: CheckFlags): Problem[] {
  return EXTENSIONS.flatMap(
    ([flag, ...extensions]) => extensionProblem(`--${flag}`, flags[flag], extensions) ?? [],
  );
}

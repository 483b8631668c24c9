import { localDay } from "../../../check/read/occasion.ts";
import type { Occasion } from "../../../check/sheet.ts";
import { modelVersion, version } from "../../../files/package.ts";
import { readBytes } from "../../../files/read/read-file.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import { getElement } from "../../../rules/arrays.ts";
import { isSheetShared } from "../../../rules/game/rows.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { Failure, need, type Problem, problem, success } from "../../../rules/problem/problem.ts";
import { checkedPhoto, judgePhotoSheet, type PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import {
  makeSheetToKeep,
  hexDigest,
  type Origin,
  type SheetToKeep,
  typedHash,
} from "../../../season/sheet-to-keep.ts";
import {
  type ClockFault,
  clockFault,
  type KeepOutcome,
  type KeptAs,
  keepSheets,
} from "../../../season/store/keep.ts";
import { resultsHead, resultsLine } from "../../../season/transfer-file.ts";
import { fail } from "../../console/failure.ts";
import { tell } from "../../console/language.ts";
import { writeWhole } from "../../console/write-file.ts";
import { isPdf, withoutPage } from "../../file-kinds.ts";
import { FUTURE_DAY_HINT, isFutureDay } from "../../occasion-flags.ts";
import type { PhotoSource } from "../../threads/view-worker.ts";
import { userName } from "../../user.ts";
import { type Checked, type CheckedOne, checkedSheets, unreadableFiles } from "./checked.ts";
import type { CheckSettings, KeepSettings } from "./settings.ts";

/** The photos and scanned pages of a command. */
type Sources = readonly PhotoSource[];

function localMinute(at: Date): string {
  return `${localDay(at)} ${at.toTimeString().slice(0, 5)}`;
}

/** Adds to photographed sheets their photo, so that a corrected file can settle its entry in the season. */
export function withOccasions(
  checked: readonly Checked[],
  { keep, names }: CheckSettings,
  sources: Sources,
): Checked[] {
  const { date, place, name: evening } = keep.evening;
  const hashes = photoHashes(sources);
  const given = new Set(names.flat());
  return checked.map((one) => {
    if (!one.result.ok || one.result.value.photo === null) return one;
    const { photo } = one.result.value;
    const code = `${hashes(photo.files[0])}-${getPart(photo, 0)}`;
    const occasion: Occasion = { date, place, evening, photo: code };
    // A player alone on a sheet is named after its number or file, unless a name was given.
    const isAlone = !isSheetShared(photo.game);
    const unnamed = isAlone ? photo.names.filter((name) => !given.has(name)) : photo.unnamed;
    const dated = judgePhotoSheet({ ...photo, occasion }, photo.names, unnamed);
    return { ...one, result: success({ ...checkedPhoto(dated), photo: dated }) };
  });
}

function getPart({ parts = [] }: PhotoSheet, at: number): number {
  return parts[at] ?? 0;
}

/** Hashes photos by name (SHA-256), each once. */
function photoHashes(sources: Sources): (file: string) => string {
  const known = new Map<string, string>();
  const given = new Map(sources.map(({ file, bytes }) => [file, bytes]));
  return (file) => {
    const found = known.get(file) ?? hexDigest(given.get(file) ?? need(readBytes(file, "photo")));
    known.set(file, found);
    return found;
  };
}

/** What a season did with the sheets of a command. */
export interface KeptSheets {
  readonly season: string;
  readonly sheets: readonly (KeptAs & { readonly file: string })[];
}

/** Keeps the checked sheets in a season, all or none. Ends the command if that fails. */
export async function keepInSeason(
  checked: readonly Checked[],
  season: SeasonAddress,
  keep: KeepSettings,
  sources: Sources,
): Promise<KeptSheets> {
  const sheets = toKeep(checkedSheets(checked), keep, sources);
  needPast(sheets);
  if (sheets.length === 0) return { season: season.place, sheets: [] };
  const isDatedHere = keep.isToday && sheets.some(({ evening }) => evening.date === keep.evening.date);
  return need(
    await withSeason(season, { isNew: true }, async ({ db, place }) => {
      const fault = isDatedHere ? await clockFault(db, new Date()) : null;
      if (fault !== null) refuseClock(fault);
      const kept = await keepSheets(db, sheets, userName());
      return {
        season: place,
        sheets: kept.map((one, at) => ({ ...one, file: getElement(sheets, at).file })),
      };
    }),
  );
}

function toKeep(checked: readonly CheckedOne[], { evening }: KeepSettings, sources: Sources): SheetToKeep[] {
  const engine = `${version()}+${modelVersion()}`;
  const hashes = photoHashes(sources);
  return checked.map((one) => {
    const { photo, sheet } = one;
    const common = { engine, evening };
    if (photo === null) {
      // What was corrected on the report page of a photo settles the entry of that photo.
      const [hash = "", part = ""] = sheet.occasion?.photo.split("-") ?? [];
      const isFromPhoto = hash !== "";
      const origin: Origin = {
        ...common,
        source: isPdf(one.file) ? "form" : "typed",
        hash: isFromPhoto ? hash : typedHash(sheet),
        part: isFromPhoto ? Number(part) : 0,
        also: [],
      };
      return makeSheetToKeep(one, origin);
    }
    const [first, ...also] = photo.files.map((file, at) => ({
      file,
      hash: hashes(file),
      part: getPart(photo, at),
    }));
    const { hash = "", part = 0 } = first ?? {};
    return makeSheetToKeep(one, { ...common, source: "photo", hash, part, also });
  });
}

/** Ends the command, whose undated sheets would get their day from a wrong clock. */
function refuseClock(fault: ClockFault): never {
  const [here, there] = [localMinute(new Date()), localMinute(fault.at)];
  switch (fault.kind) {
    case "server":
      return fail(
        "wrong-clock",
        msg`cli.server-clock-differs: the clock of this computer says ${here}, the server’s says ${there}`,
        msg`cli.wrong-clock-hint: set the clock right, or give the day with \`--date\``,
      );
    case "season":
      return fail(
        "wrong-clock",
        msg`cli.clock-before-last-sheet: the clock of this computer says ${here}, but the last sheet of this season was kept on ${there}`,
        msg`cli.wrong-clock-then-hint: set the clock right; if it is right now, it was wrong then: give the day with \`--date\` this time`,
      );
    default:
      return fault.kind satisfies never;
  }
}

/** Ends the command if a sheet is dated in the future. */
function needPast(sheets: readonly SheetToKeep[]): void {
  const problems = sheets
    .filter(({ evening }) => isFutureDay(evening.date))
    .map(({ file, evening }): Problem => {
      const message = msg`cli.future-evening: ${file} was played on ${evening.date}, which is in the future`;
      return problem("future-date", message, { hint: FUTURE_DAY_HINT });
    });
  if (problems.length > 0) throw new Failure(problems);
}

const OUTCOME_WORDS: Readonly<Record<KeepOutcome, (n: number) => Message>> = {
  kept: (n) => msg`cli.sheets-kept: kept: ${n}`,
  settled: (n) => msg`cli.sheets-settled: settled: ${n}`,
  replaced: (n) => msg`cli.sheets-replaced: replaced an earlier photo: ${n}`,
  waits: (n) => msg`cli.sheets-with-questions: waiting for answers: ${n}`,
  disputed: (n) => msg`cli.sheets-disputed: waiting for a decision: ${n}`,
  same: (n) => msg`cli.already-there: already there: ${n}`,
  again: (n) => msg`cli.there-from-another-photo: already there from another photo: ${n}`,
  worse: (n) => msg`cli.there-and-better: already there in a better reading: ${n}`,
};

/** What a season did with the sheets, in a line, and how to go on if some wait. */
export function keptText({ season, sheets }: KeptSheets): string {
  const counts = Object.entries(OUTCOME_WORDS).flatMap(([outcome, words]) => {
    const n = sheets.filter((one) => one.outcome === outcome).length;
    return n === 0 ? [] : [tell(words(n))];
  });
  const line = `${season}: ${counts.length === 0 ? tell(msg`cli.nothing-kept: nothing was kept`) : counts.join(" · ")}`;
  const isWaiting = sheets.some(({ outcome }) => outcome === "waits" || outcome === "disputed");
  return isWaiting
    ? `${line}\n${tell(msg`cli.season-open-hint: \`augenblock season open ${season}\` lists the open questions`)}`
    : line;
}

/**
 * Writes the file for `season import`: a line for each sheet and for each unreadable file, in the order of all files.
 *
 * @param placeOf the place of a file among those of all shards
 */
export async function writeResults(
  checked: readonly Checked[],
  file: string,
  keep: KeepSettings,
  sources: readonly PhotoSource[],
  placeOf: (file: string) => number,
): Promise<void> {
  const place = (file: string) => placeOf(withoutPage(file));
  const sheets = checkedSheets(checked);
  const kept = toKeep(sheets, keep, sources).map((sheet, at) => {
    const { file } = getElement(sheets, at);
    return { at: place(file), line: resultsLine({ at: place(file), sheet }) };
  });
  const unread = unreadableFiles(checked).map(({ file, problems }) => {
    return { at: place(file), line: resultsLine({ at: place(file), file, problems }) };
  });
  const lines = [...kept, ...unread].sort((a, b) => a.at - b.at).map(({ line }) => line);
  await writeWhole(file, [resultsHead(version()), ...lines].join(""), "--results");
}

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { version } from "../../../files/package.ts";
import { whatIsAt } from "../../../files/read-file.ts";
import { readExported } from "../../../files/season/exported-files.ts";
import {
  inOrder,
  isResultsFile,
  keepResults,
  type ResultsKept,
} from "../../../files/season/results-files.ts";
import { isServer } from "../../../files/season/season-folder.ts";
import { plainUrl, type SeasonStore, withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { failure, need, type Problem, type Result, success } from "../../../rules/problem/problem.ts";
import { type KeptAs, keepSheets } from "../../../season/store/keep.ts";
import { tidy } from "../../../season/store/tidy.ts";
import {
  sheetFrom,
  takePlayers,
  type TransferHead,
  transferHead,
  type TransferSheet,
  transferSheets,
} from "../../../season/store/transfer.ts";
import { fail } from "../../console/failure.ts";
import { problemText, t } from "../../console/language.ts";
import { ERROR_PAINT, print, printError } from "../../console/output.ts";
import { userName } from "../../console/user-name.ts";

/** `season import`: what was exported, what other seasons hold, or what was read in parts. Nothing is begun before all of it can be read. */
export async function importSeason(season: string, from: readonly string[]): Promise<void> {
  needOtherSeasons(season, from);
  const { parts, others } = need(await whole(from));
  const counts: Counts = { kept: 0, there: 0, waiting: 0 };
  need(
    await withSeason(season, { isNew: true }, async (target) => {
      if (parts.length > 0) takeResults(need(await keepResults(target.db, parts, userName())), counts);
      for (const source of others)
        await (isSeason(source) ? takeSeason(target, source, counts) : takeFile(target, source, counts));
      await tidy(target.db);
    }),
  );
  print(t`kept: ${counts.kept} · waiting: ${counts.waiting} · there already: ${counts.there}`);
}

/** A season that is taken into itself would wait for itself to be closed. */
function needOtherSeasons(season: string, from: readonly string[]): void {
  const own = realPlace(season);
  const same = from.find((source) => isSeason(source) && realPlace(source) === own);
  if (same === undefined) return;
  fail(
    "same-season",
    msg`${realPlace(same)} can’t be taken into itself`,
    msg`name another season, or leave it out`,
  );
}

function realPlace(season: string): string {
  if (isServer(season)) return plainUrl(season) ?? "";
  return whatIsAt(season) === null ? resolve(season) : realpathSync(season);
}

interface Sources {
  readonly parts: readonly string[];
  readonly others: readonly string[];
}

function isSeason(source: string): boolean {
  return isServer(source) || whatIsAt(source)?.isDirectory() === true;
}

/** Reads everything to its end. @returns parts of results in the order of the whole, and what else there is; or all that is wrong with any of it */
async function whole(from: readonly string[]): Promise<Result<Sources>> {
  const parts = from.filter((one) => !isSeason(one) && isResultsFile(one));
  const others = from.filter((one) => !parts.includes(one));
  const problems: Problem[] = [];
  const note = <T>(result: Result<T>): T | null => {
    if (result.ok) return result.value;
    problems.push(...result.problems);
    return null;
  };
  const ordered = note(await inOrder(parts));
  for (const source of others) {
    if (isSeason(source)) note(await withSeason(source, { isNew: false }, async () => null));
    else for await (const part of readExported(source)) note(part);
  }
  return problems.length > 0 ? failure(problems) : success({ parts: ordered ?? [], others });
}

async function takeSeason(target: SeasonStore, source: string, counts: Counts): Promise<void> {
  need(
    await withSeason(source, { isNew: false }, async ({ db }) => {
      const head = await transferHead(db, version());
      for await (const sheets of transferSheets(db)) await take(target, head, sheets, counts);
      await takePlayers(target.db, head.players, userName());
    }),
  );
}

async function takeFile(target: SeasonStore, file: string, counts: Counts): Promise<void> {
  let players: TransferHead["players"] = [];
  for await (const part of readExported(file)) {
    const { head, sheets } = need(part);
    await take(target, head, sheets, counts);
    players = head.players;
  }
  await takePlayers(target.db, players, userName());
}

interface Counts {
  kept: number;
  there: number;
  waiting: number;
}

async function take(
  { db }: SeasonStore,
  head: TransferHead,
  sheets: readonly TransferSheet[],
  counts: Counts,
): Promise<void> {
  const known = sheets.flatMap((one) => sheetFrom(head, one) ?? []);
  count(await keepSheets(db, known, userName(), true), counts);
}

function count(kept: ResultsKept["sheets"] | readonly KeptAs[], counts: Counts): void {
  for (const { outcome } of kept) {
    if (outcome === "kept" || outcome === "replaced" || outcome === "settled") counts.kept++;
    else if (outcome === "waits" || outcome === "disputed") counts.waiting++;
    else counts.there++;
  }
}

/** What was read in parts; a photo that could not be read is told, since nobody else will. */
function takeResults({ sheets, unread }: ResultsKept, counts: Counts): void {
  count(sheets, counts);
  for (const { problems } of unread.slice(0, MAX_TOLD)) printError(problemText(problems, ERROR_PAINT));
  if (unread.length > 0) print(t`could not be read: ${unread.length}`);
}

const MAX_TOLD = 20;

import { realpathSync } from "node:fs";
import { extname, resolve } from "node:path";
import { escapeFormula } from "../../../check/evening.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "../../../check/write-sheet.ts";
import { version } from "../../../files/package.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { statPath } from "../../../files/read/read-file.ts";
import {
  type ResultsKept,
  sortParts,
  isResultsFile,
  keepResults,
  readExported,
} from "../../../files/season/import-files.ts";
import { parseSeason, type SeasonAddress } from "../../../files/season/season-address.ts";
import { type SeasonStore, withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import {
  failure,
  need,
  type Problem,
  refusal,
  type Result,
  success,
} from "../../../rules/problem/problem.ts";
import { keepSheets, type KeptAs } from "../../../season/store/keep.ts";
import { vacuumChanged } from "../../../season/store/changes.ts";
import {
  resultRows,
  mergePlayerNames,
  toSeasonSheet,
  type TransferHead,
  transferHead,
  type TransferSheet,
  transferSheets,
} from "../../../season/store/transfer.ts";
import { fail } from "../../console/failure.ts";
import { problemText, t } from "../../console/language.ts";
import { ERROR_PAINT, print, printError } from "../../console/output.ts";
import { userName } from "../../user.ts";
import { type PieceWriter, writeWhole } from "../../console/write-file.ts";
import type { LanguageFlags } from "../../flags.ts";

const EXTENSIONS = [".json", ".jsonl", ".yaml", ".yml", ".csv"];

/** `season export`: streams a season to a file. */
export async function exportSeason(
  season: SeasonAddress,
  flags: LanguageFlags & { readonly out: string },
): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { out } = flags;
  const extension = extname(out).toLowerCase();
  if (!EXTENSIONS.includes(extension))
    fail("bad-value", msg`cli.bad-export-extension: \`--out\`: ${out} must end in ${EXTENSIONS.join(", ")}`);
  const createWriter = (store: SeasonStore) =>
    extension === ".csv"
      ? createCsvWriter(store, csvDelimiter(language))
      : createDocumentWriter(store, extension);
  need(await withSeason(season, { isNew: false }, (store) => writeWhole(out, createWriter(store))));
  print(out);
}

/** Every format has one sheet per line, as JSON, which is also YAML, so that imports can stream it. */
function createDocumentWriter({ db }: SeasonStore, extension: string) {
  return async (write: PieceWriter) => {
    const head = await transferHead(db, version());
    const isLines = extension === ".jsonl";
    const isYaml = extension.startsWith(".y");
    if (isLines) await write(`${JSON.stringify(head)}\n`);
    else if (isYaml) await write(`head: ${JSON.stringify(head)}\nsheets:\n`);
    else await write(`{"head": ${JSON.stringify(head)},\n"sheets": [\n`);
    let isFirst = true;
    for await (const sheets of transferSheets(db)) {
      const lines = sheets.map((sheet) => JSON.stringify(sheet));
      if (isLines) await write(`${lines.join("\n")}\n`);
      else if (isYaml) await write(lines.map((line) => `  - ${line}\n`).join(""));
      else await write(`${isFirst ? "" : ",\n"}${lines.join(",\n")}`);
      isFirst = false;
    }
    if (!isLines && !isYaml) await write("\n]}\n");
  };
}

const CSV_COLUMNS = [
  ...["sheet", "file", "date", "place", "evening", "variant", "seat", "name", "total", "rank", "players"],
  ...["payout", "strikes", "bonuses"],
] as const;

function createCsvWriter({ db }: SeasonStore, delimiter: string) {
  return async (write: PieceWriter) => {
    await write(BYTE_ORDER_MARK + csvText([[...CSV_COLUMNS]], delimiter));
    for await (const rows of resultRows(db)) {
      const cells = rows.map((row) =>
        CSV_COLUMNS.map((column) => {
          const value = row[column as keyof typeof row];
          return typeof value === "string" ? escapeFormula(value) : value;
        }),
      );
      await write(csvText(cells, delimiter));
    }
  };
}

/** `season import`: exported files, other seasons, or results of `check` and `queue`. Nothing is written before every source is readable. */
export async function importSeason(season: SeasonAddress, from: readonly string[]): Promise<void> {
  const { parts, others } = need(await whole(season, from));
  const counts: Counts = { kept: 0, there: 0, waiting: 0 };
  need(
    await withSeason(season, { isNew: true }, async (target) => {
      if (parts.length > 0) takeResults(need(await keepResults(target.db, parts, userName())), counts);
      for (const source of others)
        if (typeof source === "string") await takeFile(target, source, counts);
        else await takeSeason(target, source, counts);
      await vacuumChanged(target.db);
    }),
  );
  print(
    t`cli.import-counts: imported: ${counts.kept} · waiting: ${counts.waiting} · already there: ${counts.there}`,
  );
}

interface Sources {
  readonly parts: readonly string[];
  readonly others: readonly (string | SeasonAddress)[];
}

/** Reads every source to its end. @returns the sources, results files in order; or the problems of all sources */
async function whole(season: SeasonAddress, from: readonly string[]): Promise<Result<Sources>> {
  const problems: Problem[] = [];
  const note = <T>(result: Result<T>): T | null => {
    if (result.ok) return result.value;
    problems.push(...result.problems);
    return null;
  };
  const sources = from.flatMap((text) => note(parseSeason(text)) ?? []);
  const named = sources.map((one) => (one.kind === "folder" && !isFolder(one.folder) ? one.folder : one));
  const parts = named.filter((one) => typeof one === "string").filter(isResultsFile);
  const others = named.filter((one) => typeof one !== "string" || !parts.includes(one));
  const ordered = note(await sortParts(parts));
  for (const source of others)
    if (typeof source === "string") for await (const part of readExported(source)) note(part);
    // A season imported into itself would wait for its own lock.
    else if (realPlace(source) === realPlace(season)) note(refuseSameSeason(source));
    else note(await withSeason(source, { isNew: false }, async () => null));
  return problems.length > 0 ? failure(problems) : success({ parts: ordered ?? [], others });
}

function isFolder(path: string): boolean {
  return statPath(path)?.isDirectory() === true;
}

/** The same for two addresses of one season. */
function realPlace(season: SeasonAddress): string {
  if (season.kind === "server") return season.place;
  return isFolder(season.folder) ? realpathSync(season.folder) : resolve(season.folder);
}

function refuseSameSeason({ place }: SeasonAddress): Result<never> {
  const message = msg`cli.same-season: ${place} can’t be imported into itself`;
  const hint = msg`cli.same-season-hint: name another season, or leave it out`;
  return refusal("same-season", message, hint);
}

async function takeSeason(target: SeasonStore, source: SeasonAddress, counts: Counts): Promise<void> {
  need(
    await withSeason(source, { isNew: false }, async ({ db }) => {
      const head = await transferHead(db, version());
      for await (const sheets of transferSheets(db)) await take(target, head, sheets, counts);
      await mergePlayerNames(target.db, head.players, userName());
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
  await mergePlayerNames(target.db, players, userName());
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
  const known = sheets.flatMap((one) => toSeasonSheet(head, one) ?? []);
  count(await keepSheets(db, known, userName(), true), counts);
}

function count(kept: ResultsKept["sheets"] | readonly KeptAs[], counts: Counts): void {
  for (const { outcome } of kept) {
    if (outcome === "kept" || outcome === "replaced" || outcome === "settled") counts.kept++;
    else if (outcome === "waits" || outcome === "disputed") counts.waiting++;
    else counts.there++;
  }
}

/** Counts results, and prints the problems of unread photos, which nothing else reports. */
function takeResults({ sheets, unread }: ResultsKept, counts: Counts): void {
  count(sheets, counts);
  for (const { problems } of unread.slice(0, MAX_TOLD)) printError(problemText(problems, ERROR_PAINT));
  if (unread.length > 0) print(t`cli.unread-photos: photos that could not be read: ${unread.length}`);
}

const MAX_TOLD = 20;

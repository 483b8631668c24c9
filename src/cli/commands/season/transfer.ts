import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { plainText } from "../../../check/evening.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "../../../check/write-sheet.ts";
import { loadLanguage } from "../../../files/languages.ts";
import { version } from "../../../files/package.ts";
import { reason, whatIsAt } from "../../../files/read-file.ts";
import { isResultsFile, keepResults, type ResultsKept } from "../../../files/season/results-files.ts";
import { isServer, type SeasonStore, withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import type { SheetToKeep } from "../../../season/sheet-to-keep.ts";
import { type KeptAs, keepSheets } from "../../../season/store/keep.ts";
import { tidy } from "../../../season/store/tidy.ts";
import {
  resultRows,
  sheetFrom,
  takePlayers,
  type TransferHead,
  transferHead,
  type TransferSheet,
  transferSheets,
} from "../../../season/store/transfer.ts";
import { headFrom, isNewerFormat, transferSheet } from "../../../season/transfer-file.ts";
import { fail } from "../../console/failure.ts";
import { problemText, t } from "../../console/language.ts";
import { ERROR_PAINT, print, printError } from "../../console/output.ts";
import { userName } from "../../console/user-name.ts";
import { type PieceWriter, writeWhole } from "../../console/write-file.ts";
import type { LanguageFlags } from "../../flags.ts";

const ENDINGS = [".json", ".jsonl", ".yaml", ".yml", ".csv"];

/** `season export`: all of a season in a file, piece by piece. */
export async function exportSeason(
  season: string,
  flags: LanguageFlags & { readonly out: string },
): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { out } = flags;
  const ending = extname(out).toLowerCase();
  if (!ENDINGS.includes(ending))
    fail("bad-value", msg`\`--out\`: ${out} should end in ${ENDINGS.join(", ")}`);
  need(
    await withSeason(season, { isNew: false }, async (store) => {
      const write = ending === ".csv" ? csvOf(store, csvDelimiter(language)) : documentOf(store, ending);
      await writeWhole(out, write);
    }),
  );
  print(out);
}

/** One sheet a line in each of these: JSON is YAML, too, and can be read line by line. */
function documentOf({ db }: SeasonStore, ending: string) {
  return async (write: PieceWriter) => {
    const head = await transferHead(db, version());
    const isLines = ending === ".jsonl";
    const isYaml = ending.startsWith(".y");
    if (isLines) await write(`${JSON.stringify(head)}\n`);
    else if (isYaml) await write(`${yamlHead(head)}sheets:\n`);
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

function yamlHead(head: TransferHead): string {
  return `head: ${JSON.stringify(head)}\n`;
}

const CSV_COLUMNS = [
  ...["sheet", "file", "date", "place", "evening", "variant", "seat", "name", "total", "rank", "players"],
  ...["payout", "strikes", "bonuses"],
] as const;

function csvOf({ db }: SeasonStore, delimiter: string) {
  return async (write: PieceWriter) => {
    await write(BYTE_ORDER_MARK + csvText([[...CSV_COLUMNS]], delimiter));
    for await (const rows of resultRows(db)) {
      const cells = rows.map((row) =>
        CSV_COLUMNS.map((column) => {
          const value = row[column as keyof typeof row];
          return typeof value === "string" ? plainText(value) : value;
        }),
      );
      await write(csvText(cells, delimiter));
    }
  };
}

/** `season import`: what was exported, what other seasons hold, or what was read in parts. */
export async function importSeason(season: string, from: readonly string[]): Promise<void> {
  const counts = { kept: 0, there: 0, waiting: 0 };
  need(
    await withSeason(season, { isNew: true }, async (target) => {
      const parts = from.filter(isResultsFile);
      if (parts.length > 0) takeResults(need(await keepResults(target.db, parts, userName())), counts);
      for (const source of from.filter((one) => !parts.includes(one))) {
        if (isServer(source) || whatIsAt(source)?.isDirectory())
          need(
            await withSeason(source, { isNew: false }, async ({ db }) => {
              const head = await transferHead(db, version());
              for await (const sheets of transferSheets(db)) await take(target, head, sheets, counts);
              await takePlayers(target.db, head.players, userName());
            }),
          );
        else await takeFile(target, source, counts);
      }
      await tidy(target.db);
    }),
  );
  print(t`kept: ${counts.kept} · waiting: ${counts.waiting} · there already: ${counts.there}`);
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
  const of = (some: readonly TransferSheet[]) =>
    some.map((one) => sheetFrom(head, one)).filter((one): one is SheetToKeep => one !== null);
  const by = userName();
  const kept = [
    ...(await keepSheets(db, of(sheets.filter(({ isDisputed }) => !isDisputed)), by, true)),
    ...(await keepSheets(db, of(sheets.filter(({ isDisputed }) => isDisputed)), by)),
  ];
  count(kept, counts);
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

/** So many sheets are kept at once. */
const PAGE = 1000;

/** Reads an exported file line by line, since it may be larger than memory. */
async function takeFile(target: SeasonStore, file: string, counts: Counts): Promise<void> {
  const notExported = (line: number, where = ""): never =>
    fail(
      "not-exported",
      where === ""
        ? msg`${file}:${line} is no part of an exported season`
        : msg`${file}:${line}: \`${where}\` can’t be right`,
      msg`\`augenblock season export\` writes files that can be imported`,
    );
  const lines = createInterface({
    input: createReadStream(file, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let head: TransferHead | null = null;
  let sheets: TransferSheet[] = [];
  let number = 0;
  try {
    for await (const line of lines) {
      number++;
      const text = line
        .replace(/^\ufeff/, "")
        .replace(/^(?:\{"head": |head: |\s+- )/, "")
        .replace(/,$/, "")
        .trim();
      if (text === "" || ["sheets:", '"sheets": [', "]}"].includes(text)) continue;
      const value = parsed(text) ?? notExported(number);
      if (head === null) {
        if (isNewerFormat(value))
          fail(
            "newer-season",
            msg`${file} was exported by a newer version of augenblock`,
            msg`use that version, or a newer one`,
          );
        head = headFrom(value) ?? notExported(number);
        continue;
      }
      const sheet = transferSheet(value);
      if (typeof sheet === "string") return notExported(number, sheet);
      if (!head.games.some(({ rules }) => rules === sheet.rules)) return notExported(number, "rules");
      sheets.push(sheet);
      if (sheets.length < PAGE) continue;
      await take(target, head, sheets, counts);
      sheets = [];
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && "syscall" in error)
      fail("unreadable", msg`${file} can’t be read: ${reason(error)}`);
    throw error;
  } finally {
    lines.close();
  }
  if (head === null) return notExported(1);
  await take(target, head, sheets, counts);
  await takePlayers(target.db, head.players, userName());
}

/** A JSON value; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createReadStream } from "node:fs";
import type { Kysely } from "kysely";
import { type Message, msg } from "../../rules/problem/message.ts";
import { type Problem, type Result, failure, refusal, success, tryOr } from "../../rules/problem/problem.ts";
import type { SheetToKeep } from "../../season/sheet-to-keep.ts";
import { type KeptAs, keepSheets } from "../../season/store/keep.ts";
import type { Tables } from "../../season/store/tables.ts";
import type { TransferHead, TransferSheet } from "../../season/store/transfer.ts";
import {
  type ResultLine,
  isNewerFormat,
  isResults,
  parseTransferHead,
  resultsReader,
  transferSheet,
} from "../../season/transfer-file.ts";
import { nearFile, notAFile, readBytes, statPath, unreadable } from "../read/read-file.ts";

/** Far more than any line that this program writes: a sheet with its picture has about 1 MB. */
const MAX_LINE = 64 * 1024 * 1024;

/** Reads the lines of a UTF-8 file that may be larger than memory. Lines end with `\n` or `\r\n`. Stops after the first problem. */
export async function* readLines(file: string): AsyncGenerator<Result<string>> {
  const there = statPath(file);
  if (there !== null && !there.isFile()) return yield notAFile(file, there);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
      // Only the new chunk is searched, because a long line comes in many chunks.
      const [end = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
      rest += end;
      for (const line of lines) {
        yield success(withoutReturn(rest));
        rest = line;
      }
      if (rest.length <= MAX_LINE) continue;
      const message = msg`files.line-too-long: ${file} contains a line of more than ${MAX_LINE / (1024 * 1024)} MB`;
      return yield refusal(
        "file-too-large",
        message,
        msg`files.other-file-hint: if this is the wrong file, name another one`,
      );
    }
    if (rest !== "") yield success(withoutReturn(rest));
  } catch (error) {
    yield failure([unreadable(file, error, nearFile(file))]);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

export interface ExportedPart {
  readonly head: TransferHead;
  readonly sheets: readonly TransferSheet[];
}

/** Sheets in memory at a time. */
const PAGE = 1000;

/** Reads an exported season in parts, since it may be larger than memory. Stops after the first problem. A season without sheets is one empty part. */
export async function* readExported(file: string): AsyncGenerator<Result<ExportedPart>> {
  let head: TransferHead | null = null;
  let sheets: TransferSheet[] = [];
  let number = 0;
  const rejectImport = (message: Message) =>
    refusal(
      "not-exported",
      message,
      msg`files.season-export-hint: \`augenblock season export\` writes files that can be imported`,
    );
  const noPart = () =>
    rejectImport(msg`files.not-an-export-line: ${file}:${number} is not part of an exported season`);
  for await (const line of readLines(file)) {
    if (!line.ok) return yield line;
    number++;
    const text = plainLine(line.value);
    if (text === null) continue;
    const value: unknown = tryOr(undefined, () => JSON.parse(text));
    if (value === undefined) return yield noPart();
    if (head === null) {
      if (isNewerFormat(value)) {
        const hint = msg`season.newer-version-hint: use that version, or a newer one`;
        const message = msg`files.export-too-new: ${file} was exported by a newer version of augenblock`;
        return yield refusal("newer-season", message, hint);
      }
      head = parseTransferHead(value);
      if (head === null) return yield noPart();
      continue;
    }
    const sheet = transferSheet(value);
    const where = typeof sheet === "string" ? sheet : "rules";
    const isWhole = typeof sheet !== "string" && head.games.some(({ rules }) => rules === sheet.rules);
    if (!isWhole && where === "") return yield noPart();
    if (!isWhole)
      return yield rejectImport(msg`files.invalid-value: ${file}:${number}: invalid \`${where}\``);
    sheets.push(sheet);
    if (sheets.length < PAGE) continue;
    yield success({ head, sheets });
    sheets = [];
  }
  number = Math.max(1, number);
  yield head === null ? noPart() : success({ head, sheets });
}

/** The JSON value in a line, the same for all formats; null for lines of structure alone. */
function plainLine(line: string): string | null {
  const text = line
    .replace(/^\ufeff/, "")
    .replace(/^(?:\{"head": |head: |\s+- )/, "")
    .replace(/,$/, "")
    .trim();
  return text === "" || ["sheets:", '"sheets": [', "]}"].includes(text) ? null : text;
}

/** The outcome of results that were added to a season. */
export interface ResultsKept {
  readonly sheets: readonly (Pick<KeptAs, "outcome"> & { readonly file: string })[];
  /** Photos and files that could not be read. */
  readonly unread: readonly { readonly file: string; readonly problems: readonly Problem[] }[];
}

/** Whether a file was written by `check --results` or `queue --results`. */
export function isResultsFile(file: string): boolean {
  const bytes = readBytes(file, "text", "look");
  return bytes.ok && isResults(new TextDecoder().decode(bytes.value.subarray(0, 200)));
}

/** Sheets kept at a time. */
const BATCH = 500;

/**
 * Validates results files, and sorts them into the order of the whole job.
 *
 * @param files written by `check --results` or `queue --results`
 * @returns the sorted files, or the problems of all files
 */
export async function sortParts(files: readonly string[]): Promise<Result<readonly string[]>> {
  const starts = new Map<string, number>();
  const problems: Problem[] = [];
  for (const file of files) {
    const first = await findFirstPosition(file);
    if (first.ok) starts.set(file, first.value);
    else problems.push(...first.problems);
  }
  if (problems.length > 0) return failure(problems);
  // Each part is a contiguous range of the job.
  return success([...starts].sort(([, a], [, b]) => a - b).map(([file]) => file));
}

/**
 * Adds results to a season, with the same outcome as if one run had read all photos.
 *
 * @param files as `sortParts` gives them, whole
 * @param by the person who submits them, for the audit
 */
export async function keepResults(
  db: Kysely<Tables>,
  files: readonly string[],
  by: string,
): Promise<Result<ResultsKept>> {
  const sheets: { outcome: KeptAs["outcome"]; file: string }[] = [];
  const unread: ResultsKept["unread"][number][] = [];
  let batch: SheetToKeep[] = [];
  const keep = async () => {
    const kept = await keepSheets(db, batch, by);
    sheets.push(...kept.map(({ outcome }, at) => ({ outcome, file: batch[at]?.file ?? "" })));
    batch = [];
  };
  for (const file of files)
    for await (const line of readResultLines(file)) {
      if (!line.ok) return line;
      if ("problems" in line.value) unread.push(line.value);
      else if (batch.push(line.value.sheet) === BATCH) await keep();
    }
  await keep();
  return success({ sheets, unread });
}

/** Reads a file to its end. @returns the smallest index of its results */
async function findFirstPosition(file: string): Promise<Result<number>> {
  let first = Number.POSITIVE_INFINITY;
  for await (const line of readResultLines(file)) {
    if (!line.ok) return line;
    first = Math.min(first, line.value.at);
  }
  return success(first);
}

/** The lines of a results file without its head. Stops after the first problem. */
async function* readResultLines(file: string): AsyncGenerator<Result<ResultLine>> {
  const read = resultsReader(file);
  let number = 0;
  for await (const text of readLines(file)) {
    if (!text.ok) return yield text;
    const line = read(text.value, ++number);
    if (!line.ok) return yield line;
    if (line.value !== null) yield success(line.value);
  }
  const empty = read("", 1);
  if (number === 0 && !empty.ok) yield empty;
}

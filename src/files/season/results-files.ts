import type { Kysely } from "kysely";
import { failure, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import { isResults, resultsReader } from "../../season/results-file.ts";
import type { SheetToKeep } from "../../season/sheet-to-keep.ts";
import type { ResultLine } from "../../season/transfer-file.ts";
import { type KeptAs, keepSheets } from "../../season/store/keep.ts";
import type { Tables } from "../../season/store/tables.ts";
import { readBytes } from "../read/read-file.ts";
import { readLines } from "../read/read-lines.ts";

/** What came of results that were handed to a season. */
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

/** So many sheets are kept at once. */
const BATCH = 500;

/**
 * Reads parts to their end, and puts them in the order of the whole.
 *
 * @param files written by `check --results` or `queue --results`
 * @returns the files; or what is wrong with any of them
 */
export async function inOrder(files: readonly string[]): Promise<Result<readonly string[]>> {
  const starts = new Map<string, number>();
  const problems: Problem[] = [];
  for (const file of files) {
    const first = await findFirstPosition(file);
    if (first.ok) starts.set(file, first.value);
    else problems.push(...first.problems);
  }
  if (problems.length > 0) return failure(problems);
  // Parts are stretches of the whole.
  return success([...starts].sort(([, a], [, b]) => a - b).map(([file]) => file));
}

/**
 * Keeps what was read in parts: the season is the same as if one run had read it all.
 *
 * @param files as `inOrder` gives them, whole
 * @param by who hands them in, for the record
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

/** Reads a file to its end. @returns the place in the whole of what stands first in it */
async function findFirstPosition(file: string): Promise<Result<number>> {
  let first = Number.POSITIVE_INFINITY;
  for await (const line of readResultLines(file)) {
    if (!line.ok) return line;
    first = Math.min(first, line.value.at);
  }
  return success(first);
}

/** The lines of a file but for its head; the first problem ends them. */
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

import { failure, type Place, problem, type Result, success } from "../problem/problem.ts";
import { guardText } from "./guard.ts";
import type { Span } from "./node.ts";
import { lazyPlaces } from "./places.ts";

/** A cell of a spreadsheet: its text without spaces around it and without quotation marks, and where it stands. */
export interface Cell extends Span {
  readonly text: string;
}

export interface ReadCells {
  readonly rows: readonly (readonly Cell[])[];
  place(at: Span): Place;
}

const DELIMITERS = [";", "\t", ","] as const;
/** Rows that are looked at to find out what stands between cells. */
const TELLING_ROWS = 50;

/**
 * Reads CSV (RFC 4180) as spreadsheets write it: semicolons, commas or tabs between cells, any line ends, cells in quotation
 * marks, a byte order mark, a first line `sep=;`.
 *
 * @returns the rows, each as long as it was written; or one problem
 */
export function readCsv(file: string, text: string): Result<ReadCells> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const places = lazyPlaces(file, text);
  const place = ({ from, to }: Span) => places(from, to - from);
  const { delimiter, start } = delimiterOf(text);
  const rows: Cell[][] = [[]];
  for (let at = start; at < text.length; ) {
    const cell = cellAt(text, at, delimiter);
    if (cell === null) {
      const message = "this cell starts with a quotation mark that doesn't match";
      const hint = 'a cell in quotation marks starts and ends with one; inside, write two: ""';
      return failure([problem("csv-syntax", message, { place: places(at), hint })]);
    }
    rows.at(-1)?.push(cell);
    at = cell.next;
    if (cell.endsRow) rows.push([]);
  }
  return success({ rows, place });
}

/** What stands between cells: as a first line `sep=;` says, else what is most frequent in the first row that has any. */
function delimiterOf(text: string): { delimiter: string; start: number } {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const said = /^sep=([;\t,])\r?\n/i.exec(text.slice(start, start + 10));
  if (said?.[1] !== undefined) return { delimiter: said[1], start: start + said[0].length };
  for (const line of text.split(/\r\n|\r|\n/, TELLING_ROWS)) {
    const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return { delimiter: DELIMITERS[counts.indexOf(most)] ?? ";", start };
  }
  return { delimiter: ";", start };
}

interface CellAt extends Cell {
  /** Where the next cell starts. */
  readonly next: number;
  readonly endsRow: boolean;
}

/** The cell that starts here; null if it starts with a quotation mark and has no end. */
function cellAt(text: string, start: number, delimiter: string): CellAt | null {
  let from = start;
  while (text[from] === " ") from++;
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== delimiter && !isLineEnd(text[end])) end++;
    const content = text.slice(from, end).trim();
    return { text: content, from, to: from + content.length, ...after(text, end) };
  }
  let end = from + 1;
  while (text[end] !== '"' || text[end + 1] === '"') {
    if (end >= text.length) return null;
    end += text[end] === '"' ? 2 : 1;
  }
  const content = text
    .slice(from + 1, end)
    .replaceAll('""', '"')
    .trim();
  let stop = end + 1;
  while (text[stop] === " ") stop++;
  if (stop < text.length && text[stop] !== delimiter && !isLineEnd(text[stop])) return null;
  return { text: content, from, to: end + 1, ...after(text, stop) };
}

function isLineEnd(char: string | undefined): boolean {
  return char === "\n" || char === "\r";
}

/** Beyond the delimiter or line end at this offset. */
function after(text: string, end: number): { next: number; endsRow: boolean } {
  const endsRow = isLineEnd(text[end]);
  return { next: end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1), endsRow };
}

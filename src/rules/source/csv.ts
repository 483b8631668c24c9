import Papa from "papaparse";
import { failure, placesIn, type Place, problem, type Result, success } from "../problem/problem.ts";
import { guardText, type Span } from "./text.ts";

/** A cell of a spreadsheet: its text without spaces around it and without quotation marks, and where it stands. */
export interface Cell extends Span {
  readonly text: string;
}

export interface ReadCells {
  readonly rows: readonly (readonly Cell[])[];
  place(at: Span): Place;
}

const DELIMITERS = [";", "\t", ","] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** How many characters are examined to find the delimiter; a few rows are enough. */
const TELLING_LENGTH = 10_000;

/**
 * Reads CSV (RFC 4180) as spreadsheets write it: semicolons, commas or tabs between cells, any line ends, cells in quotation
 * marks, a byte order mark, a first line `sep=;`.
 *
 * @returns the rows, each as long as it was written; or one problem
 */
export function readCsv(file: string, text: string): Result<ReadCells> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const places = placesIn(file, text);
  const { said, start } = openingOf(text);
  const body = withLineFeeds(text.slice(start));
  const delimiter = said ?? delimiterOf(body);
  const broken = brokenQuote(body, delimiter);
  if (broken !== null) {
    const message = "this cell starts with a quotation mark that doesn't match";
    const hint = 'a cell in quotation marks starts and ends with one; inside, write two: ""';
    return failure([problem("csv-syntax", message, { place: places(start + broken), hint })]);
  }
  const rows = placedRows({ body, delimiter, start });
  return success({ rows, place: ({ from, to }) => places(from, to - from) });
}

/** What comes before the first row: a byte order mark, and a line such as `sep=;`, which only some spreadsheets know. */
function openingOf(text: string): { said: Delimiter | undefined; start: number } {
  const [opening = "", sign] = /^\ufeff?(?:sep=([;\t,])\r?\n)?/i.exec(text) ?? [];
  return { said: DELIMITERS.find((delimiter) => delimiter === sign), start: opening.length };
}

/**
 * One line end for all lines, the last one too, because the parser wants one for the whole file. Every offset stays what it
 * is; the \r of a \r\n goes unheeded as white space after a cell.
 */
function withLineFeeds(text: string): string {
  const lines = text.replace(/\r(?!\n)/g, "\n");
  return lines.endsWith("\n") ? lines : `${lines}\n`;
}

/** The delimiter that the parser guesses; the most frequent one if too few rows have several cells for a guess. */
function delimiterOf(body: string): Delimiter {
  const opening = body.slice(0, TELLING_LENGTH);
  const { errors, meta } = Papa.parse(opening, {
    delimitersToGuess: [...DELIMITERS],
    newline: "\n",
    skipEmptyLines: "greedy",
    preview: 1,
  });
  const guess = errors.some(({ type }) => type === "Delimiter") ? null : meta.delimiter;
  const counts = DELIMITERS.map((delimiter) => opening.split(delimiter).length);
  const frequent = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ";";
  return DELIMITERS.find((delimiter) => delimiter === guess) ?? frequent;
}

/**
 * Finds where cells in quotation marks start, spaces before the mark included. Its group is undefined for a cell that does
 * not end with a mark of its own and then the delimiter or line.
 */
function quotedCells(delimiter: Delimiter): RegExp {
  const after = `[${delimiter}\\n]`;
  return new RegExp(`(?<=^|${after}) *"([^"]*(?:""[^"]*)*"(?!")[^\\S\\n]*(?=${after}))?`, "g");
}

/**
 * The offset of the first quotation mark that starts a cell but has no match; null if there is none. The parser reports it too,
 * but takes quadratic time for misplaced marks.
 */
function brokenQuote(body: string, delimiter: Delimiter): number | null {
  for (const { 0: cell, 1: rest, index } of body.matchAll(quotedCells(delimiter))) {
    if (rest === undefined) return index + cell.indexOf('"');
  }
  return null;
}

/** A text that is ready for the parser, and where it starts in the file. */
interface Body {
  readonly body: string;
  readonly delimiter: Delimiter;
  readonly start: number;
}

/** The parser's rows, and where their cells stand: the parser leaves out nothing but quotation marks and delimiters. */
function placedRows({ body, delimiter, start }: Body): Cell[][] {
  // To the parser, a mark after spaces is none. Moved in front of them, it is, and nothing else moves.
  const readable = body.replace(quotedCells(delimiter), (cell) => cell.replace(/^( +)"/, '"$1'));
  const { data } = Papa.parse<string[]>(readable, { delimiter, newline: "\n" });
  // Behind the last line end, the parser sees one more row.
  data.pop();
  const end = new RegExp(`[${delimiter}\\n]`, "g");
  return data.map((row) =>
    row.map((content) => {
      const isQuoted = readable[end.lastIndex] === '"';
      const { text, from, to } = cellAt(end.lastIndex, content, isQuoted, body);
      // White space may stand between a cell and its end.
      end.lastIndex = to;
      end.test(readable);
      return { text, from: start + from, to: start + to };
    }),
  );
}

/** @param content what the parser found in the cell that starts at this offset of the body, after spaces maybe */
function cellAt(at: number, content: string, isQuoted: boolean, body: string): Cell {
  const text = content.trim();
  const from = body.indexOf(isQuoted ? '"' : text, at);
  if (!isQuoted) return { text, from, to: from + text.length };
  const doubled = content.split('"').length - 1;
  return { text, from, to: at + content.length + doubled + 2 };
}

import { msg } from "../problem/message.ts";
import Papa from "papaparse";
import { failure, type Place, problem, type Result, success } from "../problem/problem.ts";
import { guardText, createPlaceLocator, type Span } from "./text.ts";

/** A cell of a spreadsheet: its trimmed text without quotation marks, and its position. */
export interface Cell extends Span {
  readonly text: string;
}

export interface ReadCells {
  readonly rows: readonly (readonly Cell[])[];
  place(at: Span): Place;
}

const DELIMITERS = [";", "\t", ",", "|"] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** How many characters to examine for the delimiter; a few rows are enough. */
const TELLING_LENGTH = 10_000;

/** Reads CSV (RFC 4180) from spreadsheets, with any of the usual delimiters, any line ends, and `sep=;`. Returns rows, or one problem. */
export function readCsv(file: string, text: string): Result<ReadCells> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const places = createPlaceLocator(file, text);
  // Before the first row: a byte order mark, and a line such as `sep=;`, which some spreadsheets write.
  const [{ length: start } = "", sign] = /^\ufeff?(?:sep=([;\t,|])\r?\n)?/i.exec(text) ?? [];
  // Normalizes line ends, the last one too, without changing offsets; the \r of a \r\n is white space after a cell.
  const body = text
    .slice(start)
    .replace(/\r(?!\n)/g, "\n")
    .replace(/\n?$/, "\n");
  const delimiter = DELIMITERS.find((one) => one === sign) ?? detectDelimiter(body);
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  // A quoted or a bare cell, and the delimiter or line end after it.
  const cell = new RegExp(
    ` *"([^"]*(?:""[^"]*)*)"[^\\S\\n${delimiter}]*([${delimiter}\\n])|(?! *")([^${delimiter}\\n]*)([${delimiter}\\n])`,
    "y",
  );
  while (cell.lastIndex < body.length) {
    const at = cell.lastIndex;
    const match = cell.exec(body);
    if (match === null) {
      const message = msg`rules.csv-open-quote: this cell starts with a quotation mark that doesn’t match`;
      const hint = msg`rules.csv-open-quote-hint: a cell in quotation marks starts and ends with one; inside, write two: ""`;
      return failure([
        problem("csv-syntax", message, { place: places(start + body.indexOf('"', at)), hint }),
      ]);
    }
    const [, quoted, endOfQuoted, bare = "", end = endOfQuoted] = match;
    const content = (quoted?.replaceAll('""', '"') ?? bare).trim();
    const from = start + body.indexOf(quoted === undefined ? content : '"', at);
    const to = from + (quoted === undefined ? content.length : quoted.length + 2);
    // Spreadsheets force a cell to be text: `="3"` is 3.
    row.push({ text: /^="(.*)"$/s.exec(content)?.[1] ?? content, from, to });
    if (end === "\n") {
      rows.push(row);
      row = [];
    }
  }
  return success({ rows, place: ({ from, to }) => places(from, to - from) });
}

/** The delimiter that the parser guesses, or else the most frequent one. */
function detectDelimiter(body: string): Delimiter {
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

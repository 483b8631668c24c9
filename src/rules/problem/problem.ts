/**
 * A problem: something that keeps us from doing what was asked, told so that the person can mend it.
 *
 * Problems are collected and returned, never thrown from room to room. Whoever reports a problem names its code,
 * says in one sentence what is wrong, where it stands, and, if possible, the way out.
 */

/** A spot in a text file. Lines and columns count from 1; columns count UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** How many characters the caret should underline; at least 1. */
  readonly length: number;
  /** The text of that line, without its line break. */
  readonly text: string;
}

const SEVERITIES = ["error", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Problem {
  /** A stable, hyphenated name such as `unknown-key`. */
  readonly code: string;
  readonly message: string;
  readonly severity: Severity;
  /** Where it stands; a problem with a whole file or a flag has none. */
  readonly place: Place | null;
  /** The way out, as a sentence or a question: "did you mean `pattern`?". */
  readonly hint: string | null;
  /** Other places that have to do with it, each with what is there to see. */
  readonly related: readonly { readonly message: string; readonly place: Place }[];
}

/** Either what was wanted, or everything that stands in its way. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Builds a problem; what is left out is empty, and the severity is `error`. */
export function problem(
  code: string,
  message: string,
  rest: Partial<Omit<Problem, "code" | "message">> = {},
): Problem {
  return { code, message, severity: "error", place: null, hint: null, related: [], ...rest };
}

/** Wraps a value as the good outcome. */
export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps one or more problems as the bad outcome. */
export function failure<T>(problems: readonly Problem[]): Result<T> {
  return { ok: false, problems };
}

/** Longest stretch of a line that is carried along; files may consist of one enormous line. */
const MAX_EXCERPT_LENGTH = 160;

/**
 * Turns offsets into places. Built once per file, because finding line starts means walking the whole text.
 *
 * @param file the name to print
 * @param text the file's text
 * @returns a function from an offset (and how many characters to underline) to its place
 */
export function placesIn(file: string, text: string): (offset: number, length?: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset, length = 1) => {
    const at = Math.max(0, Math.min(offset, text.length));
    const line = lineAt(starts, at);
    const start = starts[line] ?? 0;
    const end = text.indexOf("\n", start);
    const lineText = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
    return { file, line: line + 1, col: at - start + 1, length: Math.max(1, length), text: lineText };
  };
}

/** Binary search: the index of the last line that starts at or before the offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The line a place stands on, cut to a readable width around it, and the caret line below.
 *
 * @returns two lines of equal indentation; tabs become single spaces so that the caret stays put
 */
export function excerpt(place: Place): { line: string; caret: string } {
  const from = Math.max(0, place.col - 1 - MAX_EXCERPT_LENGTH / 2);
  const shown = place.text.slice(from, from + MAX_EXCERPT_LENGTH);
  const before = from > 0 ? "…" : "";
  const after = from + MAX_EXCERPT_LENGTH < place.text.length ? "…" : "";
  const indent = before.length + place.col - 1 - from;
  const carets = Math.max(1, Math.min(place.length, shown.length - (place.col - 1 - from)));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
  const line = (before + shown + after).replace(/[\u0000-\u001f\u007f]/g, " ");
  return { line, caret: " ".repeat(indent) + "^".repeat(carets) };
}

/** As `placesIn`, but the lines are found only when somebody asks for a place: most files are without problems. */
export function lazyPlaces(file: string, text: string): ReturnType<typeof placesIn> {
  let places: ReturnType<typeof placesIn> | null = null;
  return (offset, length) => {
    places ??= placesIn(file, text);
    return places(offset, length);
  };
}

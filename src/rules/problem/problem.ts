import { english, type Message } from "./message.ts";

/** Problems are returned, never thrown. They are written for the person who can fix them. */

/** A position in a text file. Lines and columns count from 1; columns count UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** How many characters the caret should underline; at least 1. */
  readonly length: number;
  /** The text of that line, without its line break. */
  readonly text: string;
}

/** A warning is about something valid but probably unintended. */
export type Severity = "error" | "warning";

/** What is wrong, where, and how to fix it. */
export interface Problem {
  /** A stable, hyphenated name such as `unknown-key`. */
  readonly code: string;
  /** In English, like `hint` and `related`; `translateProblem` translates them. */
  readonly message: string;
  readonly severity: Severity;
  /** Null for a problem with a whole file or a flag. */
  readonly place: Place | null;
  /** How to fix it, as a sentence or a question: "did you mean `pattern`?". */
  readonly hint: string | null;
  /** Other relevant places, each with an explanation. */
  readonly related: readonly RelatedPlace[];
  /** Message and hint in translatable form. */
  readonly words: { readonly message: Message; readonly hint: Message | null };
}

/** Another place that is relevant to a problem, with an explanation. */
export interface RelatedPlace {
  readonly message: string;
  readonly words: Message;
  readonly place: Place;
}

/** Either a value, or all problems that prevent it. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type ProblemParts = Partial<Pick<Problem, "severity" | "place" | "related">> & {
  readonly hint?: Message | null;
};

/** Builds a problem; missing parts are empty, and the severity is `error` by default. */
export function problem(code: string, message: Message, parts: ProblemParts = {}): Problem {
  const { severity = "error", place = null, hint = null, related = [] } = parts;
  const texts = { message: english(message), hint: hint && english(hint) };
  return { code, ...texts, severity, place, related, words: { message, hint } };
}

/** Builds a related place of a problem. */
export function relatedPlace(message: Message, place: Place): RelatedPlace {
  return { message: english(message), words: message, place };
}

/** Wraps a value as a successful result. */
export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps one or more problems as a failed result. */
export function failure<T>(problems: readonly Problem[]): Result<T> {
  return { ok: false, problems };
}

/** A failed result with a single problem that has no place in a file. */
export function refusal(code: string, message: Message, hint: Message | null = null): Result<never> {
  return failure([problem(code, message, { hint })]);
}

/** Thrown by `need`; the engine itself returns problems. */
export class Failure extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => p.message).join("; "));
    this.problems = problems;
  }
}

/** The value of a successful result. @throws Failure with the problems of a failed one */
export function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Failure(result.problems);
}

/** Runs work that calls `need`, and turns its failure back into a result. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof Failure) return failure(error.problems);
    throw error;
  }
}

/** What work returns, or a fallback if it throws. */
export function tryOr<T, F>(fallback: F, work: () => T): T | F {
  try {
    return work();
  } catch {
    return fallback;
  }
}

/** Styles for a terminal. */
export interface Paint {
  strong(text: string): string;
  bad(text: string): string;
  careful(text: string): string;
  quiet(text: string): string;
}

const PLAIN: Paint = { strong: (t) => t, bad: (t) => t, careful: (t) => t, quiet: (t) => t };

export type SeverityWords = Readonly<Record<Severity, string>>;

const ENGLISH: SeverityWords = { error: "error", warning: "warning" };

/** A problem on several lines: `file:line:col`, message, the line with a caret, hint. No trailing line break. */
export function showProblem(p: Problem, paint: Paint = PLAIN, words: SeverityWords = ENGLISH): string {
  const word = p.severity === "error" ? paint.bad(words.error) : paint.careful(words.warning);
  const head = p.place === null ? "" : `${paint.strong(formatPlace(p.place))} `;
  const lines = [`${head}${word}: ${p.message} ${paint.quiet(`[${p.code}]`)}`];
  if (p.place !== null) lines.push(...renderExcerpt(p.place, paint));
  if (p.hint !== null) lines.push(`  ${p.hint}`);
  for (const other of p.related)
    lines.push(
      `  ${paint.strong(formatPlace(other.place))} ${other.message}`,
      ...renderExcerpt(other.place, paint),
    );
  return lines.join("\n");
}

/** All problems, sorted by place. */
export function showProblems(
  problems: readonly Problem[],
  paint: Paint = PLAIN,
  words: SeverityWords = ENGLISH,
): string {
  return [...problems]
    .sort(byPlace)
    .map((p) => showProblem(p, paint, words))
    .join("\n\n");
}

/** A place as `file:line:col`, which terminals and editors can open. */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}:${place.col}`;
}

function renderExcerpt(place: Place, paint: Paint): string[] {
  const { line, caret } = excerpt(place);
  if (line.trim() === "") return [];
  const gutter = String(place.line);
  return [
    `  ${paint.quiet(`${gutter} |`)} ${line}`,
    `  ${" ".repeat(gutter.length)} ${paint.quiet("|")} ${paint.bad(caret)}`,
  ];
}

function byPlace(a: Problem, b: Problem): number {
  if (a.place === null || b.place === null) return (a.place === null ? 0 : 1) - (b.place === null ? 0 : 1);
  if (a.place.file !== b.place.file) return a.place.file < b.place.file ? -1 : 1;
  return a.place.line - b.place.line || a.place.col - b.place.col;
}

/** The longest excerpt of a line: a file may consist of one enormous line. */
const MAX_EXCERPT_LENGTH = 160;

/** The line of a place, cut to a readable width, and the caret line below. Tabs become single spaces to keep the caret aligned. */
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

import type { Place, Problem, Severity } from "./problem.ts";

/** Styles for a terminal. */
export interface Paint {
  strong(text: string): string;
  bad(text: string): string;
  careful(text: string): string;
  quiet(text: string): string;
}

const PLAIN: Paint = { strong: (t) => t, bad: (t) => t, careful: (t) => t, quiet: (t) => t };

/** The words for the severities. */
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

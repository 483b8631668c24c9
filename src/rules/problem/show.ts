import { excerpt, type Place, type Problem } from "./problem.ts";

/** Colours for a terminal; plain text where there is none. */
export interface Paint {
  strong(text: string): string;
  bad(text: string): string;
  careful(text: string): string;
  quiet(text: string): string;
}

const PLAIN: Paint = { strong: (t) => t, bad: (t) => t, careful: (t) => t, quiet: (t) => t };

/**
 * One problem as a person reads it: `file:line:col`, what is wrong, the line with a caret, the way out.
 *
 * @returns several lines, without a line break at the end
 */
export function showProblem(p: Problem, paint: Paint = PLAIN): string {
  const word = p.severity === "error" ? paint.bad("error") : paint.careful("warning");
  const head = p.place === null ? "" : `${paint.strong(at(p.place))} `;
  const lines = [`${head}${word}: ${p.message} ${paint.quiet(`[${p.code}]`)}`];
  if (p.place !== null) lines.push(...pointAt(p.place, paint));
  if (p.hint !== null) lines.push(`  ${p.hint}`);
  for (const other of p.related) {
    lines.push(`  ${paint.strong(at(other.place))} ${other.message}`, ...pointAt(other.place, paint));
  }
  return lines.join("\n");
}

/** All problems, one below the other, in the order of their places. */
export function showProblems(problems: readonly Problem[], paint: Paint = PLAIN): string {
  return [...problems]
    .sort(byPlace)
    .map((p) => showProblem(p, paint))
    .join("\n\n");
}

function at(place: Place): string {
  return `${place.file}:${place.line}:${place.col}`;
}

function pointAt(place: Place, paint: Paint): string[] {
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

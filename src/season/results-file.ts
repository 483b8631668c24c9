import { msg } from "../rules/problem/message.ts";
import { type Problem, refusal, type Result, success } from "../rules/problem/problem.ts";
import type { SheetToKeep } from "./sheet-to-keep.ts";

/** What was read on one of many machines: a line of JSON for each sheet, and for each photo that could not be read. */
export type ResultLine = ReadSheet | UnreadPhoto;

interface ReadSheet {
  /** Its place among all that was to be read, whoever read it; results of several files are put in this order. */
  readonly at: number;
  readonly sheet: SheetToKeep;
}

interface UnreadPhoto {
  readonly at: number;
  readonly file: string;
  readonly problems: readonly Problem[];
}

const KIND = "results";
/** What this program writes and reads. */
const FORMAT = 1;

/** The first line of a results file. @param program the version of the program that read the photos */
export function resultsHead(program: string): string {
  return `${JSON.stringify({ augenblock: KIND, format: FORMAT, program })}\n`;
}

/** A further line. Rules would stand in each of a million lines: they come with sheets that wait, which can't be gone on with otherwise. */
export function resultsLine(line: ResultLine): string {
  const plain = "sheet" in line ? { ...line, sheet: withoutRules(line.sheet) } : line;
  return `${JSON.stringify(plain)}\n`;
}

/** A sheet that leaves out the whole of its rules. */
export function withoutRules(sheet: SheetToKeep): SheetToKeep {
  return { ...sheet, game: { ...sheet.game, packed: null } };
}

/** Whether a text begins as a results file does. @param start its first line, or more */
export function isResults(start: string): boolean {
  return /^\uFEFF?\{"augenblock":"results",/.test(start);
}

/** Reads a results file line by line; the first line says whether this program can. */
export function resultsReader(file: string): (line: string, number: number) => Result<ResultLine | null> {
  return (line, number) => {
    const value = parsed(line);
    if (number === 1) {
      if (!isResults(line) || value === null)
        return refusal("no-results", msg`${file} is no file of results`, WAY_OUT);
      const { format } = value as { format?: unknown };
      if (format === FORMAT) return success(null);
      return refusal(
        "newer-results",
        msg`${file} was written by a newer version of augenblock`,
        msg`use that version, or a newer one`,
      );
    }
    if (line === "") return success(null);
    const isLine =
      value !== null && typeof value.at === "number" && ("sheet" in value || Array.isArray(value.problems));
    // A run that was killed, or a disk that was full, leaves half a line.
    return isLine
      ? success(value as unknown as ResultLine)
      : refusal("broken-results", msg`line ${number} of ${file} is damaged`, msg`run that part again`);
  };
}

const WAY_OUT = msg`\`augenblock check … --results\` and \`augenblock queue --results\` write such files`;

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

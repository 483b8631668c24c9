import { msg } from "../rules/problem/message.ts";
import { refusal, type Result, success } from "../rules/problem/problem.ts";
import type { SheetToKeep } from "./sheet-to-keep.ts";
import { type ResultLine, resultLine } from "./transfer-file.ts";

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
    const value = parseJsonObject(line);
    if (number === 1) {
      if (!isResults(line) || value === null)
        return refusal("no-results", msg("season.no-file-results")`${file} is not a results file`, WAY_OUT);
      const { format } = value as { format?: unknown };
      if (format === FORMAT) return success(null);
      return refusal(
        "newer-results",
        msg("season.written-newer-version")`${file} was written by a newer version of augenblock`,
        msg("season.use-version-newer")`use that version, or a newer one`,
      );
    }
    if (line === "") return success(null);
    // A run that was killed, or a disk that was full, leaves half a line.
    const read = value === null ? "" : resultLine(value);
    if (typeof read !== "string") return success(read);
    const again = msg("season.write-results-again")`run the command that wrote ${file} again`;
    if (read === "")
      return refusal(
        "broken-results",
        msg("season.line-damaged")`line ${number} of ${file} is damaged`,
        again,
      );
    return refusal(
      "broken-results",
      msg("season.line-cant-right")`line ${number} of ${file}: invalid \`${read}\``,
      again,
    );
  };
}

const WAY_OUT = msg(
  "season.augenblock-check-results",
)`\`augenblock check … --results\` and \`augenblock queue status --results\` write such files`;

function parseJsonObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

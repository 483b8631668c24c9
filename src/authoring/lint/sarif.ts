import type { Place, Problem } from "../../rules/problem/problem.ts";
import { LINT_WARNINGS } from "../../rules/variant/parts/variant.ts";

/** A checked file with its problems. */
export interface LintedFile {
  readonly file: string;
  readonly problems: readonly Problem[];
}

/**
 * The problems as a SARIF 2.1.0 log, which code hosts show on a pull request.
 *
 * @param version of this program
 * @returns a value for `JSON.stringify`; columns count UTF-16 units
 */
export function sarifLog(files: readonly LintedFile[], version: string): object {
  const codes = [...new Set(files.flatMap(({ problems }) => problems.map(({ code }) => code)))].sort();
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "augenblock", version, rules: codes.map(toSarifRule) } },
        columnKind: "utf16CodeUnits",
        artifacts: [...new Set(files.map(({ file }) => toUri(file)))].map((uri) => ({ location: { uri } })),
        results: files.flatMap(({ file, problems }) => problems.map((p) => toSarifResult(file, p, codes))),
      },
    ],
  };
}

/** A sentence for each warning. */
const KNOWN: Readonly<Record<string, string>> = {
  ...LINT_WARNINGS,
  untranslated: "A variant lacks words in a language.",
};

function toSarifRule(code: string): object {
  const known = KNOWN[code];
  const text = known ?? `A variant file has a mistake: ${code.replaceAll("-", " ")}.`;
  const isWarning = known !== undefined || code === "accepts-nothing";
  return {
    id: code,
    shortDescription: { text },
    fullDescription: { text },
    help: { text },
    defaultConfiguration: { level: isWarning ? "warning" : "error" },
  };
}

function toSarifResult(file: string, problem: Problem, codes: readonly string[]): object {
  const { code, severity, message, hint, place, related } = problem;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: hint === null ? message : `${message}\n${hint}` },
    locations: [toSarifLocation(place ?? { file })],
    relatedLocations: related.map(({ place, message: text }, id) => {
      return { id, ...toSarifLocation(place), message: { text } };
    }),
  };
}

function toSarifLocation(place: Place | Pick<Place, "file">): object {
  const artifactLocation = { uri: toUri(place.file) };
  if (!("line" in place)) return { physicalLocation: { artifactLocation } };
  const { line, col, length } = place;
  const region = { startLine: line, startColumn: col, endColumn: col + length };
  return { physicalLocation: { artifactLocation, region } };
}

/** A path as a URI. Relative paths stay relative to the root of the repository. */
function toUri(file: string): string {
  const parts = file.replaceAll("\\", "/").split("/");
  const path = parts
    .map((part, at) => (at === 0 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part)))
    .join("/");
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path}`;
  return path.startsWith("/") ? `file://${path}` : path;
}

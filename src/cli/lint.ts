import { lintRules } from "../lint/lint-rules.ts";
import { type LintedFile, sarifLog } from "../lint/sarif.ts";
import type { Problem } from "../problem/problem.ts";
import { showProblems } from "../problem/show.ts";
import { PAINT, say, sayJson } from "./console.ts";
import { EXIT, type ExitCode, fail } from "./failure.ts";
import { writeWhole } from "./files.ts";
import { plainProblem } from "./plain-problem.ts";
import { isFolder, variantFilesIn } from "./variant-folders.ts";
import { DISK, findVariant } from "./variants.ts";
import { version } from "./version.ts";

interface Flags {
  readonly json?: boolean;
  /** A file, or `-` for the standard output. */
  readonly sarif?: string;
}

interface Linted extends LintedFile {
  readonly exit: ExitCode;
}

/** From the least to the worst that an exit code can say. */
const SEVERITY: readonly ExitCode[] = [EXIT.correct, EXIT.unsure, EXIT.mistakes, EXIT.unusable];

/** `augenblock lint`: every problem of every file; a file that can't be read does not stop the others. */
export async function lint(refs: readonly string[], flags: Flags): Promise<void> {
  const { json = false, sarif } = flags;
  if (json && sarif === "-") fail("usage", "`--json` and `--sarif -` both print", "give `--sarif` a file");
  const linted = refs.flatMap((ref) => (isFolder(ref) ? lintFolder(ref) : [lintOne(ref)]));
  if (sarif !== undefined) await writeSarif(linted, sarif);
  if (json) sayJson({ files: linted.map(plainFile) });
  else if (sarif !== "-") say(told(linted));
  process.exitCode = linted.map(({ exit }) => exit).reduce(worse, EXIT.correct);
}

function lintFolder(folder: string): Linted[] {
  const files = variantFilesIn(folder);
  return files.ok ? files.value.map(lintOne) : [unusable(folder, files.problems)];
}

function lintOne(ref: string): Linted {
  const found = findVariant(ref);
  if (!found.ok) return unusable(ref, found.problems);
  const { file, text } = found.value;
  const { problems } = lintRules(file, text, DISK);
  return { file, problems, exit: exitFor(problems) };
}

function unusable(file: string, problems: readonly Problem[]): Linted {
  return { file, problems, exit: EXIT.unusable };
}

function exitFor(problems: readonly Problem[]): ExitCode {
  if (problems.some(({ severity }) => severity === "error")) return EXIT.mistakes;
  return problems.length > 0 ? EXIT.unsure : EXIT.correct;
}

function worse(a: ExitCode, b: ExitCode): ExitCode {
  return SEVERITY.indexOf(a) < SEVERITY.indexOf(b) ? b : a;
}

async function writeSarif(linted: readonly Linted[], out: string): Promise<void> {
  const text = `${JSON.stringify(sarifLog(linted, version()), null, 2)}\n`;
  if (out === "-") process.stdout.write(text);
  else await writeWhole(out, text, "--sarif");
}

function plainFile({ file, problems }: Linted): object {
  return { file, problems: problems.map(plainProblem) };
}

/** The files one below the other, with a blank line around what there is to read. */
function told(linted: readonly Linted[]): string {
  const parts = linted.map(({ file, problems }) => ({
    text: problems.length === 0 ? `${file}: ok` : showProblems(problems, PAINT),
    isLong: problems.length > 0,
  }));
  return parts
    .map(({ text, isLong }, at) => (at > 0 && (isLong || parts[at - 1]?.isLong) ? `\n${text}` : text))
    .join("\n");
}

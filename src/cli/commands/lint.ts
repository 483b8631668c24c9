import type { Command } from "commander";
import { examples } from "../flags.ts";
import { lintVariantFile } from "../../authoring/lint/lint.ts";
import { type LintedFile, sarifLog } from "../../authoring/lint/sarif.ts";
import type { LanguagesToCheck } from "../../authoring/lint/untranslated.ts";
import type { Problem } from "../../rules/problem/problem.ts";
import { showProblems } from "../../rules/problem/show.ts";
import type { Language } from "../../i18n/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { EXIT, type ExitCode, fail, problemJson, worstExit } from "../console/failure.ts";
import { writeWhole } from "../files/files.ts";
import { languageCodes, version } from "../files/package.ts";
import { languageOf, provenLanguage } from "../files/languages.ts";
import { DISK, findVariant, isFolder, variantFilesIn } from "../files/variants.ts";

interface Flags {
  readonly json?: boolean;
  /** A file, or `-` for the standard output. */
  readonly sarif?: string;
  /** A language in which to report missing words although the variant does not promise it. */
  readonly lang?: string;
}

interface Linted extends LintedFile {
  readonly exit: ExitCode;
}

/** `augenblock lint`: every problem of every file; a file that can't be read does not stop the others. */
export function lintCommand(command: Command): Command {
  return command
    .argument("<files...>", "variant files, folders of them, or ids of shipped variants")
    .option("--json", "print JSON")
    .option("--sarif <file>", "write the findings as SARIF 2.1.0; - for the standard output")
    .option("--lang <code>", "also report words that are missing in this language")
    .addHelpText(
      "after",
      `\nA variant with errors can't be played. Warnings point at rules that are valid but probably not meant; \`accept\` in
the file silences those that are.
\nExit codes: 0 nothing found, 1 errors, 2 unusable input, 3 warnings only. For several files the worst one counts.\n${examples(
        "lint my-yazzo.yaml",
        "lint house-rules/ --sarif lint.sarif",
        "lint my-yazzo.yaml --lang sv",
      )}`,
    )
    .action(lint);
}

async function lint(refs: readonly string[], flags: Flags): Promise<void> {
  const { json = false, sarif, lang = null } = flags;
  if (json && sarif === "-") fail("usage", "`--json` and `--sarif -` both print", "give `--sarif` a file");
  const tongues = tonguesWith(lang);
  const linted = refs.flatMap((ref) => (isFolder(ref) ? lintFolder(ref, tongues) : [lintOne(ref, tongues)]));
  if (sarif !== undefined) await writeSarif(linted, sarif);
  if (json) printJson({ files: linted.map(fileJson) });
  else if (sarif !== "-") print(told(linted));
  process.exitCode = worstExit(linted.map(({ exit }) => exit));
}

/** All languages, each read when it is first used. Ends the command if there is none of this code. */
function tonguesWith(asked: string | null): LanguagesToCheck {
  const known = new Map<string, Language | null>();
  if (asked !== null) known.set(asked, provenLanguage(asked));
  const language = (code: string) => {
    const found = known.get(code) ?? (languageCodes().includes(code) ? languageOf(code) : null);
    known.set(code, found);
    return found;
  };
  return { requested: asked, language };
}

function lintFolder(folder: string, tongues: LanguagesToCheck): Linted[] {
  const files = variantFilesIn(folder);
  return files.ok ? files.value.map((file) => lintOne(file, tongues)) : [unusable(folder, files.problems)];
}

function lintOne(ref: string, tongues: LanguagesToCheck): Linted {
  const found = findVariant(ref);
  if (!found.ok) return unusable(ref, found.problems);
  const { file, text } = found.value;
  const { problems } = lintVariantFile(file, text, DISK, tongues);
  return { file, problems, exit: exitFor(problems) };
}

function unusable(file: string, problems: readonly Problem[]): Linted {
  return { file, problems, exit: EXIT.unusable };
}

function exitFor(problems: readonly Problem[]): ExitCode {
  if (problems.some(({ severity }) => severity === "error")) return EXIT.mistakes;
  return problems.length > 0 ? EXIT.unsure : EXIT.correct;
}

async function writeSarif(linted: readonly Linted[], out: string): Promise<void> {
  const text = `${JSON.stringify(sarifLog(linted, version()), null, 2)}\n`;
  if (out === "-") process.stdout.write(text);
  else await writeWhole(out, text, "--sarif");
}

function fileJson({ file, problems }: Linted): object {
  return { file, problems: problems.map(problemJson) };
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

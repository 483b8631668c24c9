import { msg } from "../../rules/problem/message.ts";
import { attempt, need, type Problem, success } from "../../rules/problem/problem.ts";
import type { Command } from "../help.ts";
import { type LanguagesToCheck, lintVariantFile } from "../../authoring/lint/lint.ts";
import { type LintedFile, sarifLog } from "../../authoring/lint/sarif.ts";
import { problemText, t } from "../console/language.ts";
import type { Language } from "../../i18n/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { EXIT, type ExitCode, fail, problemJson, worstExit } from "../console/failure.ts";
import { deliver, writeWhole } from "../console/write-file.ts";
import { loadGame } from "../../files/package/games.ts";
import { languageCodes, version } from "../../files/package.ts";
import { loadLanguage, validateLanguage } from "../../files/package/languages.ts";
import { resolveRequest } from "../request.ts";
import { DISK, findVariant, isVariantFolder, listVariantFiles } from "../../files/package/variants.ts";

interface Flags {
  readonly json?: boolean;
  /** A file, or `-` for the standard output. */
  readonly sarif?: string;
  /** A language whose missing words count even if the variant does not promise it. */
  readonly words?: string;
  readonly odds?: boolean;
}

/** `augenblock lint`: every problem of every file. An unreadable file does not stop the others. */
export default function lintCommand(command: Command): Command {
  return command
    .argument(
      "<files...>",
      t`cli.lint-files-argument: variant files, folders of them, or ids of shipped variants`,
    )
    .option("--json", t`cli.print-json: print JSON`)
    .option(
      "--sarif <file>",
      t`cli.lint-sarif-flag: write the findings as SARIF 2.1.0; - for standard output`,
    )
    .option("--words <code>", t`cli.lint-words-flag: also report words missing in this language`)
    .option(
      "--odds",
      t`cli.lint-odds-flag: also warn about what is unbalanced with optimal play; takes seconds to minutes`,
    )
    .notes(
      t`cli.lint-notes: A variant with errors can’t be played. Warnings point at rules that are valid but probably not meant; \`accept\` in the file silences them.`,
      t`cli.lint-exit-codes: Exit codes: 0 nothing found, 1 errors, 2 unusable input, 3 only warnings. For several files the worst one counts.`,
    )
    .examples("lint my-yazzo.yaml", "lint house-rules/ --sarif lint.sarif", "lint my-yazzo.yaml --words sv")
    .action(lint);
}

async function lint(refs: readonly string[], flags: Flags): Promise<void> {
  const { json = false, sarif, words = null } = flags;
  if (json && sarif === "-")
    fail(
      "usage",
      msg`cli.json-and-sarif-print: \`--json\` and \`--sarif -\` both write to standard output`,
      msg`cli.json-and-sarif-print-hint: write the SARIF to a file`,
    );
  const tongues = loadLintLanguages(words);
  const plain: Linted[] = [];
  for (const ref of refs) {
    const files = isVariantFolder(ref) ? listVariantFiles(ref) : success([ref]);
    if (!files.ok) plain.push(unusable(ref, files.problems));
    else for (const file of files.value) plain.push(await lintOne(file, tongues));
  }
  const linted = flags.odds === true ? await withOdds(plain) : plain;
  if (sarif !== undefined) {
    const log = `${JSON.stringify(sarifLog(linted, version()), null, 2)}\n`;
    if (sarif === "-") await deliver(log, "-");
    else await writeWhole(sarif, log, "--sarif");
  }
  if (json)
    printJson({
      files: linted.map(({ file, problems }) => ({
        file,
        problems: problems.map((one) => problemJson(one, file)),
      })),
    });
  else if (sarif !== "-") print(formatLintReport(linted));
  process.exitCode = worstExit(linted.map(({ exit }) => exit));
}

/** Loads each language on first use. */
function loadLintLanguages(requested: string | null): LanguagesToCheck {
  const known = new Map<string, Language | null>();
  if (requested !== null) known.set(requested, need(validateLanguage(requested)));
  const language = (code: string) => {
    const found = known.get(code) ?? (languageCodes().includes(code) ? need(loadLanguage(code)) : null);
    known.set(code, found);
    return found;
  };
  return { requested, language };
}

/** Lints a variant, or that of a block file with the house rules it chooses. */
async function lintOne(ref: string, tongues: LanguagesToCheck): Promise<Linted> {
  const request = await attempt(() => resolveRequest(ref, { set: {} }, [], []));
  if (!request.ok) return unusable(ref, request.problems);
  const { variant, from, flags } = request.value;
  const found = findVariant(variant, from);
  if (!found.ok) return unusable(ref, found.problems);
  const { file, text } = found.value;
  const own = lintVariantFile(file, text, DISK, tongues).problems;
  const chosen = from === null || own.length > 0 ? null : await loadGame(variant, flags.set, from);
  const problems = chosen?.ok === false ? chosen.problems : own;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const exit = hasErrors ? EXIT.mistakes : problems.length > 0 ? EXIT.unsure : EXIT.correct;
  return { file, problems, exit };
}

type Linted = LintedFile & { readonly exit: ExitCode };

/** Adds warnings about balance to games without errors. */
async function withOdds(files: readonly Linted[]): Promise<Linted[]> {
  const { oddsWarnings } = await import("./odds/balance.ts");
  const linted: Linted[] = [];
  for (const one of files) {
    const game = one.exit === EXIT.correct || one.exit === EXIT.unsure ? await loadGame(one.file) : null;
    const found = game?.ok === true ? await oddsWarnings(game.value, one.file) : [];
    const problems = [...one.problems, ...found];
    linted.push({ ...one, problems, exit: found.length > 0 ? EXIT.unsure : one.exit });
  }
  return linted;
}

function unusable(file: string, problems: readonly Problem[]) {
  return { file, problems, exit: EXIT.unusable };
}

/** One file per line, with blank lines around those that have problems. */
function formatLintReport(linted: readonly LintedFile[]): string {
  const isLong = (at: number) => (linted[at]?.problems.length ?? 0) > 0;
  return linted
    .map(({ file, problems }, at) => {
      const text = problems.length === 0 ? t`cli.lint-file-ok: ${file}: ok` : problemText(problems, PAINT);
      return at > 0 && (isLong(at) || isLong(at - 1)) ? `\n${text}` : text;
    })
    .join("\n");
}

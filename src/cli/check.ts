import { dirname, extname, isAbsolute, join } from "node:path";
import type { Game } from "../game/game.ts";
import { type Problem, problem, type Result } from "../problem/problem.ts";
import { showProblems } from "../problem/show.ts";
import { checkSheet, type SheetReport } from "../sheet/check-sheet.ts";
import { readSheet, type SheetFormat } from "../sheet/read-sheet.ts";
import type { Finding, Sheet } from "../sheet/sheet.ts";
import { tellFinding } from "../sheet/tell-finding.ts";
import type { Language } from "../words/language.ts";
import { complain, ERROR_PAINT, say, sayJson } from "./console.ts";
import { EXIT } from "./failure.ts";
import { missingFile, readText } from "./files.ts";
import { allLanguages } from "./languages.ts";
import { plainProblem } from "./plain-problem.ts";
import { toldReport } from "./report.ts";
import { findGame, namesFile } from "./variants.ts";

interface Flags {
  readonly lang: string;
  readonly variant?: string;
  readonly json?: boolean;
}

interface Checked {
  readonly file: string;
  readonly result: Result<{ readonly sheet: Sheet; readonly report: SheetReport }>;
}

/** What a file's ending says about its format; `.txt` and `.tsv` come out of spreadsheets. */
const FORMATS: Readonly<Record<string, SheetFormat>> = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
};

/** `augenblock check`: every sheet, one after the other; a bad file never stops the others. */
export async function check(files: readonly string[], flags: Flags): Promise<void> {
  const languages = allLanguages(flags.lang);
  const [language] = languages;
  if (language === undefined) return;
  const games = new Games(flags.variant ?? null);
  const checked: Checked[] = [];
  for (const file of files) checked.push(await checkOne(file, flags.variant ?? null, languages, games));
  if (flags.json) sayJson({ sheets: checked.map((one) => plainSheet(one, language)) });
  else for (const one of checked) tell(one, language, checked.length > 1);
  process.exitCode = Math.max(...checked.map(exitOf));
}

async function checkOne(
  file: string,
  variant: string | null,
  languages: readonly Language[],
  games: Games,
): Promise<Checked> {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format === undefined) {
    const problems = [(await missingFile(file)) ?? unknownFormat(file)];
    return { file, result: { ok: false, problems } };
  }
  const text = readText(file);
  if (!text.ok) return { file, result: text };
  const find = (ref: string, choices: Readonly<Record<string, string>>) => games.get(ref, file, choices);
  const sheet = readSheet({ file, text: text.value, format }, find, languages, { variant });
  if (!sheet.ok) return { file, result: sheet };
  return { file, result: { ok: true, value: { sheet: sheet.value, report: checkSheet(sheet.value) } } };
}

function unknownFormat(file: string): Problem {
  const hint =
    "sheets are typed in as .yaml, .json or .csv; `augenblock sheet <variant>` prints an empty one";
  return problem("unknown-format", `${file} is no kind of sheet that can be read`, { hint });
}

/** Games by variant and choices: a night's sheets are of one game, which is read once. */
class Games {
  private readonly known = new Map<string, Result<Game>>();
  /** The variant that the command line names. */
  private readonly named: string | null;

  constructor(named: string | null) {
    this.named = named;
  }

  /**
   * The game that a sheet names: by path, meant from the sheet's own folder; by the id of the variant on the command line;
   * by an id beside the sheet or among the shipped ones.
   */
  get(ref: string, sheet: string, choices: Readonly<Record<string, string>>): Result<Game> {
    if (this.named !== null) {
      const named = this.read(this.named, null, choices);
      if (ref === this.named || (named.ok && named.value.id === ref)) return named;
    }
    const path = namesFile(ref) && !isAbsolute(ref) ? join(dirname(sheet), ref) : ref;
    return this.read(path, sheet, choices);
  }

  private read(ref: string, from: string | null, choices: Readonly<Record<string, string>>): Result<Game> {
    const key = JSON.stringify([ref, from === null ? null : dirname(from), choices]);
    const found = this.known.get(key) ?? findGame(ref, choices, from);
    this.known.set(key, found);
    return found;
  }
}

function exitOf({ result }: Checked): number {
  if (!result.ok) return EXIT.unusable;
  return result.value.report.verdict === "correct" ? EXIT.correct : EXIT.mistakes;
}

function tell({ file, result }: Checked, language: Language, several: boolean): void {
  if (!result.ok) {
    complain(`${language.say("cli.unusable", { file })}\n${showProblems(result.problems, ERROR_PAINT)}\n`);
    return;
  }
  const { sheet, report } = result.value;
  say(toldReport(sheet, report, language, several ? file : null));
}

/** The stable JSON shape of a checked sheet. */
function plainSheet({ file, result }: Checked, language: Language): object {
  if (!result.ok) {
    const problems = result.problems.map(plainProblem);
    return { file, variant: null, verdict: "unusable", players: [], findings: [], ranking: [], problems };
  }
  const { sheet, report } = result.value;
  return {
    file,
    variant: sheet.game.id,
    verdict: report.verdict,
    players: report.players.map(({ name, computed, written }) => ({ name, computed, written })),
    findings: report.findings.map((finding) => plainFinding(finding, sheet.game, language)),
    ranking: report.ranking,
    problems: [],
  };
}

function plainFinding(finding: Finding, game: Game, language: Language): object {
  const { code, player, column, category, line, written, expected } = finding;
  const message = tellFinding(finding, game, language);
  return { code, player, column, category, line, written, expected, message };
}

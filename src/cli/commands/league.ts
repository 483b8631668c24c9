import { existsSync } from "node:fs";
import { join } from "node:path";
import { escapeFormula } from "../../check/evening.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "../../check/write-sheet.ts";
import { rulesWebFonts, typeFamily } from "../../files/package/fonts.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { shippedIds } from "../../files/package/variants.ts";
import { readText } from "../../files/read/read-file.ts";
import { pageStyle } from "../../files/package/templates.ts";
import type { SeasonAddress } from "../../files/season/season-address.ts";
import { withSeason } from "../../files/season/season-store.ts";
import type { Language } from "../../i18n/language.ts";
import type { Brand } from "../../print/brand.ts";
import { type Paper, parsePaper } from "../../print/layout/paper.ts";
import { fontFaces } from "../../print/rulebook/page-style.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure, need, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { nearHint } from "../../rules/problem/wording.ts";
import { type LeagueReport, leagueJson, leagueReport, playedGames } from "../../season/league/report.ts";
import { type League, readLeague, USUAL_LEAGUE } from "../../season/league/league-file.ts";
import type { BestPlay } from "../../season/league/standings.ts";
import {
  bestPlayMeaning,
  bestPlaySentences,
  leagueName,
  leagueSubtitle,
  leagueTable,
} from "../../season/league/league-words.ts";
import { t } from "../console/language.ts";
import { PAINT, print, printJson, printProblems } from "../console/output.ts";
import { table } from "../console/table.ts";
import { needWritable, type Output, writeAll } from "../console/write-file.ts";
import {
  type JsonFlag,
  languageFlag,
  type LanguageFlags,
  parseSeasonAddress,
  pdfPaperOption,
} from "../flags.ts";
import type { Command } from "../help.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly rules?: string;
  readonly odds?: boolean;
  readonly csv?: string;
  readonly html?: string;
  readonly pdf?: string;
  readonly title?: string;
  readonly logo?: string;
  readonly accent?: string;
  readonly paper: string;
}

/** `augenblock league`: the standings of a season. */
export default function leagueCommand(command: Command): Command {
  return languageFlag(
    command.argument(
      "<season>",
      t`cli.season-argument: the folder of a season, or the URL of a PostgreSQL server`,
      parseSeasonAddress,
    ),
  )
    .option(
      "--rules <file>",
      t`cli.league-rules-flag: file that says how results become points (default: league.yaml in the season’s folder, if there is one)`,
    )
    .option(
      "--odds",
      t`cli.compare-odds-flag: also compare totals with optimal play; takes seconds to minutes the first time`,
    )
    .option("--json", t`cli.print-json: print JSON`)
    .option("--csv <file>", t`cli.league-csv-flag: write the standings as CSV`)
    .option("--html <file>", t`cli.league-html-flag: write a web page with charts`)
    .option("--pdf <file>", t`cli.league-pdf-flag: write a poster as PDF`)
    .option("--title <words>", t`cli.league-title-flag: title, in place of the name in the league rules`)
    .option(
      "--logo <file>",
      t`cli.league-logo-flag: picture (SVG, PNG or JPEG) at the head of page and poster`,
    )
    .option("--accent <colour>", t`cli.league-accent-flag: colour of headings: #rrggbb or a name`)
    .option(...pdfPaperOption())
    .notes(
      t`cli.league-notes: \`augenblock check … --into\` keeps results in a season. Without league rules, each win earns one point.`,
    )
    .examples(
      "league autumn",
      "league autumn --odds",
      "league autumn --rules league.yaml --html league.html --pdf league.pdf",
    )
    .action(league);
}

async function league(season: SeasonAddress, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const brand = await (await import("../brand.ts")).readBrand({
    title: flags.title,
    logo: flags.logo,
    accent: flags.accent,
  });
  const kept = season.kind === "folder" ? join(season.folder, "league.yaml") : null;
  const file = flags.rules ?? (kept !== null && existsSync(kept) ? kept : null);
  const written = file === null ? USUAL_LEAGUE : need(readLeague(file, need(readText(file))));
  const rules = { ...written, name: brand.branding.title ?? written.name };
  const paper = need(parsePaper(flags.paper));
  const named = (["csv", "html", "pdf"] as const).flatMap((flag) => {
    const file = flags[flag];
    return file === undefined ? [] : [{ kind: flag, flag: `--${flag}`, file }];
  });
  await needWritable(named, []);
  const isDetailed = flags.html !== undefined || flags.pdf !== undefined;
  const best = flags.odds ? await computeLeagueOptima(season, rules) : null;
  const { report, played } = need(
    await withSeason(season, { isNew: false }, async ({ db }) => ({
      report: await leagueReport(db, rules, isDetailed, best),
      played: await db.selectFrom("games").select("variant").execute(),
    })),
  );
  const variants = [...new Set([...played.map(({ variant }) => variant), ...shippedIds()])];
  const unknown = (rules.games ?? []).filter((one) => !variants.includes(one));
  if (unknown.length > 0)
    printProblems(
      unknown.map((id) => {
        // It may be one that is not played yet.
        const message = msg`cli.league-unknown-game: the league counts \`${id}\`, but no sheet of this season is of that game`;
        return problem("unknown-game", message, { severity: "warning", hint: nearHint(id, variants) });
      }),
    );
  const outputs: Output[] = [];
  const problems: Problem[] = [];
  for (const { kind, ...output } of named) {
    const content = await renderLeagueReport(kind, report, language, paper, brand);
    if (content.ok) outputs.push({ ...output, content: content.value });
    else problems.push(...content.problems);
  }
  await writeAll(outputs);
  if (flags.json) printJson(leagueJson(report));
  else {
    print(leagueText(report, language));
    const hint = t`cli.season-open-hint: \`augenblock season open ${season.place}\` lists the open questions`;
    if (report.waiting > 0) print(PAINT.quiet(hint));
    for (const { file } of outputs) print(file);
  }
  if (problems.length > 0) throw new Failure(problems);
}

/** Optimal play in the games of a league. The season stays closed meanwhile, so that others can use it. */
async function computeLeagueOptima(
  season: SeasonAddress,
  rules: League,
): Promise<ReadonlyMap<string, BestPlay>> {
  const games = need(await withSeason(season, { isNew: false }, ({ db }) => playedGames(db, rules)));
  const { optimalPlayByRules } = await import("./odds/need-odds.ts");
  return optimalPlayByRules(games);
}

async function renderLeagueReport(
  kind: "csv" | "html" | "pdf",
  report: LeagueReport,
  language: Language,
  paper: Paper,
  brand: Brand,
): Promise<Result<string | Uint8Array>> {
  switch (kind) {
    case "csv":
      return success(leagueCsv(report, language));
    case "html": {
      const { leaguePage } = await import("../../season/league/league-page.ts");
      const style = `\n${fontFaces(rulesWebFonts())}${pageStyle("league.css")}`;
      return success(leaguePage(report, language, style, brand));
    }
    case "pdf": {
      const { posterPdf } = await import("../../season/league/poster-pdf.ts");
      return posterPdf(report, language, paper, await typeFamily(), brand);
    }
    default:
      return kind satisfies never;
  }
}

function leagueCsv(report: LeagueReport, language: Language): string {
  const { columns, head, rows } = leagueTable(report, language);
  const cellText = (cell: string, at: number) =>
    columns[at] === "player" ? escapeFormula(cell) : cell.replaceAll("\u2212", "-").replaceAll("\u00a0", " ");
  return (
    BYTE_ORDER_MARK + csvText([[...head], ...rows.map((row) => row.map(cellText))], csvDelimiter(language))
  );
}

function leagueText(report: LeagueReport, language: Language): string {
  const { columns, head, rows } = leagueTable(report, language);
  const title = `${PAINT.strong(leagueName(report, language))}\n${PAINT.quiet(leagueSubtitle(report, language))}\n`;
  if (rows.length === 0) return `${title}\n${language.translate("league.nothing")}`;
  const right = columns.flatMap((column, at) => (column === "player" ? [] : [at]));
  const meaning = bestPlayMeaning(report, language);
  const sentences = [...(meaning === null ? [] : [meaning]), ...bestPlaySentences(report, language)];
  const notes = sentences.map((one) => `${PAINT.quiet(one)}\n`);
  const parts = [title, `${table(rows, right, head)}\n`];
  return [...parts, ...(notes.length === 0 ? [] : [notes.join("")])].join("\n");
}

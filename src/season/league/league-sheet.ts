import type { Language } from "../../i18n/language.ts";
import type { Brand } from "../../print/brand.ts";
import type { WritingFamily } from "../../print/fonts/typeface.ts";
import type { Size } from "../../print/geometry.ts";
import { escapeMarkdown } from "../../print/rulebook/markup.ts";
import { drawRules, markdownPages } from "../../print/rulebook/rules-pdf.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import { leagueName, leagueSubtitle, leagueTable, playerSentences, recordSentences } from "./league-words.ts";
import type { LeagueReport } from "./report.ts";

/** What hangs on the wall is read from afar: not more players than that. */
const MAX_ROWS = 60;
const MAX_PLAYERS = 16;
/** What a column of a rule sheet has room for beside the name. */
const COLUMNS = ["player", "points", "games", "wins", "mean", "best", "payout"];

/** The standings as PDF to hang up, set like a rule sheet. @returns the file, or what keeps it from being set, such as letters that the font lacks */
export async function leaguePdf(
  report: LeagueReport,
  language: Language,
  paper: Size,
  family: WritingFamily,
  brand?: Brand,
): Promise<Result<Uint8Array>> {
  const name = leagueName(report, language);
  const set = await markdownPages(
    leagueMarkdown(report, language),
    { name, title: name },
    language,
    paper,
    family,
    brand,
  );
  return set.ok ? success(await drawRules(set.value)) : set;
}

/** The standings as Markdown. */
function leagueMarkdown(report: LeagueReport, language: Language): string {
  const { standings, details } = report;
  const byPlayer = new Map(details.map((one) => [one.player, one]));
  const heading = (key: string) => `## ${escapeMarkdown(language.translate(`league.${key}`))}`;
  const records = recordSentences(report, language).map((told) => `- ${plain(told)}`);
  const players = standings.slice(0, MAX_PLAYERS).map((one) => {
    const told = playerSentences(one, byPlayer.get(one.player), report, language);
    return `- **${plain(one.name)}** · ${told.map(plain).join(" · ")}`;
  });
  return [
    `# ${plain(leagueName(report, language))}`,
    plain(leagueSubtitle(report, language)),
    ...(standings.length === 0
      ? [plain(language.translate("league.nothing"))]
      : [tableMarkdown(report, language)]),
    ...(records.length === 0 ? [] : [heading("records"), records.join("\n")]),
    ...(details.length === 0 ? [] : [heading("players"), players.join("\n")]),
    "",
  ].join("\n\n");
}

/** Words that stand in a line of their own, as they are. */
function plain(text: string): string {
  return escapeMarkdown(text).replace(/[\ue000-\uf8ff]/g, "");
}

function tableMarkdown(report: LeagueReport, language: Language): string {
  const { columns, head, rows } = leagueTable(report, language, MAX_ROWS);
  // The name is the head of its row, with the rank before it.
  const shown = columns.flatMap((column, at) => (COLUMNS.includes(column) ? [at] : []));
  const [rankAt, nameAt] = [columns.indexOf("rank"), columns.indexOf("player")];
  const cellText = (cells: readonly string[], at: number) => {
    const text = cells[at] ?? "";
    if (at === nameAt) return `${cells[rankAt]} ${text}`;
    // There is no room for the currency in each row.
    return columns[at] === "payout" ? text.replace(/\u00a0.*/u, "") : text;
  };
  const cellsOf = (cells: readonly string[], isHead: boolean) =>
    shown.map((at) => plain(isHead ? (cells[at] ?? "") : cellText(cells, at)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const left = report.standings.length - rows.length;
  const more = left > 0 ? [`\n${plain(language.translate("league.more", { n: left }))}`] : [];
  return [
    line(cellsOf(head, true)),
    line(shown.map(() => "---")),
    ...rows.map((row) => line(cellsOf(row, false))),
    ...more,
  ].join("\n");
}

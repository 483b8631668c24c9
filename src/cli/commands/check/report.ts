import type { Game } from "../../../rules/game/game.ts";
import type { Ranked, SheetReport } from "../../../check/check-sheet.ts";
import type { Sheet } from "../../../check/sheet.ts";
import { sheetTable, type TableCell, type TableSpot } from "../../../check/sheet-table.ts";
import { tellFinding } from "../../../check/finding.ts";
import { payoutWords, standingWords } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { PAINT } from "../../console/output.ts";
import { table } from "../../console/table.ts";

/** Marks a wrong box where there are no colours, too. */
export const WRONG = "✗";
/** The same for a box that was not read for sure. */
export const DOUBTFUL = "?";

/**
 * A checked sheet as the scorekeeper reads it: the sheet as on the pad with the wrong boxes marked, what is wrong, who won.
 *
 * @param file named above the sheet if there are several
 */
export function reportText(
  sheet: Sheet,
  report: SheetReport,
  language: Language,
  file: string | null,
): string {
  const { game, players } = sheet;
  const name = PAINT.strong(language.text(game.name));
  const mistakes = report.findings.map((one) => `  ${PAINT.bad(WRONG)} ${tellFinding(one, game, language)}`);
  const parts = [
    file === null ? name : `${name} · ${file}`,
    sheetText(sheet, report, language),
    mistakes.length === 0
      ? language.translate("cli.correct", { players: players.length })
      : [language.translate("cli.mistakes", { n: mistakes.length }), ...mistakes].join("\n"),
    rankingText(report, game, language),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * The sheet as on the pad.
 *
 * @param doubts boxes that were not read with certainty
 */
export function sheetText(
  sheet: Sheet,
  report: SheetReport,
  language: Language,
  doubts: readonly TableSpot[] = [],
): string {
  const { players, columns, rows, hasComputed } = sheetTable(sheet, report, language, doubts);
  const heads = [["", ...spread(players)], ...(columns === null ? [] : [["", ...spread(columns)]])];
  const body = rows.map(({ label, rank, cells }) => {
    const strong = rank === "box" ? (text: string) => text : PAINT.strong;
    return [strong(label), ...spread(cells).map(strong)];
  });
  const width = Math.max(...body.map((row) => row.length));
  const lines = table(
    [...heads.map((head) => head.map(PAINT.quiet)), ...body],
    Array.from({ length: width - 1 }, (_, at) => at + 1),
  );
  const legend = [
    ...(hasComputed ? [language.translate("table.legend")] : []),
    ...(doubts.length > 0 ? [language.translate("photo.legend")] : []),
  ];
  return [lines, ...legend.map(PAINT.quiet)].join("\n");
}

/** One text for each column of the table: a cell that spans several is in the last of them. */
function spread(cells: readonly TableCell[]): string[] {
  return cells.flatMap(({ span, text, wrong, doubtful }) => {
    const doubt = text === DOUBTFUL ? text : `${DOUBTFUL} ${text}`;
    const marked = doubtful ? PAINT.careful(doubt) : wrong ? PAINT.bad(`${WRONG} ${text}`) : text;
    return [...Array<string>(span - 1).fill(""), marked];
  });
}

/** Who is ahead or who won, with payouts. */
export function rankingText(
  { ranking, complete, payoutIsProvisional }: SheetReport,
  game: Game,
  language: Language,
): string {
  const caution = payoutIsProvisional ? `\n${language.translate("table.payout-provisional")}` : "";
  const title = language.translate(complete ? "cli.final" : "cli.interim");
  return `${title}\n${rankingTable(ranking, game, language)}${caution}`;
}

/** Players with their points and payouts, from first to last. */
export function rankingTable(ranking: readonly Ranked[], game: Game, language: Language): string {
  const rows = ranking.map((place) => [
    `${place.rank}.`,
    place.name,
    standingWords(language, place),
    ...(place.payout === null ? [] : [payoutWords(language, game, place.payout)]),
  ]);
  return table(rows, [0, 2, 3]);
}

import type { Game } from "../game/game.ts";
import type { SheetReport } from "../sheet/check-sheet.ts";
import type { Ranked } from "../sheet/ranking.ts";
import type { Sheet } from "../sheet/sheet.ts";
import { sheetTable, type TableCell } from "../sheet/sheet-table.ts";
import { tellFinding } from "../sheet/tell-finding.ts";
import type { Language } from "../words/language.ts";
import { PAINT } from "./console.ts";
import { table } from "./table.ts";

/** Marks a wrong box where there are no colours, too. */
const WRONG = "✗";

/**
 * A checked sheet as the scorekeeper reads it: the sheet as on the pad with the wrong boxes marked, what is wrong, who won.
 *
 * @param file named above the sheet if there are several
 */
export function toldReport(
  sheet: Sheet,
  report: SheetReport,
  language: Language,
  file: string | null,
): string {
  const name = PAINT.strong(language.text(sheet.game.name));
  const title = file === null ? name : `${name} · ${file}`;
  const parts = [title, drawn(sheet, report, language), told(sheet, report, language)];
  return `${[...parts, ranked(report, sheet.game, language)].join("\n\n")}\n`;
}

function drawn(sheet: Sheet, report: SheetReport, language: Language): string {
  const { players, columns, rows, hasComputed } = sheetTable(sheet, report, language);
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
  return hasComputed ? `${lines}\n${PAINT.quiet(language.say("table.legend"))}` : lines;
}

/** One text for each column of the table: what covers several stands in the last of them. */
function spread(cells: readonly TableCell[]): string[] {
  return cells.flatMap(({ text, wrong, span }) => [
    ...Array<string>(span - 1).fill(""),
    wrong ? PAINT.bad(`${WRONG} ${text}`) : text,
  ]);
}

function told(sheet: Sheet, { findings }: SheetReport, language: Language): string {
  if (findings.length === 0) return language.say("cli.correct", { players: sheet.players.length });
  const lines = findings.map(
    (finding) => `  ${PAINT.bad(WRONG)} ${tellFinding(finding, sheet.game, language)}`,
  );
  return [language.say("cli.mistakes", { n: findings.length }), ...lines].join("\n");
}

function ranked(
  { ranking, complete, payoutIsProvisional }: SheetReport,
  game: Game,
  language: Language,
): string {
  const rows = ranking.map((place) => [
    `${place.rank}.`,
    place.name,
    points(place, language),
    ...payout(place, game, language),
  ]);
  const caution = payoutIsProvisional ? `\n${language.say("table.payout-provisional")}` : "";
  return `${language.say(complete ? "cli.final" : "cli.interim")}\n${table(rows, [0, 2, 3])}${caution}`;
}

function points({ total }: Ranked, language: Language): string {
  return language.say("unit.points", { n: total });
}

function payout({ payout }: Ranked, game: Game, language: Language): string[] {
  if (payout === null || game.settlement === null) return [];
  const format = new Intl.NumberFormat(language.code, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const currency = language.text(game.settlement.currency);
  return [language.say("cli.payout", { amount: format.format(payout), currency })];
}

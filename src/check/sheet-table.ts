import { plainNumber } from "../i18n/format.ts";
import type { Column, Game } from "../rules/game/game.ts";
import { categoryLabel, columnLabel, lineLabel } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import type { ReportedLine, ReportedPlayer, SheetReport } from "./check-sheet.ts";
import type { Finding } from "./finding.ts";
import { type Entry, padOrder, type PlayerSheet, type Reference, referenceOf, type Sheet } from "./sheet.ts";

/** The weight of a row: a box to roll for, a sum line, or the grand total. */
type RowRank = "box" | "line" | "total";

export interface TableCell {
  /** What stands there; a sum that was left blank is computed and stands in brackets. */
  readonly text: string;
  readonly wrong: boolean;
  /** Nobody is sure what stands there. */
  readonly doubtful: boolean;
  /** How many columns of the table it covers. */
  readonly span: number;
}

export interface TableRow {
  /** The id of the box or line. */
  readonly id: string;
  readonly label: string;
  readonly rank: RowRank;
  readonly cells: readonly TableCell[];
}

/** A sheet as on the pad: a row for each box and line, a column for each player and column of the game. */
export interface SheetTable {
  /** One cell for each player. */
  readonly players: readonly TableCell[];
  /** The columns of the game below each player; null if there is one only. */
  readonly columns: readonly TableCell[] | null;
  readonly rows: readonly TableRow[];
  /** Whether a sum was left blank somewhere and stands in brackets; the word `table.legend` explains them. */
  readonly hasComputed: boolean;
}

/** A box or line of a player. */
export interface TableSpot {
  /** The player's name. */
  readonly player: string;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  /** The id of the category or line. */
  readonly row: string;
}

/**
 * The sheet as a table, with everything that a finding speaks of marked as wrong.
 *
 * @param doubts boxes and lines of which nobody is sure what stands there; marked as doubtful
 */
export function sheetTable(
  sheet: Sheet,
  report: SheetReport,
  language: Language,
  doubts: readonly TableSpot[] = [],
): SheetTable {
  const { game, players } = sheet;
  const reference = referenceOf(game);
  const wrong = new Set(report.findings.flatMap((finding) => wrongSpots(finding)));
  const span = game.columns.length;
  const heads = players.map(({ name }) => ({
    text: name,
    wrong: wrong.has(spot(name, null, null)),
    doubtful: false,
    span,
  }));
  const columns = players.flatMap(() =>
    game.columns.map((column) => ({
      text: columnLabel(language, column),
      wrong: false,
      doubtful: false,
      span: 1,
    })),
  );
  const doubtful = new Set(doubts.map(({ player, column, row }) => spot(player, column, row)));
  const drawer: Drawer = { game, reference, report, wrong, doubtful, language };
  return {
    players: heads,
    columns: game.columns.length > 1 ? columns : null,
    rows: padOrder(game).map((id) => rowOf(id, players, drawer)),
    hasComputed: report.players.some(({ lines }) => lines.some(({ written }) => written === null)),
  };
}

interface Drawer {
  readonly game: Game;
  readonly reference: Reference;
  readonly report: SheetReport;
  readonly wrong: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly language: Language;
}

/** A place on the sheet as one word. */
function spot(player: string | null, column: string | null, row: string | null): string {
  return JSON.stringify([player, column, row]);
}

function wrongSpots({ player, column, category, line, facts }: Finding): string[] {
  const own = spot(player, column, category ?? line);
  return typeof facts.other === "string" ? [own, spot(player, column, facts.other)] : [own];
}

function rowOf(id: string, players: readonly PlayerSheet[], drawer: Drawer): TableRow {
  const { game, reference, report, language } = drawer;
  const category = reference.categories.get(id);
  if (category !== undefined) {
    const cells = players.flatMap((player) =>
      game.columns.map((column) => boxCell(player, column, id, drawer)),
    );
    return { id, label: categoryLabel(language, category), rank: "box", cells };
  }
  const line = reference.lines.get(id);
  const isTotal = line?.kind === "grand-total" || line?.kind === "points-total";
  const columns = line?.scope === "sheet" ? [null] : game.columns.map((column) => column.id);
  const cells = report.players.flatMap((player) =>
    columns.map((column) => lineCell(player, column, id, drawer)),
  );
  return { id, label: lineLabel(game, language, id), rank: isTotal ? "total" : "line", cells };
}

function boxCell(player: PlayerSheet, column: Column, id: string, drawer: Drawer): TableCell {
  const place = spot(player.name, column.id, id);
  const wrong = drawer.wrong.has(place);
  const doubtful = drawer.doubtful.has(place);
  const text = inkText(player.boxes.get(column.id)?.get(id));
  const isMissing = text === "" && (wrong || doubtful);
  return { text: isMissing ? drawer.language.translate("table.missing") : text, wrong, doubtful, span: 1 };
}

function inkText(entry: Entry | undefined): string {
  if (entry === undefined || entry.kind === "empty") return "";
  return entry.kind === "strike" ? entry.mark : plainNumber(entry.value);
}

function lineCell(player: ReportedPlayer, column: string | null, id: string, drawer: Drawer): TableCell {
  const place = spot(player.name, column, id);
  const line = player.lines.find((other) => other.line === id && other.column === column);
  const doubtful = drawer.doubtful.has(place);
  const text =
    doubtful && (line?.written ?? null) === null
      ? drawer.language.translate("table.missing")
      : lineText(line, drawer);
  const span = column === null ? drawer.game.columns.length : 1;
  return { text, wrong: drawer.wrong.has(place), doubtful, span };
}

function lineText(line: ReportedLine | undefined, { language }: Drawer): string {
  if (line !== undefined && line.written !== null) return plainNumber(line.written);
  return language.translate("table.computed", { n: plainNumber(line?.computed ?? 0) });
}

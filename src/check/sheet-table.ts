import { plainNumber } from "../i18n/format.ts";
import type { Column, Game } from "../rules/game/game.ts";
import { categoryLabel, columnLabel, lineLabel } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import type { ReportedPlayer, SheetReport } from "./check-sheet.ts";
import type { Finding } from "./finding.ts";
import { entryAt, padOrder, type PlayerSheet, referenceOf, type Sheet, writtenIn } from "./sheet.ts";

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
  /** A box to roll for, a sum line, or the grand total. */
  readonly rank: "box" | "line" | "total";
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
  /** Whether there are doubts; the word `photo.legend` explains their mark. */
  readonly hasDoubts: boolean;
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
  const wrong = new Set(report.findings.flatMap((finding) => wrongSpots(finding)));
  const span = game.columns.length;
  const columns = players.flatMap(() =>
    game.columns.map((column) => ({ ...PLAIN, text: columnLabel(language, column) })),
  );
  const doubtful = new Set(doubts.map(({ player, column, row }) => spot(player, column, row)));
  const drawer: Drawer = { game, report, wrong, doubtful, language };
  return {
    players: players.map(({ name: text }) => ({
      ...PLAIN,
      text,
      wrong: wrong.has(spot(text, null, null)),
      span,
    })),
    columns: span > 1 ? columns : null,
    rows: padOrder(game).map((id) => rowOf(id, players, drawer)),
    hasComputed: report.players.some(({ lines }) => lines.some(({ written }) => written === null)),
    hasDoubts: doubts.length > 0,
  };
}

const PLAIN = { wrong: false, doubtful: false, span: 1 };

interface Drawer {
  readonly game: Game;
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
  const { game, report, language } = drawer;
  const reference = referenceOf(game);
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
  const written = writtenIn(entryAt(player, column.id, id));
  const blank = wrong || doubtful ? drawer.language.translate("table.missing") : "";
  const text = typeof written === "number" ? plainNumber(written) : written || blank;
  return { text, wrong, doubtful, span: 1 };
}

function lineCell(player: ReportedPlayer, column: string | null, id: string, drawer: Drawer): TableCell {
  const { game, language } = drawer;
  const place = spot(player.name, column, id);
  const line = player.lines.find((other) => other.line === id && other.column === column);
  const doubtful = drawer.doubtful.has(place);
  const written = line?.written ?? null;
  const blank = doubtful
    ? language.translate("table.missing")
    : language.translate("table.computed", { n: plainNumber(line?.computed ?? 0) });
  const text = written === null ? blank : plainNumber(written);
  const span = column === null ? game.columns.length : 1;
  return { text, wrong: drawer.wrong.has(place), doubtful, span };
}

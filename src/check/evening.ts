import type { Language } from "../i18n/language.ts";
import type { Game } from "../rules/game/game.ts";
import type { Problem } from "../rules/problem/problem.ts";
import { outcomeOf, rank, type Ranked, type SheetReport, standingsOf, type Verdict } from "./check-sheet.ts";
import type { Sheet } from "./sheet.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "./write-sheet.ts";

/** A sheet of an evening that was checked. */
export interface CheckedSheet {
  readonly file: string;
  /** The number that is printed on it; 0 if it has none or was typed. */
  readonly number: number;
  readonly sheet: Sheet;
  readonly report: SheetReport;
  readonly verdict: Verdict;
}

/** A player on one sheet. */
interface EveningEntry {
  readonly checked: CheckedSheet;
  readonly name: string;
  readonly written: number | null;
  readonly computed: number;
  /** In the game that the sheet belongs to. */
  readonly rank: number;
  /** Victory points in that game; null where the total decides. */
  readonly points: number | null;
  /** In the game that the sheet belongs to; null while it is on and without stakes. */
  readonly payout: number | null;
}

/** All sheets of one game on an evening. */
export interface Evening {
  readonly game: Game;
  readonly sheets: number;
  /** Whether each sheet was a game of its own, because somebody is on several of them. */
  readonly isSeveralGames: boolean;
  /** One for each player and sheet, in the order of the sheets. */
  readonly entries: readonly EveningEntry[];
  /** The players of the evening, each once: by the result of the game, or by that of all games together. */
  readonly ranking: readonly Ranked[];
  /** Whether points and payouts may still change: the game is not over, or a sheet has mistakes or is not sure. */
  readonly isProvisional: boolean;
}

/**
 * The evenings that checked sheets make up, one for each game, in the order of their first sheets.
 *
 * If every name is on one sheet only, the sheets together are one game: everybody is ranked against everybody, and the pot holds all
 * stakes. If a name is on several, each sheet was a game of its own, and points and payouts are added up.
 */
export function eveningsOf(checked: readonly CheckedSheet[]): Evening[] {
  const byGame = new Map<string, CheckedSheet[]>();
  for (const one of checked) {
    const { game } = one.sheet;
    const key = JSON.stringify([game.id, game.options.map(({ chosen }) => chosen)]);
    byGame.set(key, [...(byGame.get(key) ?? []), one]);
  }
  return [...byGame.values()].flatMap((sheets) => {
    const [first] = sheets;
    return first === undefined ? [] : eveningOf(first.sheet.game, sheets);
  });
}

function eveningOf(game: Game, sheets: readonly CheckedSheet[]): Evening {
  const names = sheets.flatMap(({ sheet }) => sheet.players.map(({ name }) => name));
  const isSeveralGames = new Set(names).size < names.length;
  const games = isSeveralGames ? sheets.map((sheet) => [sheet]) : [sheets];
  const entries = games.flatMap((together) => entriesOf(game, together));
  return {
    game,
    sheets: sheets.length,
    isSeveralGames,
    entries,
    ranking: isSeveralGames ? addedUp(game, entries) : rankingOf(entries),
    isProvisional: !sheets.every(isSettled),
  };
}

function isSettled({ report, verdict }: CheckedSheet): boolean {
  return report.complete && verdict === "correct";
}

/** The players of one game, who may be on several sheets. */
function entriesOf(game: Game, sheets: readonly CheckedSheet[]): EveningEntry[] {
  const players = sheets.flatMap((checked) =>
    checked.report.players.map((player, at) => ({
      checked,
      name: player.name,
      computed: player.computed,
      written: player.written,
      outcome: outcomeOf(game, player, checked.sheet.players[at]?.left ?? false),
    })),
  );
  const standings = standingsOf(
    game,
    players.map(({ outcome }) => outcome),
  );
  const isOver = sheets.every(({ report }) => report.complete);
  const ranked = new Map(rank(game, standings, isOver).map((one) => [one.name, one]));
  return players.map(({ checked, name, computed, written }) => {
    const place = ranked.get(name);
    const { rank: at = 1, points = null, payout = null } = place ?? {};
    return { checked, name, computed, written, rank: at, points, payout };
  });
}

function rankingOf(entries: readonly EveningEntry[]): Ranked[] {
  return entries
    .map(({ name, rank, computed, points, payout }) => ({ name, rank, total: computed, points, payout }))
    .sort((a, b) => a.rank - b.rank);
}

/** The ranking by the points and payouts of several games together. */
function addedUp(game: Game, entries: readonly EveningEntry[]): Ranked[] {
  const players = new Map<string, Pick<Ranked, "total" | "points" | "payout">>();
  for (const { name, computed, points, payout } of entries) {
    const before = players.get(name) ?? { total: 0, points: null, payout: null };
    const paid = payout === null ? before.payout : inHundredths((before.payout ?? 0) + payout);
    const won = points === null ? before.points : (before.points ?? 0) + points;
    players.set(name, { total: before.total + computed, points: won, payout: paid });
  }
  const standings = [...players].map(([name, { total, points }]) => ({ name, total, points, left: false }));
  return rank(game, standings, false).map((place) => ({
    ...place,
    payout: players.get(place.name)?.payout ?? null,
  }));
}

/** Rounds off what adding up floats brings in. */
function inHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** A file that could not be checked, and why. */
export interface Reject {
  readonly file: string;
  readonly problems: readonly Problem[];
}

const CSV_COLUMNS = [
  "file",
  "variant",
  "number",
  "player",
  "written",
  "computed",
  "verdict",
  "rank",
  "payout",
] as const;

/**
 * The evening as a table for spreadsheets: a row for each player and sheet, then one for each file that could not be checked. Headings
 * and numbers are in the given language.
 */
export function eveningCsv(
  evenings: readonly Evening[],
  rejects: readonly Reject[],
  language: Language,
): string {
  const rows = evenings.flatMap(({ game, entries }) =>
    entries.map(({ checked, name, written, computed, rank, payout }) => [
      plainText(checked.file),
      game.id,
      checked.number === 0 ? null : checked.number,
      plainText(name),
      written,
      computed,
      language.translate(`photo.verdict.${checked.verdict}`),
      rank,
      payout === null ? null : game.prizes === null ? money(payout, language) : payout,
    ]),
  );
  const lost = rejects.map(({ file }) => [
    plainText(file),
    ...[null, null, null, null, null],
    language.translate("photo.verdict.unusable"),
    ...[null, null],
  ]);
  const head = CSV_COLUMNS.map((column) => language.translate(`photo.csv.${column}`));
  return BYTE_ORDER_MARK + csvText([head, ...rows, ...lost], csvDelimiter(language));
}

/** Spreadsheets take text that starts with one of these signs for a formula, and names of files and people can be anything. */
function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function money(amount: number, language: Language): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(language.code, format).format(amount);
}

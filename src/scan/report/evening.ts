import { outcomeOf, rank, type Ranked, type SheetReport, standingsOf } from "../../check/check-sheet.ts";
import type { Sheet } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { PhotoVerdict } from "../inference/judge.ts";

/** A sheet of an evening that was checked. */
export interface CheckedSheet {
  readonly file: string;
  /** The number that is printed on it; 0 if it has none or was typed in. */
  readonly number: number;
  readonly sheet: Sheet;
  readonly report: SheetReport;
  readonly verdict: PhotoVerdict;
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
  /** Whether each sheet was a game of its own: somebody is on several of them. */
  readonly isSeveralGames: boolean;
  /** One for each player and sheet, in the order of the sheets. */
  readonly entries: readonly EveningEntry[];
  /** The players of the evening, each once: by the points of the game, or by those of all games together. */
  readonly ranking: readonly Ranked[];
  /** The game is still on, or points and payouts may change because a sheet has mistakes or was not read for sure. */
  readonly isProvisional: boolean;
}

/**
 * The evenings that checked sheets make up, one for each game, in the order of their first sheets.
 *
 * Where every name stands on one sheet only, the sheets together are one game: everybody is ranked against everybody, and the pot holds
 * all stakes. Where a name stands on several, each sheet was a game of its own, and points and payouts are added up.
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

/** The players of one game, which may be on several sheets. */
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

/** Points and payouts of several games, player by player. */
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

/** Sums of hundredths come out as hundredths. */
function inHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}

import { nameKey, tidyName } from "../../check/name.ts";
import { getElement, groupByKey, sum } from "../../rules/arrays.ts";
import type { Text } from "../../rules/game/game.ts";
import {
  type EveningName,
  type KeptGame,
  type SheetToKeep,
  rankingRules,
  rankOwnSheets,
} from "../sheet-to-keep.ts";
import { fewestPointsWin, type League, type PlayedLeague, playedLeague } from "./league-file.ts";

/** A player in the standings of a season. */
export interface Standing {
  readonly player: number;
  readonly name: string;
  /** 1 for the best; level players share a rank. Null if the player has played too little to be ranked. */
  readonly rank: number | null;
  readonly games: number;
  readonly evenings: number;
  /** First places among at least two players, shared ones too. */
  readonly wins: number;
  /** The totals of all games together. */
  readonly total: number;
  readonly mean: number;
  /** The standard deviation of the totals; null for a single game. */
  readonly spread: number | null;
  /** The best and the worst total; the best is the lowest if the lowest total wins. */
  readonly best: number;
  readonly worst: number;
  /** The league's points, rounded to millionths. */
  readonly points: number;
  /** Struck boxes in all games. */
  readonly strikes: number;
  /** The share of bonuses that were reached, 0 to 1; null in games without any. */
  readonly bonusRate: number | null;
  /** In units of the currency; null without a payout. */
  readonly payout: number | null;
}

/** An evening of a season. */
export interface EveningPlayed {
  readonly id: number;
  /** Null if unknown. */
  readonly date: string | null;
  readonly place: string;
  readonly name: string;
  /** The number of games; players with a sheet each play one game together. */
  readonly games: number;
}

/** The greatest or least total, lead of a win, points of an evening, or strikes in one game. */
type RecordKind = "highest" | "lowest" | "closest" | "clearest" | "evening" | "strikes";

export interface SeasonRecord {
  readonly kind: RecordKind;
  /** Null if it is not about a single game. */
  readonly game: Text | null;
  /** The rules of that game; see `rulesHash`. */
  readonly rules: string | null;
  readonly name: string;
  readonly value: number;
  readonly date: string | null;
  readonly place: string;
}

/** Sums per player, in parallel lists. */
export interface Sums {
  readonly player: readonly number[];
  readonly name: readonly string[];
  readonly games: readonly number[];
  readonly evenings: readonly number[];
  readonly wins: readonly number[];
  readonly total: readonly number[];
  /** The squares of the totals, added up. */
  readonly squares: readonly number[];
  readonly highest: readonly number[];
  readonly lowest: readonly number[];
  readonly points: readonly number[];
  readonly strikes: readonly number[];
  /** Bonuses reached, and bonuses possible. */
  readonly reached: readonly number[];
  readonly bonuses: readonly number[];
  /** Evenings of all players together, including those who have left: the number of stakes paid. */
  readonly stakes: number;
}

/** The standings of all players; those who have played too little come last. */
export function rankStandings(league: PlayedLeague, sums: Sums): Standing[] {
  const found = sums.player.map((player, at) => buildUnrankedRow(sums, player, at, league.lowestWins));
  const isRanked = (one: Standing) => one[league.of] >= league.least;
  const keys = ["points", ...league.ties] as const;
  const columns = [
    Float64Array.from(found, (one) => Number(isRanked(one))),
    ...keys.map((key) => {
      const sign = isLowerBetter(key, league) ? -1 : 1;
      return Float64Array.from(found, (one) => sign * one[key]);
    }),
  ];
  const names = found.map(({ name }) => name);
  // This runs two million times for a hundred thousand players.
  const compare = (a: number, b: number) => {
    for (const column of columns) {
      const lead = (column[b] ?? 0) - (column[a] ?? 0);
      if (lead !== 0) return lead;
    }
    return (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
  };
  const order = Uint32Array.from(found.keys()).sort(compare);
  const all = Array.from(order, (at) => found[at]).filter((one) => one !== undefined);
  for (const [at, one] of all.entries()) {
    const before = all[at - 1];
    const isLevel = before !== undefined && keys.every((key) => one[key] === before[key]);
    if (isRanked(one)) one.rank = isLevel ? before.rank : at + 1;
  }
  const paid = payouts(league, all, sums.stakes);
  if (paid !== null) for (const [at, one] of all.entries()) one.payout = paid[at] ?? 0;
  return all;
}

/** Whether less of something is better. */
function isLowerBetter(key: "points" | League["ties"][number], league: PlayedLeague): boolean {
  switch (key) {
    case "points":
      return fewestPointsWin(league);
    case "mean":
    case "best":
    case "total":
      return league.lowestWins;
    case "wins":
    case "games":
    case "evenings":
      return false;
    default:
      return key satisfies never;
  }
}

type Unranked = Omit<Standing, "rank" | "payout"> & { rank: number | null; payout: number | null };

function buildUnrankedRow(sums: Sums, player: number, at: number, lowestWins: boolean): Unranked {
  const of = (list: readonly number[]) => list[at] ?? 0;
  const [games, total, bonuses] = [of(sums.games), of(sums.total), of(sums.bonuses)];
  const [highest, lowest] = [of(sums.highest), of(sums.lowest)];
  const variance = (of(sums.squares) - (total * total) / games) / (games - 1);
  return {
    player,
    name: sums.name[at] ?? "",
    rank: null,
    games,
    evenings: of(sums.evenings),
    wins: of(sums.wins),
    total,
    mean: total / games,
    spread: games > 1 ? Math.sqrt(Math.max(0, variance)) : null,
    best: lowestWins ? lowest : highest,
    worst: lowestWins ? highest : lowest,
    // Without rounding errors of sums of fractions.
    points: Math.round(of(sums.points) * 1e6) / 1e6,
    strikes: of(sums.strikes),
    bonusRate: bonuses > 0 ? of(sums.reached) / bonuses : null,
    payout: null,
  };
}

/** The payout of each player; level players share the payouts of their ranks. Null without a payout. */
function payouts(
  { payout }: League,
  players: readonly { readonly rank: number | null }[],
  stakes: number,
): number[] | null {
  if (payout === null) return null;
  // Shares such as 33.34 come to more than the pot.
  const pot = (payout.stake * stakes * 100) / Math.max(100, sum(payout.shares));
  const counts = new Map<number | null, number>();
  for (const { rank } of players) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return players.map(({ rank }) => {
    if (rank === null) return 0;
    const level = counts.get(rank) ?? 1;
    const shares = payout.shares.slice(rank - 1, rank - 1 + level).reduce((sum, share) => sum + share, 0);
    // Fractions of a hundredth stay in the pot.
    return Math.floor((pot * shares) / level + 1e-6) / 100;
  });
}

/** The standings and records of a season. */
export interface StandingsReport {
  readonly league: PlayedLeague;
  /** The number of sheets of its games that do not count yet. */
  readonly waiting: number;
  /** Everybody, from first to last. */
  readonly standings: readonly Standing[];
  readonly evenings: readonly EveningPlayed[];
  readonly records: readonly SeasonRecord[];
}

/** A result that counts. Players, evenings and games are indices into the lists of {@link SeasonResults}. */
interface SeasonResult {
  readonly player: number;
  readonly evening: number;
  readonly game: number;
  readonly match: number;
  readonly total: number;
  /** What ranks the players of a game: more is better. */
  readonly decides: number;
  readonly won: boolean;
  readonly rank: number;
  readonly players: number;
  readonly beaten: number;
  readonly strikes: number;
  readonly reached: number;
  readonly bonuses: number;
  readonly left: boolean;
}

/** What a store keeps in tables, in the order in which it came in. */
interface SeasonResults {
  readonly results: readonly SeasonResult[];
  readonly names: readonly string[];
  readonly evenings: readonly EveningName[];
  readonly games: readonly KeptGame[];
  readonly waiting: number;
}

/** The standings and records of sheets that are in no store, as a store gives them. @param sheets in the order in which they were added */
export function reportSheets(sheets: readonly SheetToKeep[], rules: League): StandingsReport {
  const season = collectResults(
    sheets.filter(({ game }) => rules.games === null || rules.games.includes(game.variant)),
  );
  const { results, games, waiting } = season;
  const played = [...new Set(results.map(({ game }) => game))];
  const lowestWins = played.length > 0 && played.every((game) => getElement(games, game).lowestWins);
  const league = playedLeague(rules, lowestWins);
  return {
    league,
    waiting,
    standings: rankStandings(league, sumResults(season, league)),
    evenings: listEvenings(season),
    records: findRecords(season, league),
  };
}

function collectResults(sheets: readonly SheetToKeep[]): SeasonResults {
  const players = new Map<string, string>();
  const evenings = new Map<string, EveningName>();
  const games = new Map<string, KeptGame>();
  const placeInOrder = <T>(all: Map<string, T>, key: string, value: T) => {
    if (!all.has(key)) all.set(key, value);
    return [...all.keys()].indexOf(key);
  };
  let id = 0;
  const rows = sheets.flatMap((sheet, sheet_id) => {
    const { complete, number, seats, game, evening } = sheet;
    const place = {
      game: placeInOrder(games, game.rules, game),
      evening: placeInOrder(evenings, JSON.stringify(evening), evening),
    };
    return sheet.results.map((result) => ({
      ...{ ...result, ...place, id: id++, sheet_id, match_id: sheet_id, seats, number, complete },
      player_id: placeInOrder(players, nameKey(result.name), tidyName(result.name)),
      won: result.wonAtOnce,
      left: result.leftEarly,
      counts: complete,
    }));
  });
  const own = groupByKey(
    rows.filter(({ seats }) => seats === 1),
    ({ game, evening }) => `${game} ${evening}`,
  );
  const ranked = [...own.values()].flatMap((all) => {
    const { ranking } = getElement([...games.values()], getElement(all, 0).game);
    return rankOwnSheets(all, ranking && rankingRules(ranking));
  });
  const places = new Map(ranked.map((one) => [one.id, one]));
  const counted = rows.map((row) => ({ ...row, ...places.get(row.id) })).filter(({ counts }) => counts);
  const counting = new Set(counted.map(({ sheet_id }) => sheet_id));
  return {
    results: counted.map(({ player_id, match_id, struck, bonuses, bonusLines, ...row }) => ({
      ...row,
      ...{ player: player_id, match: match_id, strikes: struck.length },
      ...{ reached: bonuses, bonuses: bonusLines },
    })),
    names: [...players.values()],
    evenings: [...evenings.values()],
    games: [...games.values()],
    waiting: sheets.filter(({ complete }, at) => !complete || !counting.has(at)).length,
  };
}

/** The points of a result; see {@link League}. If the lowest total wins, points for the total are subtracted. */
function resultPoints({ rank, players, beaten, total }: SeasonResult, league: PlayedLeague): number {
  const { played, win, ranks, beaten: perBeaten, total: perPoint } = league.points;
  const isTakenOff = league.lowestWins && !fewestPointsWin(league);
  return (
    played +
    (rank === 1 && players > 1 ? win : 0) +
    (ranks[rank - 1] ?? 0) +
    perBeaten * beaten +
    (isTakenOff ? -Math.abs(perPoint) : perPoint) * total
  );
}

function sumResults({ results, names }: SeasonResults, league: PlayedLeague): Sums {
  const byPlayer = [...groupByKey(results, ({ player }) => player)];
  const each = (value: (own: readonly SeasonResult[]) => number) => byPlayer.map(([, own]) => value(own));
  const add = (key: "total" | "strikes" | "reached" | "bonuses") =>
    each((own) => sum(own.map((one) => one[key])));
  const evenings = each((own) => new Set(own.map(({ evening }) => evening)).size);
  return {
    player: byPlayer.map(([player]) => player),
    name: byPlayer.map(([player]) => getElement(names, player)),
    games: each((own) => own.length),
    evenings,
    wins: each((own) => own.filter(({ rank, players }) => rank === 1 && players > 1).length),
    total: add("total"),
    squares: each((own) => sum(own.map(({ total }) => total * total))),
    highest: each((own) => Math.max(...own.map(({ total }) => total))),
    lowest: each((own) => Math.min(...own.map(({ total }) => total))),
    points: each((own) => playerPoints(own, league)),
    strikes: add("strikes"),
    reached: add("reached"),
    bonuses: add("bonuses"),
    stakes: sum(evenings),
  };
}

/** The points of a player: of all games or evenings, or of the best ones. */
function playerPoints(own: readonly SeasonResult[], league: PlayedLeague): number {
  const units = groupByKey(own, (one) => (league.of === "evenings" ? one.evening : one));
  const sign = fewestPointsWin(league) ? 1 : -1;
  const counted = [...units.values()]
    .map((unit) => sum(unit.map((one) => resultPoints(one, league))))
    .sort((a, b) => sign * (a - b))
    .slice(0, league.best ?? units.size);
  return league.score === "sum" ? sum(counted) : sum(counted) / counted.length;
}

function listEvenings({ results, evenings }: SeasonResults): EveningPlayed[] {
  const order = (one: EveningName) => [one.date, one.place, one.name].join("\0");
  return [...groupByKey(results, ({ evening }) => evening)]
    .map(([id, own]) => ({
      id,
      ...getElement(evenings, id),
      games: new Set(own.map(({ match }) => match)).size,
    }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((one) => ({ ...one, date: one.date || null }));
}

/** The records of a season, those of single games first; of equal ones, the earliest counts. */
function findRecords(
  { results, names, evenings, games }: SeasonResults,
  league: PlayedLeague,
): SeasonRecord[] {
  const held = results.filter(({ left }) => !left);
  const record = (kind: RecordKind, of: Valued | null, game: KeptGame | null): SeasonRecord[] => {
    if (of === null) return [];
    const { date, place } = getElement(evenings, of.result.evening);
    const name = getElement(names, of.result.player);
    const about = { game: game?.name ?? null, rules: game?.rules ?? null };
    return [{ kind, ...about, name, value: of.value, date: date || null, place }];
  };
  const ofGames = games.flatMap((game, at) => {
    const own = held.filter((one) => one.game === at);
    const totals = own.map((result) => ({ result, value: result.total }));
    const leads = listLeads(own);
    const strikes = own.map((result) => ({ result, value: result.strikes }));
    return [
      ...record("highest", findLargest(totals), game),
      ...record("lowest", findLargest(totals, -1), game),
      ...record("closest", findLargest(leads, -1), game),
      ...record("clearest", findLargest(leads), game),
      ...record("strikes", findLargest(strikes.filter(({ value }) => value > 0)), game),
    ];
  });
  const nights = [...groupByKey(held, ({ evening, player }) => `${evening} ${player}`).values()].map(
    (own) => ({ result: getElement(own, 0), value: sum(own.map((one) => resultPoints(one, league))) }),
  );
  const best = findLargest(fewestPointsWin(league) ? [] : nights.filter(({ value }) => value > 0));
  return [...ofGames, ...record("evening", best, null)];
}

interface Valued {
  readonly result: SeasonResult;
  readonly value: number;
}

/** The first item with the largest value, or with the smallest one if `sign` is -1; null if there is none. */
function findLargest(all: readonly Valued[], sign = 1): Valued | null {
  return all.reduce<Valued | null>(
    (best, one) => (best === null || sign * one.value > sign * best.value ? one : best),
    null,
  );
}

/** The lead of each winner over the next player; a game that was won at once has none. */
function listLeads(own: readonly SeasonResult[]): Valued[] {
  const matches = groupByKey(own, ({ match }) => match);
  return own.flatMap((result) => {
    const others = (matches.get(result.match) ?? []).filter(({ rank }) => rank > 1);
    if (result.rank !== 1 || result.won || others.length === 0) return [];
    return [{ result, value: result.decides - Math.max(...others.map(({ decides }) => decides)) }];
  });
}

/** The distribution of totals under optimal play. */
export interface BestPlay {
  readonly mean: number;
  readonly deviation: number;
  /** Totals that 5, 25, 50, 75 and 95 per cent of its games end at or below. */
  readonly percentiles: Readonly<Record<"p5" | "p25" | "p50" | "p75" | "p95", number>>;
  /** For each total from `from` on, the share of games that end below it, 0 to 1; games that end on it count half. */
  readonly from: number;
  readonly below: readonly number[];
}

/** The share of games of optimal play that end below a total, 0 to 1. */
export function shareBelow({ from, below }: Pick<BestPlay, "from" | "below">, total: number): number {
  const at = Math.min(below.length - 1, Math.max(0, total - from));
  return below[at] ?? 0;
}

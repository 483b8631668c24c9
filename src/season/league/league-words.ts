import { dayWords, formatAmount, formatNumber, percentText } from "../../i18n/format.ts";
import { type Language, withMinusSigns } from "../../i18n/language.ts";
import type { LeagueReport } from "./report.ts";
import type { BoxMean, PlayerDetails } from "./details.ts";
import type { PlayedLeague } from "./league-file.ts";
import { type EveningPlayed, type SeasonRecord, type Standing, shareBelow } from "./standings.ts";

/** Columns of the standings, from left to right; empty ones are left out. */
const COLUMNS = [
  ...(["rank", "player", "points", "games", "evenings", "wins", "mean", "spread", "best", "worst"] as const),
  ...(["bonus", "strikes", "best-play", "payout"] as const),
];
type Column = (typeof COLUMNS)[number];

/** The standings in words: a head and a row for each player. */
export interface LeagueTable {
  readonly columns: readonly Column[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What print has in place of an amount of nothing. */
const DASH = "–";

/** @param most the maximum number of players. @param hasDashes whether a payout of nothing is a dash */
export function leagueTable(
  report: LeagueReport,
  language: Language,
  most = Number.POSITIVE_INFINITY,
  hasDashes = false,
): LeagueTable {
  const { standings, league } = report;
  const hasBonus = standings.some(({ bonusRate }) => bonusRate !== null);
  const hasPayouts = standings.some(({ payout }) => payout !== null && payout !== 0);
  const shown: Partial<Record<Column, boolean>> = {
    bonus: hasBonus,
    "best-play": hasBestPlay(report),
    payout: league.payout !== null && hasPayouts,
  };
  const columns = COLUMNS.filter((column) => shown[column] !== false);
  const rows = standings
    .slice(0, most)
    .map((one) =>
      columns.map((column) =>
        hasDashes && column === "payout" && one.payout === 0 ? DASH : cell(column, one, report, language),
      ),
    );
  const head = columns.map((column) => language.translate(`league.head.${headKey(column, league)}`));
  return { columns, head, rows };
}

/** Swaps the headings of the best and worst total if the lowest total wins. */
function headKey(column: Column, { lowestWins }: PlayedLeague): string {
  if (!lowestWins || (column !== "best" && column !== "worst")) return column;
  return column === "best" ? "worst" : "highest";
}

/** Whether any player can be compared to optimal play. */
function hasBestPlay({ bestPlay }: LeagueReport): boolean {
  return bestPlay !== null && bestPlay.players.size > 0;
}

function cell(column: Column, one: Standing, { league, bestPlay }: LeagueReport, language: Language): string {
  const n = (value: number) => formatNumber(language, value);
  switch (column) {
    case "rank":
      return one.rank === null ? language.translate("league.unranked") : `${one.rank}.`;
    case "player":
      return one.name;
    case "mean":
      return oneDecimal(one.mean, language);
    case "spread":
      return one.spread === null ? "" : oneDecimal(one.spread, language);
    case "bonus":
      return one.bonusRate === null ? "" : percent(one.bonusRate, language);
    case "best-play": {
      const own = bestPlay?.players.get(one.player);
      return own === undefined ? "" : percent(own.mean, language);
    }
    case "points":
      return points(one.points, language);
    case "payout":
      if (one.payout === null) return "";
      return `${formatAmount(language, one.payout)}\u00a0${league.payout?.currency ?? ""}`.trim();
    case "games":
    case "evenings":
    case "wins":
    case "best":
    case "worst":
    case "strikes":
      return n(one[column]);
    default:
      return column satisfies never;
  }
}

/** Points of a league, with as many decimals as they have. */
export function points(value: number, language: Language): string {
  return withMinusSigns(new Intl.NumberFormat(language.code, { maximumFractionDigits: 2 }).format(value));
}

export function oneDecimal(value: number, language: Language): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return withMinusSigns(new Intl.NumberFormat(language.code, digits).format(value));
}

function percent(share: number, language: Language): string {
  return new Intl.NumberFormat(language.code, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Date, place and name of an evening, as far as they are known. */
export function eveningWords(
  { date, place, name }: Pick<EveningPlayed, "date" | "place" | "name">,
  language: Language,
): string {
  return [date === null ? "" : dayWords(language, date), name, place].filter(Boolean).join(", ");
}

/** The name of the league, or else of the season. */
export function leagueName({ league, season }: LeagueReport, language: Language): string {
  return league.name ?? (season === "" ? language.translate("league.title") : season);
}

/** The number of games, the last date, and the number of sheets that do not count yet. */
export function leagueSubtitle({ evenings, standings, waiting }: LeagueReport, language: Language): string {
  const games = evenings.reduce((sum, one) => sum + one.games, 0);
  const counts = { evenings: evenings.length, games, players: standings.length };
  const last = evenings.at(-1)?.date ?? null;
  const until = last === null ? [] : [language.translate("league.until", { date: dayWords(language, last) })];
  const rest = waiting === 0 ? [] : [language.translate("league.waiting", { n: waiting })];
  return [language.translate("league.subtitle", counts), ...until, ...rest].join(" · ");
}

/** Sentences about a player. */
export function playerSentences(
  one: Standing,
  details: PlayerDetails | undefined,
  report: LeagueReport,
  language: Language,
): string[] {
  const sentences: string[] = [];
  const say = (key: string, values: Parameters<Language["translate"]>[1]) =>
    sentences.push(language.translate(`league.${key}`, values));
  const sayBox = (key: string, box: BoxMean | null | undefined) => {
    const words = box && { box: boxWords(box, report, language), mean: oneDecimal(box.mean, language) };
    if (box && words) say(key, { ...words, of: oneDecimal(box.of, language) });
  };
  sayBox("best-box", details?.bestBox);
  sayBox("worst-box", details?.worstBox);
  if (one.bonusRate !== null) say("bonus-rate", { percent: percent(one.bonusRate, language) });
  say("strikes", { n: one.strikes, mean: oneDecimal(one.strikes / one.games, language) });
  const own = report.bestPlay?.players.get(one.player);
  if (own !== undefined) {
    const total = formatNumber(language, own.bestTotal);
    say("best-play.player", { total, percent: percentText(language, own.best) });
  }
  const rivals = (details?.rivals ?? []).map(({ name, ahead, behind }) =>
    language.translate("league.rival", { name, ahead, behind }),
  );
  if (rivals.length > 0) say("rivals", { rivals: rivals.join(", ") });
  return sentences;
}

function boxWords({ game, box }: BoxMean, report: LeagueReport, language: Language): string {
  const column = box.columnLabel === null ? [] : [language.text(box.columnLabel)];
  return [...gameWords(game, report, language), ...column, language.text(box.label)].join(", ");
}

/** The name of a game where several are played. */
function gameWords(game: SeasonRecord["game"], { records }: LeagueReport, language: Language): string[] {
  const names = new Set(records.flatMap((one) => (one.game === null ? [] : [language.text(one.game)])));
  return game === null || names.size < 2 ? [] : [language.text(game)];
}

export function recordSentences(report: LeagueReport, language: Language): string[] {
  return report.records.map((record) => {
    const { kind, game, name, value, date, place } = record;
    const words = { name, n: value, value: points(value, language) };
    const sentence = language.translate(`league.record.${kind}`, words);
    const below = shareOfRecord(record, report);
    const share = below === null ? "" : percentText(language, below);
    const when = [
      ...gameWords(game, report, language),
      eveningWords({ date, place, name: "" }, language),
      share && language.translate("league.best-play.record", { percent: share }),
    ]
      .filter(Boolean)
      .join(", ");
    return when === "" ? sentence : `${sentence} (${when})`;
  });
}

/** The share of games of optimal play that end below a record; null if unknown. */
function shareOfRecord({ kind, rules, value }: SeasonRecord, { bestPlay }: LeagueReport): number | null {
  if (kind !== "highest" && kind !== "lowest") return null;
  const best = bestPlay?.games.find((one) => one.rules === rules)?.best ?? null;
  return best && shareBelow(best, value);
}

/** An explanation of the column about optimal play; null if it is left out. */
export function bestPlayMeaning(report: LeagueReport, language: Language): string | null {
  return hasBestPlay(report) ? language.translate("league.best-play.what") : null;
}

/** A sentence about optimal play in each game; none if not asked for. */
export function bestPlaySentences({ bestPlay }: LeagueReport, language: Language): string[] {
  return (bestPlay?.games ?? []).map(({ name, best }) => {
    const game = language.text(name);
    if (best === null) return language.translate("league.best-play.unknown", { game });
    const { mean, percentiles } = best;
    return language.translate("league.best-play.known", {
      game,
      mean: oneDecimal(mean, language),
      half: formatNumber(language, percentiles.p50),
      high: formatNumber(language, percentiles.p95),
    });
  });
}

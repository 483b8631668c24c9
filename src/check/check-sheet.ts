import type { Game } from "../rules/game/game.ts";
import { columnPoints, type RankingRules, settle, settleAmongPlayers } from "../rules/game/payout.ts";
import { examine, SHEET_CHECKS, type ComputedLine, type Finding, type FindingCode } from "./checks.ts";
import { type Sheet, hasWonAtOnce } from "./sheet.ts";

/** A sum line of a player: the value computed from the boxes, and the one that was written. */
export type ReportedLine = Pick<ComputedLine, "column" | "line" | "computed" | "written">;

/** A player with the grand total: computed from boxes and extra points, and as written (null if blank). */
export interface ReportedPlayer extends Pick<ReportedLine, "computed" | "written"> {
  readonly name: string;
  readonly left: boolean;
  /** A roll won the game before its end. */
  readonly won: boolean;
  readonly lines: readonly ReportedLine[];
}

/** The outcome of a check. `unsure` is for photographed sheets only: a box or a finding is not certain. */
export type Verdict = "correct" | "mistakes" | "unsure";

/** The result of checking a sheet. */
export interface SheetReport {
  readonly verdict: Exclude<Verdict, "unsure">;
  /** Declared complete, or every box of everyone who stayed is filled. */
  readonly complete: boolean;
  /** In the order of the sheet. */
  readonly players: readonly ReportedPlayer[];
  /** Player by player in the order of the sheet, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** By the computed totals; provisional where there are findings. Games of one player keep their order and are all first. */
  readonly ranking: readonly Ranked[];
  /** The game is over and was played for stakes, but the payout may change when the mistakes are corrected. */
  readonly payoutIsProvisional: boolean;
}

/**
 * Checks a sheet: finds mistakes, computes the totals and the ranking, and the payouts if the game is over.
 *
 * One wrong entry gives one finding: a sum is right if it agrees with the lines above it, either as written or as computed.
 */
export function checkSheet(sheet: Sheet): SheetReport {
  const { game } = sheet;
  const examined = examine(sheet);
  const { complete } = examined;
  const findings = examined.players.flatMap((player) => {
    const found = Object.entries(SHEET_CHECKS).flatMap(([code, find]) =>
      find(player, examined).map((one) => ({ ...one, code: code as FindingCode })),
    );
    return [...player.found, ...found].map((one) => ({ ...NOTHING, ...one, player: player.player.name }));
  });
  const isCorrect = findings.length === 0;
  const players = examined.players.map(({ player, lines }): ReportedPlayer => {
    const { name, left } = player;
    const { computed = 0, written = null } = lines.find(({ line }) => line === "grand.total") ?? {};
    return { name, left, won: hasWonAtOnce(game, player), computed, written, lines };
  });
  const results = playerResults(game, players);
  const isAlone = sheet.columnsAreGames === true;
  const isPaidFor = !isAlone && (game.settlement !== null || game.prizes !== null);
  return {
    verdict: isCorrect ? "correct" : "mistakes",
    complete,
    players,
    findings,
    ranking: isAlone ? results.flatMap((one) => rank(game, [one], false)) : rank(game, results, complete),
    payoutIsProvisional: complete && !isCorrect && isPaidFor,
  };
}

const NOTHING = { column: null, category: null, line: null, written: null, expected: null, facts: {} };

/** A player in the ranking of a sheet. */
export interface Ranked {
  readonly name: string;
  /** 1 for the best; players who are level share a rank, and the next rank is left out (1, 1, 3). */
  readonly rank: number;
  readonly total: number;
  /** Victory points, or points for columns won; null where the total decides. */
  readonly points: number | null;
  /** In the currency: the winnings before subtracting the stake, or what the other players pay (negative: get); null while nothing is paid. */
  readonly payout: number | null;
}

/** The parts of a player's result that decide the ranking. */
export type PlayerResult = Pick<Ranked, "name" | "total" | "points"> & Pick<ReportedPlayer, "left" | "won">;

/** The results of players who play against each other, by the computed lines. */
export function playerResults(game: Game, players: readonly ReportedPlayer[]): PlayerResult[] {
  const { by } = game.ranking;
  const computedLines = (lines: readonly ReportedLine[], id: string) =>
    lines.filter(({ line }) => line === id).map(({ computed }) => computed);
  const columns = players.map(({ left, lines }) => ({ left, columns: computedLines(lines, "column.total") }));
  const won = by === "columns" ? columnPoints(game, columns) : [];
  return players.map(({ name, computed: total, left, won: hasWonAtOnce, lines }, at) => {
    const [points = 0] = by === "points" ? computedLines(lines, "points.total") : won.slice(at);
    return { name, total, points: by === "total" ? null : points, left, won: hasWonAtOnce };
  });
}

/** Ranks the players: players who won at once first, those who left last. @param paysOut the game is over, and its totals are reliable */
export function rank(game: RankingRules, players: readonly PlayerResult[], paysOut: boolean): Ranked[] {
  // Most columns win, also where the lowest total wins a column.
  const better = game.ranking.order === "highest" || game.ranking.by === "columns" ? 1 : -1;
  const getRankScore = ({ points, total }: PlayerResult) => points ?? total;
  const compare = (a: PlayerResult, b: PlayerResult) =>
    Number(a.left) - Number(b.left) ||
    Number(b.won) - Number(a.won) ||
    (getRankScore(b) - getRankScore(a)) * better;
  const ranks = new Map<PlayerResult, number>();
  let before: PlayerResult | null = null;
  for (const [at, player] of players.toSorted(compare).entries()) {
    const isLevel = before !== null && compare(before, player) === 0;
    ranks.set(player, isLevel && before !== null ? (ranks.get(before) ?? 1) : at + 1);
    before = player;
  }
  const claimants = players.map((player) => ({ ...player, rank: ranks.get(player) ?? 1 }));
  // Nobody is paid for a game alone, which others may join with sheets of their own.
  const payouts = paysOut && players.length > 1 ? settlePayouts(game, claimants) : null;
  const ranking = claimants.map(({ name, rank, total, points }, at) => {
    return { name, rank, total, points, payout: payouts?.[at] ?? null };
  });
  return ranking.sort((a, b) => a.rank - b.rank);
}

function settlePayouts(
  { settlement, prizes }: RankingRules,
  claimants: readonly (PlayerResult & { readonly rank: number })[],
): number[] | null {
  if (prizes !== null) return settleAmongPlayers(claimants.map(({ points }) => points ?? 0));
  // Settling counts in hundredths of the currency.
  return settlement === null ? null : settle(settlement, claimants).map((hundredths) => hundredths / 100);
}

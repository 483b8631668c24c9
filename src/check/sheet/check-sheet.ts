import type { Game } from "../../rules/game/game.ts";
import type { Examined, ExaminedPlayer } from "../checks/check.ts";
import { CHECKS } from "../checks/index.ts";
import { examine } from "./examine.ts";
import { type Outcome, type Ranked, rank, standingsOf } from "./ranking.ts";
import type { Finding, Sheet } from "./sheet.ts";

/** A sum line of a player: what should stand there with the boxes as they are, and what was written. */
export interface ReportedLine {
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly line: string;
  readonly computed: number;
  /** Null if the line was left blank. */
  readonly written: number | null;
}

export interface ReportedPlayer {
  readonly name: string;
  /** The grand total, worked out from the boxes and the extra points. */
  readonly computed: number;
  /** The grand total as written; null if it was left blank. */
  readonly written: number | null;
  readonly lines: readonly ReportedLine[];
}

export interface SheetReport {
  readonly verdict: "correct" | "mistakes";
  /** Called complete, or every box of everybody who stayed is filled. */
  readonly complete: boolean;
  /** In the order of the sheet. */
  readonly players: readonly ReportedPlayer[];
  /** Player by player in the order of the sheet, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** By the totals as they are worked out; where there are findings, how things look as long as nobody has mended them. */
  readonly ranking: readonly Ranked[];
  /** The game is over and was played for stakes, but the payout may change when the mistakes are mended. */
  readonly payoutIsProvisional: boolean;
}

/**
 * Checks a sheet: what is on it that can't be right, what the totals should be, who is ahead, and what
 * that pays if the game is over.
 *
 * One wrong entry gives one finding: a sum is right when it agrees with what stands above it as written, or with what should
 * stand there.
 */
export function checkSheet(sheet: Sheet): SheetReport {
  const examined = examine(sheet);
  const findings = findAll(examined);
  const players = examined.players.map(reportPlayer);
  const outcomes = players.map((player, at) =>
    outcomeOf(sheet.game, player, examined.players[at]?.player.left ?? false),
  );
  const { complete } = examined;
  const isCorrect = findings.length === 0;
  return {
    verdict: isCorrect ? "correct" : "mistakes",
    complete,
    players,
    findings,
    ranking: rank(sheet.game, standingsOf(sheet.game, outcomes), complete),
    payoutIsProvisional: complete && !isCorrect && isPaidFor(sheet.game),
  };
}

function isPaidFor({ settlement, prizes }: Game): boolean {
  return settlement !== null || prizes !== null;
}

/** What a player has come to, by the lines as they are worked out. */
export function outcomeOf(game: Game, { name, computed, lines }: ReportedPlayer, left: boolean): Outcome {
  const on = (line: string, column: string | null) =>
    lines.find((other) => other.line === line && other.column === column)?.computed;
  return {
    name,
    total: computed,
    points: on("points.total", null) ?? 0,
    columns: game.columns.map(({ id }) => on("column.total", id) ?? computed),
    left,
  };
}

function findAll(examined: Examined): Finding[] {
  const findings = CHECKS.flatMap((check) => check.find(examined));
  if (findings.length < 2) return findings;
  const places = new Map(examined.players.map(({ player }, at) => [player.name, at]));
  const place = ({ player }: Finding) => (player === null ? -1 : (places.get(player) ?? -1));
  // Sorting is stable, so the order of the checks remains within each player.
  return findings.sort((a, b) => place(a) - place(b));
}

function reportPlayer({ player, lines }: ExaminedPlayer): ReportedPlayer {
  const reported = lines.map(({ column, line, computed, written }) => ({ column, line, computed, written }));
  const total = reported.find(({ line }) => line === "grand.total");
  return {
    name: player.name,
    computed: total?.computed ?? 0,
    written: total?.written ?? null,
    lines: reported,
  };
}

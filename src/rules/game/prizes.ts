import type { Game } from "./game.ts";

/** A player's columns, for winning them one by one. */
export interface ColumnPlayer {
  /** The totals of the columns, in the order of the game. */
  readonly columns: readonly number[];
  /** Whoever left the table early wins nothing. */
  readonly left: boolean;
}

/** What winning a column is worth. */
export function worthOfColumn({ prizes }: Pick<Game, "prizes">, column: string): number {
  return prizes?.worth.get(column) ?? 1;
}

/**
 * What the columns are worth that each player has won. A column is won by whoever has the best total in it, and by nobody
 * if several have; whoever wins all of them gets something on top. Alone at the table, nobody wins anything.
 *
 * @returns one number for each player, in the same order
 */
export function columnPoints(
  game: Pick<Game, "columns" | "prizes" | "ranking">,
  players: readonly ColumnPlayer[],
): number[] {
  const winners = game.columns.map((_, column) =>
    players.length < 2 ? null : winnerOf(game, players, column),
  );
  return players.map((player) => {
    const won = game.columns.filter((_, column) => winners[column] === player);
    const points = won.reduce((sum, { id }) => sum + worthOfColumn(game, id), 0);
    return won.length === game.columns.length ? points + (game.prizes?.sweep ?? 0) : points;
  });
}

function winnerOf(
  { ranking }: Pick<Game, "ranking">,
  players: readonly ColumnPlayer[],
  column: number,
): ColumnPlayer | null {
  const staying = players.filter(({ left }) => !left);
  const totals = staying.map(({ columns }) => columns[column] ?? 0);
  const best = ranking.order === "highest" ? Math.max(...totals) : Math.min(...totals);
  const [first, ...others] = staying.filter((_, at) => totals[at] === best);
  return first !== undefined && others.length === 0 ? first : null;
}

/**
 * What players get from each other where each pays the difference to everybody who has more: positive for those who get
 * something, negative for those who pay.
 */
export function settleAmongPlayers(points: readonly number[]): number[] {
  const all = points.reduce((sum, own) => sum + own, 0);
  return points.map((own) => points.length * own - all);
}

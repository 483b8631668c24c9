/** A sheet of an evening, as far as it decides who plays whom. */
export interface PlayedSheet {
  /** The number that is printed on it; 0 if it has none. */
  readonly number: number;
  /** Who is on it, each under a key that is the same on other sheets; null for players whom nobody named. */
  readonly players: readonly (string | number | null)[];
  /** Whether what are called players are games that one person played one after the other. */
  readonly columnsAreGames: boolean;
}

/** A player on a sheet: the index of the sheet, and that of the player on it. */
export type Seat = readonly [sheet: number, player: number];

/**
 * Who plays whom on an evening of one game. A sheet that several players share is a game by itself. Of players with a sheet each, the first
 * sheets of everybody make up one game, their second ones the next: that is how a table of players plays. First is the sheet with the lower
 * number; sheets without one are in the order given. Whoever has no name plays nobody.
 *
 * @returns the games, each with its seats in the order of the sheets
 */
export function pairPlayers(sheets: readonly PlayedSheet[]): Seat[][] {
  const games: Seat[][] = [];
  const rounds: Seat[][] = [];
  const roundsPlayed = new Map<string | number, number>();
  const inOrder = [...sheets.entries()].sort(([, a], [, b]) => a.number - b.number);
  for (const [sheet, { players, columnsAreGames }] of inOrder) {
    const seats = players.map((_, player): Seat => [sheet, player]);
    const [key = null] = players;
    if (seats.length > 1) games.push(...(columnsAreGames ? seats.map((seat) => [seat]) : [seats]));
    else if (key === null) games.push(seats);
    else {
      const round = roundsPlayed.get(key) ?? 0;
      roundsPlayed.set(key, round + 1);
      const game = rounds[round] ?? [];
      game.push(...seats);
      rounds[round] = game;
    }
  }
  return [...rounds, ...games].filter((game) => game.length > 0);
}

import { unevenAmong } from "../../check/checks/uneven-turns.ts";
import { referenceOf } from "../../check/sheet/reference.ts";
import type { Game, Order } from "../../rules/game/game.ts";
import { orderAllows } from "../../rules/game/order.ts";

/** What is believed of one box of a category. */
export interface FilledBox {
  /** Counted from 1. */
  readonly player: number;
  readonly column: string;
  readonly category: string;
  /** The probability that anything stands in it. */
  readonly filled: number;
}

/** Of the boxes of a column, so many of the least sure are looked at both ways; the others are taken as they most probably are. */
const MAX_OPEN = 10;

/**
 * The probability that a column was filled against its order: over every set of boxes that may be the filled ones, as the order is a
 * property of that set alone.
 *
 * @param boxes of one player and column
 */
export function outOfOrderChance(game: Game, order: Order, boxes: readonly FilledBox[]): number {
  const bySureness = boxes.toSorted((a, b) => Math.abs(a.filled - 0.5) - Math.abs(b.filled - 0.5));
  const [open, settled] = [bySureness.slice(0, MAX_OPEN), bySureness.slice(MAX_OPEN)];
  const surely = settled.filter(({ filled }) => filled > 0.5).map(({ category }) => category);
  let sets = [{ filled: surely, probability: 1 }];
  for (const { category, filled } of open) {
    const ways = sets.flatMap((set) => [
      { filled: set.filled, probability: set.probability * (1 - filled) },
      { filled: [...set.filled, category], probability: set.probability * filled },
    ]);
    sets = ways.filter(({ probability }) => probability > NEGLIGIBLE);
  }
  const { rowIds } = referenceOf(game);
  const broken = sets.filter((set) => !orderAllows(order, rowIds, new Set(set.filled)));
  return broken.reduce((sum, { probability }) => sum + probability, 0);
}

/** What is less probable than this is left out. */
const NEGLIGIBLE = 1e-8;

/**
 * How probable each number of filled boxes is, from none to all: with one box more it is one more or as many as before, so the
 * chances of a box are folded into those of the boxes before it.
 */
export function filledCounts(boxes: readonly FilledBox[]): number[] {
  let counts = [1];
  for (const { filled } of boxes) {
    const before = counts;
    counts = [...before, 0].map((same, count) => same * (1 - filled) + (before[count - 1] ?? 0) * filled);
  }
  return counts;
}

/** The probability that a player's last turn fills fewer boxes than a turn has to, before the sheet is full. */
export function brokenTurnChance(game: Game, boxes: readonly FilledBox[]): number {
  const { boxes: all } = referenceOf(game);
  return filledCounts(boxes).reduce(
    (sum, probability, count) => (count === all || count % game.turn.entries === 0 ? sum : sum + probability),
    0,
  );
}

/** Numbers of filled boxes of all players at once. */
interface Counts {
  readonly counts: readonly number[];
  readonly probability: number;
}

/**
 * For each player the probability of being turns away from where most are. All numbers of filled boxes that the players may have are
 * looked at together; who has none is not playing.
 *
 * @param players the boxes of each
 * @param holes of each player: boxes that a column's order left out, which may have been meant to be filled
 */
export function unevenChances(
  game: Game,
  players: readonly (readonly FilledBox[])[],
  holes: readonly number[],
): number[] {
  let combinations: Counts[] = [{ counts: [], probability: 1 }];
  for (const boxes of players) {
    const chances = [...filledCounts(boxes).entries()];
    combinations = combinations
      .flatMap(({ counts, probability }) =>
        chances.map(([count, chance]) => ({ counts: [...counts, count], probability: probability * chance })),
      )
      .filter(({ probability }) => probability > NEGLIGIBLE);
  }
  const chances = players.map(() => 0);
  for (const { counts, probability } of combinations) {
    const present = counts.flatMap((filled, at) =>
      filled === 0 ? [] : [{ at, filled, filledWithHoles: filled + (holes[at] ?? 0) }],
    );
    for (const { at } of unevenAmong(present, game.turn.entries).odd)
      chances[at] = (chances[at] ?? 0) + probability;
  }
  return chances;
}

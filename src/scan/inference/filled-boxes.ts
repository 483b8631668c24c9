import type { Finding } from "../../check/checks.ts";
import { examine, splitByTurns } from "../../check/checks.ts";
import { gameReference, type Sheet } from "../../check/sheet.ts";
import type { Game, Order } from "../../rules/game/game.ts";
import { orderAllows } from "../../rules/game/order.ts";
import type { WeighedBox } from "./marginals.ts";
import { PRIORS } from "./priors.ts";

/** A box of a category, filled or not. */
export interface FilledChance {
  readonly column: string;
  readonly category: string;
  /** The probability that it holds anything. */
  readonly filled: number;
}

/** Only the least sure boxes of a column are tried both filled and empty; the others count as they most probably are. */
const MAX_OPEN = 10;
/** Less probable cases are left out. */
const NEGLIGIBLE = 1e-8;

/** The probability that a column was filled against its order, over all sets of boxes. @param boxes of one player and column */
export function outOfOrderChance(game: Game, order: Order, boxes: readonly FilledChance[]): number {
  const bySureness = boxes.toSorted((a, b) => Math.abs(a.filled - 0.5) - Math.abs(b.filled - 0.5));
  const [open, settled] = [bySureness.slice(0, MAX_OPEN), bySureness.slice(MAX_OPEN)];
  const surely = settled.filter(({ filled }) => filled > 0.5).map(({ category }) => category);
  const sets = combinations(open.map(({ filled }) => [1 - filled, filled]));
  const { rowIds } = gameReference(game);
  const broken = sets.filter(({ chosen }) => {
    const filled = open.filter((_, at) => chosen[at] === 1).map(({ category }) => category);
    return !orderAllows(order, rowIds, new Set([...surely, ...filled]));
  });
  return broken.reduce((sum, { probability }) => sum + probability, 0);
}

/** The probability that a column was begun while the column `before` still had an empty box. Both are of one player. */
export function begunTooEarlyChance(boxes: readonly FilledChance[], before: readonly FilledChance[]): number {
  const none = boxes.reduce((chance, { filled }) => chance * (1 - filled), 1);
  const full = before.reduce((chance, { filled }) => chance * filled, 1);
  return (1 - none) * (1 - full);
}

/** The Cartesian product of independent choices with their probabilities. @param lists for each choice the probability of each case */
function combinations(lists: readonly (readonly number[])[]) {
  let ways: { readonly chosen: readonly number[]; readonly probability: number }[];
  ways = [{ chosen: [], probability: 1 }];
  for (const cases of lists) {
    ways = ways
      .flatMap(({ chosen, probability }) =>
        cases.map((share, at) => ({ chosen: [...chosen, at], probability: probability * share })),
      )
      .filter(({ probability }) => probability > NEGLIGIBLE);
  }
  return ways;
}

/** The probability of each number of filled boxes, from none to all. */
export function filledCounts(boxes: readonly FilledChance[]): number[] {
  let counts = [1];
  for (const { filled } of boxes) {
    const before = counts;
    counts = [...before, 0].map((same, count) => same * (1 - filled) + (before[count - 1] ?? 0) * filled);
  }
  return counts;
}

/** The probability that a player's last turn fills fewer boxes than a turn has to, before the sheet is full. */
export function brokenTurnChance(game: Game, boxes: readonly FilledChance[]): number {
  const { boxes: all } = gameReference(game);
  const broken = filledCounts(boxes).filter((_, count) => count !== all && count % game.turn.entries !== 0);
  return broken.reduce((sum, probability) => sum + probability, 0);
}

/**
 * For each player the probability of being turns apart from most others. Players without a filled box don't play.
 *
 * @param holes for each player the number of boxes skipped against an order
 */
export function unevenChances(game: Game, players: readonly FilledChance[][], holes: readonly number[]) {
  const chances = players.map(() => 0);
  for (const { chosen, probability } of combinations(players.map(filledCounts))) {
    const present = chosen.flatMap((filled, at) =>
      filled === 0 ? [] : [{ at, filled, filledWithHoles: filled + (holes[at] ?? 0) }],
    );
    for (const { at } of splitByTurns(present, game.turn.entries).uneven)
      chances[at] = (chances[at] ?? 0) + probability;
  }
  return chances;
}

/**
 * The probability of findings that depend only on which boxes are filled: a broken order, an unfinished turn, players who are turns apart.
 *
 * @param open a box with an open question counts as filled with a probability of one half if both its states are at least this probable;
 *   null: every box counts with its own probability
 * @returns a function from a finding to its probability; null for findings that depend on the contents of boxes
 */
export function fillingChances(players: readonly WeighedBox[][], sheet: Sheet, open: number | null) {
  const { game } = sheet;
  const boxes = players.map((own) =>
    own.flatMap(({ column, category, ways, written, confirmed, doubt }): FilledChance[] => {
      if (column === null || category === null) return [];
      const empty = ways.find((way) => way.written.kind === "empty")?.probability ?? 0;
      const filled = confirmed ? Number(written.kind !== "empty") : 1 - empty;
      const isOpen = open !== null && doubt !== null && Math.min(filled, 1 - filled) >= open;
      return [{ column, category, filled: isOpen ? 0.5 : filled }];
    }),
  );
  const holes = examine(sheet).players.map(({ filled, filledWithHoles }) => filledWithHoles - filled);
  return ({ code, player, column: id, facts }: Finding): number | null => {
    const at = sheet.players.findIndex(({ name }) => name === player);
    const own = boxes[at] ?? [];
    if (code === "uneven-turns") return applyRarity(unevenChances(game, boxes, holes)[at] ?? 0);
    if (code === "entries-per-turn") return applyRarity(brokenTurnChance(game, own));
    const column = game.columns.find((one) => one.id === id);
    if (code !== "out-of-order" || column === undefined) return null;
    const inColumn = own.filter((box) => box.column === id);
    if (typeof facts.before === "string") {
      const before = own.filter((box) => box.column === facts.before);
      return applyRarity(begunTooEarlyChance(inColumn, before));
    }
    return applyRarity(outOfOrderChance(game, column.order, inColumn));
  };
}

/** Applies the prior that people rarely leave such boxes: pictures alone treat all sets of filled boxes alike. */
function applyRarity(chance: number): number {
  const broken = chance * PRIORS.brokenFilling;
  return broken / (broken + 1 - chance);
}

import { elementAt } from "../rules/arrays.ts";
import { type Dice, kindsOf, type Roll } from "../rules/dice/dice.ts";
import { type ScoringRule, scoresOfRoll, scoringKey } from "../rules/dice/scores.ts";
import type { Category, Column, Game } from "../rules/game/game.ts";
import { orderAllows } from "../rules/game/order.ts";
import { categoriesOf } from "../rules/game/rows.ts";
import { LruCache } from "../rules/lru-cache.ts";
import { type HeldWays, heldWays, rollRest, waysToHold } from "./turn/held-ways.ts";

/** What becomes of a category's box when people play sensibly. */
interface ScoreShares {
  /** The share of boxes that earn nothing. */
  readonly struck: number;
  /** Of the others: the share of each score. */
  readonly scores: ReadonlyMap<number, number>;
}

export type SharesByCategory = ReadonlyMap<string, ScoreShares>;

/** Boxes that are filled in all simulated games together: enough for shares, and a matter of milliseconds. */
const SIMULATED_BOXES = 6_000;

const sharesByGame = new WeakMap<Game, SharesByCategory>();

/**
 * The shares of strikes and scores over all columns, from games of simulated players. They know the mean of each box when it is aimed at,
 * hold dice for the open box in which they are farthest above it, and fill the one in which they end so. They ignore other boxes, bonuses
 * and opponents. The same game gives the same shares.
 *
 * @returns no category where there are too many dice, or dice of several kinds
 */
export function scoreShares(game: Game): SharesByCategory {
  const shares = sharesByGame.get(game) ?? simulateShares(game);
  sharesByGame.set(game, shares);
  return shares;
}

/** Sets the shares of a game that were computed earlier. */
export function setScoreShares(game: Game, shares: SharesByCategory): void {
  sharesByGame.set(game, shares);
}

function simulateShares(game: Game): SharesByCategory {
  const dice = heldDice(game.dice);
  if (dice === null) return new Map();
  const table = new Table(game, dice);
  const boxes = categoriesOf(game).length * game.columns.length;
  for (let filled = 0; filled < SIMULATED_BOXES; filled += boxes) table.playGame();
  return table.shares();
}

/** The scores of one player's game, 0 for a strike: by column, then by category. */
export type SampleGame = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Games of the same simulated players; none where `scoreShares` has no category. */
export function sampleGames(game: Game, count: number): SampleGame[] {
  const dice = heldDice(game.dice);
  if (dice === null) return [];
  const table = new Table(game, dice);
  return Array.from({ length: count }, () => table.playGame());
}

/** The ways to hold dice, and for each whole roll the ways to hold some of its dice or all. */
export interface HeldDice {
  readonly ways: HeldWays;
  readonly parts: ReadonlyMap<number, readonly number[]>;
}

/** With more ways, a game would take too long. Ten dice of six sides have 8 008. */
const MAX_CASUAL_WAYS = 4_000;

/** Most games have one of few kinds of dice. */
const heldDiceByKind = new LruCache<string, HeldDice>(8);

/** The ways to hold these dice; null where the dice differ, or where there are too many ways. */
export function heldDice({ dice }: Pick<Dice, "dice">): HeldDice | null {
  const [kind, ...others] = kindsOf(dice);
  if (kind === undefined || others.length > 0 || waysToHold(dice) > MAX_CASUAL_WAYS) return null;
  const { die, count } = kind;
  return heldDiceByKind.get(`${count} from ${die.low} to ${die.high}`, () => {
    const ways = heldWays(dice);
    const indices = new Map(ways.faces.map((faces, at) => [faces.join(), at]));
    const parts = new Map<number, readonly number[]>();
    for (let roll = ways.firstRoll; roll < ways.count; roll++)
      parts.set(roll, [
        ...new Set(subsets(elementAt(ways.faces, roll)).map((part) => indices.get(part.join()) ?? 0)),
      ]);
    return { ways, parts };
  });
}

function subsets(roll: Roll): Roll[] {
  const parts: Roll[] = [[]];
  for (const face of roll) parts.push(...parts.map((part) => [...part, face]));
  return parts;
}

/** Optimal play for the score of a single box. */
export interface BoxPlay {
  /** By rolls left, then by whole roll: its expected score. `worth[0]` is what it earns as it lies. */
  readonly worth: readonly Float64Array[];
  /** By rolls left, then by whole roll: the best dice to hold. */
  readonly best: readonly Int32Array[];
  /** The mean score of a turn. */
  readonly expected: number;
}

/** Options of a game, and games of one family, share most of their categories. */
const playsByRule = new LruCache<string, BoxPlay>(200);

/** The exact best way to play for one category. @param rolls in a turn */
export function optimalBoxPlay(
  rule: ScoringRule,
  { dice }: Pick<Game, "dice">,
  held: HeldDice,
  rolls: number,
): BoxPlay {
  return playsByRule.get(`${rolls} ${scoringKey(dice, rule)}`, () => solveBox(rule, { dice }, held, rolls));
}

function solveBox(
  rule: ScoringRule,
  { dice }: Pick<Game, "dice">,
  { ways, parts }: HeldDice,
  rolls: number,
): BoxPlay {
  const { count, firstRoll, faces } = ways;
  const earned = new Float64Array(count);
  for (let at = firstRoll; at < count; at++) earned[at] = usualScore(rule, { dice }, elementAt(faces, at));
  const worth = [earned];
  const best = [Int32Array.from({ length: count }, (_, at) => at)];
  for (let left = 1; left < rolls; left++) {
    const means = meansOfHolds(worth[left - 1] ?? earned, ways);
    const [now, choice] = [new Float64Array(count), new Int32Array(count)];
    for (let at = firstRoll; at < count; at++) {
      let most = at;
      for (const part of parts.get(at) ?? []) if ((means[part] ?? 0) > (means[most] ?? 0)) most = part;
      now[at] = means[most] ?? 0;
      choice[at] = most;
    }
    worth.push(now);
    best.push(choice);
  }
  return { worth, best, expected: meansOfHolds(worth.at(-1) ?? earned, ways)[0] ?? 0 };
}

/** The mean of rolling all dice that are not held, from the worth of each whole roll. */
function meansOfHolds(worth: Float64Array, { grown, firstRoll }: HeldWays): Float64Array {
  const means = worth.slice();
  for (let way = firstRoll - 1; way >= 0; way--) {
    const next = grown.entries.subarray(grown.starts[way], grown.starts[way + 1]);
    means[way] = next.reduce((sum, to) => sum + (means[to] ?? 0), 0) / next.length;
  }
  return means;
}

/** The best claim of a roll, without extra points for served dice or early rolls. */
function usualScore(rule: ScoringRule, { dice }: Pick<Game, "dice">, roll: Roll): number {
  const scores = scoresOfRoll(dice, rule, roll);
  const isForSpeed = rule.score.kind === "by_roll" || rule.served !== null;
  return (isForSpeed ? scores[0] : scores.at(-1)) ?? rule.miss ?? 0;
}

interface CategoryPlay {
  readonly category: Category;
  readonly play: BoxPlay;
}

/** The boxes of a column that are still empty, and those of them that may be filled next. */
interface EmptyBoxes {
  readonly column: Column;
  readonly boxes: Map<string, CategoryPlay>;
  open: readonly CategoryPlay[];
}

/** Where simulated players play a game again and again. */
class Table {
  readonly #game: Game;
  readonly #ways: HeldWays;
  readonly #rows: readonly string[];
  readonly #boxes: readonly CategoryPlay[];
  readonly #counts: ReadonlyMap<string, Map<number, number>>;
  #state = 1;

  constructor(game: Game, held: HeldDice) {
    const categories = categoriesOf(game);
    this.#game = game;
    this.#ways = held.ways;
    this.#rows = categories.map(({ id }) => id);
    this.#boxes = categories.map((category) => ({
      category,
      play: optimalBoxPlay(category, game, held, game.turn.rolls),
    }));
    this.#counts = new Map(this.#rows.map((id) => [id, new Map()]));
  }

  playGame(): SampleGame {
    const played = new Map(this.#game.columns.map(({ id }) => [id, new Map<string, number>()]));
    const columns = this.#game.columns.map((column): EmptyBoxes => {
      const boxes = new Map(this.#boxes.map((box) => [box.category.id, box]));
      return { column, boxes, open: column.after === null ? this.#openBoxes(column, boxes) : [] };
    });
    while (columns.some(({ open }) => open.length > 0)) {
      const { filled, box, score } = this.#playTurn(columns);
      const { id } = box.category;
      filled.boxes.delete(id);
      played.get(filled.column.id)?.set(id, score);
      filled.open = this.#openBoxes(filled.column, filled.boxes);
      const next =
        filled.boxes.size > 0 ? [] : columns.filter(({ column }) => column.after === filled.column.id);
      for (const one of next) one.open = this.#openBoxes(one.column, one.boxes);
      const counts = this.#counts.get(id);
      counts?.set(score, (counts.get(score) ?? 0) + 1);
    }
    return played;
  }

  shares(): Map<string, ScoreShares> {
    return new Map([...this.#counts].map(([id, counts]) => [id, normalize(counts)]));
  }

  /** The boxes that the order of the column lets be filled next. */
  #openBoxes({ order }: Column, boxes: ReadonlyMap<string, CategoryPlay>): readonly CategoryPlay[] {
    const empty = [...boxes.values()];
    if (order.kind === "free") return empty;
    const filled = this.#rows.filter((id) => !boxes.has(id));
    return empty.filter(({ category }) => orderAllows(order, this.#rows, new Set([...filled, category.id])));
  }

  #playTurn(columns: readonly EmptyBoxes[]) {
    const random = { below: (end: number) => Math.floor(this.#next() * end) };
    let roll = rollRest(this.#ways, 0, random);
    for (let left = this.#game.turn.rolls - 1; left > 0; left--) {
      const { play } = bestBox(columns, roll, left).box;
      roll = rollRest(this.#ways, play.best[left]?.[roll] ?? roll, random);
    }
    const { filled, box } = bestBox(columns, roll, 0);
    return { filled, box, score: box.play.worth[0]?.[roll] ?? 0 };
  }

  /** From 0 up to, not including, 1: a linear congruential generator, the same for every game. */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 4_294_967_296;
  }
}

/** The open box in which a roll is farthest above the average, the first of equal ones. */
function bestBox(columns: readonly EmptyBoxes[], roll: number, rollsLeft: number) {
  let best: { filled: EmptyBoxes; box: CategoryPlay } | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const filled of columns) {
    for (const box of filled.open) {
      const above = (box.play.worth[rollsLeft]?.[roll] ?? 0) - box.play.expected;
      if (best !== null && above <= most) continue;
      best = { filled, box };
      most = above;
    }
  }
  if (best === null) throw new Error("no box is open");
  return best;
}

/** @param counts how often a box came to each score, 0 where it earned nothing */
function normalize(counts: ReadonlyMap<number, number>): ScoreShares {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const struck = counts.get(0) ?? 0;
  const scored = [...counts].filter(([score]) => score !== 0);
  const scores = new Map(scored.map(([score, count]) => [score, count / (all - struck)]));
  return { struck: struck / all, scores };
}

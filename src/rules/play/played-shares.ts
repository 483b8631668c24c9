import type { Category, Column, Game } from "../game/game.ts";
import { orderAllows } from "../game/order.ts";
import { categoriesOf } from "../game/rows.ts";
import { type Aim, aimAt } from "./aims.ts";
import { type HeldDice, heldDice } from "./held-dice.ts";

/** What becomes of a category's box when people play with some sense. */
interface PlayedShares {
  /** The share of boxes that earn nothing. */
  readonly struck: number;
  /** Of the others: the share of each score. */
  readonly scores: ReadonlyMap<number, number>;
}

/** Boxes that are filled in all simulated games together: enough for shares, and a matter of milliseconds. */
const SIMULATED_BOXES = 6_000;

/**
 * What becomes of the boxes of a game, from games of simulated players; by category, over all columns. They know by heart what each box
 * brings on average, hold dice for the open box in which they are farthest above that, and fill the one in which they end so. They don't
 * look ahead to other boxes, bonuses or opponents. The same game gives the same shares.
 *
 * @returns no category where the dice are too many, or of several kinds
 */
export function playedShares(game: Game): SharesByCategory {
  const shares = known.get(game) ?? simulatedShares(game);
  known.set(game, shares);
  return shares;
}

/** Takes the shares of a game that have been worked out before. */
export function takePlayedShares(game: Game, shares: SharesByCategory): void {
  known.set(game, shares);
}

export type SharesByCategory = ReadonlyMap<string, PlayedShares>;

const known = new WeakMap<Game, SharesByCategory>();

function simulatedShares(game: Game): SharesByCategory {
  const held = heldDice(game.dice);
  if (held === null) return new Map();
  const table = new Table(game, held);
  const boxes = categoriesOf(game).length * game.columns.length;
  for (let filled = 0; filled < SIMULATED_BOXES; filled += boxes) table.playGame();
  return table.shares();
}

/** What one player came to in a game: the score of each category, 0 where it was struck, by the id of the column. */
export type SampleGame = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** So many games of the same players; none where `playedShares` has no category. */
export function sampleGames(game: Game, count: number): SampleGame[] {
  const held = heldDice(game.dice);
  if (held === null) return [];
  const table = new Table(game, held);
  return Array.from({ length: count }, () => table.playGame());
}

/** A box with what comes of aiming at it. */
interface Box {
  readonly category: Category;
  readonly aim: Aim;
}

/** The boxes of a column that are still empty, and those of them that may be filled next. */
interface EmptyBoxes {
  readonly column: Column;
  readonly boxes: Map<string, Box>;
  open: readonly Box[];
}

/** Where simulated players play a game again and again. */
class Table {
  readonly #game: Game;
  readonly #held: HeldDice;
  readonly #rows: readonly string[];
  readonly #boxes: readonly Box[];
  readonly #counts: ReadonlyMap<string, Map<number, number>>;
  #state = 1;

  constructor(game: Game, held: HeldDice) {
    const categories = categoriesOf(game);
    this.#game = game;
    this.#held = held;
    this.#rows = categories.map(({ id }) => id);
    this.#boxes = categories.map((category) => ({
      category,
      aim: aimAt(category, game, held, game.turn.rolls),
    }));
    this.#counts = new Map(this.#rows.map((id) => [id, new Map()]));
  }

  playGame(): SampleGame {
    const played = new Map(this.#game.columns.map(({ id }) => [id, new Map<string, number>()]));
    const columns = this.#game.columns.map((column): EmptyBoxes => {
      const boxes = new Map(this.#boxes.map((box) => [box.category.id, box]));
      return { column, boxes, open: column.after === null ? this.#openIn(column, boxes) : [] };
    });
    while (columns.some(({ open }) => open.length > 0)) {
      const { filled, box, score } = this.#playTurn(columns);
      const { id } = box.category;
      filled.boxes.delete(id);
      played.get(filled.column.id)?.set(id, score);
      filled.open = this.#openIn(filled.column, filled.boxes);
      const next =
        filled.boxes.size > 0 ? [] : columns.filter(({ column }) => column.after === filled.column.id);
      for (const one of next) one.open = this.#openIn(one.column, one.boxes);
      const counts = this.#counts.get(id);
      counts?.set(score, (counts.get(score) ?? 0) + 1);
    }
    return played;
  }

  shares(): Map<string, PlayedShares> {
    return new Map([...this.#counts].map(([id, counts]) => [id, sharesOf(counts)]));
  }

  /** The boxes that the order of the column lets be filled next. */
  #openIn({ order }: Column, boxes: ReadonlyMap<string, Box>): readonly Box[] {
    const empty = [...boxes.values()];
    if (order.kind === "free") return empty;
    const filled = this.#rows.filter((id) => !boxes.has(id));
    return empty.filter(({ category }) => orderAllows(order, this.#rows, new Set([...filled, category.id])));
  }

  #playTurn(columns: readonly EmptyBoxes[]) {
    let lying = this.#throwOnto(0);
    for (let again = this.#game.turn.rolls - 1; again > 0; again--) {
      const { aim } = bestOf(columns, lying, again).box;
      lying = this.#throwOnto(aim.best[again]?.[lying] ?? lying);
    }
    const { filled, box } = bestOf(columns, lying, 0);
    return { filled, box, score: box.aim.worth[0]?.[lying] ?? 0 };
  }

  /** Throws all dice that are not held. */
  #throwOnto(held: number): number {
    let at = held;
    for (let next = this.#held.grown[at]; next?.length; next = this.#held.grown[at])
      at = next[Math.floor(this.#next() * next.length)] ?? at;
    return at;
  }

  /** From 0 up to, not including, 1: a linear congruential generator, the same for every game. */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 4_294_967_296;
  }
}

/** The open box in which a roll is farthest above the average, the first of equal ones. */
function bestOf(columns: readonly EmptyBoxes[], lying: number, again: number) {
  let best: { filled: EmptyBoxes; box: Box } | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const filled of columns) {
    for (const box of filled.open) {
      const above = (box.aim.worth[again]?.[lying] ?? 0) - box.aim.expected;
      if (best !== null && above <= most) continue;
      best = { filled, box };
      most = above;
    }
  }
  if (best === null) throw new Error("no box is open");
  return best;
}

/** @param counts how often a box came to each score, 0 where it earned nothing */
function sharesOf(counts: ReadonlyMap<number, number>): PlayedShares {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const struck = counts.get(0) ?? 0;
  const scored = [...counts].filter(([score]) => score !== 0);
  const scores = new Map(scored.map(([score, count]) => [score, count / (all - struck)]));
  return { struck: struck / all, scores };
}

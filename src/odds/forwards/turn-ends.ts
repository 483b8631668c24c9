import { BestTurn } from "../best-play.ts";
import type { Model } from "../model.ts";
import type { Block, OpenMove, Solver, StateValues } from "../solve.ts";
import type { Kernel, OfferTable } from "../turn/kernel.ts";

/** Hears how a turn may end: what is written in a box, by the index of the value; where that stands in the tables of the transition; and what it leads to. */
export type HearEnd = (
  open: OpenMove,
  value: number,
  entry: number,
  lane: number,
  gain: number,
  chance: number,
) => void;

/** With which entries turns end under best play. */
export interface TurnEnds {
  /** Takes up some states of a position. */
  look(block: Block): void;
  /** Every entry that a turn in one of them may end with, each once. @param i the place in the block */
  ends(i: number, hear: HearEnd): void;
}

/**
 * The same for games in which it makes no difference when dice came to lie as they do. Probabilities take the way back that worths came: a row
 * of the grid hands its own on to the row that it took its worth from. So many states are followed together.
 */
export class FollowedTurn implements TurnEnds {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #values: StateValues;
  readonly #throws: number;
  /** Probabilities of rolls, for each number of lanes as the kernel takes them. */
  readonly #chances = new Map<number, Float64Array>();
  readonly #byValue: Float64Array;
  #block: Block | null = null;
  #kernel: Kernel | null = null;
  /** How probable rolls of the top category are, by place in the block. */
  #special: readonly Float64Array[] = [];

  constructor(solver: Solver, values: StateValues) {
    const { model } = solver;
    this.#solver = solver;
    this.#model = model;
    this.#values = values;
    this.#throws = model.game.turn.rolls;
    this.#byValue = new Float64Array(Math.max(...model.moves.map(({ values }) => values.length)));
  }

  look(block: Block): void {
    const throws = this.#throws;
    this.#block = block;
    // Grids before the choice stand first, those after it behind them.
    const kernel = this.#solver.turn(block, this.#values, {
      hear: (kernel, left) => kernel.keep(left),
      chosen: (kernel, left) => kernel.keep(throws + left),
    });
    const { firstRoll } = this.#model.ways;
    kernel.held.fill(0);
    kernel.lying.fill(0);
    kernel.lying.set(this.#rollChances(kernel.lanes), firstRoll * kernel.lanes);
    for (let left = throws - 1; left > 0; left--) {
      kernel.follow(left, throws + left);
      kernel.fall();
    }
    // After the last throw, all dice stay as they lie.
    kernel.follow(0, 0);
    this.#kernel = kernel;
    kernel.taken.fill(0);
    this.#setApart(kernel);
    for (const { table } of block.open) kernel.take(table as OfferTable, 0);
  }

  ends(i: number, hear: HearEnd): void {
    const [block, kernel] = [this.#block, this.#kernel];
    if (block === null || kernel === null) return;
    const lane = block.lanes[i] ?? 0;
    for (const open of block.open) this.#taken(kernel, block, open, i, hear);
    this.#special.forEach((chances, roll) => {
      const chance = chances[i] ?? 0;
      const best = this.#solver.furtherBest(roll, i);
      if (chance === 0 || best === null) return;
      const { value, bonus } = best.entry;
      const to = this.#solver.follow(block.shape, best.open, value, this.#model.afterTop(lane));
      hear(best.open, value, to.entry, to.lane, to.gain + bonus, chance);
    });
    if (!this.#model.game.strike.voluntary) this.#struck(kernel, block, i, hear);
  }

  /** What was taken of a move. */
  #taken(
    { taken, lanes }: Kernel,
    { shape, lanes: states }: Block,
    open: OpenMove,
    i: number,
    hear: HearEnd,
  ) {
    const { move, offers, next, transition } = open;
    const { values } = move;
    const lane = states[i] ?? 0;
    const moving = transition?.lanes ?? null;
    const gains = transition?.gains ?? values;
    const width = shape.lanes;
    const start = this.#model.layout.starts[next] ?? 0;
    const byValue = this.#byValue.fill(0, 0, values.length);
    for (let at = 0; at < move.offers.length; at++) {
      const chance = taken[(offers + at) * lanes + i] ?? 0;
      if (chance === 0) continue;
      const offer = move.offers[at] ?? [];
      // A box that no rule looks at takes the most: higher values stand later.
      let best = offer[offer.length - 1] ?? 0;
      if (moving !== null && offer.length > 1) {
        let most = Number.NEGATIVE_INFINITY;
        for (let j = 0; j < offer.length; j++) {
          const entry = (offer[j] ?? 0) * width + lane;
          const worth = (moving.worth[entry] ?? 0) + (this.#values[start + (moving.next[entry] ?? 0)] ?? 0);
          if (worth <= most) continue;
          most = worth;
          best = offer[j] ?? 0;
        }
      }
      byValue[best] = (byValue[best] ?? 0) + chance;
    }
    for (let value = 0; value < values.length; value++) {
      const chance = byValue[value] ?? 0;
      if (chance === 0) continue;
      const entry = value * width + lane;
      if (moving === null) hear(open, value, entry, lane, gains[value] ?? 0, chance);
      else hear(open, value, entry, moving.next[entry] ?? 0, moving.worth[entry] ?? 0, chance);
    }
  }

  /** Where nothing fits, a box is struck: the one with which the most is left. */
  #struck({ held, lanes }: Kernel, { shape, open, lanes: states }: Block, i: number, hear: HearEnd): void {
    const lane = states[i] ?? 0;
    let chance = 0;
    for (let at = this.#model.ways.firstRoll * lanes + i; at < held.length; at += lanes)
      chance += held[at] ?? 0;
    if (chance === 0) return;
    let most = Number.NEGATIVE_INFINITY;
    let struck: OpenMove | null = null;
    for (const one of open) {
      const zero = one.move.values.indexOf(0);
      const worth =
        zero === -1
          ? Number.NEGATIVE_INFINITY
          : this.#solver.entryWorth(shape, one, zero, lane, this.#values);
      if (worth <= most) continue;
      most = worth;
      struck = one;
    }
    if (struck === null) return;
    const zero = struck.move.values.indexOf(0);
    const to = this.#solver.follow(shape, struck, zero, lane);
    hear(struck, zero, to.entry, to.lane, to.gain, chance);
  }

  /** Sets rolls of the top category apart, which may be entered in special ways. */
  #setApart({ held, lanes }: Kernel): void {
    const { further, ways } = this.#model;
    this.#special = (further?.rolls ?? []).map((roll) => {
      const from = (ways.firstRoll + roll) * lanes;
      const chances = held.slice(from, from + lanes);
      held.fill(0, from, from + lanes);
      return chances;
    });
  }

  /** How probable each roll is, once for each state. */
  #rollChances(lanes: number): Float64Array {
    const { chances } = this.#model.ways;
    const known =
      this.#chances.get(lanes) ??
      Float64Array.from({ length: chances.length * lanes }, (_, at) => chances[Math.floor(at / lanes)] ?? 0);
    this.#chances.set(lanes, known);
    return known;
  }
}

/** The same for all other games, one state after the other. */
export class ThrownTurn implements TurnEnds {
  readonly #best: BestTurn;

  constructor(solver: Solver, values: StateValues) {
    this.#best = new BestTurn(solver, values);
  }

  look(block: Block): void {
    this.#best.look(block);
  }

  ends(i: number, hear: HearEnd): void {
    for (const { open, value, entry, lane, gain, chance } of this.#best.outcomes(i))
      hear(open, value, entry, lane, gain, chance);
  }
}

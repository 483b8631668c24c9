import { BestTurn } from "../best-play.ts";
import type { Model } from "../model.ts";
import type { StateBlock, OpenMove, Solver, StateValues } from "../solve.ts";
import { followChoices, keepChoices, addFullRolls } from "../turn/play-turn.ts";
import type { Kernel, OfferTable } from "../turn/kernel.ts";

/** Receives one end of a turn: the index of the written value, its index in the tables of the transition, and the state that it leads to. */
export type VisitEnd = (
  open: OpenMove,
  value: number,
  entry: number,
  lane: number,
  gain: number,
  chance: number,
) => void;

/** The entries that end turns under optimal play. */
export interface TurnEnds {
  /** Solves a turn for some states of a position. */
  load(block: StateBlock): void;
  /** Visits every possible entry of a turn once. @param i the place in the block */
  ends(i: number, visit: VisitEnd): void;
}

/**
 * Turn ends of many states at a time, for games in which dice that were set aside may be rolled again. Pushes probabilities along the
 * argmax edges of the backward pass.
 */
export class BatchTurnEnds implements TurnEnds {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #values: StateValues;
  readonly #maxRolls: number;
  readonly #byValue: Float64Array;
  #block: StateBlock | null = null;
  #kernel: Kernel | null = null;
  /** By roll of the top category: the probability that the turn ends with it, by place in the block. */
  #special: readonly Float64Array[] = [];
  /** The probability that nothing fits, by place in the block. */
  #struck = new Float64Array(0);

  constructor(solver: Solver, values: StateValues) {
    const { model } = solver;
    this.#solver = solver;
    this.#model = model;
    this.#values = values;
    this.#maxRolls = model.game.turn.rolls;
    this.#byValue = new Float64Array(Math.max(...model.moves.map(({ values }) => values.length)));
  }

  load(block: StateBlock): void {
    const maxRolls = this.#maxRolls;
    this.#block = block;
    const kernel = this.#solver.turn(block, this.#values, {
      ...keepChoices(maxRolls),
      onServed: (kernel, rollNumber) => kernel.keep(2 * maxRolls + rollNumber),
    });
    this.#kernel = kernel;
    this.#struck = new Float64Array(kernel.lanes);
    this.#special = (this.#model.repeatRolls?.rolls ?? []).map(() => new Float64Array(kernel.lanes));
    for (const numbers of [kernel.held, kernel.lying, kernel.taken]) numbers.fill(0);
    if (this.#model.timings.length > 1) this.#followRolls(kernel, block);
    else {
      addFullRolls(kernel.lying, this.#model.ways, kernel.lanes);
      followChoices(kernel, maxRolls);
      this.#take(kernel, block, 0, 0);
    }
  }

  /** Follows a turn whose scores depend on the number of the roll, and on whether all dice fell in it. */
  #followRolls(kernel: Kernel, block: StateBlock): void {
    const { lanes, lying } = kernel;
    const { stopEarly } = this.#model.game.turn;
    const maxRolls = this.#maxRolls;
    let all = new Float64Array(lanes).fill(1);
    for (let rollNumber = 1; rollNumber <= maxRolls; rollNumber++) {
      const left = maxRolls - rollNumber;
      const isFirst = rollNumber === 1;
      if (!isFirst) {
        all = lying.slice(0, lanes);
        lying.fill(0, 0, lanes);
        kernel.rollHeld();
      }
      if (isFirst || (left > 0 && !stopEarly)) addFullRolls(lying, this.#model.ways, lanes, all);
      else this.#takeServed(kernel, block, rollNumber, all);
      kernel.follow(left, left === 0 ? 0 : maxRolls + left);
      this.#take(kernel, block, this.#solver.timingIndex({ rollNumber, isServed: isFirst }), left);
    }
  }

  /** Rolls all dice and writes what is best as a served roll; the rest joins the other dice on the table. */
  #takeServed(kernel: Kernel, block: StateBlock, rollNumber: number, chances: Float64Array): void {
    const { held, lying, lanes } = kernel;
    const { repeatRolls, ways } = this.#model;
    const first = ways.firstRoll * lanes;
    const timing = this.#solver.timingIndex({ rollNumber, isServed: true });
    const layDown = (from: number, end: number) => {
      for (let at = from; at < end; at++) lying[at] = (lying[at] ?? 0) + (held[at] ?? 0);
      held.fill(0, from, end);
    };
    addFullRolls(held, ways, lanes, chances);
    // Repeats count the same whenever they fell.
    for (const roll of repeatRolls?.rolls ?? []) layDown(first + roll * lanes, first + (roll + 1) * lanes);
    for (const { table } of block.open)
      kernel.take((table + timing) as OfferTable, 2 * this.#maxRolls + rollNumber);
    layDown(first, held.length);
  }

  /** Takes the offers of the ended turns. @param grid the number of the kept grid with the worth of rolls */
  #take(kernel: Kernel, block: StateBlock, timing: number, grid: number): void {
    const { held, lanes } = kernel;
    const { repeatRolls, ways, game } = this.#model;
    const first = ways.firstRoll * lanes;
    // Repeat rules have entries of their own.
    this.#special.forEach((chances, at) => {
      const from = first + (repeatRolls?.rolls[at] ?? 0) * lanes;
      for (let i = 0; i < lanes; i++) chances[i] = (chances[i] ?? 0) + (held[from + i] ?? 0);
      held.fill(0, from, from + lanes);
    });
    for (const { table } of block.open) kernel.take((table + timing) as OfferTable, grid);
    if (game.strike.voluntary) return;
    for (let at = first; at < held.length; at++) {
      const i = at % lanes;
      this.#struck[i] = (this.#struck[i] ?? 0) + (held[at] ?? 0);
      held[at] = 0;
    }
  }

  ends(i: number, visit: VisitEnd): void {
    const [block, kernel] = [this.#block, this.#kernel];
    if (block === null || kernel === null) return;
    const lane = block.lanes[i] ?? 0;
    for (const open of block.open) this.#visitMove(kernel, block, open, i, visit);
    this.#special.forEach((chances, roll) => {
      const chance = chances[i] ?? 0;
      const best = this.#solver.bestRepeat(roll, i);
      if (chance === 0 || best === null) return;
      const { value, bonus } = best.entry;
      const to = this.#solver.follow(block.shape, best.open, value, this.#model.afterTop(lane));
      visit(best.open, value, to.entry, to.lane, to.gain + bonus, chance);
    });
    if ((this.#struck[i] ?? 0) > 0) this.#strike(block, i, this.#struck[i] ?? 0, visit);
  }

  /** The entries of one move. */
  #visitMove(
    { taken, lanes }: Kernel,
    { shape, lanes: states }: StateBlock,
    open: OpenMove,
    i: number,
    visit: VisitEnd,
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
      // Values are ascending, and no rule depends on the box: the last one is best.
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
      if (moving === null) visit(open, value, entry, lane, gains[value] ?? 0, chance);
      else visit(open, value, entry, moving.next[entry] ?? 0, moving.worth[entry] ?? 0, chance);
    }
  }

  /** Where nothing fits, the box is struck that leaves the most. */
  #strike({ shape, open, lanes }: StateBlock, i: number, chance: number, visit: VisitEnd): void {
    const lane = lanes[i] ?? 0;
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
    visit(struck, zero, to.entry, to.lane, to.gain, chance);
  }
}

/** Turn ends of one state at a time, for all games. */
export class SingleTurnEnds implements TurnEnds {
  readonly #best: BestTurn;

  constructor(solver: Solver, values: StateValues) {
    this.#best = new BestTurn(solver, values);
  }

  load(block: StateBlock): void {
    this.#best.load(block);
  }

  ends(i: number, visit: VisitEnd): void {
    for (const { open, value, entry, lane, gain, chance } of this.#best.outcomes(i))
      visit(open, value, entry, lane, gain, chance);
  }
}

import type { Model, PositionShape, Transition } from "./model.ts";
import { type Move, type Timing, timingIndex } from "./moves.ts";
import type { RepeatOption } from "./repeat-rolls.ts";
import { firstStop, playBackwards, type TurnStakes } from "./turn/play-turn.ts";
import { type Kernel, Kernels, MAX_LANES, type OfferTable } from "./turn/kernel.ts";

/** The expected future score of each state under optimal play, by its index in the layout. */
export type StateValues = Float64Array;

/** A move that may be made in a position. */
export interface OpenMove {
  readonly move: Move;
  /** The index of its first table. */
  readonly table: number;
  /** The row of its first offer. */
  readonly offers: number;
  readonly next: number;
  /** Null where a turn fills two boxes: no other rule depends on them. */
  readonly transition: Transition | null;
}

/** Solves the states of a game by backward induction. It owns the memory of the inner loops, so a thread needs only one. */
export class Solver {
  readonly model: Model;
  readonly kernels: Kernels;
  readonly #tables = new Map<Move, number>();
  readonly #offers = new Map<Move, number>();
  /** Of the position that was solved last. */
  #repeatMoves: readonly OpenMove[] | null = null;
  readonly #repeatsByFlags = new Map<number, readonly (readonly OpenRepeat[])[]>();
  /** Of the turn that was solved last, by place in the block and roll. */
  readonly #bestRepeats: (BestRepeat | null)[] = [];

  constructor(model: Model) {
    this.model = model;
    const { ways, moves, game } = model;
    const tables: Int32Array[] = [];
    let offers = 0;
    for (const move of moves) {
      this.#tables.set(move, tables.length);
      this.#offers.set(move, offers);
      // The offers of all moves follow one another.
      for (const table of move.tables) tables.push(table.map((offer) => offer + offers));
      offers += move.offers.length;
    }
    this.kernels = new Kernels(ways, tables, offers, game.turn.setAside === "final", countGrids(model));
  }

  /** Solves all positions from the last to `first`. @param onProgress receives the share that is done, from 0 to 1 */
  solve(values: StateValues, onProgress?: (done: number) => void, first = 0): void {
    const { count } = this.model.positions;
    for (let position = count - 1; position >= first; position--) {
      this.solvePosition(position, values);
      if (position % 256 === 0) onProgress?.((count - position) / (count - first));
    }
  }

  /** Solves the states of one position, whose successors must be solved. */
  solvePosition(position: number, values: StateValues): void {
    const { layout } = this.model;
    const shape = this.model.shape(layout.shapes[position] ?? 0);
    const open = this.openMoves(position, shape);
    const start = layout.starts[position] ?? 0;
    if (open.length === 0) {
      values.fill(0, start, start + shape.lanes);
      return;
    }
    for (let lane = 0; lane < shape.lanes; lane += MAX_LANES) {
      const lanes = firstLanes(shape.lanes).subarray(lane, lane + MAX_LANES);
      const { expected } = this.turn({ position, shape, open, lanes }, values);
      for (let i = 0; i < lanes.length; i++) values[start + lane + i] = expected[i] ?? 0;
    }
  }

  /** The moves that may be made in a position. */
  openMoves(position: number, shape: PositionShape): OpenMove[] {
    const { model } = this;
    return model.moves.flatMap((move) => {
      const next = move.boxes.reduce((at, box) => (at === -1 ? -1 : model.positions.next(at, box)), position);
      if (next === -1) return [];
      const [box = 0, ...others] = move.boxes;
      const to = model.shape(model.layout.shapes[next] ?? 0);
      const transition = others.length > 0 ? null : model.transition(shape, box, to);
      const [table = 0, offers = 0] = [this.#tables.get(move), this.#offers.get(move)];
      return [{ move, table, offers, next, transition }];
    });
  }

  /** Plays a turn backwards for some states of a position. The kernel keeps the result until the next turn. */
  turn(
    block: StateBlock,
    values: StateValues,
    watch: Pick<TurnStakes, "onGrid" | "onChoice" | "onServed"> = {},
  ): Kernel {
    const kernel = this.kernels.for(block.lanes.length);
    const { turn } = this.model.game;
    const { rolls, setAside } = turn;
    for (const open of block.open) this.#offer(kernel, block, open, values);
    const isTimed = this.model.timings.length > 1;
    const rules = { maxRolls: rolls, stopFrom: firstStop(turn), isFinal: setAside === "final", isTimed };
    playBackwards(kernel, this.model.ways.firstRoll, rules, {
      score: (timing, isRaised) => this.#score(kernel, block, values, timing, isRaised),
      ...watch,
    });
    return kernel;
  }

  /** Scores whole rolls. @param isRaised whether the grid keeps its values where they are higher */
  #score(kernel: Kernel, block: StateBlock, values: StateValues, timing: Timing, isRaised: boolean): void {
    const at = this.timingIndex(timing);
    block.open.forEach((open, i) => {
      const table = (open.table + at) as OfferTable;
      if (i === 0 && !isRaised) kernel.put(table);
      else kernel.raise(table);
    });
    if (!this.model.game.strike.voluntary) this.#strike(kernel, block, values);
    if (this.model.repeatRolls !== null) this.#scoreRepeats(kernel, block, values);
  }

  timingIndex(timing: Timing): number {
    return timingIndex(this.model.timings, timing);
  }

  /** The worth of each offer of a move, by lane. */
  #offer(kernel: Kernel, { shape, lanes }: StateBlock, open: OpenMove, values: StateValues): void {
    const { offers, lanes: width } = kernel;
    const { move, next, transition } = open;
    const start = this.model.layout.starts[next] ?? 0;
    const moving = transition?.lanes ?? null;
    for (let at = 0; at < move.offers.length; at++) {
      const offer = move.offers[at] ?? [];
      for (let i = 0; i < lanes.length; i++) {
        const lane = lanes[i] ?? 0;
        let most = Number.NEGATIVE_INFINITY;
        if (moving === null) {
          const gains = transition?.gains ?? move.values;
          // Values are ascending, and no rule depends on the box: the last one is best.
          const value = offer.length === 0 ? undefined : gains[offer[offer.length - 1] ?? 0];
          if (value !== undefined) most = value + (values[start + lane] ?? 0);
        } else {
          for (let j = 0; j < offer.length; j++) {
            const entry = (offer[j] ?? 0) * shape.lanes + lane;
            const worth = (moving.worth[entry] ?? 0) + (values[start + (moving.next[entry] ?? 0)] ?? 0);
            if (worth > most) most = worth;
          }
        }
        offers[(open.offers + at) * width + i] = most;
      }
    }
  }

  /** Where nothing fits and a strike is not a choice, a box is struck. */
  #strike(kernel: Kernel, block: StateBlock, values: StateValues): void {
    const { grid, lanes: width } = kernel;
    const first = this.model.ways.firstRoll * width;
    for (let i = 0; i < block.lanes.length; i++) {
      const worth = this.#strikeWorth(block, i, values);
      for (let at = first + i; at < grid.length; at += width)
        if (grid[at] === Number.NEGATIVE_INFINITY) grid[at] = worth;
    }
  }

  #strikeWorth(block: StateBlock, i: number, values: StateValues): number {
    const worths = block.open.map((open) => {
      const zero = open.move.values.indexOf(0);
      if (zero === -1) return Number.NEGATIVE_INFINITY;
      return this.entryWorth(block.shape, open, zero, block.lanes[i] ?? 0, values);
    });
    return Math.max(...worths);
  }

  /** The worth of an entry in a state. @param value the index of the value */
  entryWorth(shape: PositionShape, open: OpenMove, value: number, lane: number, values: StateValues): number {
    const { move, next, transition } = open;
    const start = this.model.layout.starts[next] ?? 0;
    const moving = transition?.lanes;
    if (!moving) return ((transition?.gains ?? move.values)[value] ?? 0) + (values[start + lane] ?? 0);
    const entry = value * shape.lanes + lane;
    return (moving.worth[entry] ?? 0) + (values[start + (moving.next[entry] ?? 0)] ?? 0);
  }

  /** The state after an entry. @param value the index of the value */
  follow(shape: PositionShape, open: OpenMove, value: number, lane: number): EntryResult {
    const { move, next, transition } = open;
    const moving = transition?.lanes;
    const entry = value * shape.lanes + lane;
    const to = moving ? (moving.next[entry] ?? 0) : lane;
    const gain = moving ? moving.worth[entry] : (transition?.gains ?? move.values)[value];
    return { entry, lane: to, state: (this.model.layout.starts[next] ?? 0) + to, gain: gain ?? 0 };
  }

  /** Rolls of the top category may earn extra points or be jokers. */
  #scoreRepeats(kernel: Kernel, block: StateBlock, values: StateValues): void {
    const { repeatRolls, ways } = this.model;
    if (repeatRolls === null) return;
    for (let i = 0; i < block.lanes.length; i++) {
      const lane = block.lanes[i] ?? 0;
      const entries = this.repeatEntries(block, lane);
      for (let at = 0; at < entries.length; at++) {
        const row = ways.firstRoll + (repeatRolls.rolls[at] ?? 0);
        const best = this.#chooseRepeat(block.shape, entries[at] ?? [], lane, values);
        this.#bestRepeats[i * entries.length + at] = best;
        kernel.grid[row * kernel.lanes + i] = best?.worth ?? Number.NEGATIVE_INFINITY;
      }
    }
  }

  /** The best of some entries of a roll of the top category; null if it fits nowhere. */
  #chooseRepeat(
    shape: PositionShape,
    ways: readonly OpenRepeat[],
    lane: number,
    values: StateValues,
  ): BestRepeat | null {
    const after = this.model.afterTop(lane);
    let most = Number.NEGATIVE_INFINITY;
    let [box, entry]: [OpenMove | null, RepeatOption | null] = [null, null];
    for (const { open, entries } of ways)
      for (const one of entries) {
        const worth = this.entryWorth(shape, open, one.value, after, values) + one.bonus;
        if (worth <= most) continue;
        most = worth;
        box = open;
        entry = one;
      }
    return box === null || entry === null ? null : { open: box, entry, worth: most };
  }

  /** The best entry of a roll of the top category in the last turn; null if it fits nowhere. @param i the place in the block */
  bestRepeat(roll: number, i: number): BestRepeat | null {
    return this.#bestRepeats[i * (this.model.repeatRolls?.rolls.length ?? 0) + roll] ?? null;
  }

  /** By roll of the top category: all ways to enter it. Lanes with the same flags share them. */
  repeatEntries({ position, shape, open }: StateBlock, lane: number): readonly (readonly OpenRepeat[])[] {
    const { repeatRolls } = this.model;
    if (repeatRolls === null) return [];
    if (this.#repeatMoves !== open) this.#repeatsByFlags.clear();
    this.#repeatMoves = open;
    const flags = this.model.topFlags(shape, lane);
    const known = this.#repeatsByFlags.get(flags);
    if (known !== undefined) return known;
    const situation = this.model.repeatSituation(position, flags);
    const ways = repeatRolls.rolls.map((_, at) => {
      const listEntries = repeatRolls.entries(at, situation);
      return open.map((one) => ({ open: one, entries: listEntries(one.move.boxes[0] ?? -1) }));
    });
    this.#repeatsByFlags.set(flags, ways);
    return ways;
  }
}

export interface EntryResult {
  /** The index in the tables of its transition. */
  readonly entry: number;
  /** The lane in the next position. */
  readonly lane: number;
  readonly state: number;
  /** What it adds to the total; minus infinity where a rule forbids it. */
  readonly gain: number;
}

interface OpenRepeat {
  readonly open: OpenMove;
  readonly entries: readonly RepeatOption[];
}

interface BestRepeat {
  readonly open: OpenMove;
  readonly entry: RepeatOption;
  readonly worth: number;
}

/** Some states of a position, at most `MAX_LANES`. */
export interface StateBlock {
  readonly position: number;
  readonly shape: PositionShape;
  readonly open: readonly OpenMove[];
  readonly lanes: Int32Array;
}

/** How many grids of a turn the kernel keeps to follow optimal play: before and after each choice, and of served rolls where timings matter. */
function countGrids({ game, timings }: Model): number {
  return (timings.length > 1 ? 3 : 2) * game.turn.rolls + 1;
}

let lanesInOrder = new Int32Array(0);

function firstLanes(count: number): Int32Array {
  if (lanesInOrder.length < count) lanesInOrder = Int32Array.from({ length: 2 * count }, (_, lane) => lane);
  return lanesInOrder.subarray(0, count);
}

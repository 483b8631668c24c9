import { distributeRolls, superHolds } from "./turn/held-ways.ts";
import type { Model } from "./model.ts";
import type { StateBlock, EntryResult, OpenMove, Solver, StateValues } from "./solve.ts";

/** One outcome of a turn under optimal play. */
export interface Outcome extends Omit<PossibleEntry, "state" | "worth"> {
  readonly chance: number;
}

/** One way to end a turn, with the expected total of the rest of the game. */
interface PossibleEntry extends EntryResult {
  readonly open: OpenMove;
  /** The index of the written value. */
  readonly value: number;
  readonly worth: number;
}

/** Optimal play of a turn, from the grids before each choice. */
export class BestTurn {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #values: StateValues;
  readonly #grids: Float64Array[];
  #width = 0;
  /** The worth of all offers, as the kernel holds them. */
  #offers: Float64Array = new Float64Array(0);
  /** By row of the offers: the probability that it is taken. */
  readonly #chances: Float64Array;
  /** By whole roll: 1 where the repeat rules apply. */
  readonly #isRepeat: Uint8Array;
  readonly #choices: Int32Array;
  readonly #worths: Float64Array;
  readonly #byValue: Float64Array;
  #block: StateBlock | null = null;
  /** The worth of all offers in one state. */
  readonly #laneOffers: Float64Array;
  readonly #laneGrid: Float64Array;

  constructor(solver: Solver, values: StateValues) {
    this.#solver = solver;
    this.#model = solver.model;
    this.#values = values;
    this.#grids = Array.from({ length: this.#model.game.turn.rolls }, () => new Float64Array(0));
    const { ways, moves, repeatRolls } = this.#model;
    this.#chances = new Float64Array(moves.reduce((sum, { offers }) => sum + offers.length, 0));
    this.#isRepeat = new Uint8Array(ways.count - ways.firstRoll);
    for (const roll of repeatRolls?.rolls ?? []) this.#isRepeat[roll] = 1;
    this.#choices = new Int32Array(ways.count);
    this.#worths = new Float64Array(ways.count);
    this.#byValue = new Float64Array(Math.max(...moves.map(({ values }) => values.length)));
    this.#laneOffers = new Float64Array(this.#chances.length);
    this.#laneGrid = new Float64Array(ways.count);
  }

  /** Solves a turn for some states of a position. */
  load(block: StateBlock): void {
    this.#block = block;
    const kernel = this.#solver.turn(block, this.#values, {
      onGrid: ({ grid }, left) => {
        if (this.#grids[left]?.length === grid.length) this.#grids[left].set(grid);
        else this.#grids[left] = grid.slice();
      },
    });
    this.#width = kernel.lanes;
    this.#offers = kernel.offers;
  }

  /** The worth of holding dice, or of stopping with a whole roll. @param i the place in the block */
  worth(way: number, rollsLeft: number, i: number): number {
    return this.#grids[rollsLeft]?.[way * this.#width + i] ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * By way to hold dice: the best way to hold some of them or all. Of equal choices, the one with most dice.
   * The list is overwritten by the next call.
   *
   * @param within only these ways; null for all
   */
  choices(rollsLeft: number, i: number, within: readonly number[] | null = null): Int32Array {
    const { count, reduced } = this.#model.ways;
    const { starts, entries } = reduced;
    const choices = this.#choices;
    const worths = this.#worths;
    const grid = this.#laneGrid;
    copyLane(this.#grids[rollsLeft] ?? grid, this.#width, i, grid);
    worths.fill(Number.NEGATIVE_INFINITY);
    for (let at = 0; at < (within?.length ?? count); at++) {
      const way = within === null ? at : (within[at] ?? 0);
      let most = grid[way] ?? 0;
      let best = way;
      for (let j = starts[way] ?? 0; j < (starts[way + 1] ?? 0); j++) {
        const less = entries[j] ?? 0;
        const other = worths[less] ?? 0;
        if (other > most) {
          most = other;
          best = choices[less] ?? 0;
        }
      }
      choices[way] = best;
      worths[way] = most;
    }
    return choices;
  }

  /** All ways to end the turn with a whole roll, best first. */
  entries(way: number, timing: number, i: number): PossibleEntry[] {
    const fits = this.fits(way, timing, i);
    return (fits.length > 0 ? fits : this.#strikes(i)).sort((a, b) => b.worth - a.worth);
  }

  /** The same where the roll fits a box; none where only a strike is left. */
  fits(way: number, timing: number, i: number): PossibleEntry[] {
    const block = this.#block;
    if (block === null) return [];
    const { ways, repeatRolls } = this.#model;
    const roll = way - ways.firstRoll;
    const lane = block.lanes[i] ?? 0;
    const special = repeatRolls?.rolls.indexOf(roll) ?? -1;
    const found =
      special === -1
        ? block.open.flatMap((open) => {
            const offer = open.move.offers[open.move.tables[timing]?.[roll] ?? 0] ?? [];
            return offer.map((value) => this.#entry(block, open, value, lane, 0));
          })
        : (this.#solver.repeatEntries(block, lane)[special] ?? []).flatMap(({ open, entries }) =>
            entries.map(({ value, bonus }) =>
              this.#entry(block, open, value, this.#model.afterTop(lane), bonus),
            ),
          );
    return found.filter(({ worth }) => worth !== Number.NEGATIVE_INFINITY);
  }

  /** The best entry of a roll of the top category; null if it fits nowhere. */
  #bestTop(way: number, i: number): PossibleEntry | null {
    const block = this.#block;
    const { repeatRolls, ways } = this.#model;
    if (block === null || repeatRolls === null) return null;
    const best = this.#solver.bestRepeat(repeatRolls.rolls.indexOf(way - ways.firstRoll), i);
    if (best === null) return null;
    const lane = this.#model.afterTop(block.lanes[i] ?? 0);
    return this.#entry(block, best.open, best.entry.value, lane, best.entry.bonus);
  }

  /** Where nothing fits, a box is struck. */
  #strikes(i: number): PossibleEntry[] {
    const block = this.#block;
    return (block?.open ?? []).flatMap((open) => {
      const zero = open.move.values.indexOf(0);
      return zero === -1 || block === null ? [] : [this.#entry(block, open, zero, block.lanes[i] ?? 0, 0)];
    });
  }

  #entry({ shape }: StateBlock, open: OpenMove, value: number, lane: number, bonus: number): PossibleEntry {
    const { entry, lane: after, state, gain: own } = this.#solver.follow(shape, open, value, lane);
    const gain = bonus + own;
    return { entry, lane: after, state, open, value, gain, worth: gain + (this.#values[state] ?? 0) };
  }

  /** All outcomes of the turn in one state. */
  outcomes(i: number): Outcome[] {
    const { firstRoll } = this.#model.ways;
    const block = this.#block;
    if (block === null) return [];
    const outcomes: Outcome[] = [];
    this.#chances.fill(0);
    copyLane(this.#offers, this.#width, i, this.#laneOffers);
    for (const { way, timing, chance } of this.#ends(i)) {
      const row = this.#isRepeat[way - firstRoll] === 1 ? -1 : this.#bestOffer(way - firstRoll, timing);
      if (row !== -1) this.#chances[row] = (this.#chances[row] ?? 0) + chance;
      else {
        const best = this.#bestTop(way, i) ?? this.entries(way, timing, i)[0];
        if (best === undefined) continue;
        const { open, value, lane, gain, entry } = best;
        outcomes.push({ open, value, lane, gain, entry, chance });
      }
    }
    for (const open of block.open) this.#gather(block, open, block.lanes[i] ?? 0, outcomes);
    return outcomes;
  }

  /** Adds the entries of a move, each value once. */
  #gather({ shape }: StateBlock, open: OpenMove, lane: number, outcomes: Outcome[]): void {
    const { offers, values } = open.move;
    const byValue = this.#byValue.fill(0, 0, values.length);
    offers.forEach((offer, at) => {
      const chance = this.#chances[open.offers + at] ?? 0;
      if (chance === 0) return;
      let [most, best] = [Number.NEGATIVE_INFINITY, 0];
      for (const value of offer) {
        const worth = this.#solver.entryWorth(shape, open, value, lane, this.#values);
        if (worth > most) [most, best] = [worth, value];
      }
      byValue[best] = (byValue[best] ?? 0) + chance;
    });
    for (let value = 0; value < values.length; value++) {
      const chance = byValue[value] ?? 0;
      if (chance === 0) continue;
      const { entry, lane: after, gain } = this.#solver.follow(shape, open, value, lane);
      outcomes.push({ open, value, lane: after, gain, entry, chance });
    }
  }

  /** The row of the best offer for a roll; -1 if nothing fits. */
  #bestOffer(roll: number, timing: number): number {
    const open = this.#block?.open ?? [];
    const worths = this.#laneOffers;
    let most = Number.NEGATIVE_INFINITY;
    let taken = -1;
    for (let at = 0; at < open.length; at++) {
      const row = offerRow(open[at], timing, roll);
      const worth = worths[row] ?? 0;
      if (worth > most) {
        most = worth;
        taken = row;
      }
    }
    return taken;
  }

  /** The rolls that the turn ends with, also where held dice stay aside. */
  #ends(i: number): End[] {
    const { ways, game } = this.#model;
    const { rolls, setAside } = game.turn;
    const ends = new Map<number, End>();
    const end = (way: number, timing: number, chance: number) => {
      const key = way * 100 + timing;
      const known = ends.get(key);
      ends.set(key, { way, timing, chance: chance + (known?.chance ?? 0) });
    };
    let held = new Float64Array(ways.firstRoll);
    held[0] = 1;
    for (let left = rolls - 1; left >= 0; left--) {
      const next = new Float64Array(ways.firstRoll);
      const free = left > 0 && setAside === "reusable" ? this.choices(left, i) : null;
      held.forEach((mass, from) => {
        if (mass === 0) return;
        const isServed = from === 0;
        const timing = this.#solver.timingIndex({ rollNumber: rolls - left, isServed });
        const lying = new Float64Array(ways.count);
        lying[from] = mass;
        distributeRolls(ways, lying);
        const choices = left === 0 ? null : (free ?? this.choices(left, i, superHolds(ways, from)));
        for (let way = ways.firstRoll; way < ways.count; way++) {
          const chance = lying[way] ?? 0;
          if (chance === 0) continue;
          const choice =
            choices === null ? way : this.#servedChoice(way, choices[way] ?? way, timing, left, i, isServed);
          if (choice >= ways.firstRoll) end(way, timing, chance);
          else next[choice] = (next[choice] ?? 0) + chance;
        }
      });
      held = next;
    }
    return [...ends.values()];
  }

  /** Compares holding with stopping where a served roll may be worth more as it lies. */
  #servedChoice(
    way: number,
    choice: number,
    timing: number,
    left: number,
    i: number,
    isServed: boolean,
  ): number {
    if (!isServed || this.#model.timings.length === 1 || choice >= this.#model.ways.firstRoll) return choice;
    const stop = this.entries(way, timing, i)[0]?.worth ?? Number.NEGATIVE_INFINITY;
    return stop >= this.worth(choice, left, i) ? way : choice;
  }
}

function copyLane(rows: Float64Array, width: number, lane: number, into: Float64Array): void {
  for (let at = 0, from = lane; at < into.length; at++, from += width) into[at] = rows[from] ?? 0;
}

function offerRow(open: OpenMove | undefined, timing: number, roll: number): number {
  return open === undefined ? -1 : open.offers + (open.move.tables[timing]?.[roll] ?? 0);
}

interface End {
  readonly way: number;
  readonly timing: number;
  readonly chance: number;
}

import { getElement } from "../../rules/arrays.ts";
import { groupDice } from "../../rules/dice/dice.ts";
import { firstStop } from "../turn/play-turn.ts";
import { type Random, rollRest, subHolds, superHolds } from "../turn/held-ways.ts";
import type { Kernel } from "../turn/kernel.ts";
import type { TurnTables } from "./turn-tables.ts";

export interface TurnEnd {
  /** The whole roll, as a way to hold all dice. */
  readonly way: number;
  readonly rollNumber: number;
  /** Whether all dice fell in the last roll. */
  readonly isServed: boolean;
}

/** Turns that are played with dice, by the grids of a kernel. */
export class SimulatedTurns {
  readonly #tables: TurnTables;
  readonly #grids: Float64Array[];
  readonly #parts: (readonly number[] | undefined)[] = [];
  readonly #wholes: (ReadonlySet<number> | undefined)[] = [];
  #width = 1;

  constructor(tables: TurnTables) {
    this.#tables = tables;
    this.#grids = Array.from({ length: tables.maxRolls }, () => new Float64Array(0));
  }

  /** Copies a grid; the callback for `TurnTables.turn`. */
  readonly onGrid = ({ grid, lanes }: Kernel, rollsLeft: number): void => {
    this.#width = lanes;
    const kept = this.#grids[rollsLeft];
    if (kept?.length === grid.length) kept.set(grid);
    else this.#grids[rollsLeft] = grid.slice();
  };

  first(random: Random): number {
    return rollRest(this.#tables.ways, 0, random);
  }

  /** Continues after a first roll. @param stop the worth of stopping with a served roll */
  play(
    first: number,
    lane: number,
    random: Random,
    stop: (way: number, rollNumber: number) => number,
  ): TurnEnd {
    const { maxRolls, ways, game, timings } = this.#tables;
    let [way, held] = [first, 0];
    for (let rollNumber = 1; rollNumber < maxRolls; rollNumber++) {
      const isServed = held === 0;
      const from = game.turn.setAside === "final" ? held : 0;
      const choice = this.#hold(way, from, lane, maxRolls - rollNumber);
      const isKept = choice >= ways.firstRoll;
      const worth = this.worth(choice, lane, maxRolls - rollNumber);
      const mayStop = timings.length > 1 && rollNumber > 1 && isServed && rollNumber >= firstStop(game.turn);
      if (isKept || (mayStop && stop(way, rollNumber) >= worth)) return { way, rollNumber, isServed };
      held = choice;
      way = rollRest(ways, held, random);
    }
    return { way, rollNumber: maxRolls, isServed: held === 0 };
  }

  worth(way: number, lane: number, rollsLeft: number): number {
    return this.#grids[rollsLeft]?.[way * this.#width + lane] ?? Number.NEGATIVE_INFINITY;
  }

  /** The best hold of a roll, with the dice that were set aside. */
  #hold(way: number, from: number, lane: number, rollsLeft: number): number {
    const wholes = from === 0 ? null : this.#largerHolds(from);
    let [most, best] = [Number.NEGATIVE_INFINITY, way];
    for (const part of this.subHolds(way)) {
      if (wholes !== null && !wholes.has(part)) continue;
      const worth = this.worth(part, lane, rollsLeft);
      if (worth > most) [most, best] = [worth, part];
    }
    return best;
  }

  /** All ways to hold some of the dice or all, all of them first. */
  subHolds(way: number): readonly number[] {
    const known = this.#parts[way] ?? subHolds(this.#tables.ways, way);
    this.#parts[way] = known;
    return known;
  }

  #largerHolds(way: number): ReadonlySet<number> {
    const known = this.#wholes[way] ?? new Set(superHolds(this.#tables.ways, way));
    this.#wholes[way] = known;
    return known;
  }
}

/** The worth of holding dice of one layer. */
export type HoldWorth = (way: number, rollsLeft: number) => number;

/** Turns with double dice, which are alike: each die has a side in each layer, and is held or rolled in all of them. */
export class LayeredTurns {
  readonly #tables: TurnTables;
  readonly #dice: number;
  readonly #sides: number;
  /** By layer: the side of each die. */
  readonly #shown: readonly Uint8Array[];
  /** By layer: for each set of dice, as bits, the way to hold them. */
  readonly #ways: readonly Int32Array[];

  constructor(tables: TurnTables, layers: number) {
    const [kind] = groupDice(tables.game.dice.dice);
    const dice = kind?.count ?? 0;
    this.#tables = tables;
    this.#dice = dice;
    this.#sides = kind === undefined ? 0 : kind.die.high - kind.die.low + 1;
    this.#shown = Array.from({ length: layers }, () => new Uint8Array(dice));
    this.#ways = Array.from({ length: layers }, () => new Int32Array(2 ** dice));
  }

  /** Plays a turn, and holds the dice with the most worth in all layers together. @returns for each layer the last whole roll, as a way to hold all dice */
  play(random: Random, worth: HoldWorth): number[] {
    const { maxRolls } = this.#tables;
    const all = 2 ** this.#dice - 1;
    const { stopEarly, setAside } = this.#tables.game.turn;
    let held = 0;
    for (let left = maxRolls - 1; ; left--) {
      this.#rollDice(held, random);
      if (left === 0) break;
      const aside = setAside === "final" ? held : 0;
      held = this.#hold(aside, stopEarly ? all : all - 1, left, worth);
      if (held === all) break;
    }
    return this.#ways.map((ways) => ways[all] ?? 0);
  }

  #rollDice(held: number, random: Random): void {
    const { starts, entries } = this.#tables.ways.grown;
    this.#shown.forEach((shown, layer) => {
      for (let die = 0; die < this.#dice; die++)
        if (((held >> die) & 1) === 0) shown[die] = random.below(this.#sides);
      const ways = getElement(this.#ways, layer);
      for (let set = 1; set < ways.length; set++) {
        const last = 31 - Math.clz32(set);
        const before = ways[set - 2 ** last] ?? 0;
        ways[set] = entries[(starts[before] ?? 0) + (shown[last] ?? 0)] ?? 0;
      }
    });
  }

  /** The best set of dice to hold, with those in `aside` and no greater than `most`. Of equal sets, the greatest. */
  #hold(aside: number, most: number, left: number, worth: HoldWorth): number {
    let [best, highest] = [aside, Number.NEGATIVE_INFINITY];
    for (let set = most; set >= 0; set--) {
      if ((set & aside) !== aside) continue;
      let sum = 0;
      for (const ways of this.#ways) sum += worth(ways[set] ?? 0, left);
      if (sum > highest) [best, highest] = [set, sum];
    }
    return best;
  }
}

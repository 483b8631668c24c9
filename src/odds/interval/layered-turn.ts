import { kindsOf } from "../../rules/dice/dice.ts";
import { elementAt } from "../../rules/arrays.ts";
import type { Random } from "./random.ts";
import type { TurnTables } from "./turn-tables.ts";

/** What it is worth to hold dice of one layer, as a way to hold dice, before so many throws. */
export type WorthOfHold = (way: number, throwsLeft: number) => number;

/** Turns with double dice, which are alike: each die shows a side in each layer, and is held or thrown with all of them. */
export class LayeredTurns {
  readonly #tables: TurnTables;
  readonly #dice: number;
  readonly #sides: number;
  /** By layer, what each die shows, as the number of its side. */
  readonly #shown: readonly Uint8Array[];
  /** By layer, for each set of dice (a bit for each) the way to hold them. */
  readonly #ways: readonly Int32Array[];

  constructor(tables: TurnTables, layers: number) {
    const [kind] = kindsOf(tables.game.dice.dice);
    const dice = kind?.count ?? 0;
    this.#tables = tables;
    this.#dice = dice;
    this.#sides = kind === undefined ? 0 : kind.die.high - kind.die.low + 1;
    this.#shown = Array.from({ length: layers }, () => new Uint8Array(dice));
    this.#ways = Array.from({ length: layers }, () => new Int32Array(2 ** dice));
  }

  /**
   * Plays a turn; dice are held that are worth the most in all layers together.
   *
   * @returns for each layer the whole roll that it ends with, as a way to hold all dice
   */
  play(random: Random, worth: WorthOfHold): number[] {
    const { throws } = this.#tables;
    const all = 2 ** this.#dice - 1;
    const { stopEarly, setAside } = this.#tables.game.turn;
    let held = 0;
    for (let left = throws - 1; ; left--) {
      this.#throwDice(held, random);
      if (left === 0) break;
      const aside = setAside === "final" ? held : 0;
      held = this.#hold(aside, stopEarly ? all : all - 1, left, worth);
      if (held === all) break;
    }
    return this.#ways.map((ways) => ways[all] ?? 0);
  }

  #throwDice(held: number, random: Random): void {
    const { starts, entries } = this.#tables.ways.grown;
    this.#shown.forEach((shown, layer) => {
      for (let die = 0; die < this.#dice; die++)
        if (((held >> die) & 1) === 0) shown[die] = random.below(this.#sides);
      const ways = elementAt(this.#ways, layer);
      for (let set = 1; set < ways.length; set++) {
        const last = 31 - Math.clz32(set);
        const before = ways[set - 2 ** last] ?? 0;
        ways[set] = entries[(starts[before] ?? 0) + (shown[last] ?? 0)] ?? 0;
      }
    });
  }

  /** The set of dice that it is best to hold: these at least, and none with a greater number than `most`. All dice first, if that may be. */
  #hold(aside: number, most: number, left: number, worth: WorthOfHold): number {
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

import { elementAt } from "../../rules/arrays.ts";
import type { HoldList, StrategyCard } from "./card.ts";
import type { CardTable } from "./card-table.ts";

/** A line about holding dice, in numbers. */
interface Hold {
  readonly categories: readonly number[];
  readonly dice: number;
}

/** A line about writing, in numbers: boxes, and for each the index of the least value that is enough. */
interface Write {
  readonly boxes: readonly number[];
  readonly leasts: readonly number[];
}

/** Plays by a card. */
export class CardPlayer {
  readonly #table: CardTable;
  readonly #holds: ReadonlyMap<HoldList["before"], readonly Hold[]>;
  readonly #writes: readonly Write[];
  readonly #others: readonly number[];

  constructor(table: CardTable, { holds, writes, others }: StrategyCard) {
    const { boxes } = table.model;
    const placeOf = (category: string) => table.categories.indexOf(category);
    const boxesIn = (categories: readonly string[]) =>
      categories.flatMap((category) => table.boxes[placeOf(category)] ?? []);
    this.#table = table;
    this.#holds = new Map(
      holds.map(({ before, lines }) => [
        before,
        lines.map((line) => ({ categories: line.boxes.map(placeOf), dice: line.dice })),
      ]),
    );
    this.#writes = writes.map(({ boxes: categories, points, dice }) => {
      const mine = boxesIn(categories);
      const isEnough = (box: number, value: number) =>
        dice === null ? (boxes[box]?.values[value] ?? 0) >= (points ?? 0) : table.diceIn(box, value) >= dice;
      const leasts = mine.map((box) => {
        const { values } = elementAt(boxes, box);
        const least = values.findIndex((_, value) => isEnough(box, value));
        return least === -1 ? values.length : least;
      });
      return { boxes: mine, leasts };
    });
    // What brings little stands in the column that counts least.
    this.#others = others.flatMap((category) =>
      boxesIn([category]).toSorted((a, b) => (boxes[a]?.weight ?? 0) - (boxes[b]?.weight ?? 0)),
    );
  }

  /**
   * What to hold.
   *
   * @param open by category, 1 for those of which a box is open
   * @param aside the dice that were set aside for good, as a way to hold dice; 0 if none
   */
  hold(open: Uint8Array, roll: number, throwsLeft: number, aside: number): number {
    const table = this.#table;
    const { ways, game } = table.model;
    for (const { categories, dice } of this.#holds.get(throwsLeft === 1 ? "last" : "others") ?? []) {
      const best = table.bestFitting(categories, open, roll, throwsLeft);
      if (best === -1 || table.dice(best, roll, throwsLeft) < dice) continue;
      const hold = table.withAside(table.hold(best, roll, throwsLeft), aside);
      if (game.turn.stopEarly || hold < ways.firstRoll) return hold;
    }
    return aside;
  }

  /** In which box to write; -1 if none may be written in. @param tops by box the index of the highest value that may be; -1 if none */
  write(tops: Int32Array): number {
    const { boxes } = this.#table.model;
    for (const { boxes: mine, leasts } of this.#writes) {
      let [best, most] = [-1, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < mine.length; at++) {
        const box = mine[at] ?? 0;
        const top = tops[box] ?? -1;
        if (top === -1 || top < (leasts[at] ?? 0)) continue;
        const worth = (boxes[box]?.values[top] ?? 0) * (boxes[box]?.weight ?? 0);
        if (worth > most) [best, most] = [box, worth];
      }
      if (best !== -1) return best;
    }
    for (const box of this.#others) if ((tops[box] ?? -1) !== -1) return box;
    return tops.findIndex((top) => top !== -1);
  }
}

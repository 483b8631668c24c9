import { elementAt } from "../../rules/arrays.ts";
import type { CardTable, RolledDice } from "./card-table.ts";

/**
 * Rules of thumb for one player, as data that a program plays and a page prints. Both lists are read from the top: the first line that
 * applies is followed.
 */
export interface StrategyCard {
  /** What to hold, by how often dice may still be thrown. */
  readonly holds: readonly HoldList[];
  /** What to write once the dice lie as they are to count. */
  readonly writes: readonly WriteLine[];
  /** Which box is filled, if need be with a zero, where no line applies: the first open one. All boxes of a column are named. */
  readonly others: readonly string[];
}

/** What to hold before certain throws. If no line applies, all dice are thrown. */
export interface HoldList {
  /** Before the last throw of a turn, or before all others. */
  readonly before: "last" | "others";
  readonly lines: readonly HoldLine[];
}

/** Applies where one of these boxes is open and at least so many dice fit it: those are held. */
export interface HoldLine {
  /** Categories; of several, that one counts which most dice fit, the one of the highest number if as many. */
  readonly boxes: readonly string[];
  readonly dice: number;
}

/** Applies where one of these boxes is open and the dice bring it at least so much. */
export interface WriteLine {
  /** Categories; of several, the one with most dice, that of the highest number if as many. */
  readonly boxes: readonly string[];
  /** Points; 0 for whatever the box brings, null where dice are counted. */
  readonly points: number | null;
  /** Dice that score, for boxes that count the dice of one number; null where points are. */
  readonly dice: number | null;
}

/** A line about holding dice, in numbers. */
interface Hold {
  readonly categories: readonly number[];
  readonly dice: number;
}

/** A line about writing, in numbers: boxes, and for each the index of the least value that is enough. */
interface Write {
  readonly boxes: readonly number[];
  readonly thresholds: readonly number[];
  /** Whether dice of numbers are counted, not points. */
  readonly isCounted: boolean;
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
        dice === null
          ? !points || (boxes[box]?.values[value] ?? 0) >= points
          : table.countDice(box, value) >= dice;
      const thresholds = mine.map((box) => {
        const { values } = elementAt(boxes, box);
        const least = values.findIndex((_, value) => isEnough(box, value));
        return least === -1 ? values.length : least;
      });
      return { boxes: mine, thresholds, isCounted: dice !== null };
    });
    // What brings little stands in the column that counts least.
    this.#others = others.flatMap((category) =>
      boxesIn([category]).toSorted((a, b) => (boxes[a]?.weight ?? 0) - (boxes[b]?.weight ?? 0)),
    );
  }

  /**
   * What to hold.
   *
   * @param open by box, 1 for those that may be filled now
   * @param aside the dice that were set aside for good, as a way to hold dice; 0 if none
   */
  hold(open: Uint8Array, lying: RolledDice, aside: number): number {
    const table = this.#table;
    const { ways, game } = table.model;
    for (const { categories, dice } of this.#holds.get(lying.rollsLeft === 1 ? "last" : "others") ?? []) {
      const best = table.bestFitting(categories, open, lying);
      const fitting = table.fitting(best, lying);
      if (best === -1 || fitting.dice < dice) continue;
      const hold = table.addAside(fitting.hold, aside);
      if (game.turn.stopEarly || hold < ways.firstRoll) return hold;
    }
    return aside;
  }

  /** In which box to write; -1 if none may be written in. @param tops by box the index of the highest value that may be; -1 if none */
  write(tops: Int32Array): number {
    for (const { boxes, thresholds, isCounted } of this.#writes) {
      const enough = boxes.filter((box, at) => (tops[box] ?? -1) >= (thresholds[at] ?? 0));
      const [first, ...others] = enough;
      if (first === undefined) continue;
      return others.reduce((best, box) => (this.#isBetter(box, best, tops, isCounted) ? box : best), first);
    }
    for (const box of this.#others) if ((tops[box] ?? -1) !== -1) return box;
    return tops.findIndex((top) => top !== -1);
  }

  /** Of boxes of a line that are enough: the one with most dice, then of the highest number; of columns the one in which they bring most. */
  #isBetter(box: number, best: number, tops: Int32Array, isCounted: boolean): boolean {
    const table = this.#table;
    const top = (one: number) => tops[one] ?? -1;
    const ranks = (one: number) => {
      const { values = [], weight = 0 } = table.model.boxes[one] ?? {};
      const brought = (values[top(one)] ?? 0) * weight;
      return isCounted ? [table.countDice(one, top(one)), table.face(one), brought] : [brought];
    };
    const before = ranks(best);
    const differing = ranks(box)
      .map((rank, at) => rank - (before[at] ?? 0))
      .find((difference) => difference !== 0);
    return differing !== undefined && differing > 0;
  }
}

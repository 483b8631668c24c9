import { getElement } from "../../rules/arrays.ts";
import type { CardTable, RolledDice } from "./card-table.ts";

/** A strategy card as data. In each list, the first line that applies counts. */
export interface StrategyCard {
  /** What to hold, by rolls left. */
  readonly holds: readonly HoldList[];
  /** What to write at the end of the turn. */
  readonly writes: readonly WriteLine[];
  /** All boxes of a column: if no line applies, the first open one is filled, even with a zero. */
  readonly others: readonly string[];
}

/** What to hold before certain rolls. If no line applies, all dice are rolled. */
export interface HoldList {
  /** Before the last roll of a turn, or before all others. */
  readonly before: "last" | "others";
  readonly lines: readonly HoldLine[];
}

/** Applies where one of these boxes is open and enough dice fit it: those are held. */
export interface HoldLine {
  /** Categories; of several, the one that most dice fit, then the one of the highest number. */
  readonly boxes: readonly string[];
  readonly dice: number;
}

/** Applies where one of these boxes is open and the dice score enough in it. */
export interface WriteLine {
  /** Categories; of several, the one with most dice, then the one of the highest number. */
  readonly boxes: readonly string[];
  /** The least points; 0 for any score, null where dice are counted. */
  readonly points: number | null;
  /** The least number of scoring dice, for boxes that count one number; null where points are compared. */
  readonly dice: number | null;
}

/** A `HoldLine` in indices. */
interface Hold {
  readonly categories: readonly number[];
  readonly dice: number;
}

/** A `WriteLine` in indices: boxes, and for each the index of the least sufficient value. */
interface Write {
  readonly boxes: readonly number[];
  readonly thresholds: readonly number[];
  /** Whether dice are counted instead of points. */
  readonly isCounted: boolean;
}

/** A player who follows a card. */
export class CardPlayer {
  readonly #table: CardTable;
  readonly #holds: ReadonlyMap<HoldList["before"], readonly Hold[]>;
  readonly #writes: readonly Write[];
  readonly #others: readonly number[];

  constructor(table: CardTable, { holds, writes, others }: StrategyCard) {
    const { boxes } = table.model;
    const categoryIndex = (category: string) => table.categories.indexOf(category);
    const categoryBoxes = (categories: readonly string[]) =>
      categories.flatMap((category) => table.boxes[categoryIndex(category)] ?? []);
    this.#table = table;
    this.#holds = new Map(
      holds.map(({ before, lines }) => [
        before,
        lines.map((line) => ({ categories: line.boxes.map(categoryIndex), dice: line.dice })),
      ]),
    );
    this.#writes = writes.map(({ boxes: categories, points, dice }) => {
      const mine = categoryBoxes(categories);
      const isEnough = (box: number, value: number) =>
        dice === null
          ? !points || (boxes[box]?.values[value] ?? 0) >= points
          : table.countDice(box, value) >= dice;
      const thresholds = mine.map((box) => {
        const { values } = getElement(boxes, box);
        const least = values.findIndex((_, value) => isEnough(box, value));
        return least === -1 ? values.length : least;
      });
      return { boxes: mine, thresholds, isCounted: dice !== null };
    });
    // Low scores go to the column with the lowest weight.
    this.#others = others.flatMap((category) =>
      categoryBoxes([category]).toSorted((a, b) => (boxes[a]?.weight ?? 0) - (boxes[b]?.weight ?? 0)),
    );
  }

  /**
   * The dice to hold.
   *
   * @param open by box: 1 for those that may be filled now
   * @param aside the dice that were set aside for good, as a way to hold dice; 0 if none
   */
  hold(open: Uint8Array, lying: RolledDice, aside: number): number {
    const table = this.#table;
    const { ways, game } = table.model;
    for (const { categories, dice } of this.#holds.get(lying.rollsLeft === 1 ? "last" : "others") ?? []) {
      const best = table.bestFitting(categories, open, lying);
      const fitting = table.fittingHold(best, lying);
      if (best === -1 || fitting.dice < dice) continue;
      const hold = table.addAside(fitting.hold, aside);
      if (game.turn.stopEarly || hold < ways.firstRoll) return hold;
    }
    return aside;
  }

  /** The box to write in; -1 if there is none. @param tops by box: the index of the highest possible value; -1 if none */
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

  /** Of sufficient boxes of a line, the one with most dice is best, then that of the highest number, then the column with most points. */
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

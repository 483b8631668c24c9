import type { Order } from "../rules/game/game.ts";
import { orderAllows } from "../rules/game/order.ts";
import type { Box, ColumnGroup } from "./boxes.ts";
import { categoriesOf } from "../rules/game/rows.ts";
import type { Game } from "../rules/game/game.ts";
import { elementAt } from "../rules/arrays.ts";

/** The ways in which the boxes of a strip can be filled, each a number from 0, the empty one, on. Filling a box leads to a greater one. */
interface Fillings {
  readonly count: number;
  /** Where filling a box of this row leads; -1 if that may not be. */
  next(filling: number, row: number): number;
  /** How many boxes of this row are filled. */
  filled(filling: number, row: number): number;
}

/** Which boxes are filled, over all strips, as a number: 0 is the empty sheet, and filling a box leads to a greater one. */
export class Positions {
  readonly count: number;
  readonly #boxes: readonly Box[];
  readonly #columnGroups: readonly {
    readonly fillings: Fillings;
    readonly stride: number;
    readonly after: number;
  }[];

  constructor(game: Game, columnGroups: readonly ColumnGroup[], boxes: readonly Box[]) {
    const rows = categoriesOf(game).map(({ id }) => id);
    let stride = 1;
    this.#boxes = boxes;
    const before = precedingGroups(columnGroups);
    this.#columnGroups = columnGroups.map(([column, ...others], at) => {
      const order = column?.order ?? { kind: "free" };
      const fillings =
        order.kind === "free"
          ? new FreeFillings(rows.length, others.length + 1)
          : new OrderedFillings(order, rows);
      const columnGroup = { fillings, stride, after: elementAt(before, at) };
      stride *= fillings.count;
      return columnGroup;
    });
    this.count = stride;
  }

  /** Where filling a box leads; -1 if that may not be. */
  next(position: number, box: number): number {
    const { columnGroup: at, row } = elementAt(this.#boxes, box);
    const { fillings, stride, after } = elementAt(this.#columnGroups, at);
    if (after !== -1 && !this.#isFull(position, after)) return -1;
    const filling = Math.floor(position / stride) % fillings.count;
    const next = fillings.next(filling, row);
    return next === -1 ? -1 : position + (next - filling) * stride;
  }

  /** Whether no box is empty. */
  isFull(position: number): boolean {
    return position === this.count - 1;
  }

  /** Whether a strip has no empty box: no filling is greater. */
  #isFull(position: number, columnGroup: number): boolean {
    const { fillings, stride } = elementAt(this.#columnGroups, columnGroup);
    return Math.floor(position / stride) % fillings.count === fillings.count - 1;
  }

  /** How many of a box are filled: 0 or 1, or up to the number of columns that its strip takes together. */
  filled(position: number, box: number): number {
    const { columnGroup: at, row } = elementAt(this.#boxes, box);
    const { fillings, stride } = elementAt(this.#columnGroups, at);
    return fillings.filled(Math.floor(position / stride) % fillings.count, row);
  }

  /** How many boxes are filled. */
  size(position: number): number {
    return this.#boxes.reduce((sum, { at }) => sum + this.filled(position, at), 0);
  }
}

/** By strip, the one that has to be full before it is begun; -1 for none. */
export function precedingGroups(columnGroups: readonly ColumnGroup[]): number[] {
  return columnGroups.map(([column]) =>
    columnGroups.findIndex((columnGroup) => columnGroup.some(({ id }) => id === column?.after)),
  );
}

/** Any box at any time: a digit for each row counts its filled boxes. */
class FreeFillings implements Fillings {
  readonly count: number;
  readonly #most: number;
  readonly #weights: readonly number[];

  constructor(rows: number, most: number) {
    this.#most = most;
    this.#weights = Array.from({ length: rows }, (_, row) => (most + 1) ** row);
    this.count = (most + 1) ** rows;
  }

  next(filling: number, row: number): number {
    return this.filled(filling, row) < this.#most ? filling + (this.#weights[row] ?? 0) : -1;
  }

  filled(filling: number, row: number): number {
    return Math.floor(filling / (this.#weights[row] ?? 1)) % (this.#most + 1);
  }
}

/** What an order allows, found by filling boxes from the empty column on. */
class OrderedFillings implements Fillings {
  readonly count: number;
  readonly #rows: number;
  readonly #masks: readonly number[];
  readonly #next: Int32Array;

  constructor(order: Order, rows: readonly string[]) {
    const masks = [0];
    const indices = new Map([[0, 0]]);
    const next: number[] = [];
    // The list grows while it is walked through, by one filled box after the other.
    for (let at = 0; at < masks.length; at++) {
      const mask = masks[at] ?? 0;
      for (let row = 0; row < rows.length; row++) {
        const grown = mask + 2 ** row;
        const isOpen = Math.floor(mask / 2 ** row) % 2 === 0;
        if (!isOpen || !orderAllows(order, rows, maskNames(grown, rows))) {
          next.push(-1);
          continue;
        }
        const known = indices.get(grown) ?? masks.push(grown) - 1;
        indices.set(grown, known);
        next.push(known);
      }
    }
    this.count = masks.length;
    this.#rows = rows.length;
    this.#masks = masks;
    this.#next = Int32Array.from(next);
  }

  next(filling: number, row: number): number {
    return this.#next[filling * this.#rows + row] ?? -1;
  }

  filled(filling: number, row: number): number {
    return Math.floor((this.#masks[filling] ?? 0) / 2 ** row) % 2;
  }
}

function maskNames(mask: number, rows: readonly string[]): Set<string> {
  return new Set(rows.filter((_, row) => Math.floor(mask / 2 ** row) % 2 === 1));
}

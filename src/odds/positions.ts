import type { Order, Game } from "../rules/game/game.ts";
import { orderAllows } from "../rules/game/order.ts";
import type { Box, ColumnGroup } from "./boxes.ts";
import { listCategories } from "../rules/game/rows.ts";
import { getElement } from "../rules/arrays.ts";

/** The sets of filled boxes of a column group, numbered from the empty one on. Filling a box leads to a greater number. */
interface Fillings {
  readonly count: number;
  /** -1 if the box may not be filled. */
  next(filling: number, row: number): number;
  filledCount(filling: number, row: number): number;
}

/** The sets of filled boxes of a sheet, as a mixed-radix number over column groups: 0 is empty, and filling a box leads to a greater number. */
export class Positions {
  readonly count: number;
  readonly #boxes: readonly Box[];
  readonly #columnGroups: readonly {
    readonly fillings: Fillings;
    readonly stride: number;
    readonly after: number;
  }[];

  constructor(game: Game, columnGroups: readonly ColumnGroup[], boxes: readonly Box[]) {
    const rows = listCategories(game).map(({ id }) => id);
    let stride = 1;
    this.#boxes = boxes;
    const before = precedingGroups(columnGroups);
    this.#columnGroups = columnGroups.map(([column, ...others], at) => {
      const order = column?.order ?? { kind: "free" };
      const fillings =
        order.kind === "free"
          ? new FreeFillings(rows.length, others.length + 1)
          : new OrderedFillings(order, rows);
      const columnGroup = { fillings, stride, after: getElement(before, at) };
      stride *= fillings.count;
      return columnGroup;
    });
    this.count = stride;
  }

  /** The position after filling a box; -1 if it may not be filled. */
  next(position: number, box: number): number {
    const { columnGroup: at, row } = getElement(this.#boxes, box);
    const { fillings, stride, after } = getElement(this.#columnGroups, at);
    if (after !== -1 && !this.#isFull(position, after)) return -1;
    const filling = Math.floor(position / stride) % fillings.count;
    const next = fillings.next(filling, row);
    return next === -1 ? -1 : position + (next - filling) * stride;
  }

  isFull(position: number): boolean {
    return position === this.count - 1;
  }

  #isFull(position: number, columnGroup: number): boolean {
    const { fillings, stride } = getElement(this.#columnGroups, columnGroup);
    return Math.floor(position / stride) % fillings.count === fillings.count - 1;
  }

  /** How many of a box are filled: up to the number of columns in its group. */
  filledCount(position: number, box: number): number {
    const { columnGroup: at, row } = getElement(this.#boxes, box);
    const { fillings, stride } = getElement(this.#columnGroups, at);
    return fillings.filledCount(Math.floor(position / stride) % fillings.count, row);
  }

  size(position: number): number {
    return this.#boxes.reduce((sum, { at }) => sum + this.filledCount(position, at), 0);
  }
}

/** By column group: the group that has to be full first; -1 for none. */
export function precedingGroups(columnGroups: readonly ColumnGroup[]): number[] {
  return columnGroups.map(([column]) =>
    columnGroups.findIndex((columnGroup) => columnGroup.some(({ id }) => id === column?.after)),
  );
}

/** No order: a digit for each row counts its filled boxes. */
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
    return this.filledCount(filling, row) < this.#most ? filling + (this.#weights[row] ?? 0) : -1;
  }

  filledCount(filling: number, row: number): number {
    return Math.floor(filling / (this.#weights[row] ?? 1)) % (this.#most + 1);
  }
}

/** The sets that an order allows, found by breadth-first search. */
class OrderedFillings implements Fillings {
  readonly count: number;
  readonly #rows: number;
  readonly #masks: readonly number[];
  readonly #next: Int32Array;

  constructor(order: Order, rows: readonly string[]) {
    const masks = [0];
    const indices = new Map([[0, 0]]);
    const next: number[] = [];
    // The list grows while the loop runs.
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

  filledCount(filling: number, row: number): number {
    return Math.floor((this.#masks[filling] ?? 0) / 2 ** row) % 2;
  }
}

function maskNames(mask: number, rows: readonly string[]): Set<string> {
  return new Set(rows.filter((_, row) => Math.floor(mask / 2 ** row) % 2 === 1));
}

import type { Column, Order } from "./game.ts";

/** A violation of an order: the box that was filled too early, and the box that had to come first. */
export type OutOfOrder = Readonly<Record<"early" | "first", string>>;

/**
 * Whether these boxes, struck ones included, can be filled in the order.
 *
 * @param rows the ids of the column's categories from top to bottom
 * @param filled ids among them
 */
export function orderAllows(order: Order, rows: readonly string[], filled: ReadonlySet<string>): boolean {
  return findOrderViolation(order, rows, filled) === null;
}

/** The first violation of the column's order; null for none. Every order depends on the set of filled boxes alone. */
export function findOrderViolation(
  order: Order,
  rows: readonly string[],
  filled: ReadonlySet<string>,
): OutOfOrder | null {
  switch (order.kind) {
    case "free":
      return null;
    case "down":
      return findBeyondGap(rows, filled);
    case "up":
      return findBeyondGap(rows.toReversed(), filled);
    case "inward": {
      // A filled box with empty ones on both sides: it was reached from neither end.
      const top = rows.findIndex((row) => !filled.has(row));
      const bottom = rows.findLastIndex((row) => !filled.has(row));
      return findViolation(rows.slice(top + 1, bottom), rows[top], filled);
    }
    case "outward": {
      const upwards = rows.slice(0, rows.indexOf(order.up) + 1).reverse();
      return findBeyondGap(upwards, filled) ?? findBeyondGap(rows.slice(rows.indexOf(order.down)), filled);
    }
    case "stages": {
      // A filled box while a box of an earlier stage is empty.
      const open = order.stages.findIndex((stage) => stage.some((row) => !filled.has(row)));
      const first = order.stages[open]?.find((row) => !filled.has(row));
      return findViolation(order.stages.slice(open + 1).flat(), first, filled);
    }
    default:
      return order satisfies never;
  }
}

/** What decides when the boxes of a column may be filled. */
type Timetable = Pick<Column, "id" | "order" | "after">;

/**
 * The violation of a column that was started before the one it waits for was full: `first` is the next empty box in the column `before`,
 * which is that column, or the one that it waits for itself. Null for no violation.
 *
 * @param filledIn the filled boxes of a column
 */
export function findEarlyStart(
  { id, order, after }: Timetable,
  columns: readonly Timetable[],
  rows: readonly string[],
  filledIn: (column: string) => ReadonlySet<string>,
): (OutOfOrder & { readonly before: string }) | null {
  const early = fillingOrder(order, rows).find((row) => filledIn(id).has(row));
  const next = findNextRow(after);
  return early === undefined || next === null ? null : { early, ...next };

  function findNextRow(id: string | null): { readonly first: string; readonly before: string } | null {
    const column = columns.find((one) => one.id === id);
    if (column === undefined) return null;
    const first = fillingOrder(column.order, rows).find((row) => !filledIn(column.id).has(row));
    return first === undefined ? null : (findNextRow(column.after) ?? { first, before: column.id });
  }
}

/** The columns, each after the one that it waits for. */
export function sortByFillingOrder<C extends Pick<Column, "id" | "after">>(columns: readonly C[]): C[] {
  const depth = ({ after }: Pick<Column, "after">): number => {
    const before = columns.find(({ id }) => id === after);
    return before === undefined ? 0 : 1 + depth(before);
  };
  return columns.toSorted((a, b) => depth(a) - depth(b));
}

/** Finds a filled box after an empty one. */
function findBeyondGap(rows: readonly string[], filled: ReadonlySet<string>): OutOfOrder | null {
  const gap = rows.findIndex((row) => !filled.has(row));
  return findViolation(rows.slice(gap), rows[gap], filled);
}

function findViolation(
  later: readonly string[],
  first: string | undefined,
  filled: ReadonlySet<string>,
): OutOfOrder | null {
  const early = later.find((row) => filled.has(row));
  return early === undefined || first === undefined ? null : { early, first };
}

/** The simplest order of filling a column: first in one direction, then in the other. @param rows its categories from top to bottom */
export function fillingOrder(order: Order, rows: readonly string[]): string[] {
  switch (order.kind) {
    case "free":
    case "down":
      return [...rows];
    case "up":
      return rows.toReversed();
    case "inward": {
      const half = Math.ceil(rows.length / 2);
      return [...rows.slice(0, half), ...rows.slice(half).reverse()];
    }
    case "outward":
      return [
        ...rows.slice(0, rows.indexOf(order.up) + 1).reverse(),
        ...rows.slice(rows.indexOf(order.down)),
      ];
    case "stages":
      return order.stages.flatMap((stage) => rows.filter((row) => stage.includes(row)));
    default:
      return order satisfies never;
  }
}

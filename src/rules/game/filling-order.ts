import type { Order } from "./game.ts";

/**
 * An order in which a column may be filled from its first box to its last: the one that jumps least. Columns that are filled from
 * both ends or from the middle go one way first and then the other.
 *
 * @param rows the column's categories from top to bottom
 */
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
  }
}

import { entryAt, writtenIn } from "../sheet.ts";
import type { SheetCheck } from "./check.ts";

/** The boxes of a column are filled in the column's order; struck boxes count as filled. */
export const outOfOrderCheck: SheetCheck = {
  code: "out-of-order",
  find: ({ player, orders, mustBeFull }) =>
    // On a sheet that is called complete, a hole is a missing box.
    [...(mustBeFull ? [] : orders)].map(([column, { early, first }]) => {
      const written = writtenIn(entryAt(player, column, early));
      return { column, category: early, written, facts: { first } };
    }),
};

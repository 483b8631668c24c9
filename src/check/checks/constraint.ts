import { entryAt, scoreIn } from "../sheet.ts";
import type { SheetCheck } from "./check.ts";

/** Two boxes of one column are in the relation that the game requires, such as Minimum < Maximum. */
export const constraintCheck: SheetCheck = {
  code: "constraint",
  find: ({ player, constraints }) =>
    constraints.map(({ column, left, comparison, right }) => {
      const written = scoreIn(entryAt(player, column, left)) ?? 0;
      const otherWritten = scoreIn(entryAt(player, column, right)) ?? 0;
      return { column, category: left, written, facts: { comparison, other: right, otherWritten } };
    }),
};

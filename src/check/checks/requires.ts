import { writtenIn } from "../sheet.ts";
import type { SheetCheck } from "./check.ts";

/** A box that waits for others holds points only where those do, or are filled, as the game asks. */
export const requires: SheetCheck = {
  code: "requires",
  find: ({ requirements }) =>
    requirements.map(({ column, category, entry, unmet }) => ({
      column,
      category: category.id,
      written: writtenIn(entry),
      facts: { reason: unmet.is, first: unmet.category },
    })),
};

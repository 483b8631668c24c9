import { writtenIn } from "../sheet.ts";
import type { SheetCheck } from "./check.ts";

/** A box that always earns something can't be struck, neither with a mark nor with a 0. */
export const strikeNotAllowed: SheetCheck = {
  code: "strike-not-allowed",
  find: ({ boxes }) =>
    boxes
      .filter(({ fault }) => fault === "strike-not-allowed")
      .map(({ column, category: { id, legal }, entry }) => {
        const facts = { low: legal[0] ?? 0, high: legal.at(-1) ?? 0, values: legal.length };
        return { column, category: id, written: writtenIn(entry), facts };
      }),
};

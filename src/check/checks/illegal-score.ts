import { scoreIn } from "../sheet.ts";
import { type SheetCheck, nearestPossible } from "./check.ts";

/** A score must be one that dice can earn in its box. */
export const illegalScore: SheetCheck = {
  code: "illegal-score",
  find: ({ boxes }) =>
    boxes
      .filter(({ fault }) => fault === "illegal-score")
      .map(({ column, category, entry }) => {
        const written = scoreIn(entry) ?? 0;
        return { column, category: category.id, written, expected: nearestPossible(category.legal, written) };
      }),
};

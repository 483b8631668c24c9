import type { SheetCheck } from "./check.ts";

/** On a sheet that is called complete, every box is filled, except those of players who left the table. */
export const missingBox: SheetCheck = {
  code: "missing-box",
  find: ({ boxes }) =>
    boxes
      .filter(({ fault }) => fault === "missing-box")
      .map(({ column, category }) => ({ column, category: category.id })),
};

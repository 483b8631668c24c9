import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { BOX_CHECKS } from "../../../src/check/box-checks.ts";
import { SHEET_CHECKS } from "../../../src/check/checks.ts";

test("every code has one check and one test", () => {
  const codes = [...Object.keys(BOX_CHECKS), ...Object.keys(SHEET_CHECKS)];
  // In the order in which one would go over a sheet: box by box, then turns, then sums.
  expect(codes).toEqual([
    "illegal-score",
    "strike-not-allowed",
    "out-of-order",
    "constraint",
    "requires",
    "missing-box",
    "second-winner",
    "entries-per-turn",
    "uneven-turns",
    "repeats",
    "wrong-sum",
    "wrong-bonus",
    "wrong-total",
  ]);
  const tests = readdirSync(new URL("./", import.meta.url));
  for (const code of codes) expect(tests).toContain(`${code}.test.ts`);
});

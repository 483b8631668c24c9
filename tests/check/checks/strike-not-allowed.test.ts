import { expect, test } from "vitest";
import { findingsOf, scores } from "../../support/sheet-files.ts";

test.each(["0", "X", "'-'", "–"])("finds a box that can't be struck, struck with %s", (mark) => {
  expect(findingsOf(scores("doppel-yatzy", `extra: ${mark}, chance: X`))).toEqual([
    "strike-not-allowed A/main/extra",
  ]);
});

test("lets boxes be struck that can be", () => {
  expect(findingsOf(scores("doppel-yatzy", "ones: 0, chance: X"))).toEqual([]);
  expect(findingsOf(`options: {extra: chance}\n${scores("doppel-yatzy", "extra: X, chance: X")}`)).toEqual(
    [],
  );
});

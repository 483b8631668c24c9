import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { toPlayerSheet, type ReadBox, type Written } from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../support/games.ts";

const game = shippedGame("kniffel");
const score = (value: number): Written => ({ kind: "score", value });

function box(row: string, written: Written): ReadBox {
  const isLine = row.includes(".");
  const place = { player: 1, column: "main", category: isLine ? null : row, line: isLine ? row : null };
  return { ...place, written, confidence: 1, alternatives: [], doubt: null, confirmed: false };
}

/** What is wrong with a total of the upper section that is on the pad twice. The boxes above it come to 9. */
function faultsOf(first: Written, second: Written): string[] {
  const boxes = [box("threes", score(9)), box("upper.total", first), box("upper.total", second)];
  const players = [toPlayerSheet(boxes, game, "Anna")];
  return checkSheet({ file: "a.jpg", game, complete: null, players }).findings.map(({ written }) =>
    String(written),
  );
}

test.each([
  ["right both times", score(9), score(9), []],
  ["wrong the first time", score(8), score(9), ["8"]],
  ["wrong the second time", score(9), score(8), ["8"]],
  ["blank the second time", score(9), { kind: "empty" } as const, []],
  ["wrong the first time, then blank", score(8), { kind: "empty" } as const, ["8"]],
])("a line that stands twice on a pad and is %s", (_, first, second, faults) => {
  expect(faultsOf(first, second)).toEqual(faults);
});

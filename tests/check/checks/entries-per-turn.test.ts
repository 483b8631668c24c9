import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { gameReference } from "../../../src/check/sheet.ts";
import { shippedGame } from "../../support/games.ts";
import { findingsOf, scores, sheetFrom, spot } from "../../support/sheet-files.ts";

const SEVEN = "ones: 3, twos: 4, threes: 9, fours: 8, fives: 10, sixes: 18, pair: 12";

test("finds a number of filled boxes that no turns can give", () => {
  expect(findingsOf(scores("doppel-yatzy", SEVEN))).toEqual(["entries-per-turn A"]);
  expect(findingsOf(scores("doppel-yatzy", `${SEVEN}, extra: -5`))).toEqual([]);
  expect(findingsOf(scores("doppel-yatzy", `${SEVEN}, chance: X`))).toEqual([]);
});

test("asks nothing where a turn fills one box", () => {
  expect(findingsOf(scores("yatzy", SEVEN))).toEqual([]);
});

test("leaves it to missing boxes on a sheet that is called complete", () => {
  const findings = findingsOf(`complete: yes\n${scores("doppel-yatzy", SEVEN)}`);
  expect(findings).toHaveLength(9);
  expect(findings.every((finding) => finding.startsWith("missing-box"))).toBe(true);
});

test("finds it with whoever left the table, too, as turns are played whole", () => {
  const text = scores("doppel-yatzy", SEVEN).replace("name: A", "name: A, left: yes");
  expect(findingsOf(text)).toEqual(["entries-per-turn A"]);
});

test("lets the last turn have boxes to spare", () => {
  const { rowIds } = gameReference(shippedGame("doppel-yatzy"));
  const filled = (count: number) => {
    const ink = rowIds.slice(-count).map((id) => `${id}: ${id === "extra" ? -5 : "X"}`);
    const { game, ...sheet } = sheetFrom(scores("doppel-yatzy", ink.join(", ")));
    return checkSheet({ ...sheet, game: { ...game, turn: { ...game.turn, entries: 3 } } });
  };
  expect(rowIds.length % 3).toBe(1);
  expect([0, 1, 2, 3].map((open) => filled(rowIds.length - open).findings.map(spot))).toEqual([
    [],
    [],
    ["entries-per-turn A"],
    ["entries-per-turn A"],
  ]);
  expect(filled(rowIds.length - 2).findings[0]?.facts).toEqual({ filled: rowIds.length - 2, entries: 3 });
});

import { expect, test } from "vitest";
import { checkSheet } from "../../src/sheet/check-sheet.ts";
import { columns, scores, sheetFrom } from "../support/sheet-files.ts";

const report = (text: string) => checkSheet(sheetFrom(text));

test("a sheet without mistakes is correct, however little is on it", () => {
  expect(report(scores("yatzy", ""))).toMatchObject({
    verdict: "correct",
    complete: false,
    findings: [],
    ranking: [{ name: "A", rank: 1, total: 0, payout: null }],
  });
});

test("every line is worked out, and what was written stands beside it", () => {
  const [player] = report(
    `${columns("yazzo", { mixed: "sixes: 18, straight: 30, column.total: 47" })}    grand.total: 48\n`,
  ).players;
  expect(player).toMatchObject({ name: "A", computed: 48, written: 48 });
  expect(player?.lines).toHaveLength(5 * 3 + 1);
  expect(player?.lines.slice(0, 5)).toEqual([
    { column: "mixed", line: "upper.sum", computed: 18, written: null },
    { column: "mixed", line: "upper.bonus", computed: 0, written: null },
    { column: "mixed", line: "upper.total", computed: 18, written: null },
    { column: "mixed", line: "lower.sum", computed: 30, written: null },
    { column: "mixed", line: "column.total", computed: 48, written: 47 },
  ]);
});

test("totals come from the boxes, not from what was written", () => {
  const { ranking, verdict } = report(
    scores("yatzy", "ones: 3, grand.total: 400", "ones: 4, grand.total: 4"),
  );
  expect(verdict).toBe("mistakes");
  expect(ranking.map(({ name, total }) => [name, total])).toEqual([
    ["B", 4],
    ["A", 3],
  ]);
});

test("findings come player by player in the order of the sheet", () => {
  const { findings } = report(scores("yatzy", "ones: 3, upper.sum: 4", "ones: 7, upper.sum: 7", "twos: 3"));
  expect(findings.map(({ player, code }) => `${player} ${code}`)).toEqual([
    "A wrong-sum",
    "B illegal-score",
    "C illegal-score",
  ]);
});

test("a sheet is complete when every box of everybody who stayed is filled, or when it is called so", () => {
  const full =
    "ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, pair: X, two_pairs: X, three: X, four: X, small: X, large: X, full_house: X, chance: 5, yatzy: 50";
  expect(report(scores("yatzy", full, full)).complete).toBe(true);
  expect(report(scores("yatzy", full, full.replace("ones: 1", "ones: "))).complete).toBe(false);
  expect(report(`complete: yes\n${scores("yatzy", "ones: 3")}`).complete).toBe(true);
  const left = scores("yatzy", full, "ones: 3").replace("name: B", "name: B, left: yes");
  expect(report(left)).toMatchObject({ complete: true, verdict: "correct" });
});

test("the worth of a column counts as often as the game says", () => {
  const sheet = sheetFrom(
    `${columns("yazzo", { mixed: "ones: 3, column.total: 3", down: "ones: 2" })}    grand.total: 8\n`,
  );
  const [first, ...others] = sheet.game.columns;
  if (first === undefined) throw new Error("no column");
  const game = { ...sheet.game, columns: [{ ...first, multiplier: 2 }, ...others] };
  expect(checkSheet({ ...sheet, game }).findings).toEqual([]);
  expect(checkSheet(sheet).findings).toHaveLength(1);
});

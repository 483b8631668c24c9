import { expect, test } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { language } from "../support/languages.ts";
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
  expect(player?.lines.slice(0, 5)).toMatchObject([
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

test("the payout is provisional on a sheet with mistakes, and there is none before the game is over", () => {
  const full =
    "ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18, three: 20, four: X, full_house: 25, small: 30, large: 40, five: 50, chance: 21";
  const paid = (text: string) => {
    const { ranking, payoutIsProvisional } = report(text);
    return [ranking.map(({ name, rank, payout }) => [name, rank, payout]), payoutIsProvisional];
  };
  const night = scores("edencity-yatzy", full, full.replace("chance: 21", "chance: 20"));
  expect(paid(night)).toEqual([
    [
      ["A", 1, 4.5],
      ["B", 2, 0],
    ],
    false,
  ]);
  const paidOut = [
    ["A", 1, 4.5],
    ["B", 2, 0],
  ];
  const unpaid = [
    ["A", 1, null],
    ["B", 2, null],
  ];
  expect(paid(night.replace("ones: 3", "ones: 7"))).toEqual([paidOut, true]);
  expect(paid(night.replace("small: 30", "grand.total: 1, small: 30"))).toEqual([paidOut, true]);
  expect(paid(`complete: yes\n${night.replaceAll("ones: 3, ", "")}`)).toEqual([paidOut, true]);
  expect(paid(night.replaceAll("ones: 3, ", ""))).toEqual([unpaid, false]);
  expect(paid(`options: {stake: none}\n${night.replace("ones: 3", "ones: 7")}`)).toEqual([unpaid, false]);
  for (const code of ["de", "en"])
    expect(language(code).translate("table.payout-provisional")).toMatch(/\.$/);
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
    `${columns("yazzo", { mixed: "ones: 3, upper.total: 3, column.total: 6", down: "ones: 2" })}    grand.total: 8\n`,
  );
  const [first, ...others] = sheet.game.columns;
  if (first === undefined) throw new Error("no column");
  const game = { ...sheet.game, columns: [{ ...first, multiplier: 2 }, ...others] };
  expect(checkSheet({ ...sheet, game }).findings).toEqual([]);
  // Where it counts once, the total is twice what it should be, and carried on.
  expect(checkSheet(sheet).findings).toMatchObject([{ column: "mixed", line: "column.total", expected: 3 }]);
});

test("an impossible score earns no bonus where the sum tells another one", () => {
  const boxes = "ones: 3, twos: 106, threes: 9, fours: 16, fives: 5, sixes: 12";
  const upperOf = (more: string) => {
    const { findings, players } = report(scores("yatzy", `${boxes}${more}`));
    return {
      codes: findings.map(({ code }) => code),
      lines: players[0]?.lines.filter(({ line }) => /^upper/.test(line)).map(({ computed }) => computed),
      total: players[0]?.computed,
    };
  };
  expect(upperOf(", upper.sum: 51")).toEqual({ codes: ["illegal-score"], lines: [51, 0, 51], total: 51 });
  expect(upperOf("")).toEqual({ codes: ["illegal-score"], lines: [151, 50, 201], total: 201 });
  // A sum that nothing explains is wrong itself, and changes nothing below.
  const wrong = upperOf(", upper.sum: 52");
  expect(wrong).toEqual({ codes: ["illegal-score", "wrong-sum"], lines: [151, 50, 201], total: 201 });
});

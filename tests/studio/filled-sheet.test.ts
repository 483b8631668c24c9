import { describe, expect, it } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { readSheet } from "../../src/check/read/read-sheet.ts";
import { saveSheet } from "../../src/check/write-sheet.ts";
import { loadLanguages } from "../../src/files/package/languages.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { playableIds } from "../../src/files/package/variants.ts";
import { need } from "../../src/rules/problem/problem.ts";
import type { Written } from "../../src/scan/inference/sheet-reading.ts";
import { FilledSheet } from "../../src/studio/engine/filled-sheet.ts";
import { someOf } from "../support/cases.ts";

const score = (value: number): Written => ({ kind: "score", value });

/** A sheet of a shipped game, and the ways to its boxes. */
function sheetOf(variant: string, ...names: string[]) {
  const sheet = new FilledSheet(need(readGame(variant)), names);
  const at = (row: string, column = "main", player = 1) =>
    sheet.reading.boxes.findIndex(
      (box) =>
        box.player === player && (box.category ?? box.line) === row && (box.column ?? column) === column,
    );
  return { sheet, at };
}

/** Every way to fill in a box, as a person is offered it. */
const fitting = (sheet: FilledSheet, at: number) =>
  sheet.offers(at).flatMap(({ written, findings }) => (findings.length === 0 ? [written] : []));

describe("a sheet that is filled in", () => {
  it("offers the scores of a box and a strike, and to empty it only where something stands", () => {
    const { sheet, at } = sheetOf("yatzy", "Anna", "Ben");
    const threes = at("threes");
    const before = fitting(sheet, threes);
    expect(before).toEqual([...[3, 6, 9, 12, 15].map(score), { kind: "strike" }]);
    sheet.write(threes, score(9));
    expect(fitting(sheet, threes)).toEqual([...before, { kind: "empty" }]);
    expect(fitting(sheet, at("threes", "main", 2))).toEqual(before);
  });

  it("works out sums and bonuses, and takes entries back one by one", () => {
    const { sheet, at } = sheetOf("yatzy", "Anna");
    const upper = ["ones", "twos", "threes", "fours", "fives", "sixes"];
    for (const [index, row] of upper.entries()) sheet.write(at(row), score(3 * (index + 1)));
    const sums = () => {
      const [player] = sheet.checkEntries("a.yaml").sheet.players;
      return ["upper.sum", "upper.bonus"].map((line) => player?.columnLines.get("main")?.get(line));
    };
    expect(sums()).toEqual([63, 50]);
    sheet.write(at("sixes"), score(12));
    expect(sums()).toEqual([57, 0]);
    sheet.undo();
    expect(sums()).toEqual([63, 50]);
    for (const _ of upper) sheet.undo();
    expect(sheet.entered).toEqual([]);
    expect(sums()).toEqual([0, 0]);
  });

  it("goes on without a player, and the others keep what they have", () => {
    const { sheet, at } = sheetOf("yatzy", "Anna", "Ben", "Cleo");
    sheet.write(at("ones", "main", 1), score(3));
    sheet.write(at("twos", "main", 2), score(8));
    sheet.write(at("fives", "main", 3), score(20));
    sheet.write(at("yatzy", "main", 1), score(50));
    const others = new FilledSheet(sheet.game, ["Anna", "Cleo"]);
    for (const one of sheet.entriesWithout(2)) others.enter(one);
    const { players } = others.checkEntries("a.yaml").report;
    expect(players.map(({ name, computed }) => [name, computed])).toEqual([
      ["Anna", 53],
      ["Cleo", 20],
    ]);
    // In the order in which it was entered.
    others.undo();
    expect(others.checkEntries("a.yaml").report.players.map(({ computed }) => computed)).toEqual([3, 20]);
  });

  it("says of every offer whether it breaks the order of a column or a constraint", () => {
    const { sheet, at } = sheetOf("yazzo", "Anna");
    const [down] = sheet.game.columns.filter(({ order }) => order.kind === "down");
    const column = down?.id ?? "";
    const codes = new Set(
      sheet.offers(at("threes", column)).flatMap(({ findings }) => findings.map((one) => one.code)),
    );
    expect(fitting(sheet, at("threes", column))).toEqual([]);
    expect([...codes]).toEqual(["out-of-order"]);
    const free = sheet.game.columns.find(({ order }) => order.kind === "free")?.id ?? "";
    const { left, right } = sheet.game.constraints[0] ?? { left: "", right: "" };
    sheet.write(at(right, free), score(20));
    const against = sheet.offers(at(left, free)).filter(({ findings }) => findings.length > 0);
    expect(against.length).toBeGreaterThan(0);
    for (const { written, findings } of against) {
      expect(findings.map(({ code }) => code)).toEqual(["constraint"]);
      expect(written.kind === "score" && written.value >= 20).toBe(true);
    }
  });

  it("offers extra points only as far as the boxes allow for them", () => {
    const { sheet, at } = sheetOf("yahtzee-block", "Anna");
    const extras = at("repeats");
    expect(fitting(sheet, extras)).toEqual([]);
    sheet.write(at(sheet.game.repeats?.of ?? ""), score(50));
    expect(fitting(sheet, extras)).toEqual([]);
    sheet.write(at("ones"), score(5));
    expect(fitting(sheet, extras)).toEqual([score(sheet.game.repeats?.bonus ?? 0)]);
  });

  it("leaves out entries of boxes that the game has no longer", () => {
    const { sheet } = sheetOf("yatzy", "Anna");
    const place = { player: 1, column: "main", category: "gone", line: null };
    expect(sheet.enter({ ...place, written: score(5) })).toBe(false);
    expect(sheet.enter({ ...place, category: "ones", player: 2, written: score(5) })).toBe(false);
    expect(sheet.entered).toEqual([]);
  });

  it.each(someOf(playableIds(), 3))("is saved as a sheet that is checked alike: %s", (variant) => {
    const { sheet } = sheetOf(variant, "Anna", "Ben (2)");
    // The boxes come in no order of the game, so that some of what is entered is wrong.
    for (const [at, { written }] of sheet.reading.boxes.entries()) {
      const offers = sheet.offers(at);
      const chosen = offers[(at * 7) % Math.max(1, offers.length)];
      expect(written.kind).toBe("empty");
      if (chosen !== undefined && at % 5 !== 0) sheet.write(at, chosen.written);
    }
    const made = sheet.checkEntries("sheet.yaml");
    const text = saveSheet(made.sheet, "yaml");
    const read = need(
      readSheet({ file: "sheet.yaml", text, format: "yaml" }, readGame, need(loadLanguages("en"))),
    );
    const again = checkSheet(read);
    expect(again.findings).toEqual(made.report.findings);
    expect(again.ranking).toEqual(made.report.ranking);
    expect(again.findings.filter(({ code }) => code.startsWith("wrong-"))).toEqual([]);
  });
});

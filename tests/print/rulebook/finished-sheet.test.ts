import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import type { BoxEntry, Sheet } from "../../../src/check/sheet.ts";
import { sampleGames, scoreShares } from "../../../src/odds/casual-play.ts";
import { finishedView } from "../../../src/print/rulebook/view/finished.ts";
import { finishedSheet } from "../../../src/print/rulebook/view/worked.ts";
import type { Category, Game } from "../../../src/rules/game/game.ts";
import { findCategory, listCategories } from "../../../src/rules/game/rows.ts";
import { computeBonus, listSheetLines, type SheetLine } from "../../../src/rules/sums/sum-graph.ts";
import { gameFrom, SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";

const lowest = (game: Game): Game => ({ ...game, ranking: { ...game.ranking, order: "lowest" } });

/** The mean score of each box that simulated players fill, strikes apart. */
const means = (game: Game) =>
  new Map(
    [...scoreShares(game)].map(([id, { scores }]) => [
      id,
      [...scores].reduce((sum, [score, share]) => sum + score * share, 0),
    ]),
  );

/** Fewer rolls are better in each box but the last; `turn` is that of the game. */
const golf = (turn: string) =>
  gameFrom(`id: golf
name: {de: Golf, en: Golf}
dice: {count: 5, sides: 6}
turn: ${turn}
players: {min: 1, sheet: own}
start: {method: free}
columns: {main: {order: free}}
strike: {marks: ["/"]}
ranking: {order: lowest, tie: shared}
categories:
  sixes: {label: {de: Sechser, en: Sixes}, pattern: {face: 6, min: 2}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  pair: {label: {de: Paar, en: Pair}, pattern: {groups: [2]}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  three: {label: {de: Dreier, en: Three}, pattern: {groups: [3]}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  chance: {label: {de: Chance, en: Chance}, pattern: any, score: sum, strike: never}
sections: {all: {label: {de: Alles, en: All}, rows: [sixes, pair, three, chance]}}
`);

describe("a finished sheet where the lowest total wins", () => {
  it.each(["kniffel", "yatzy", "maxi-yatzy", "yazzo", "crag"])(
    "has a total below that of the same game where the highest wins: %s",
    (id) => {
      const game = shippedGame(id);
      const [high, low] = [game, lowest(game)].map((one) => finishedSheet(one).across("grand.total"));
      expect(low).toBeLessThan(high ?? 0);
    },
  );

  it("holds low dice in the boxes that take any", () => {
    const game = shippedGame("yatzy");
    const [high, low] = [game, lowest(game)].map((one) => means(one).get("chance") ?? 0);
    // Five dice show 17.5 on average.
    expect(high).toBeGreaterThan(17.5);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(17.5);
    expect(finishedSheet(lowest(game)).inColumn("main", "chance")).toBeLessThan(17.5);
  });

  it("has no box that was struck while the roll fitted an open one", () => {
    // A chance takes every roll: other boxes may be struck only after it is filled.
    const columns = sampleGames(lowest(shippedGame("yatzy")), 60).flatMap(({ scores }) => [
      ...scores.values(),
    ]);
    const strikes = columns.flatMap((filled) => {
      const turns = [...filled];
      const chance = turns.findIndex(([id]) => id === "chance");
      return turns.flatMap(([, score], turn) => (score === 0 ? [turn > chance] : []));
    });
    expect(strikes.length).toBeGreaterThan(60);
    expect(new Set(strikes)).toEqual(new Set([true]));
  });

  it("ends a turn as soon as the dice are good, where later rolls count more", () => {
    const game = golf("{rolls: 6, stop_early: true}");
    const of = means(game);
    expect(of.size).toBe(4);
    // A pair comes with nine in ten rolls, and three alike take longer.
    expect(of.get("pair")).toBeLessThan(2.5);
    expect(of.get("three")).toBeGreaterThan(of.get("pair") ?? 9);
    const sheet = finishedSheet(game);
    for (const { id, legal } of listCategories(game)) expect(legal).toContain(sheet.inColumn("main", id));
    expect(new Set(scoreShares(game).get("three")?.scores.keys()).size).toBeGreaterThan(2);
  });

  it("has good scores with dice that no simulated players have", () => {
    const die = { low: 1, high: 6 };
    const game = shippedGame("yatzy");
    const mixed = { ...game, dice: { ...game.dice, dice: [die, die, die, die, { low: 0, high: 5 }] } };
    expect(scoreShares(mixed).size).toBe(0);
    const [high, low] = [mixed, lowest(mixed)].map((one) => finishedSheet(one).inColumn("main", "chance"));
    expect(low).toBeLessThan(high ?? 0);
  });
});

/** The sheet as a player would write it, sums and all. */
function written(game: Game): Sheet {
  const sheet = finishedSheet(game);
  const entry = (score: number, { legal }: Category): BoxEntry =>
    score === 0 && !legal.includes(0)
      ? { kind: "strike", mark: game.strike.marks[0] ?? "0" }
      : { kind: "score", value: score };
  const rows = listCategories(game);
  const lines = listSheetLines(game);
  const valuesOf = (scope: SheetLine["scope"], value: (line: string) => number) =>
    new Map(lines.filter((line) => line.scope === scope).map(({ id }) => [id, value(id)]));
  const boxes = game.columns.map(
    ({ id }) => [id, new Map(rows.map((row) => [row.id, entry(sheet.inColumn(id, row.id), row)]))] as const,
  );
  const columnLines = game.columns.map(
    ({ id }) => [id, valuesOf("column", (line) => sheet.inColumn(id, line))] as const,
  );
  const player = {
    name: "Anna",
    left: false,
    boxes: new Map(boxes),
    columnLines: new Map(columnLines),
    sheetLines: valuesOf("sheet", (line) => sheet.across(line)),
  };
  return { file: "sheet.yaml", game, complete: true, players: [player] };
}

describe("a finished sheet", () => {
  it.each(SHIPPED)("of %s is right in every box and sum, says the check", (id) => {
    const { findings } = checkSheet(written(shippedGame(id)));
    expect(findings.map(({ code, category }) => `${code} ${category}`)).toEqual([]);
  });

  it("says which sums earn its bonus, and no others", () => {
    const notes = SHIPPED.flatMap((id) => {
      const game = shippedGame(id);
      const found = finishedView(game, language("en")).rows.flatMap(({ note }) => {
        const [, add, from, to] = /^(\d+) for (?:reaching )?(\d+)(?:–(\d+))?$/.exec(note) ?? [];
        return add === undefined ? [] : [[from, to, add].map(Number)];
      });
      return found.map((numbers) => ({ game, numbers }));
    });
    expect(notes.some(({ numbers }) => Number.isFinite(numbers[1]))).toBe(true);
    for (const { game, numbers } of notes) {
      const [from = 0, to = Number.NaN, add] = numbers;
      const ends = Number.isNaN(to) ? [from, from + 1000] : [from, to];
      const bonuses = (sum: number) =>
        game.sections.filter(({ tiers }) => tiers.length > 0).map((section) => computeBonus(section, sum));
      for (const sum of ends) expect(bonuses(sum), `${game.id}, ${sum}`).toContain(add);
      for (const sum of [from - 1, ...(Number.isNaN(to) ? [] : [to + 1])])
        expect(bonuses(sum)).not.toContain(add);
    }
  });
});

describe("the note on a struck box of a finished sheet", () => {
  it("is about a box that a roll could have fitted, never one that is only there to be struck", () => {
    let seen = 0;
    for (const game of [
      ...SHIPPED.map((id) => shippedGame(id)),
      shippedGame("doppel-yatzy", { extra: "strike" }),
    ]) {
      const { rows } = finishedView(game, language("en"));
      for (const { name } of rows.filter(({ note }) => note.includes("nothing fitted"))) {
        const box = listCategories(game).find(({ label }) => language("en").text(label) === name);
        expect(box?.strike, `${game.id}: ${name}`).not.toBe("always");
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(10);
  });
});

describe("a finished sheet of a game that rewards repeats of its best roll", () => {
  const rewarding = SHIPPED.map((id) => shippedGame(id)).filter(
    ({ repeats, columns }) => (repeats?.bonus ?? 0) > 0 && columns.length === 1,
  );

  it("shows one, with its extra points, a box struck and every bonus", () => {
    expect(rewarding.length).toBeGreaterThan(2);
    for (const game of rewarding) {
      const sheet = finishedSheet(game);
      const { of, bonus } = game.repeats ?? { of: "", bonus: 0 };
      const scores = listCategories(game).map(({ id }) => sheet.inColumn("main", id));
      expect(sheet.inColumn("main", of)).toBeGreaterThan(0);
      expect(sheet.across("repeats") % bonus).toBe(0);
      expect(sheet.across("repeats")).toBeGreaterThan(0);
      expect(scores).toContain(0);
      expect(sheet.inColumn("main", "upper.bonus")).toBeGreaterThan(0);
    }
  });

  it("shows a joker, with a score that its dice don't have in that box, and a note that says so", () => {
    // Elsewhere jokers wait for other boxes, so that few games have one.
    const free = rewarding.filter(({ repeats }) => repeats?.joker?.upper === "any");
    expect(free.length).toBeGreaterThan(0);
    for (const game of free) {
      const joker = finishedSheet(game).repeats.find(({ isJoker }) => isJoker);
      const box = findCategory(game, joker?.row ?? "");
      expect(box, game.id).toBeDefined();
      const { rows } = finishedView(game, language("en"));
      const row = rows.find(({ name }) => name === box?.label.en);
      expect(row?.note, game.id).toMatch(/ as a joker; \d+ extra below/);
      expect(Number(row?.cells[0])).toBeGreaterThan(0);
    }
  });
});

describe("simulated players", () => {
  it("enter repeats of the best roll as the rules allow", () => {
    let jokers = 0;
    for (const id of ["yahtzee-block", "yahtzee", "kniffel", "triple-yahtzee"]) {
      const game = shippedGame(id);
      const top = game.repeats?.of ?? "";
      for (const { scores, repeats } of sampleGames(game, 100)) {
        for (const { row, bonus, isJoker } of repeats) {
          expect(row).not.toBe(top);
          expect(bonus > 0 || isJoker).toBe(true);
          if (game.columns.length === 1) expect(scores.get("main")?.get(row)).toBeGreaterThanOrEqual(0);
        }
        jokers += repeats.filter(({ isJoker }) => isJoker).length;
        if (repeats.length > 0) expect([...scores.values()].every((column) => column.has(top))).toBe(true);
      }
    }
    expect(jokers).toBeGreaterThan(10);
  });
});

import { describe, expect, it } from "vitest";
import { BONUS_SCOPES, type Category, type Column } from "../../../src/rules/game/game.ts";
import {
  countBoxes,
  listColumnCategories,
  listCategories,
  findCategory,
  constraintHolds,
  isInstantWin,
  houseRulesInForce,
  isBonusPerColumn,
  isNumberRow,
  isSheetShared,
  possibleValues,
  countGameTurns,
} from "../../../src/rules/game/rows.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";

it("only a bonus of the scope `column` is one of each column", () => {
  expect(BONUS_SCOPES.filter((scope) => isBonusPerColumn({ scope }))).toEqual(["column"]);
});

describe("a constraint", () => {
  const PAIRS = [
    [5, 6],
    [6, 6],
    [7, 6],
  ] as const;

  it.each([
    ["<", [true, false, false]],
    ["<=", [true, true, false]],
    [">", [false, false, true]],
    [">=", [false, true, true]],
  ] as const)("%s holds for less, as much and more: %j", (comparison, expected) => {
    const held = PAIRS.map(([left, right]) => constraintHolds({ comparison, between: "all" }, left, right));
    expect(held).toEqual(expected);
  });

  it.each([
    ["all", "<", 7, 0, false],
    ["all", "<", 0, 7, true],
    ["all", "<", 0, 0, false],
    ["all", "<", 7, null, true],
    ["all", ">", null, 7, true],
    ["scored", "<", 7, 0, true],
    ["scored", ">", 0, 7, true],
    ["scored", "<", 0, 0, true],
    ["scored", "<", 7, 6, false],
    ["scored", "<", 7, null, true],
  ] as const)(
    "between %s boxes, %s of %j and %j is %j, with 0 for a strike",
    (between, comparison, left, right, expected) => {
      expect(constraintHolds({ comparison, between }, left, right)).toBe(expected);
    },
  );
});

describe("a box", () => {
  it.each([
    ["allowed", [0, 5, 9]],
    ["always", [0, 5, 9]],
    ["never", [5, 9]],
  ] as const)("whose strike is %s can hold %j", (strike, values) => {
    expect(possibleValues({ legal: [5, 9], strike })).toEqual(values);
  });

  it("is a number row if it counts the dice of one number and nothing else", () => {
    const { ones, pair, chance } = Object.fromEntries(
      listCategories(shippedGame("yatzy")).map((category) => [category.id, category]),
    );
    if (ones === undefined || pair === undefined || chance === undefined) throw new Error("no such boxes");
    expect([ones, pair, chance].map(isNumberRow)).toEqual([true, false, false]);
    const likeOnes: Pick<Category, "pattern" | "score">[] = [
      { ...ones, pattern: { kind: "face", face: 1, min: 2 } },
      { ...ones, score: { kind: "by_roll", values: [3] } },
      { ...ones, score: { kind: "formula", formula: { kind: "number", value: 3 } } },
      { ...ones, score: { kind: "formula", formula: { kind: "name", name: "sum" } } },
      { ...ones, pattern: { kind: "any" } },
    ];
    expect(likeOnes.map(isNumberRow)).toEqual([false, false, false, false, false]);
  });
});

describe("a game", () => {
  it("has boxes in rows and columns, and turns that fill them", () => {
    const yazzo = shippedGame("yazzo");
    expect(listCategories(yazzo).map(({ id }) => id)).toEqual([
      ...["ones", "twos", "threes", "fours", "fives", "sixes"],
      ...["minimum", "maximum", "full_house", "straight", "yazzo"],
    ]);
    expect(findCategory(yazzo, "maximum")?.id).toBe("maximum");
    expect(findCategory(yazzo, "unknown")).toBe(undefined);
    expect([countBoxes(yazzo), countGameTurns(yazzo), isSheetShared(yazzo)]).toEqual([33, 33, false]);
    const doppel = shippedGame("doppel-yatzy");
    expect([countBoxes(doppel), countGameTurns(doppel), isSheetShared(doppel)]).toEqual([16, 8, true]);
    // The last turn may have fewer boxes left than it fills.
    expect(countGameTurns({ ...doppel, turn: { ...doppel.turn, entries: 3 } })).toBe(6);
  });
});

describe("the scores of a box in a column", () => {
  const game = gameFrom(`id: test
extends: kniffel-core
name: {de: T, en: T}
categories:
  five: {score: {by_roll: [66, 56, 46]}}
  large: {score: 40, served: 45}
`);
  const legal = (entry: Column["entry"], servedOn: "any_throw" | "first_throw", id: string) => {
    const served = { ...game, turn: { ...game.turn, servedOn } };
    return listColumnCategories(served, { entry }).find((category) => category.id === id)?.legal;
  };
  const within = (throws: number) => ({ kind: "max_roll", throws }) as const;

  it.each<[string, Column["entry"], number[], number[], number[]]>([
    ["any results", { kind: "any" }, [46, 56, 66], [40, 45], [40, 45]],
    ["announced ones", { kind: "announced" }, [46, 56, 66], [40, 45], [40, 45]],
    ["those of one throw", { kind: "single_throw" }, [46, 56, 66], [45], [40, 45]],
    ["those of the first throw", within(1), [66], [45], [45]],
    ["those of two throws", within(2), [56, 66], [40, 45], [40, 45]],
    ["those of three throws", within(3), [46, 56, 66], [40, 45], [40, 45]],
  ])("for %s: by throw %j, served in any throw %j, in the first %j", (_, entry, byThrow, any, first) => {
    expect(legal(entry, "any_throw", "five")).toEqual(byThrow);
    expect(legal(entry, "any_throw", "large")).toEqual(any);
    expect(legal(entry, "first_throw", "large")).toEqual(first);
    expect(legal(entry, "any_throw", "full_house")).toEqual([25]);
  });

  it("are worked out once, and are the game's own where nothing is ruled out", () => {
    const [first] = game.columns;
    if (first === undefined) throw new Error("no column");
    expect(listColumnCategories(game, first)).toBe(listColumnCategories(game, first));
    expect(
      listColumnCategories(game, { entry: within(1) }).map((one, at) => one === listCategories(game)[at]),
    ).toEqual(listCategories(game).map(({ id }) => id !== "five" && id !== "large"));
  });
});

describe("a roll that wins at once", () => {
  const game = gameFrom(`id: wins
extends: numbers5
name: {de: W, en: W}
start: {method: free}
categories:
  five: {label: {de: F, en: F}, pattern: {groups: [5]}, score: 50, served: 60, wins: served}
  four: {label: {de: V, en: V}, pattern: {groups: [4]}, score: 40, served: 45, wins: scored}
  three: {label: {de: D, en: D}, pattern: {groups: [3]}, score: 30, served: 35}
sections: {lower: {label: {de: U, en: L}, rows: [five, four, three]}}
`);
  const won = (id: string, score: number | null) => {
    const category = findCategory(game, id);
    if (category === undefined) throw new Error(`no box ${id}`);
    return isInstantWin(game, category, score);
  };

  it("is told by the score of served dice, or by any", () => {
    expect([won("five", 60), won("five", 50)]).toEqual([true, false]);
    expect([won("four", 45), won("four", 40)]).toEqual([true, true]);
    expect([won("three", 35), won("three", 30)]).toEqual([false, false]);
  });

  it("is none where nothing, a strike or no score stands", () => {
    for (const id of ["five", "four"])
      expect([won(id, null), won(id, 0), won(id, 61)]).toEqual([false, false, false]);
  });

  it("is none in a box that holds a miss", () => {
    const four = findCategory(game, "four");
    if (four === undefined) throw new Error("no box");
    const missed = { ...four, miss: 40 };
    expect([isInstantWin(game, missed, 40), isInstantWin(game, missed, 45)]).toEqual([false, true]);
  });
});

describe("house rules", () => {
  it("are in force unless others leave them nothing to decide", () => {
    const [one, two] = shippedGame("yatzy").options;
    if (one === undefined || two === undefined) throw new Error("too few options");
    const options = [
      { ...one, isIdle: true },
      { ...two, isIdle: false },
    ];
    expect(houseRulesInForce({ ...shippedGame("yatzy"), options }).map(({ id }) => id)).toEqual([two.id]);
  });
});

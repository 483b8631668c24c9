import { describe, expect, it, test } from "vitest";
import {
  colourWords,
  faceWord,
  lineLabel,
  payoutWords,
  placeName,
  rowName,
  standingWords,
  unusualDice,
  listWordings,
  wordsProblem,
} from "../../src/i18n/game-words.ts";
import type { Dice } from "../../src/rules/dice/dice.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import { gameFrom, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";

const [de, en, sv] = [language("de"), language("en"), language("sv")];
const plain = (words: string) => words.replaceAll("\u00a0", " ");

describe("boxes and lines", () => {
  it("are called by their labels, else by the word for such lines, else by their id", () => {
    const yatzy = shippedGame("yatzy");
    expect(rowName(yatzy, en, "ones")).toBe("Ones");
    expect(rowName(yatzy, de, "ones")).toBe("Einser");
    expect(rowName(yatzy, de, "upper.sum")).toBe("Summe");
    expect(rowName(yatzy, en, "no-such-row")).toBe("no-such-row");
  });

  it("of games with lines of every kind have a name each", () => {
    const balut = shippedGame("balut");
    expect(listSheetLines(balut).map(({ id }) => lineLabel(balut, en, id))).toEqual([
      ...["Column total", "Grand total"],
      ...["Points for Fours", "Points for Fives", "Points for Sixes", "Points for Straights"],
      ...["Points for Full houses", "Points for Choice", "Points for Baluts"],
      ...["Points for the grand total", "Victory points"],
    ]);
    const own = gameFrom(
      "id: test\nextends: numbers5\nname: {de: Test, en: Test}\nsections:\n  upper: null\n  all: {label: {de: Zahlen, en: Numbers}, rows: [ones, twos, threes, fours, fives, sixes], tiers: [{from: 63, add: 35}]}\n",
    );
    expect(listSheetLines(own).map(({ id }) => lineLabel(own, en, id))).toEqual([
      "Sum Numbers",
      "Bonus Numbers",
      "Total Numbers",
      "Grand total",
    ]);
  });

  it("are placed with the player and the column, where there are several", () => {
    const yazzo = shippedGame("yazzo");
    const place = { player: "Anna", column: "down", row: "ones" };
    expect(placeName(yazzo, en, place)).toBe("Anna, Top down, Ones");
    expect(placeName(yazzo, en, { ...place, column: null })).toBe("Anna, Ones");
    expect(placeName(yazzo, en, { ...place, player: null })).toBe("Top down, Ones");
    expect(placeName(yazzo, en, { ...place, row: null })).toBe("Anna, Top down");
    expect(placeName(shippedGame("yatzy"), en, { ...place, column: "main" })).toBe("Anna, Ones");
  });
});

describe("dice", () => {
  const dice = (
    kinds: readonly (readonly [low: number, high: number])[],
    colours: Dice["colours"] = null,
  ): Dice => {
    return { dice: kinds.map(([low, high]) => ({ low, high })), scored: kinds.length, colours, wild: null };
  };

  it("are told by kind where they are not the usual ones", () => {
    expect(
      unusualDice(
        dice([
          [1, 6],
          [1, 6],
        ]),
      ),
    ).toEqual([]);
    expect(
      unusualDice(
        dice([
          [1, 8],
          [1, 8],
        ]),
      ),
    ).toEqual([{ n: 2, sides: 8, low: 1, high: 8 }]);
    expect(
      unusualDice(
        dice([
          [1, 6],
          [0, 9],
          [1, 6],
          [1, 9],
          [0, 6],
        ]),
      ),
    ).toEqual([
      { n: 2, sides: 6, low: 1, high: 6 },
      { n: 1, sides: 10, low: 0, high: 9 },
      { n: 1, sides: 9, low: 1, high: 9 },
      { n: 1, sides: 7, low: 0, high: 6 },
    ]);
  });

  it("have colours with the faces of each, in the order of the faces", () => {
    const colours = new Map([
      [6, "red"],
      [1, "black"],
      [3, "red"],
      [2, "blue"],
    ]);
    expect(colourWords(en, dice([[1, 6]], colours))).toEqual([
      { colour: "black", faces: [1] },
      { colour: "blue", faces: [2] },
      { colour: "red", faces: [3, 6] },
    ]);
    expect(colourWords(en, dice([[1, 6]]))).toEqual([]);
  });

  it("show symbols by their words, else figures", () => {
    const { symbols } = shippedGame("escalero");
    expect([faceWord(en, symbols, 4), faceWord(de, symbols, 4), faceWord(en, new Map(), 4)]).toEqual([
      "Q",
      "D",
      "4",
    ]);
  });
});

test("what a player has come to is told by what decides", () => {
  expect(plain(standingWords(en, { points: null, total: 12 }))).toBe("12 points");
  expect(plain(standingWords(en, { points: 3, total: 12 }))).toBe("3 victory points (12 points)");
  expect(plain(standingWords(en, { points: 0, total: 1 }))).toBe("0 victory points (1 point)");
});

test("what a game pays is money, or comes from the other players", () => {
  const money = shippedGame("edencity-yatzy");
  expect(payoutWords(en, money, 4.5)).toBe("4.50\u00a0credits");
  expect(payoutWords(de, money, 0)).toBe("0,00\u00a0Credits");
  expect(payoutWords(en, { settlement: null, prizes: null }, 1)).toBe("1.00\u00a0");
  const prizes = shippedGame("escalero");
  expect([5, -4, 0].map((payout) => payoutWords(en, prizes, payout))).toEqual([
    "gets 5",
    "pays 4",
    "gets and pays nothing",
  ]);
});

describe("the words of a game", () => {
  const paths = (id: string) => listWordings(shippedGame(id)).map(({ path }) => path.join("."));

  it("have the keys in its file that lead to them", () => {
    expect(paths("doppel-yatzy").slice(0, 5)).toEqual([
      ...["dice.layers.inner", "dice.layers.outer", "sections.upper.label", "sections.lower.label"],
      "categories.ones.label",
    ]);
    expect(paths("escalero").slice(5, 9)).toEqual([
      "dice.symbols.6",
      "sections.figures.label",
      "categories.nines.label",
      "categories.tens.label",
    ]);
    const rest = (id: string) => paths(id).filter((path) => !/^(?:dice|sections|categories)\./.test(path));
    expect(rest("edencity-yatzy")).toEqual([
      ...["columns.main.label", "settlement.currency"],
      ...["options.payout_base.label", "options.payout_base.choices.pot.label"],
      ...["options.payout_base.choices.stake.label", "options.payout_base.choices.stake.pad"],
      ...["options.rest.label", "options.rest.choices.house.label", "options.rest.choices.players.label"],
      ...["options.rest.choices.players.pad", "options.stake.label"],
      ...["2.50.label", "5.00.label", "5.00.pad", "none.label", "none.pad"].map(
        (key) => `options.stake.choices.${key}`,
      ),
      ...["further_yatzys", "voluntary_zero", "chance_use", "last_player", "tournament"].map(
        (id) => `notes.${id}`,
      ),
    ]);
    expect(rest("balut").slice(0, 12)).toEqual([
      ...["first", "second", "third", "fourth"].map((id) => `columns.${id}.label`),
      ...["fours", "fives", "sixes", "straights", "full_houses", "choice", "baluts", "score"].map(
        (id) => `bonuses.${id}.label`,
      ),
    ]);
    expect(rest("triple-yahtzee").slice(3, 6)).toEqual([
      "lines.column.total",
      "lines.repeats",
      "lines.grand.total",
    ]);
  });

  it("need none for a column that is alone and has no name", () => {
    const yatzy = shippedGame("yatzy");
    const unnamed = { ...yatzy, columns: yatzy.columns.map((column) => ({ ...column, label: {} })) };
    expect(listWordings(unnamed).filter(({ path }) => path[0] === "columns")).toEqual([]);
  });

  it("that a language lacks are told in one problem, three by name", () => {
    const some = (count: number) =>
      gameFrom(
        `id: test\nextends: yatzy\nname: {de: Unser Yatzy, en: Our Yatzy}\ncategories:\n${[
          "pair",
          "chance",
          "ones",
          "twos",
        ]
          .slice(0, count)
          .map((id) => `  ${id}: {label: {de: Egal ${id}, en: Whatever ${id}}}\n`)
          .join("")}`,
      );
    expect(wordsProblem(shippedGame("yatzy"), sv)).toBeNull();
    expect(wordsProblem(some(4), en)).toBeNull();
    expect(wordsProblem(some(1), sv)).toMatchObject({
      code: "untranslated",
      message: "`test` lacks words in `sv` for `categories.pair.label`",
      hint: "add `sv: …` next to the other languages; `augenblock lint <variant> --words sv` lists every place",
    });
    expect(wordsProblem(some(3), sv)?.message).toBe(
      "`test` lacks words in `sv` for `categories.ones.label`, `categories.pair.label`, `categories.chance.label`",
    );
    expect(wordsProblem(some(4), sv)?.message).toBe(
      "`test` lacks words in `sv` for `categories.ones.label`, `categories.twos.label`, `categories.pair.label` and 1 more",
    );
  });
});

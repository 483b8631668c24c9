import { describe, expect, it, test } from "vitest";
import { fold, sheetKeywords, gameNames } from "../../../src/check/read/names.ts";
import { english, type MessageValue, msg } from "../../../src/rules/problem/message.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";

/** Words of a hint, as they are shown. */
const told = (words: MessageValue) => english(msg`test.pattern: ${words}`);

const [de, en, sv] = [language("de"), language("en"), language("sv")];

test.each([
  ["Große Straße", "grosse strasse"],
  ["GROSSE-STRASSE", "grosse strasse"],
  ["große_straße", "grosse strasse"],
  ["  große \t straße\u00a0", "grosse strasse"],
  ["große‐straße", "grosse strasse"],
  ["große‑straße", "grosse strasse"],
  ["große–straße", "grosse strasse"],
  ["große -- straße", "grosse strasse"],
  ["-a-", "a"],
  ["Ａ１", "a1"],
  ["Ärger", "ärger"],
  ["1.", "1."],
])("words are compared without case, ß, hyphens and spaces: %j", (word, folded) => {
  expect(fold(word)).toBe(folded);
});

describe("the framing words of spreadsheets", () => {
  const words = sheetKeywords([de, en]);

  it.each([
    ["variant", "variant", ""],
    ["Spiel", "variant", ""],
    ["GAME", "variant", ""],
    ["complete", "complete", ""],
    ["Vollständig", "complete", ""],
    ["player", "player", ""],
    ["Spieler", "player", ""],
    ["column", "column", ""],
    ["Spalte", "column", ""],
    ["left", "left", ""],
    ["option", "option", ""],
    ["Hausregel", "option", ""],
    ["house-rule", "option", ""],
    ["option bonus_tiers", "option", "bonus_tiers"],
    ["Hausregel  bonus tiers", "option", "bonus tiers"],
    ["House rule stake", "option", "stake"],
  ])("%s starts a row for the %s", (key, keyword, rest) => {
    expect(words.parseKeywordRow(key)).toEqual({ keyword, rest });
  });

  it.each([
    "ones",
    "",
    "player one",
    "variant yatzy",
    "house stake",
    "options",
    "optionx",
    "game option stake",
  ])("%j starts none", (key) => {
    expect(words.parseKeywordRow(key)).toBeNull();
  });

  it.each([
    ["yes", true],
    ["TRUE", true],
    ["Ja", true],
    [" ja ", true],
    ["no", false],
    ["false", false],
    ["Nein", false],
    ["perhaps", undefined],
    ["", undefined],
  ])("%j is yes, no or neither", (word, answer) => {
    expect(words.parseYesNo(word)).toBe(answer);
  });

  it("are those of the languages, the English ones always", () => {
    expect(told(words.rows("player"))).toBe("`player;…` or `Spieler;…`");
    expect(told(words.rows("variant"))).toBe("`variant;…`, `Spiel;…` or `game;…`");
    expect(told(sheetKeywords([sv]).rows("player"))).toBe("`player;…` or `spelare;…`");
    expect(told(sheetKeywords([]).rows("player"))).toBe("`player;…`");
    expect(sheetKeywords([sv]).parseKeywordRow("Spieler")).toBeNull();
    expect([sheetKeywords([sv]).parseYesNo("ja"), sheetKeywords([]).parseYesNo("ja")]).toEqual([
      true,
      undefined,
    ]);
    expect([sheetKeywords([sv]).parseYesNo("nej"), sheetKeywords([]).parseYesNo("no")]).toEqual([
      false,
      false,
    ]);
  });
});

describe("the names of a game", () => {
  // A game of its own, so that nothing is known of it beforehand.
  const game = { ...shippedGame("yahtzee-block") };
  const { rows, columns } = gameNames(game, [de, en]);
  const kinds = (key: string) => rows.find(key).map(({ kind, id }) => `${kind} ${id}`);

  it("lead to boxes, to lines of a column and to lines of the whole sheet", () => {
    expect(kinds("ones")).toEqual(["box ones"]);
    expect(kinds("EINSER")).toEqual(kinds("Einser"));
    expect(kinds("upper.sum")).toEqual(["column-line upper.sum"]);
    expect(kinds("Extra Yahtzees")).toEqual(["sheet-line repeats"]);
    expect(kinds("grand.total")).toEqual(["sheet-line grand.total"]);
    expect(kinds("")).toEqual([]);
    expect(kinds("nonsense")).toEqual([]);
  });

  it("are still understood when they have changed since the sheet was typed", () => {
    const renamed = SHIPPED.map((id) => shippedGame(id)).flatMap((one) =>
      [...one.formerNames].flatMap(([id, text]) => Object.values(text).map((name) => ({ one, id, name }))),
    );
    expect(renamed.length).toBeGreaterThan(4);
    for (const { one, id, name } of renamed) {
      const ids = gameNames({ ...one }, [de, en, sv])
        .rows.find(name)
        .map((target) => target.id);
      expect(ids, `${one.id}: ${name}`).toEqual([id]);
    }
    const formerNames = new Map([["columns.down", { en: "Downwards" }]]);
    expect(gameNames({ ...shippedGame("yazzo"), formerNames }, [de, en]).columns.find("Downwards")).toEqual([
      "down",
    ]);
  });

  it("are understood in a language that the variant does not speak", () => {
    const swedish = gameNames({ ...shippedGame("yahtzee-block") }, [sv]);
    expect(
      swedish.rows.find(sv.text(game.sections[0]?.categories[0]?.label ?? {})).map(({ id }) => id),
    ).toEqual(["ones"]);
    expect(swedish.columns.find("main")).toEqual(["main"]);
  });

  it("of columns are ids and labels", () => {
    const yazzo = gameNames({ ...shippedGame("yazzo") }, [de, en]);
    expect(yazzo.columns.find("Von oben nach unten")).toEqual(["down"]);
    expect(yazzo.columns.find("top-down")).toEqual(["down"]);
    expect(yazzo.columns.find("up")).toEqual(["up"]);
    expect(yazzo.columns.find("sideways")).toEqual([]);
    expect(columns.find("main")).toEqual(["main"]);
  });

  it("are hinted at by the nearest, else by all ids", () => {
    expect(english(rows.hint("Einsn"))).toBe("did you mean `Einsen`?");
    expect(english(rows.hint("upper.sun"))).toBe("did you mean `upper.sum`?");
    expect(english(columns.hint("x"))).toBe("possible here: main");
  });

  it("without words are no names", () => {
    const unnamed = { ...game, columns: game.columns.map((column) => ({ ...column, label: { de: "" } })) };
    expect(gameNames(unnamed, [de]).columns.find("")).toEqual([]);
    expect(english(gameNames(unnamed, [de]).columns.hint("x"))).toBe("possible here: main");
  });
});

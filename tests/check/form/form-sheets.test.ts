import { describe, expect, it } from "vitest";
import { formSheets } from "../../../src/check/form/form-sheets.ts";
import type { Sheet } from "../../../src/check/sheet.ts";
import { failure, success } from "../../../src/rules/problem/problem.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, good } from "../../support/results.ts";

const GERMAN = language("de");

describe("a form that was filled in", () => {
  it("has as many sheets as were written on, and players by number where they have no name", () => {
    const fields = new Map([
      ["sheet3.player1.down.ones", "X"],
      ["sheet3.name.player2", "  Bea "],
      ["sheet3.player2.down.ones", ""],
      ["sheet1.player2.mixed.ones", "3"],
      ["sheet1.player1.mixed.ones", ""],
      ["sheet2.player1.mixed.ones", " "],
      ["sheet10.player10.mixed.ones", "1"],
      ["sheet10.player2.mixed.ones", "2"],
      ["sheet1.head.page1.line1", "Sunday"],
    ]);
    const sheets = formSheets("night.pdf", fields, shippedGame("yazzo"), GERMAN);
    expect(sheets.map(({ at }) => at)).toEqual([1, 3, 10]);
    const names = sheets.map(({ sheet }) => good(sheet).players.map(({ name }) => name));
    expect(names).toEqual([["Spieler 2"], ["Spieler 1", "Bea"], ["Spieler 2", "Spieler 10"]]);
    expect(sheets.map(({ sheet }) => good(sheet))).toMatchObject([
      { file: "night.pdf", complete: null, players: [{ left: false }] },
      { players: [{}, {}] },
      { players: [{}, {}] },
    ]);
    const [second] = sheets.slice(1).map(({ sheet }) => good(sheet));
    expect(second?.players[0]?.boxes.get("down")?.get("ones")).toEqual({ kind: "strike", mark: "X" });
    expect(second?.players[0]?.boxes.get("down")?.size).toBe(11);
  });

  it("has what stands on lines, struck ones as 0, and the players' own order", () => {
    const fields = new Map([
      ["sheet1.player2.mixed.upper-sum", "12"],
      ["sheet1.player2.mixed.upper-bonus", "/"],
      ["sheet1.player2.sheet.grand-total", " 12 "],
      ["sheet1.player1.down.lower-sum", "0"],
    ]);
    const [only] = formSheets("night.pdf", fields, shippedGame("yazzo"), GERMAN);
    const { players } = good(only?.sheet ?? failure<Sheet>([]));
    expect(players.map(({ name, sheetLines }) => [name, [...sheetLines]])).toEqual([
      ["Spieler 1", []],
      ["Spieler 2", [["grand.total", 12]]],
    ]);
    expect(players.map(({ columnLines }) => [...columnLines].map(([id, lines]) => [id, ...lines]))).toEqual([
      [["mixed"], ["down", ["lower.sum", 0]], ["up"]],
      [["mixed", ["upper.sum", 12], ["upper.bonus", 0]], ["down"], ["up"]],
    ]);
  });

  it("has a player where a line for all columns is all that was written", () => {
    const fields = new Map([["sheet1.player1.sheet.grand-total", "12"]]);
    const [only] = formSheets("night.pdf", fields, shippedGame("yazzo"), GERMAN);
    expect(good(only?.sheet ?? failure<Sheet>([])).players).toHaveLength(1);
  });

  it("tells what nobody can understand, with the field where it stands, and all at once", () => {
    const fields = new Map([
      ["sheet7.player1.main.ones", "drei"],
      ["sheet7.player2.main.twos", "2.5"],
      ["sheet7.player2.sheet.grand-total", "99999999"],
      ["sheet7.name.player1", "Anna"],
      ["sheet7.name.player2", "Anna"],
      ["sheet7.name.player3", "\u202e\u001b"],
      ["sheet7.player3.main.ones", ""],
      ["sheet7.name.player4", "x".repeat(81)],
      ["sheet7.player4.main.ones", "3"],
    ]);
    const [only] = formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN);
    const problems = bad(only?.sheet ?? success(null));
    expect(problems.map(({ code, message, hint }) => `${code}: ${message} | ${hint}`)).toEqual([
      "not-a-score: `drei` is neither a score nor a strike (field `sheet7.player1.main.ones`) | write a whole number, a strike mark (X, /, –) or nothing",
      "not-whole: `2.5` is not a whole number (field `sheet7.player2.main.twos`) | scores are whole numbers, without separators",
      "number-too-large: `99999999` is more than any dice can score (field `sheet7.player2.sheet.grand-total`) | if the number is unknown, leave the box empty",
      "bad-name: a name can’t contain the character U+001B (field `sheet7.name.player3`) | type the name again instead of copying it",
      "bad-name: this name is too long (field `sheet7.name.player4`) | a name has at most 80 characters",
      "duplicate-player: two players are called Anna (sheet 7) | tell them apart: Anna B., Anna M.",
    ]);
  });

  it("tells a filled-in field that the game has no box for", () => {
    const fields = new Map([
      ["sheet1.player1.main.ones", "3"],
      ["sheet1.player1.main.ones+1", "2"],
      ["sheet1.player1.other.twos", " "],
    ]);
    const [only] = formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN);
    const problems = bad(only?.sheet ?? success(null));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "unknown-field: this game has no such box (field `sheet1.player1.main.ones+1`)",
    ]);
  });

  it("refuses more names than games", () => {
    const codes = (names: string) => {
      const games = [1, 2].map((n) => [`sheet1.player${n}.main.ones`, "3"] as const);
      const fields = new Map([...games, ["sheet1.name.player1", names]]);
      const [only] = formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN, true);
      return only?.sheet.ok === false ? only.sheet.problems.map(({ code }) => code) : [];
    };
    expect([codes("Anna"), codes("Anna, Ben")]).toEqual([[], []]);
    expect(codes("Anna, Ben, Cleo")).toEqual(["spare-names"]);
  });

  it("counts problems beyond forty instead of telling them", () => {
    const fieldsOf = (count: number) =>
      new Map(Array.from({ length: count }, (_, at) => [`sheet1.player${at + 1}.main.ones`, "?!"]));
    const problemsOf = (count: number) => {
      const [only] = formSheets("night.pdf", fieldsOf(count), shippedGame("yatzy"), GERMAN);
      return bad(only?.sheet ?? success(null)).map(({ code, message }) => `${code}: ${message}`);
    };
    expect(problemsOf(90)).toHaveLength(41);
    expect(problemsOf(90).at(-1)).toBe("more-problems: and 50 more problems of this kind");
    expect(problemsOf(40)).toHaveLength(40);
    expect(problemsOf(40).at(-1)).toContain("sheet1.player40.main.ones");
  });

  it("of which nothing was filled in has no sheets", () => {
    const fields = new Map([["sheet1.player1.main.ones", " "]]);
    expect(formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN)).toEqual([]);
  });
});

import { describe, expect, it, test } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { type CheckedSheet, eveningCsv, groupEvenings } from "../../src/check/evening.ts";
import { placeholderNames } from "../../src/check/read/names.ts";
import { SHEET_FORMATS } from "../../src/check/read/read-sheet.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { emptySheet, saveSheet } from "../../src/check/write-sheet.ts";
import { sheetJson } from "../../src/cli/commands/check/report.ts";
import { success } from "../../src/rules/problem/problem.ts";
import { listPlayerResults } from "../../src/season/sheet-to-keep.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { read, sheetFrom, sheetOf } from "../support/sheet-files.ts";
import { correctSheet, randomFrom } from "../support/sheets.ts";

const ENGLISH = language("en");
const BOTH = [language("de"), ENGLISH];
const SHARED = SHIPPED.filter((id) => shippedGame(id).columns.length === 1);

/** Games that one person played in a row, the last of them not to its end. */
function gamesOf(id: string, owner: string | null, games = 4): Sheet {
  const game = shippedGame(id);
  const random = randomFrom(games);
  const players = Array.from({ length: games }, (_, at) => {
    const turns = at < games - 1 ? null : 3;
    const [player] = correctSheet(game, random, { players: 1, turns, lines: turns === null ? 1 : 0 }).players;
    if (player === undefined) throw new Error("nobody plays");
    return { ...player, name: `Game ${at + 1}` };
  });
  const file = "games.yaml";
  return {
    file,
    game,
    complete: null,
    columnsAreGames: true,
    ...(owner === null ? {} : { owners: [owner] }),
    players,
  };
}

function checked(sheet: Sheet, file = sheet.file): CheckedSheet {
  const report = checkSheet(sheet);
  const unnamed = placeholderNames(sheet, BOTH);
  return {
    file,
    number: 0,
    sheet: { ...sheet, file },
    report,
    verdict: report.verdict,
    doubtful: [],
    unnamed,
  };
}

describe("a sheet of games of one player", () => {
  test.each(SHARED)("%s: is written and read again, and each game is checked by itself", (id) => {
    for (const owner of id === "yatzy" ? ["Anna", null] : ["Anna"]) {
      const sheet = gamesOf(id, owner);
      for (const format of SHEET_FORMATS) {
        const again = sheetFrom(saveSheet(sheet, format), format);
        expect({ ...again, file: "", game: null }).toEqual({ ...sheet, file: "", game: null });
      }
      const report = checkSheet(sheet);
      expect(report.findings).toEqual([]);
      expect(report.ranking.map(({ name, rank }) => [name, rank])).toEqual(
        sheet.players.map(({ name }) => [name, 1]),
      );
      expect(report.ranking.every(({ payout }) => payout === null)).toBe(true);
      expect(checkSheet({ ...sheet, columnsAreGames: false }).findings.map(({ code }) => code)).toContain(
        "uneven-turns",
      );
    }
  });

  it("begins empty, and only games with an entry count", () => {
    for (const [format, players] of [
      ["yaml", []],
      ["csv", ["Anna"]],
    ] as const) {
      const text = emptySheet(shippedGame("yatzy"), { players, games: 6, format, language: ENGLISH });
      const blank = sheetFrom(text, format);
      expect(blank.columnsAreGames).toBe(true);
      expect(blank.owners).toEqual(players.length === 0 ? undefined : players);
      expect(blank.players.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Game ${n}`));
    }
    const text = emptySheet(shippedGame("yatzy"), {
      players: ["Anna"],
      games: 3,
      format: "csv",
      language: ENGLISH,
    });
    const begun = sheetFrom(text.replace(/^(Ones),,/m, "$1,,3"), "csv");
    expect(begun.players.map(({ name }) => name)).toEqual(["Game 2"]);
  });

  it("is of somebody who can be named", () => {
    const result = read(
      `variant: yatzy\ngames_of: "${"a".repeat(99)}"\nplayers:\n  - {name: Game 1, scores: {ones: 3}}\n`,
    );
    expect(result.ok ? [] : result.problems.map(({ code, place }) => [code, place?.line])).toEqual([
      ["bad-name", 2],
    ]);
  });

  it("can be of a game for one player", () => {
    const yatzy = shippedGame("yatzy");
    const solo = { ...yatzy, players: { ...yatzy.players, max: 1 } };
    expect(sheetOf(solo, saveSheet(gamesOf("yatzy", "Anna"), "yaml")).players).toHaveLength(4);
  });
});

describe("a sheet of games that several people play in turns", () => {
  const TURNS = [
    ["Emma", "Jan"],
    ["Emma", "Jan", "Emma", "Jan"],
    ["Emma", "Emma", "jan", "Jan"],
    ["Emma", "Jan", "Åsa"],
  ];
  const person = (owners: readonly string[], at: number) => owners[at % owners.length] ?? "";

  test.each(TURNS)("%s %s %s %s: is read again, and each game is its player’s", (...names) => {
    const owners = names.filter((name) => typeof name === "string");
    const sheet: Sheet = { ...gamesOf("yatzy", null), owners };
    const each = sheet.players.map((_, at) => person(owners, at));
    for (const format of SHEET_FORMATS) {
      const again = sheetFrom(saveSheet(sheet, format), format);
      expect(again).toMatchObject({ columnsAreGames: true, owners: each, players: sheet.players });
    }
    const one = checked(sheet);
    expect([one.report.findings, one.unnamed]).toEqual([[], []]);
    expect(listPlayerResults(one).map(({ name, rank, players }) => [name, rank, players])).toEqual(
      each.map((name) => [name, 1, 1]),
    );
    const [played] = groupEvenings([one]);
    const key = (name: string) => name.toLowerCase();
    const totals = new Map<string, number>();
    for (const [at, { computed }] of one.report.players.entries())
      totals.set(key(each[at] ?? ""), (totals.get(key(each[at] ?? "")) ?? 0) + computed);
    expect(played?.games).toBe(4);
    expect(new Map(played?.ranking.map(({ name, total }) => [key(name), total]))).toEqual(totals);
    const json = sheetJson({ file: "games.yaml", result: success({ ...one, photo: null }) }, ENGLISH, null);
    expect(json).toMatchObject({ gamesOf: owners, players: sheet.players.map(({ name }) => ({ name })) });
    const rows = eveningCsv(played === undefined ? [] : [played], [], ENGLISH).split("\r\n");
    expect(rows.filter((row) => row.startsWith("games.yaml,")).map((row) => row.split(",")[3])).toEqual(each);
  });

  it("keeps whose turn it was where a game is left out", () => {
    const games = [null, 3, null, 4, 2].map(
      (ones, at) => `  - {name: Game ${at + 1}, scores: {ones: ${ones}}}`,
    );
    const sheet = sheetFrom(
      ["variant: yatzy", "games_of: [Emma, Jan, Åsa]", "players:", ...games].join("\n"),
    );
    expect(sheet.players.map(({ name }) => name)).toEqual(["Game 2", "Game 4", "Game 5"]);
    expect(sheet.owners).toEqual(["Jan", "Emma", "Jan"]);
  });

  it("may name the people above the columns, as often as they play", () => {
    const names = ["Emma", "Jan", "emma", "Jan"];
    const items = names.map((name) => `  - {name: ${name}, scores: {ones: 3}}`);
    for (const sheet of [
      sheetFrom(["variant: yatzy", "games_of:", "players:", ...items].join("\n")),
      sheetFrom(`variant;yatzy\ngames_of\nplayer;${names.join(";")}\nOnes;3;3;3;3\n`, "csv"),
    ]) {
      expect(sheet.owners).toEqual(names);
      expect(sheet.players.map(({ name }) => name)).toEqual(["Emma", "Jan", "emma (2)", "Jan (2)"]);
    }
  });

  it("refuses more names than games", () => {
    const sheet = "variant: yatzy\nplayers: [{name: Game 1, scores: {ones: 3}}, {name: Game 2}]\ngames_of:";
    const codes = (text: string) => {
      const result = read(text);
      return result.ok ? [] : result.problems.map(({ code, place }) => [code, place?.line]);
    };
    expect(codes(`${sheet} [Emma, Jan]`)).toEqual([]);
    expect(codes(`${sheet} [Emma, Jan, Åsa]`)).toEqual([["spare-names", 3]]);
  });

  it("refuses a name that can’t be one, in its place", () => {
    const result = read(
      `variant: yatzy\ngames_of: [Emma, "${"a".repeat(99)}"]\nplayers: [{name: Game 1, scores: {ones: 3}}]\n`,
    );
    expect(result.ok ? [] : result.problems.map(({ code, place }) => [code, place?.line])).toEqual([
      ["bad-name", 2],
    ]);
  });
});

describe("an evening of games", () => {
  it("adds up the games of each person, and ranks none of them against another", () => {
    const [anna, ben] = [gamesOf("yatzy", "Anna"), gamesOf("yatzy", "Ben", 3)];
    const [evening, ...others] = groupEvenings([checked(anna, "a.yaml"), checked(ben, "b.yaml")]);
    const total = (sheet: Sheet) =>
      checkSheet(sheet).players.reduce((sum, { computed }) => sum + computed, 0);
    expect(others).toEqual([]);
    expect(evening?.games).toBe(7);
    expect(new Set(evening?.ranking.map(({ name, total: points }) => `${name} ${points}`))).toEqual(
      new Set([`Anna ${total(anna)}`, `Ben ${total(ben)}`]),
    );
    expect(evening?.entries.map(({ name, onSheet, rank }) => `${name}, ${onSheet}: ${rank}`)).toEqual([
      ...[1, 2, 3, 4].map((n) => `Anna, Game ${n}: 1`),
      ...[1, 2, 3].map((n) => `Ben, Game ${n}: 1`),
    ]);
    const rows = eveningCsv(evening === undefined ? [] : [evening], [], ENGLISH).split("\r\n");
    expect(rows.filter((row) => row.startsWith("a.yaml,"))).toHaveLength(4);
  });

  it("ranks nobody while a single sheet has no name", () => {
    const [evening] = groupEvenings([checked(gamesOf("yatzy", null))]);
    expect(evening?.ranking).toEqual([]);
    expect(evening?.unnamed.flatMap(({ names }) => names)).toHaveLength(4);
  });

  it("pays nobody for a game alone", () => {
    const sheet = gamesOf("edencity-yatzy", "Anna", 2);
    const [evening] = groupEvenings([checked(sheet)]);
    expect(sheet.game.settlement).not.toBeNull();
    expect(evening?.entries.map(({ payout }) => payout)).toEqual([null, null]);
  });
});

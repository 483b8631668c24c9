import { describe, expect, it } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { problem } from "../../src/rules/problem/problem.ts";
import { type CheckedSheet, eveningCsv, eveningsOf } from "../../src/check/evening.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { columns, sheetFrom } from "../support/sheet-files.ts";

function checked(sheet: Sheet, rest: Partial<CheckedSheet> = {}): CheckedSheet {
  const report = checkSheet(sheet);
  return { file: "night.jpg", number: 0, sheet, report, verdict: report.verdict, ...rest };
}

describe("an evening", () => {
  it("is one game where everybody is on one sheet: one pot, one ranking", () => {
    const sheets = [checked(evening()), checked(evening({ names: ["Cem", "Dora"] }))];
    const [night, ...others] = eveningsOf(sheets);
    expect(others).toEqual([]);
    expect(night?.isSeveralGames).toBe(false);
    expect(night?.isProvisional).toBe(false);
    // Four stakes of 2.50, nine tenths of which are shared by two winners.
    expect(night?.ranking).toEqual([
      { name: "Anna", rank: 1, total: 284, points: null, payout: 4.5 },
      { name: "Cem", rank: 1, total: 284, points: null, payout: 4.5 },
      { name: "Ben", rank: 3, total: 207, points: null, payout: 0 },
      { name: "Dora", rank: 3, total: 207, points: null, payout: 0 },
    ]);
  });

  it("is several games where a name stands on several sheets: points and payouts are added up", () => {
    const [night] = eveningsOf([checked(evening()), checked(evening())]);
    expect(night?.isSeveralGames).toBe(true);
    expect(night?.ranking).toEqual([
      { name: "Anna", rank: 1, total: 568, points: null, payout: 9 },
      { name: "Ben", rank: 2, total: 414, points: null, payout: 0 },
    ]);
    expect(night?.entries.map(({ name, rank, payout }) => [name, rank, payout])).toEqual([
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
    ]);
  });

  it("keeps games apart, and pays nothing while one is on", () => {
    const yazzo = sheetFrom(columns("yazzo", { mixed: "ones: 3", down: "", up: "" }));
    const nights = eveningsOf([checked(evening()), checked(yazzo), checked(evening({ ben: "chance: " }))]);
    expect(nights.map(({ game, sheets }) => [game.id, sheets])).toEqual([
      ["edencity-yatzy", 2],
      ["yazzo", 1],
    ]);
    expect(nights[0]?.isProvisional).toBe(true);
    expect(nights[0]?.entries.at(-1)?.payout).toBeNull();
  });

  it("is provisional as long as a sheet is not sure", () => {
    const sheets = [checked(evening(), { verdict: "unsure" })];
    expect(eveningsOf(sheets)[0]?.isProvisional).toBe(true);
  });
});

describe("the table of an evening", () => {
  const sheets = [
    checked(evening({ names: ["=1+1", "Ben"], anna: "grand.total: " }), { number: 12, file: "-a.jpg" }),
  ];
  const rejects = [{ file: "blurred.jpg", problems: [problem("blurred", "too blurred")] }];

  it("has a row for each player and sheet, and one for each file that can't be used", () => {
    const csv = eveningCsv(eveningsOf(sheets), rejects, language("de"));
    expect(csv).toBe(
      "\ufeffDatei;Spiel;Blatt;Spieler;geschrieben;ausgerechnet;Urteil;Platz;Auszahlung\r\n" +
        "'-a.jpg;edencity-yatzy;12;'=1+1;;284;richtig;1;\"4,50\"\r\n" +
        '\'-a.jpg;edencity-yatzy;12;Ben;207;207;richtig;2;"0,00"\r\n' +
        "blurred.jpg;;;;;;nicht zu prüfen;;\r\n",
    );
  });

  it("speaks the language's own numbers", () => {
    const csv = eveningCsv(eveningsOf(sheets), [], language("en"));
    expect(csv).toContain("'-a.jpg,edencity-yatzy,12,Ben,207,207,correct,2,0.00\r\n");
  });
});

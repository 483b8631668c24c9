import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptySheet, saveSheet } from "../../src/check/write-sheet.ts";
import { SHEET_FORMATS } from "../../src/check/read/read-sheet.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { countBoxes } from "../../src/rules/game/rows.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { sheetFrom } from "../support/sheet-files.ts";
import { correctSheet, randomFrom } from "../support/sheets.ts";

/** A sheet without its game, which is read anew. */
function ink({ game, complete, players }: Sheet) {
  return { game: game.id, options: game.options.map(({ id, chosen }) => [id, chosen]), complete, players };
}

const NAMES = [
  "Anna",
  "Ben",
  "null",
  "007",
  "yes",
  "-",
  "# 1",
  "a: b",
  "O'Neil",
  'Zoë "Z"',
  "x,y;z",
  "{a}",
  "=1+1",
  "Ø Å",
  "1.5",
];

describe("saving a sheet", () => {
  test.each(SHIPPED)("and reading it again gives the same sheet: %s", (id) => {
    const game = shippedGame(id);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.option(fc.integer({ min: 0, max: 6 })),
        fc.constantFrom(...SHEET_FORMATS),
        fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 3, maxLength: 3 }),
        fc.constantFrom(true, false, null),
        (seed, turns, format, names, complete) => {
          const drawn = correctSheet(game, randomFrom(seed), { players: 3, turns, lines: 0.5 });
          const players = drawn.players.map((p, at) => ({ ...p, name: names[at] ?? p.name, left: at === 1 }));
          const sheet: Sheet = { ...drawn, complete, players };
          expect(ink(sheetFrom(saveSheet(sheet, format), format))).toEqual(ink(sheet));
        },
      ),
      { numRuns: 15 },
    );
  });

  test.each(SHEET_FORMATS)("keeps the options that were chosen: %s", (format) => {
    const game = shippedGame("yazzo", { bonus_tiers: "both" });
    const sheet = correctSheet(game, randomFrom(1), { players: 1, turns: 3, lines: 1 });
    expect(sheetFrom(saveSheet(sheet, format), format).game.sections[0]?.tierMode).toBe("sum");
  });
});

describe("an empty sheet", () => {
  const games = SHIPPED.flatMap((id) =>
    (["yaml", "csv"] as const).flatMap((format) =>
      (["de", "en"] as const).map((code) => [id, format, code] as const),
    ),
  );

  test("is tried for every game, format and language", () => {
    expect(games).toHaveLength(SHIPPED.length * 4);
    expect(SHIPPED.length).toBeGreaterThan(20);
  });

  test.each(games)("reads back without ink: %s, %s, %s", (id, format, code) => {
    const game = shippedGame(id);
    const text = emptySheet(game, { players: ["Anna", "Ben"], format, language: language(code) });
    const sheet = sheetFrom(text, format);
    expect(sheet.game.id).toBe(id);
    expect(sheet.complete).toBe(false);
    expect(sheet.players.map(({ name }) => name)).toEqual(["Anna", "Ben"]);
    for (const player of sheet.players) {
      expect([...player.boxes.values()].flatMap((column) => [...column.values()])).not.toContainEqual(
        expect.objectContaining({ kind: expect.stringMatching("score|strike") }),
      );
      expect(player.sheetLines.size).toBe(0);
    }
  });

  const tables = games.filter(([, format]) => format === "csv");
  test.each(tables)(
    "has a row for everything on the pad, found again when it is filled: %s, %s, %s",
    (id, _, code) => {
      const game = shippedGame(id);
      const delimiter = code === "de" ? ";" : ",";
      const rows = emptySheet(game, { players: ["Anna"], format: "csv", language: language(code) }).split(
        "\r\n",
      );
      const lines = listSheetLines(game);
      const wide = lines.filter(({ scope }) => scope === "sheet").length;
      const first = rows.length - 1 - wide - countBoxes(game) / game.columns.length - (lines.length - wide);
      const filled = rows.map((row, at) => {
        const [label, ...cells] = row.split(delimiter);
        const isWide = at >= rows.length - 1 - wide;
        if (at < first || label === "") return row;
        return [label, ...cells.map((_, cell) => (isWide && cell > 0 ? "" : "7"))].join(delimiter);
      });
      const [player] = sheetFrom(filled.join("\r\n"), "csv").players;
      const inks = [...(player?.boxes.values() ?? [])].flatMap((column) => [...column.values()]);
      expect(inks.filter(({ kind }) => kind === "score")).toHaveLength(countBoxes(game));
      const written = [...(player?.columnLines.values() ?? [])].reduce((sum, column) => sum + column.size, 0);
      expect(written).toBe((lines.length - wide) * game.columns.length);
      expect(player?.sheetLines.size).toBe(wide);
    },
  );

  test("says which house rules are played, and how to fill it in", () => {
    const game = shippedGame("yazzo", { bonus_tiers: "both" });
    const text = emptySheet(game, { players: [], format: "yaml", language: language("de") });
    expect(text).toContain("  bonus_tiers: both  # Bonusstufen: highest | both\n");
    expect(text).toContain("# Yazzo: ein Blatt zum Eintippen\n");
    expect(text).toContain("        full_house:  # Full House\n");
    expect(text).toContain("  - name: Spieler 1\n");
    expect(text).toContain("  - name: Spieler 2\n");
  });

  test("is a table as the language's spreadsheets expect it", () => {
    const game = shippedGame("yazzo", { bonus_tiers: "both" });
    const csv = (code: string) =>
      emptySheet(game, { players: ["Anna", "Ben"], format: "csv", language: language(code) }).split("\r\n");
    expect(csv("de").slice(0, 6)).toEqual([
      "\ufeffSpiel;yazzo",
      "Hausregel bonus_tiers;both",
      "vollständig;nein",
      "Spieler;Anna;Anna;Anna;Ben;Ben;Ben",
      "Spalte;Durcheinander;Von oben nach unten;Von unten nach oben;Durcheinander;Von oben nach unten;Von unten nach oben",
      "1er;;;;;;",
    ]);
    expect(csv("en").slice(0, 4)).toEqual([
      "\ufeffgame,yazzo",
      "house rule bonus_tiers,both",
      "complete,no",
      "player,Anna,Anna,Anna,Ben,Ben,Ben",
    ]);
  });
});

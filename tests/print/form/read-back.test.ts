import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { IDENTITY_FIELD, readIdentity } from "../../../src/check/form/fields.ts";
import { formSheets } from "../../../src/check/form/form-sheets.ts";
import { fieldsOf, formOf, openedForm, typedInto } from "../../support/forms.ts";
import { DOCUMENTED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { good } from "../../support/pads.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";

const GERMAN = language("de");

/** The content of the fields of a form that was saved with this in it. */
async function savedAndRead(pdf: Uint8Array, texts: ReadonlyMap<string, string>) {
  return fieldsOf(await (await openedForm(pdf)).save(texts));
}

describe("a form that was filled in", () => {
  it.each(DOCUMENTED)("%s: is read back as the sheet that was typed into it, and is correct", async (id) => {
    const game = shippedGame(id);
    const { pdf } = await formOf(game, { players: 2, paper: "a4" });
    const sheet = correctSheet(game, randomFrom(7), { players: 2, turns: null, lines: 0 });
    const fields = await savedAndRead(pdf, typedInto(await openedForm(pdf), sheet));
    const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
    expect(identity).toMatchObject({ variant: id, language: "de", paper: "a4", firstNumber: 0 });
    const [read, ...others] = formSheets("night.pdf", fields, game, GERMAN);
    expect([read?.at, others]).toEqual([1, []]);
    const found = good(read?.sheet ?? { ok: false, problems: [] });
    expect(found.players.map(({ name, boxes }) => [name, boxes])).toEqual(
      sheet.players.map(({ name, boxes }) => [name, boxes]),
    );
    const report = checkSheet(found);
    expect(report.findings).toEqual([]);
    for (const { lines } of report.players) {
      const grand = lines.find(({ line }) => line === "grand.total");
      expect(grand?.written).toBe(grand?.computed);
      expect(lines.filter(({ written }) => written !== null).length).toBeGreaterThan(1);
    }
  });

  it("of games is read back with the name of the person who played them", async () => {
    const game = shippedGame("yatzy");
    const { pdf } = await formOf(game, { games: 3 });
    const form = await openedForm(pdf);
    const sheet = correctSheet(game, randomFrom(3), { players: 2, turns: null, lines: 0 });
    const typed = new Map([...typedInto(form, sheet)].filter(([name]) => !name.includes(".name.")));
    for (const [name, owners] of [
      ["  Bea ", ["Bea"]],
      ["Bea, Jan", ["Bea", "Jan"]],
      ["", undefined],
    ] as const) {
      const fields = await savedAndRead(pdf, new Map([...typed, ["sheet1.name.player1", name]]));
      const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
      expect(identity?.columnsAreGames).toBe(true);
      const [read, ...others] = formSheets("night.pdf", fields, game, GERMAN, identity?.columnsAreGames);
      const found = good(read?.sheet ?? { ok: false, problems: [] });
      expect([found.columnsAreGames, found.owners, others]).toEqual([true, owners, []]);
      expect(found.players.map((one) => [one.name, one.boxes])).toEqual(
        sheet.players.map(({ boxes }, at) => [`Spiel ${at + 1}`, boxes]),
      );
    }
  });

  it("has as many sheets as were written on, and players by number where they have no name", async () => {
    const game = shippedGame("yazzo");
    const { pdf } = await formOf(game, { players: 2, sheets: 3 });
    const fields = await savedAndRead(
      pdf,
      new Map([
        ["sheet1.player2.mixed.ones", "3"],
        ["sheet3.player1.down.ones", "X"],
        ["sheet3.name.player2", "  Bea "],
      ]),
    );
    const sheets = formSheets("night.pdf", fields, game, GERMAN);
    expect(sheets.map(({ at }) => at)).toEqual([1, 3]);
    const names = sheets.map(({ sheet }) => good(sheet).players.map(({ name }) => name));
    expect(names).toEqual([["Spieler 2"], ["Spieler 1", "Bea"]]);
    const entry = good(sheets[1]?.sheet ?? { ok: false, problems: [] }).players[0]?.boxes.get("down");
    expect(entry?.get("ones")).toEqual({ kind: "strike", mark: "X" });
  });
});

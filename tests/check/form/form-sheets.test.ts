import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { IDENTITY_FIELD, readIdentity } from "../../../src/check/form/fields.ts";
import { readFields } from "../../../src/check/form/read-fields.ts";
import { formSheets } from "../../../src/check/form/form-sheets.ts";
import { formOf, openedForm, typedInto } from "../../support/forms.ts";
import { DOCUMENTED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, good } from "../../support/pads.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";

const GERMAN = language("de");

/** What stands in the fields of a form that was saved with this in it. */
async function savedAndRead(pdf: Uint8Array, texts: ReadonlyMap<string, string>) {
  const read = await readFields(await (await openedForm(pdf)).save(texts));
  if (typeof read === "string") throw new Error(read);
  return read;
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

  it("tells what nobody can understand, with the field where it stands, and all at once", () => {
    const game = shippedGame("yatzy");
    const fields = new Map([
      ["sheet1.player1.main.ones", "drei"],
      ["sheet1.player2.main.twos", "2.5"],
      ["sheet1.name.player1", "Anna"],
      ["sheet1.name.player2", "Anna"],
      ["sheet1.name.player3", "\u202eevil"],
      ["sheet1.player3.main.ones", ""],
    ]);
    const [only] = formSheets("night.pdf", fields, game, GERMAN);
    const problems = bad(only?.sheet ?? { ok: true, value: null });
    expect(problems.map(({ code }) => code)).toEqual([
      "not-a-score",
      "not-whole",
      "bad-name",
      "duplicate-player",
    ]);
    expect(problems[0]?.message).toContain("sheet1.player1.main.ones");
  });

  it("counts problems beyond forty instead of telling them", () => {
    const fields = new Map(Array.from({ length: 90 }, (_, at) => [`sheet1.player${at + 1}.main.ones`, "?!"]));
    const [only] = formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN);
    const problems = bad(only?.sheet ?? { ok: true, value: null });
    expect(problems.length).toBe(41);
    expect(problems.at(-1)?.message).toContain("50 more");
  });

  it("of which nothing was filled in has no sheets", () => {
    const fields = new Map([["sheet1.player1.main.ones", " "]]);
    expect(formSheets("night.pdf", fields, shippedGame("yatzy"), GERMAN)).toEqual([]);
  });
});

describe("what is no form", () => {
  const text = (content: string) => new TextEncoder().encode(content);

  it("is told from a PDF, a broken one, and one without fields", async () => {
    expect(await readFields(text("variant: yatzy"))).toBe("not-a-pdf");
    expect(await readFields(text("%PDF-1.7\nnothing of the kind"))).toBe("broken-pdf");
    const { pdf } = await formOf(shippedGame("crag"));
    const cut = await readFields(pdf.slice(0, 5000));
    expect(typeof cut === "string" ? cut : [...cut]).toSatisfy(
      (found: unknown) => found === "broken-pdf" || (Array.isArray(found) && found.length === 0),
    );
    const plain = text(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n" +
        "trailer<</Root 1 0 R>>\n%%EOF",
    );
    expect(await readFields(plain)).toEqual(new Map());
  });

  it("ends even where fields lead in a circle", async () => {
    const circle = text(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n" +
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n" +
        "4 0 obj<</T(a)/Kids[5 0 R]>>endobj\n5 0 obj<</T(b)/Parent 4 0 R/Kids[4 0 R]>>endobj\n" +
        "trailer<</Root 1 0 R>>\n%%EOF",
    );
    const read = await readFields(circle);
    expect(typeof read === "string" ? read : read.get(IDENTITY_FIELD)).toSatisfy(
      (found: unknown) => found === undefined || found === "broken-pdf",
    );
  });

  it("has an identity of its own or none", () => {
    for (const strange of ["", "{", "[]", '{"variant": 3}', '{"code":"x"}']) {
      expect(readIdentity(strange)).toBeNull();
    }
  });
});

import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { describe, expect, it } from "vitest";
import { boxField } from "../../../src/check/form/fields.ts";
import { fillingOrder } from "../../../src/rules/game/order.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { formOf, openedForm, scriptedForm } from "../../support/forms.ts";
import { TRIED, shippedGame } from "../../support/games.ts";
import { type ReadElement, readOut } from "../../support/read-out.ts";
import { fontsOf, pagesOf } from "../../support/pdfs.ts";

describe("a form", () => {
  it.each(TRIED)("%s has a field for every box, exactly where the pad has it", async (id) => {
    const game = shippedGame(id);
    const { pdf, layout } = await formOf(game);
    const { fields, calculated, script } = await openedForm(pdf);
    const scripted = scriptedForm(game);
    expect(script).toBe(scripted.script);
    expect(layout.boxes.length).toBeGreaterThanOrEqual(listCategories(game).length * game.columns.length);
    for (const { player, column, category, line, xMm, yMm, widthMm, heightMm } of layout.boxes) {
      const name = boxField(1, player, { column, row: category ?? line ?? "" });
      const left = xMm * PT_PER_MM;
      const bottom = (layout.page.heightMm - yMm - heightMm) * PT_PER_MM;
      const wanted = [left, bottom, left + widthMm * PT_PER_MM, bottom + heightMm * PT_PER_MM];
      fields.get(name)?.rect.forEach((pt, at) => {
        expect(pt).toBeCloseTo(wanted[at] ?? 0, 2);
      });
      const isWritten = category !== null || line === "repeats";
      expect(fields.get(name)?.actions, name).toEqual(scripted.fields.get(name)?.actions);
      expect(fields.get(name)?.editable, name).toBe(isWritten);
      expect(calculated.includes(name), name).toBe(!isWritten);
    }
    const lines = listSheetLines(game).filter(({ id }) => layout.boxes.some(({ line }) => line === id));
    expect(lines.length).toBeGreaterThan(0);
    const boxFields = [...fields.keys()].filter((name) => /^sheet1\.player1\./.test(name));
    expect(boxFields.length).toBe(layout.boxes.length);
  });

  it("leads through a column as it is filled, and through one player after the other", async () => {
    const game = shippedGame("yazzo");
    const { tips } = await openedForm((await formOf(game)).pdf);
    const names = tips.map(({ name }) => name);
    const head = ["sheet1.name.player1", "sheet1.head.page1.line2", "sheet1.head.page1.line3"];
    expect(names.slice(1, 4)).toEqual(head);
    const rows = listCategories(game).map(({ id }) => id);
    const expected = game.columns.flatMap(({ id: column, order }) =>
      fillingOrder(order, rows).map((row) => boxField(1, 1, { column, row })),
    );
    expect(names.slice(4, 4 + expected.length)).toEqual(expected);
    const shared = await openedForm((await formOf(shippedGame("yatzy"), { players: 3 })).pdf);
    const players = shared.tips.flatMap(({ name }) => /^sheet1\.player(\d)/.exec(name)?.[1] ?? []);
    expect(players).toEqual([...players].sort());
    expect(new Set(players).size).toBe(3);
  });

  it("says what each field is for, in the language of the page", async () => {
    const tipOf = async (id: string, code: "de" | "en", name: string, players = 1) => {
      const { tips } = await openedForm((await formOf(shippedGame(id), { code, players })).pdf);
      return tips.find((one) => one.name === name)?.tip;
    };
    expect(await tipOf("yatzy", "de", "sheet1.player2.main.twos", 2)).toBe("Spieler 2 · Zweier: Ziel 6");
    expect(await tipOf("yazzo", "en", "sheet1.player1.up.minimum")).toBe(
      "Bottom up · Minimum: all pips · < Maximum",
    );
    expect(await tipOf("yatzy", "en", "sheet1.player1.main.upper-bonus")).toBe(
      "Bonus: 63\u00a0or\u00a0more: +50",
    );
    expect(await tipOf("yatzy", "de", "sheet1.name.player2", 2)).toBe("Namen: Spieler 2");
  });

  it("tells fields of other players, sheets and pages apart", async () => {
    const yazzo = await formOf(shippedGame("yazzo"), { players: 2, sheets: 2 });
    expect(await pagesOf(yazzo.pdf)).toBe(4);
    const { fields } = await openedForm(yazzo.pdf);
    for (const name of ["sheet1.player2.down.ones", "sheet2.player1.up.yazzo", "sheet2.name.player2"])
      expect([...fields.keys()]).toContain(name);
    const ticks = await openedForm((await formOf(shippedGame("maxi-yatzy"), { players: 2 })).pdf);
    expect(ticks.fields.get("sheet1.ticks.player2.saved-rolls.12")?.type).toBe("checkbox");
  });

  it("has the same bytes each time, embeds its fonts and needs no viewer to make up appearances", async () => {
    const [one, other] = [await formOf(shippedGame("crag")), await formOf(shippedGame("crag"))];
    expect(Buffer.compare(one.pdf, other.pdf)).toBe(0);
    expect(fontsOf(one.pdf)).toContain("AUGENB+SourceSans3-Regular");
    const text = Buffer.from(one.pdf).toString("latin1");
    expect(text).not.toContain("NeedAppearances");
    expect(text.match(/\/Subtype \/Widget/g)?.length).toBeGreaterThan(10);
  });
});

describe("a form for a screen reader", () => {
  it("has an element for every field, in the order of the tab key, and for every text that is printed", async () => {
    const { pdf } = await formOf(shippedGame("yatzy"), { code: "en", players: 2, paper: "a5" });
    const { pages, unmarked, metadata } = await readOut(pdf);
    expect(unmarked).toEqual([]);
    const [page] = pages;
    const parts = elementsOf(page?.children ?? []);
    const fields = parts.filter(({ role }) => role === "Form");
    const { tips } = await openedForm(pdf);
    expect(fields.map(({ alternative }) => alternative)).toEqual(tips.map(({ tip }) => tip).filter(Boolean));
    expect(fields.length).toBeGreaterThan(30);
    const texts = parts.filter(({ role }) => role === "P").flatMap(({ children }) => children);
    expect(texts).toContain("Yatzy");
    // PDF/UA is a promise that nobody has checked yet.
    expect(metadata.has("pdfuaid:part")).toBe(false);
  });
});

/** All elements, from the outermost on. */
function elementsOf(children: ReadElement["children"]): ReadElement[] {
  return children.flatMap((child) =>
    typeof child === "string" ? [] : [child, ...elementsOf(child.children)],
  );
}

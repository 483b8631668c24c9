import { afterAll, describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { boxField, nameField } from "../../../src/check/form/fields.ts";
import { formSheets } from "../../../src/check/form/form-sheets.ts";
import { fieldsOf, formOf } from "../../support/forms.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { good } from "../../support/pads.ts";
import { hasChromium, openForm, openInChromium } from "../../support/viewer.ts";
import { rareTest } from "../../support/cases.ts";

/** Forms in real viewers. Both need Chromium: the first runs the viewer of Firefox in it, the second is Chromium's own. */
afterAll(() => {
  if (!hasChromium)
    process.stderr.write(
      "tests/form/browser.test.ts needs Chromium, and was skipped: apt-get install chromium\n",
    );
});

const GAME = shippedGame("yazzo");
const at = (column: string, row: string) => boxField(1, 1, { column, row });

describe.skipIf(!hasChromium)("a form in the viewer of Firefox", () => {
  it("takes entries, refuses impossible ones, adds up, and is read back as correct", async () => {
    const { pdf } = await formOf(GAME, { paper: "a5" });
    const form = await openForm(pdf);
    try {
      await form.fill(nameField(1, 1), "Jörg");
      await form.fill(at("mixed", "twos"), "7");
      expect(form.alerts).toEqual(["7 kann hier nicht stehen. Möglich ist 6 oder 8."]);
      const entries = { ones: "3", twos: "a8", sixes: "24", minimum: "9", maximum: "27", full_house: "/" };
      for (const [row, text] of Object.entries(entries)) await form.fill(at("mixed", row), text);
      await form.fill(at("down", "ones"), "4");
      // Refused again and again, in a box that was empty and in one that was not: sums count what the boxes show.
      for (const text of ["59", "59", "60", "61", "61"]) await form.fill(at("mixed", "yazzo"), text);
      expect(await form.field(at("mixed", "yazzo")).inputValue()).toBe("");
      expect(form.alerts.length).toBe(5);
      await form.fill(at("down", "ones"), "4");
      expect(await form.field(at("mixed", "lower-sum")).inputValue()).toBe("36");
      await form.fill(at("mixed", "yazzo"), "60");
      const shown = async (name: string) => form.field(name).inputValue();
      const total = boxField(1, 1, { column: null, row: "grand.total" });
      await expect.poll(() => shown(total)).toBe("135");
      expect(await shown(at("mixed", "upper-sum"))).toBe("35");
      expect(await shown(at("down", "lower-sum"))).toBe("");
      const read = await fieldsOf(await form.save());
      const [only] = formSheets("night.pdf", read, GAME, language("de"));
      const sheet = good(only?.sheet ?? { ok: false, problems: [] });
      const [jörg] = checkSheet(sheet).players;
      expect(checkSheet(sheet).findings.map(({ code }) => code)).toEqual([]);
      expect(jörg).toMatchObject({ name: "Jörg", computed: 135, written: 135 });
    } finally {
      await form.close();
    }
  });
});

describe.skipIf(!hasChromium)("a form in the viewer of Chromium", () => {
  rareTest(
    "adds up as it is filled in, goes on to the next box, and refuses what is impossible",
    async () => {
      const { pdf, layout } = await formOf(shippedGame("yatzy"), { players: 2, paper: "a5" });
      const box = (player: number, row: string) => {
        const found = layout.boxes.find(
          (one) => one.player === player && (one.category === row || one.line === row),
        );
        if (found === undefined) throw new Error(`no box ${row}`);
        return found;
      };
      const sums = [box(1, "upper.sum"), box(1, "grand.total"), box(2, "upper.sum"), box(2, "grand.total")];
      const form = await openInChromium(pdf);
      try {
        expect(await form.ink(sums)).toEqual([0, 0, 0, 0]);
        await form.fill(box(1, "ones"), "3");
        // The next box in the order of play has the focus.
        await form.type("7");
        await form.press("Tab");
        const refused = ["7 kann hier nicht stehen. Möglich ist 6 oder 8."];
        await expect.poll(() => form.alerts).toEqual(refused);
        const isWritten = async () => (await form.ink(sums)).map((dark) => dark > 5);
        await expect.poll(isWritten).toEqual([true, true, false, false]);
        // What was refused counts for nothing: both totals look alike. With it, one would have a third figure.
        await form.fill(box(2, "ones"), "3");
        await form.fill(box(1, "yatzy"), "949");
        expect(form.alerts.length).toBe(2);
        for (const player of [1, 2]) await form.fill(box(player, "chance"), "20");
        const totals = [box(1, "grand.total"), box(2, "grand.total")];
        await expect
          .poll(async () => {
            const [first = 0, second = 0] = await form.ink(totals);
            return first > 5 && Math.abs(first - second) < 0.15 * first;
          })
          .toBe(true);
      } finally {
        await form.close();
      }
    },
  );
});

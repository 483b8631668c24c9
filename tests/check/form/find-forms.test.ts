import { describe, expect, it } from "vitest";
import { findForms } from "../../../src/check/form/form-sheets.ts";
import { randomFrom } from "../../support/sheets.ts";

/** What programs that merge forms do to the names of their fields. */
const RENAMED: readonly ((name: string, file: number) => string)[] = [
  (name) => name,
  (name, file) => (file === 0 ? name : name.replace(/^[^.]*/, `$&+${file}`)),
  (name, file) => (file === 0 ? name : name.replace(/^[^.]*/, `$&_${file + 1}`)),
  (name, file) => `${file + 1}.${name}`,
  (name, file) => `Form${file}.Page.${name}`,
];

/** A form with this number of sheets, each on its own page and filled in differently. */
function formPages(file: number, sheets: number) {
  return Array.from({ length: sheets }, (_, at): [string, string][] => [
    ...(at === 0 ? [["augenblock", `{"code":"${file}"}`] as [string, string]] : []),
    [`sheet${at + 1}.name.player1`, `Anna ${file}`],
    [`sheet${at + 1}.player1.main.ones`, String(at)],
    [`sheet${at + 1}.player1.sheet.grand-total`, ""],
    [`sheet${at + 1}.ticks.player1.chips.1`, "Off"],
  ]);
}

describe("the forms of a PDF", () => {
  it("are told apart however they were put together", () => {
    const random = randomFrom(7);
    expect(RENAMED.length).toBeGreaterThan(0);
    for (let round = 0; round < 50; round++)
      for (const renamed of RENAMED) {
        const sheets = Array.from(
          { length: 1 + Math.floor(3 * random()) },
          () => 1 + Math.floor(3 * random()),
        );
        const forms = sheets.map((count, file) => formPages(file, count));
        const pages = forms.flatMap((form, file) =>
          form.map((page) => new Map(page.map(([name, text]) => [renamed(name, file), text]))),
        );
        const found = findForms(pages);
        expect(found.forms.map(({ fields }) => fields)).toEqual(forms.map((form) => new Map(form.flat())));
        const before = sheets.map((_, file) => sheets.slice(0, file).reduce((sum, count) => sum + count, 1));
        expect(found.forms.map(({ page }) => page)).toEqual(before);
        expect(found).toMatchObject({ stray: [], others: [] });
        expect(found.forms.every(({ copyOf }) => copyOf === null)).toBe(true);
      }
  });

  it("leave pages to others that hold no field of ours, and those that can't be opened", () => {
    const [form = []] = formPages(0, 1);
    const foreign = new Map([["signature", ""]]);
    const pages = [new Map<string, string>(), new Map(form), null, foreign];
    expect(findForms(pages)).toMatchObject({ forms: [{ page: 2 }], stray: [], others: [1, 3, 4] });
  });

  it("leave no field that was filled in untold: of other forms, without a form, or nameless after a merger", () => {
    const [form = []] = formPages(0, 1);
    const lost = new Map([
      ["sheet1+1.player1.main.ones", "3"],
      ["player1", "Ben"],
      ["twos", ""],
      ["box", "Off"],
    ]);
    const { forms, stray } = findForms([new Map(form), lost]);
    expect(forms).toHaveLength(1);
    expect(stray).toEqual([{ page: 2, names: ["sheet1+1.player1.main.ones", "player1"] }]);
  });

  it("are copies where pages share their fields, if anything was written there", () => {
    const [form = []] = formPages(0, 1);
    const [first, other] = [new Map(form), new Map(form).set("sheet1.player1.main.ones", "3")];
    expect(findForms([first, other, first]).forms.map(({ copyOf }) => copyOf)).toEqual([null, null, 1]);
    const blank = new Map(form.map(([name, text]) => [name, name === "augenblock" ? text : ""]));
    expect(findForms([blank, blank]).forms.map(({ copyOf }) => copyOf)).toEqual([null, null]);
  });
});

import { describe, expect, it } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { IDENTITY_FIELD, readIdentity } from "../../src/check/form/fields.ts";
import { formSheets, openForm } from "../../src/check/form/form-sheets.ts";
import { rulesDigest } from "../../src/print/form/form-script.ts";
import { within } from "../../src/print/geometry.ts";
import { listCategories, toPadSum, withRowSums } from "../../src/rules/game/rows.ts";
import { inferReading } from "../../src/scan/inference/infer.ts";
import { judge } from "../../src/scan/inference/judge.ts";
import { toTypedSheet } from "../../src/scan/inference/sheet-reading.ts";
import { packGame } from "../../src/scan/report/packed-report.ts";
import { gameOfRules, keptGame, rulesHash } from "../../src/season/sheet-to-keep.ts";
import { fieldsOf, formOf, openedForm, StandInViewer } from "../support/forms.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { good, laidOut } from "../support/pads.ts";
import { truthOf } from "../support/photographed.ts";
import { seeing, seenAs } from "../support/seen.ts";
import { spot, columns, findingsOf } from "../support/sheet-files.ts";
import { correctSheet, randomFrom } from "../support/sheets.ts";
import { success } from "../../src/rules/problem/problem.ts";

/** The games with bonuses for rows, whose pads have a narrow cell for the total of each row. */
const BY_ROW = SHIPPED.map((id) => shippedGame(id)).filter((game) => withRowSums(game) !== game);
/** A sheet with 4 × 16 points in the row of fours. */
const FOURS = { first: "fours: 16", second: "fours: 16", third: "fours: 16", fourth: "fours: 16" };

describe("the total of a row", () => {
  it("has a cell in each row, right of the columns and inside the table", () => {
    expect(BY_ROW.map(({ id }) => id)).toContain("balut");
    for (const game of BY_ROW)
      for (const paper of ["a4", "a5", "a6"]) {
        const { boxes, tables } = good(laidOut(game, "en", paper, 1));
        expect(good(laidOut(withRowSums(game), "en", paper, 1)).boxes).toEqual(boxes);
        for (const { id } of listCategories(game)) {
          const cell = boxes.find(({ line }) => line === `sum.${id}`);
          const last = boxes.findLast(({ category }) => category === id);
          if (cell === undefined || last === undefined) throw new Error(`${id} has no total`);
          expect([cell.xMm, cell.yMm, cell.heightMm]).toEqual([
            expect.closeTo(last.xMm + last.widthMm),
            last.yMm,
            last.heightMm,
          ]);
          expect(tables.some((table) => within(cell, table, 0.01))).toBe(true);
        }
        expect(boxes.some(({ line }) => line === "column.total")).toBe(false);
      }
  });

  it("may be typed, and is checked then", () => {
    const typed = (total: string) => `${columns("balut", FOURS)}    ${total}\n`;
    expect(findingsOf(typed(""))).toEqual([]);
    expect(findingsOf(typed("sum.fours: 64"))).toEqual([]);
    expect(findingsOf(typed("Summe Vierer: 54"))).toEqual(["wrong-sum A/sum.fours"]);
  });

  it("is worked out in forms, and a form that was saved with another one is wrong", async () => {
    const [game] = BY_ROW;
    if (game === undefined) throw new Error("no game has totals of rows");
    const { pdf } = await formOf(game, { paper: "a5" });
    const form = await openedForm(pdf);
    const viewer = new StandInViewer(form);
    const findField = (end: string) => [...form.fields.keys()].find((name) => name.endsWith(end)) ?? "";
    for (const [at, { id }] of game.columns.entries()) viewer.enter(findField(`${id}.fours`), String(4 * at));
    expect(viewer.texts.get(findField("sum-fours"))).toBe("24");
    const entered = [...viewer.texts].filter(([name]) => name !== IDENTITY_FIELD);
    const wrong = new Map([...entered, [findField("sum-fours"), "23"]]);
    const fields = await fieldsOf(await form.save(wrong));
    expect(readIdentity(fields.get(IDENTITY_FIELD) ?? "")?.rules).toBe(rulesDigest({ ...game, padSums: [] }));
    const opened = good(openForm("night.pdf", fields, () => success(game), rulesDigest));
    const [one] = formSheets("night.pdf", fields, opened.game, language("en"));
    const sheet = good(one?.sheet ?? { ok: false, problems: [] });
    expect(checkSheet(sheet).findings.map(spot)).toEqual([expect.stringMatching(/^wrong-sum .*sum\.fours$/)]);
  });

  it("is read from photos, where a wrong one is found", () => {
    for (const plain of BY_ROW) {
      const game = withRowSums(plain);
      const printed = good(laidOut(plain, "en", "a5", 1)).boxes;
      const sheet = correctSheet(game, randomFrom(5), { players: 1, turns: null, lines: 1 });
      const truth = truthOf(sheet, printed, () => 1);
      const right = truth[printed.findIndex(({ line }) => line === "sum.choice")];
      if (right?.kind !== "score") throw new Error("the sheet has no totals");
      for (const [total, verdict, found] of [
        [right.value, "correct", []],
        [right.value + 10, "mistakes", ["wrong-sum Anna/sum.choice"]],
      ] as const) {
        const boxes = printed.map(({ player, column, category, line }, at) => {
          const written = line === "sum.choice" ? { ...right, value: total } : truth[at];
          const evidence = written?.kind === "score" ? seeing({ [written.value]: 0.999 }) : seenAs("struck");
          return { player, column, category, line, evidence };
        });
        const reading = inferReading(game, boxes);
        const judgement = judge(reading, toTypedSheet(reading, game, "photo.jpg", ["Anna"]), boxes);
        expect(judgement.verdict).toBe(verdict);
        expect(judgement.findings.map(({ finding }) => spot(finding))).toEqual(found);
      }
    }
  });

  it("does not make the game another one for a season", () => {
    for (const game of BY_ROW) {
      const packed = packGame(game);
      for (const printed of [withRowSums(game), { ...game, padSums: [] }]) {
        expect(rulesHash(printed)).toBe(rulesHash(game));
        expect(keptGame(printed).packed).toBe(packed);
      }
      // A store-bought pad with other sums.
      const other = { ...game, padSums: [toPadSum(["grand.total", "points.total"])] };
      expect(gameOfRules(packGame(other), rulesHash(other))).toEqual(other);
    }
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languageCodes } from "../../src/files/package.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { problem } from "../../src/rules/problem/problem.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { type PageSheet, reportPage } from "../../src/scan/report/report-page.ts";
import { checkedPhoto } from "../../src/scan/sheet/photo-sheet.ts";
import { type Differences, evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { photoOf } from "../support/made-up-photo.ts";
import { good } from "../support/pads.ts";
import { openEngine } from "../support/studio.ts";

const template = (file: string) => ({
  file,
  text: readFileSync(new URL(`../../templates/${file}`, import.meta.url), "utf8"),
});
const PARTS = { page: template("photos.hbs"), sheet: template("photos-sheet.hbs"), style: "", script: "" };

/** The rows of the sheet's table: the class of each cell and its text, without what makes a cell a button. */
function rows(html: string): string[] {
  const table = /<table class="ink">([\s\S]*?)<\/table>/.exec(html)?.[1] ?? "";
  return [...table.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    row.replace(
      /<button[^>]*><span class="spoken">[^<]*: <\/span>|<\/button>|\s*<span class="sign[\s\S]*?<\/span>/g,
      "",
    ),
  );
}

function onReportPage(sheet: PageSheet): string[] {
  return rows(good(reportPage({ sheets: [sheet], rejects: [] }, language("en"), PARTS)));
}

function typed(sheet: Sheet): string[] {
  const report = checkSheet(sheet);
  const { verdict } = report;
  const checked = { file: "a.yaml", number: 0, sheet, report, verdict, doubtful: [], unnamed: [] };
  return onReportPage({ checked, photo: null, saveAs: "a.yaml" });
}

function photographed(sheet: Sheet): string[] {
  const photo = photoOf(sheet);
  return onReportPage({ checked: checkedPhoto(photo), photo, saveAs: "a.yaml" });
}

/** The same sheet, filled in on the studio's page. */
async function filledIn({ game, players }: Sheet): Promise<string[]> {
  const { filler } = openEngine("en");
  const names = players.map(({ name }) => name);
  let shown = (await filler.begin({ variant: game.id, choices: {}, names })).made?.shown ?? null;
  const boxes = [...(shown?.html.table ?? "").matchAll(/data-at="(\d+)"/g)].map(([, at]) => Number(at));
  const inOrder = boxes.toSorted((a, b) => a - b);
  const entries = players.flatMap(({ boxes: columns }) =>
    [...columns.values()].flatMap((one) => [...one.values()]),
  );
  expect(inOrder.length).toBe(entries.length);
  for (const [nth, entry] of entries.entries()) {
    const answer = entry.kind === "score" ? String(entry.value) : entry.kind === "strike" ? entry.mark : "";
    const taken = await filler.answer(inOrder[nth] ?? -1, answer);
    expect(taken?.fault).toBeNull();
    shown = taken?.shown ?? null;
  }
  // What was entered there counts as confirmed.
  return rows((shown?.html.table ?? "").replaceAll(" confirmed", ""));
}

describe("the table of a sheet", () => {
  it("is the same whether the sheet was typed, photographed or filled in", async () => {
    const sheet = evening();
    const own = typed(sheet);
    expect(own.length).toBeGreaterThan(15);
    expect(photographed(sheet)).toEqual(own);
    // Sums that nobody wrote are in brackets; on the page that is filled in, none is left out.
    expect(await filledIn(sheet)).toEqual(own.map((row) => row.replace(/>\((\d+)\)</g, ">$1<")));
  });

  const MISTAKES: readonly Differences[] = [
    { anna: "upper.sum: 73" },
    { ben: "upper.sum: 12" },
    { anna: "upper.sum: 73", ben: "upper.sum: 31" },
  ];
  it.each(MISTAKES)("marks the same cells as wrong: %o", (differences) => {
    const own = typed(evening(differences));
    expect(own.join("")).toContain('class="wrong"');
    expect(photographed(evening(differences))).toEqual(own);
  });
});

describe("the text beside it on the report page", () => {
  it.each(languageCodes())(
    "says once how many mistakes there are, and begins notes with a capital: %s",
    (code) => {
      const photo = photoOf(evening({ anna: "upper.sum: 73", ben: "upper.sum: 31" }));
      const warned = { ...photo, warnings: [problem("dim", msg`test.dim: the photo is dark`)] };
      const sheet: PageSheet = { checked: checkedPhoto(warned), photo: warned, saveAs: "a.yaml" };
      const html = good(reportPage({ sheets: [sheet], rejects: [] }, language(code), PARTS));
      const count = (of: RegExp) => [...html.matchAll(of)].map(([, words]) => words ?? "");
      const [verdict, ...others] = count(/<p class="verdict[^"]*">([^<]*)/g);
      expect(others).toEqual([]);
      expect(verdict).toMatch(/2|zwei|two|två/iu);
      const headings = count(/<h3>([^<]*)<\/h3>\s*<ul class="findings">/g);
      expect(headings).toEqual([language(code).translate("photo.wrong")]);
      const notes = count(/<ul class="notes">\s*<li>([^<]*)/g);
      expect(notes).toEqual(["The photo is dark."]);
    },
  );
});

import { describe, expect, it } from "vitest";
import type { PageText } from "../../../src/print/preflight/finding.ts";
import { PROFILES, type PrintSettings } from "../../../src/print/imposition/imposition.ts";
import { PAPERS } from "../../../src/print/layout/paper.ts";
import { preflight, openTexts, listPageTexts } from "../../../src/print/preflight/preflight.ts";
import { PROFILE_NAMES } from "../../../src/print/imposition/imposition.ts";
import type { Asked } from "../../../src/print/preflight/requirements.ts";
import { rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { someOf } from "../../support/cases.ts";
import { formOf } from "../../support/forms.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { type Printed, type Profile, printed } from "../../support/printed.ts";
import { shippedTemplates } from "../../support/templates.ts";

const A4 = PAPERS.find(({ name }) => name === "a4") ?? null;

/** What is promised about each way to print: as told by the profile, and as the file says of itself. */
const WAYS: readonly (readonly [
  name: string,
  profile: Profile,
  more: Partial<PrintSettings>,
  asked: Asked,
])[] = [
  ...(Object.keys(PROFILES) as Profile[]).map(
    (profile) => [profile, profile, {}, askedFor(profile)] as const,
  ),
  ["home on A4", "home", { on: A4 }, { purpose: "home" }],
  ["printshop with crop marks", "printshop", { cropMarks: true }, { purpose: "printshop" }],
  [
    "printshop, glued at the left",
    "printshop",
    { glueEdge: "left", glueMm: 8 },
    { purpose: "printshop", glueEdge: "left", glueMm: 8 },
  ],
];

/** Ways to print that preflight has no word for are for paper all the same. */
function askedFor(profile: Profile): Asked {
  return { purpose: PROFILE_NAMES.find((purpose) => purpose === profile) ?? "home" };
}

const PADS = [
  ["yazzo", "de", "a5"],
  ["yahtzee-block", "en", "a6"],
] as const;

const SAFETY_MM = 4;

describe.each(WAYS)("a pad for %s", (_, profile, more, asked) => {
  // What is set otherwise is tried with one pad.
  const pads = Object.keys(more).length === 0 ? someOf(PADS, 2) : PADS.slice(0, 1);

  it.each(pads)("%s %s %s: nothing is found, and no text leaves its cell", async (id, code, paper) => {
    const pad = await printed(id, code, paper, profile, more);
    // As it was asked for; once also as the file says of itself.
    for (const promises of id === "yazzo" ? [asked, {}] : [asked]) {
      const result = await preflight(pad.pdf, { ...promises, safetyMm: SAFETY_MM });
      if (typeof result === "string") throw new Error(result);
      expect(result.looked).toBeGreaterThan(0);
      expect(result.findings).toEqual([]);
    }
    await expectTextsInCells(pad);
  });
});

/** Small, so that lines become thin as well. */
it("the rules on the back of a pad: nothing is found", async () => {
  const { pdf } = await printed("yazzo", "de", "a5", "home", { back: "long-edge" });
  const result = await preflight(pdf, { purpose: "home" });
  if (typeof result === "string") throw new Error(result);
  expect([result.pages, result.findings]).toEqual([4, []]);
});

describe("what else is printed", () => {
  const findingsOf = async (pdf: Uint8Array, asked: Asked) => {
    const result = await preflight(pdf, asked);
    if (typeof result === "string") throw new Error(result);
    return [result.purpose, result.findings];
  };

  it("a form to fill in", async () => {
    const { pdf } = await formOf(shippedGame("yazzo"), { paper: "a5" });
    expect(await findingsOf(pdf, {})).toEqual(["fillable", []]);
    const [, asPrint] = await findingsOf(pdf, { purpose: "home" });
    expect(asPrint).toMatchObject([{ code: "annotation" }]);
  });

  it("a rule sheet to be kept", async () => {
    const pdf = await rulesOf(true);
    expect(await findingsOf(pdf, {})).toEqual(["archive", []]);
  });

  it("a rule sheet", async () => {
    const pdf = await rulesOf(false);
    expect(await findingsOf(pdf, {})).toEqual([null, []]);
    expect(await findingsOf(pdf, { purpose: "archive" })).toMatchObject([
      "archive",
      [{ code: "not-archived" }, { code: "undefined-colour" }],
    ]);
  });
});

async function rulesOf(isArchived: boolean): Promise<Uint8Array> {
  const print = { paper: { widthMm: 148, heightMm: 210 }, isArchived };
  const templates = shippedTemplates("en", "rules");
  return good(await rulesPdf(shippedGame("yazzo"), language("en"), templates, print, FAMILY));
}

/** How much a program may differ that measures letters by another way. */
const SLACK_MM = 0.15;

/** Holds every text of the first page to its cell: as another program reads it from the file. */
async function expectTextsInCells(pad: Printed): Promise<void> {
  const { layout, run, numbers } = pad;
  const file = await openTexts(pad.pdf);
  const { heightMm } = run.imposition.page;
  const mmPerPt = 25.4 / 72;
  const found = (file && (await listPageTexts(file, 1, [mmPerPt, 0, 0, -mmPerPt, 0, heightMm]))) ?? [];
  await file?.loadingTask.destroy();
  const [place] = run.imposition.slots;
  const offset = { x: (place?.xMm ?? 0) + run.sheet.xMm, y: (place?.yMm ?? 0) + run.sheet.yMm };
  const serial = numbers.serial?.place;
  const cells = [...layout.texts, ...(layout.code?.letters ?? []), ...(serial === undefined ? [] : [serial])];
  let seen = 0;
  for (const { cell, xMm, baselineMm, upwards } of cells) {
    const [x, y] = [xMm + offset.x, baselineMm + offset.y];
    const text = found.find((one) => startsAt(one, x, y, upwards));
    if (text === undefined) continue;
    seen++;
    const { area } = text;
    const [along, across] = upwards ? (["heightMm", "yMm"] as const) : (["widthMm", "xMm"] as const);
    const start = cell[across] + (upwards ? offset.y : offset.x);
    expect(area[across], text.text).toBeGreaterThan(start - SLACK_MM);
    expect(area[across] + area[along], text.text).toBeLessThan(start + cell[along] + SLACK_MM);
  }
  expect(seen).toBeGreaterThan(0.9 * cells.length);
}

/** Whether a text begins at a point of its base line. Its area reaches a little below that. */
function startsAt({ area }: PageText, x: number, y: number, upwards: boolean): boolean {
  const [left, top] = [area.xMm, area.yMm];
  const [right, bottom] = [left + area.widthMm, top + area.heightMm];
  return upwards
    ? Math.abs(bottom - y) < SLACK_MM && x > left && x < right
    : Math.abs(left - x) < SLACK_MM && y > top && y < bottom;
}

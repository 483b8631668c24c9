import { msg } from "../../../src/rules/problem/message.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { chromium } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { problem } from "../../../src/rules/problem/problem.ts";
import { eveningsOf } from "../../../src/check/evening.ts";
import { type PageSheet, reportPage, type ReportPage } from "../../../src/scan/report/report-page.ts";
import type { PhotoSheet } from "../../../src/scan/photo-sheet.ts";
import { evening } from "../../support/evenings.ts";
import { language } from "../../support/languages.ts";
import { indexOf, numbers, photoOf } from "../../support/made-up-photo.ts";
import { good } from "../../support/pads.ts";
import { sheetFrom } from "../../support/sheet-files.ts";
import { CHROMIUM, hasChromium } from "../../support/viewer.ts";

const text = (name: string) => readFileSync(new URL(`../../../templates/${name}`, import.meta.url), "utf8");
const PARTS = {
  page: { file: "photos.hbs", text: text("photos.hbs") },
  sheet: { file: "photos-sheet.hbs", text: text("photos-sheet.hbs") },
  style: text("photos.css"),
  script: text("photos.js"),
};
const PIXEL = "data:image/jpeg;base64,AAAA";
const EVIL = `</script><img src=x onerror="alert(1)">'&\ue0100\ue011`;

function pageSheet(photo: PhotoSheet): PageSheet {
  const { files, number, sheet, judgement } = photo;
  const { report, verdict } = judgement;
  const boxes = new Map(photo.reading.boxes.map((_, at) => [at, `${PIXEL}${at}`]));
  const pictures = { whole: PIXEL, widthPx: 100, heightPx: 200, boxes };
  return {
    checked: { file: files[0], number, sheet, report, verdict, doubtful: [] },
    photo,
    pictures,
    saveAs: "night.yaml",
  };
}

async function pageOf(report: Partial<ReportPage>, code = "en"): Promise<string> {
  return good(await reportPage({ sheets: [], evenings: [], rejects: [], ...report }, language(code), PARTS));
}

/** A sheet with a hidden box, a box that is torn, and a wrong sum. */
const photo = photoOf(evening({ anna: "upper.sum: 73", names: ["Anna", EVIL] }), [
  [{ player: 2, row: "threes" }, null],
]);

describe("the page of one sheet", () => {
  const pageWith = (one: PhotoSheet) => {
    const sheet = pageSheet(one);
    return pageOf({ sheets: [sheet], evenings: eveningsOf([sheet.checked]) });
  };

  it("ranks the players, and says in a sentence that all is right", async () => {
    const html = await pageWith(photoOf(evening()));
    expect(html).toContain("2 players, everything is right.");
    expect(html).toMatch(/<td>1\.<\/td><th scope="row">Anna<\/th><td>284\spoints/);
  });

  it("says that no mistake was found where something has to be asked", async () => {
    const hidden = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    const html = await pageWith(hidden);
    expect(html).toContain("No mistake found, but not everything was read for sure.");
    expect(html).not.toContain("everything is right");
  });
});

describe("the page of a run", () => {
  let html: string;
  beforeAll(async () => {
    const sheet = pageSheet({ ...photo, files: [EVIL] });
    const rejects = [{ file: EVIL, problems: [problem("blurred", msg`${EVIL}`, { hint: msg`${EVIL}` })] }];
    const typed = evening();
    const checked = {
      file: EVIL,
      number: 0,
      sheet: typed,
      report: checkSheet(typed),
      verdict: "correct",
      doubtful: [],
    } as const;
    const sheets = [sheet, { checked, photo: null, pictures: null, saveAs: "typed.yaml" }];
    html = await pageOf({ sheets, rejects, evenings: eveningsOf(sheets.map((one) => one.checked)) });
  });

  it("shows words from outside literally, wherever they stand", () => {
    expect(html.match(/<script[\s>]/g)?.length).toBe(3);
    expect(html.match(/<\/script>/g)?.length).toBe(3);
    expect(html).not.toMatch(/<img src=x/);
    expect(html).toContain("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
    // Whoever is called like the place of a picture gets none.
    expect(html.match(/data:image/g)?.length).toBe(1 + (html.match(/class="look/g)?.length ?? 0));
  });

  it("lets in nothing but its own style and script", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const hash = (of: string) => `'sha256-${createHash("sha256").update(of).digest("base64")}'`;
    const inside = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hash(inside("style"))}`);
    expect(policy).toContain(`script-src ${hash(inside("script"))}`);
    expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/);
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  it("has a field, named and described, for every box that is asked about or found wrong", () => {
    const at = [indexOf(photo, { player: 2, row: "threes" }), indexOf(photo, { row: "upper.sum" })];
    expect(
      [...html.matchAll(/class="look (\w+)" data-at="(\d+)"/g)].map(([, kind, box]) => [kind, box]),
    ).toEqual([
      ["asked", String(at[0])],
      ["wrong", String(at[1])],
    ]);
    for (const [, id] of html.matchAll(/<input id="([^"]*)"/g))
      expect(html).toContain(`<label class="spoken" for="${id}"`);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, refs = ""] of html.matchAll(/aria-(?:describedby|labelledby)="([^"]*)"/g))
      for (const ref of refs.split(" ")) expect(ids).toContain(ref);
  });

  it("tells findings, questions, rejects and the evening", () => {
    expect(html).toContain("Anna, Upper sum: 73 is not right; it should be 63.");
    expect(html).toContain("can’t be seen");
    expect(html).toContain("One file can’t be checked:");
    expect(html).toContain("The evening: EdenCity Yatzy, 2 games added up");
  });

  it("is written in the language that was asked for", async () => {
    const german = await pageOf({ sheets: [pageSheet(photo)] }, "de");
    expect(german).toContain('<html lang="de">');
    expect(german).toContain("Blatt als YAML speichern");
    expect(german).not.toMatch(/\[photo\./);
  });
});

describe("the script of the page", () => {
  it("writes the sheet as it was read, with the corrected boxes and nothing else changed", async () => {
    const view = photoOf(evening({ anna: "grand.total: , lower.sum: " }), [
      [{ player: 2, row: "threes" }, null],
      [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
    ]);
    const html = await pageOf({ sheets: [pageSheet(view)] });
    const json = /class="lines">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    const { lines, file, strikes } = JSON.parse(json);
    const script = runScript();
    expect(file).toBe("night.yaml");
    const untouched = sheetFrom(script.fileOf(lines, new Map()));
    expect(untouched.players.map((p) => p.boxes)).toEqual(view.sheet.players.map((p) => p.boxes));
    const threes = indexOf(view, { player: 2, row: "threes" });
    const chance = indexOf(view, { row: "chance" });
    const ink = (typed: string) => ({ ink: script.inkOf(typed, false, strikes) });
    const mended = sheetFrom(
      script.fileOf(
        lines,
        new Map([
          [threes, ink("3")],
          [chance, ink("empty")],
        ]),
      ),
    );
    expect(mended.players[1]?.boxes.get("main")?.get("threes")).toEqual({ kind: "score", value: 3 });
    expect(mended.players[0]?.boxes.get("main")?.get("chance")).toEqual({ kind: "empty" });
    expect(mended.players[0]?.boxes.get("main")?.get("five")).toEqual(
      view.sheet.players[0]?.boxes.get("main")?.get("five"),
    );
  });

  it.each([
    ["24", false, "24"],
    [" −7 ", false, "-7"],
    ["007", false, "7"],
    ["x", false, '"x"'],
    ["/", false, '"/"'],
    ["/", true, null],
    ["EMPTY", true, ""],
    ["2.5", false, null],
    ["12345678", false, null],
    ["1: {a}", false, null],
  ])("takes %j (sum: %s) for %j", (typed, isLine, ink) => {
    expect(runScript().inkOf(typed, isLine, ["x", "/"])).toBe(ink);
  });
});

interface Script {
  fileOf(lines: unknown, changes: ReadonlyMap<number, { ink: string | null }>): string;
  inkOf(typed: string, isLine: boolean, strikes: readonly string[]): string | null;
}

/** The page's script with a page that holds its words and no sheet. */
function runScript(): Script {
  const words = { empty: "empty", fault: "fault", none: "none" };
  const document = {
    getElementById: () => ({ textContent: JSON.stringify(words) }),
    querySelectorAll: () => [],
  };
  return runInNewContext(`${PARTS.script}\n({ fileOf, inkOf });`, { document });
}

describe("the page on a phone", () => {
  it.runIf(hasChromium)("is as wide as the screen: what is wider scrolls in its own box", async () => {
    const checked = pageSheet(photo);
    const html = await pageOf({ sheets: [checked], evenings: eveningsOf([checked.checked]) });
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.setContent(html);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBe(390);
    } finally {
      await browser.close();
    }
  });
});

import { msg } from "../../../src/rules/problem/message.ts";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import sharp from "sharp";
import { problem } from "../../../src/rules/problem/problem.ts";
import { type PageSheet, reportPage, type ReportPage } from "../../../src/scan/report/report-page.ts";
import { checkedPhoto, correctBox, judgePhotoSheet } from "../../../src/scan/sheet/photo-sheet.ts";
import { photoWords } from "../../../src/scan/report/photo-words.ts";
import type { PhotoSheet } from "../../../src/scan/sheet/photo-sheet.ts";
import { packReport, unpackReport } from "../../../src/scan/report/packed-report.ts";
import { pageStyle } from "../../../src/files/package/templates.ts";
import { inferReading } from "../../../src/scan/inference/infer.ts";
import { LAYOUT_FAULTS } from "../../../bench/studio/layout-faults.ts";
import { evening } from "../../support/evenings.ts";
import { language } from "../../support/languages.ts";
import { ASKED_PAD, indexOf, numbers, photoOf } from "../../support/made-up-photo.ts";
import { good } from "../../support/pads.ts";
import { sheetFrom } from "../../support/sheet-files.ts";
import { hasChromium, launchChromium } from "../../support/viewer.ts";

const text = (name: string) => readFileSync(new URL(`../../../templates/${name}`, import.meta.url), "utf8");
/** The script of the page, as the build bundles it. */
const bundled =
  "import { reportScript } from './scripts/report-script.mjs'; process.stdout.write(await reportScript())";
const ROOT = new URL("../../../", import.meta.url);
const SCRIPT = execFileSync("node", ["--input-type=module", "-e", bundled], { cwd: ROOT, encoding: "utf8" });
const PARTS = {
  page: { file: "photos.hbs", text: text("photos.hbs") },
  sheet: { file: "photos-sheet.hbs", text: text("photos-sheet.hbs") },
  style: pageStyle("photos.css"),
  script: SCRIPT,
};
const EVIL = `</script><img src=x onerror="alert(1)">'&\ue0100\ue011`;
/** A grey picture of 100 by 200 pixels. */
const JPEG = new Uint8Array(
  await sharp({ create: { width: 100, height: 200, channels: 3, background: "#ccc" } })
    .jpeg()
    .toBuffer(),
);

/** How two names are written: with ink in the first columns, and in the last. */
const NAME_INKS = [0, 30].map((from) => {
  const row = Array.from({ length: 40 }, (_, column) => (column >= from && column < from + 10 ? 9 : 0)).join(
    "",
  );
  return { grid: row.repeat(12), aspect: 3 };
});

function pageSheet(photo: PhotoSheet): PageSheet {
  const areas = photo.reading.boxes.map((_, at) => {
    return { xPx: 20 * (at % 5), yPx: 4 * Math.floor(at / 5), widthPx: 20, heightPx: 4 };
  });
  const names = NAME_INKS.map((ink, at) => ({
    ...{ player: at + 1, ink },
    area: { xPx: 50 * at, yPx: 180, widthPx: 40, heightPx: 20 },
  }));
  const picture = { jpeg: JPEG, widthPx: 100, heightPx: 200, pxPerMm: 1, areas, names };
  return { checked: checkedPhoto(photo), photo: { ...photo, picture }, saveAs: "night.yaml" };
}

function pageOf(report: Partial<ReportPage>, code = "en"): string {
  return good(reportPage({ sheets: [], rejects: [], ...report }, language(code), PARTS));
}

/** A sheet with a hidden box, a box that is torn, and a wrong sum. */
const photo = photoOf(evening({ anna: "upper.sum: 73", names: ["Anna", EVIL] }), [
  [{ player: 2, row: "threes" }, null],
]);

const unsurePad = photoOf(evening(), [], {
  pad: ASKED_PAD,
  warnings: [problem("uncertain-pad", msg`test.which-pad: which pad is it?`, { severity: "warning" })],
});

describe("the page of one sheet", () => {
  const pageWith = (one: PhotoSheet) => pageOf({ sheets: [pageSheet(one)] });

  it("names photos in its heading, but not the folders that they are in", () => {
    for (const file of ["/home/anna/photos/night.jpg", "C:\\Photos\\night.jpg", "night.jpg"]) {
      const [, heading = ""] =
        /<h2 id="sheet-1-title">(.*?)<\/h2>/s.exec(pageWith({ ...photo, files: [file] })) ?? [];
      expect(heading).toContain("night.jpg");
      expect(heading).not.toMatch(/[\\/]|anna|Photos/);
    }
  });

  it("ranks the players, and says in a sentence that all is right", () => {
    const html = pageWith(photoOf(evening()));
    expect(html).toContain("2 players, everything is right.");
    expect(html).toMatch(/<td>1\.<\/td><th scope="row">Anna<\/th><td>284\spoints/);
  });

  it("asks at its head which pad it is, instead of warning that it may be another one", () => {
    const says = (one: PhotoSheet) => {
      const html = pageWith(one);
      const [, asked] = /class="which-pad">\s*(?:<p>(.*?)<\/p>)?/.exec(html) ?? [];
      return [asked, html.includes("Which pad is it?")];
    };
    expect(says(unsurePad)).toEqual([
      "Is this the pad “Card”, with rows from “Ones” to “Grand total”?",
      false,
    ]);
    expect(says({ ...unsurePad, pad: { ...ASKED_PAD, staysUnsure: true } })).toEqual([undefined, true]);
  });

  it("says that no mistake was found where something has to be asked", () => {
    const hidden = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    const html = pageWith(hidden);
    expect(html).toContain("No mistake found, but not everything was read for sure.");
    expect(html).not.toContain("everything is right.</p>");
  });
});

describe("the page of a run", () => {
  let html: string;
  beforeAll(() => {
    const sheet = pageSheet({ ...photo, files: [EVIL] });
    const rejects = [
      {
        file: EVIL,
        problems: [problem("blurred", msg`test.pattern: ${EVIL}`, { hint: msg`test.pattern: ${EVIL}` })],
      },
    ];
    const typed = evening();
    const checked = {
      file: EVIL,
      number: 0,
      sheet: typed,
      report: checkSheet(typed),
      verdict: "correct",
      doubtful: [],
      unnamed: [],
    } as const;
    html = pageOf({ sheets: [sheet, { checked, photo: null, saveAs: "typed.yaml" }], rejects });
  });

  it("shows words from outside literally, wherever they stand", () => {
    expect(html.match(/<script[\s>]/g)?.length).toBe(3);
    expect(html.match(/<\/script>/g)?.length).toBe(3);
    expect(html).not.toMatch(/<img src=x/);
    expect(html).toContain("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
    // A player named like the placeholder of a picture gets none.
    expect(html.match(/data:image\/jpeg/g)?.length).toBe(1);
  });

  it("lets in nothing but its own style and script", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const hash = (of: string) => `'sha256-${createHash("sha256").update(of).digest("base64")}'`;
    const inside = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hash(inside("style"))}`);
    expect(policy).toContain(`script-src ${hash(inside("script"))}`);
    // Its policy would stop either.
    expect(SCRIPT).not.toMatch(/\beval\(|\bnew Function\b/);
    expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/);
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  it("has a button in every cell of the photographed sheet, and no other element of the same name", () => {
    const { rows } = photoWords(photo, language("en")).table;
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.length).toBeGreaterThan(30);
    const boxes = [...html.matchAll(/class="cell" data-at="(\d+)"/g)].map(([, at]) => at);
    expect(new Set(boxes).size).toBe(cells.length);
    expect(boxes.length).toBe(cells.length);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("tells findings, questions, rejects and the evening", () => {
    expect(html).toContain("Anna, Upper sum: 73 is not right; it should be 63.");
    expect(html).toContain("can’t be seen");
    expect(html).toContain("One file can’t be checked:");
    expect(html).toContain("Game night: EdenCity Yatzy, 2 games added up");
  });

  it("tells where a problem stands in a file", () => {
    const place = { file: "night.yaml", line: 3, col: 7, length: 1, text: "variant: yatzi" };
    const problems = [
      problem("unknown-game", msg`test.no-such-game: no such game`, { place }),
      problem("blurred", msg`test.too-blurred: too blurred`),
    ];
    const told = pageOf({ rejects: [{ file: "night.yaml", problems }] });
    expect(told).toContain("<li><code>night.yaml:3:7</code> no such game</li>");
    expect(told).toContain("<li>too blurred</li>");
  });

  it("is written in the language that was asked for", () => {
    const german = pageOf({ sheets: [pageSheet(photo)] }, "de");
    expect(german).toContain('<html lang="de">');
    expect(german).toContain("Blatt als YAML speichern");
    expect(german).not.toMatch(/\[photo\./);
  });
});

describe.skipIf(!hasChromium)("the page at work", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function opened(sheets: readonly PhotoSheet[], code = "en", width = 390): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.setContent(pageOf({ sheets: sheets.map(pageSheet) }, code));
    return page;
  }
  const cell = (page: Page, at: number) => page.locator(`.cell[data-at="${at}"]`);
  const yaml = async (page: Page): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(".download")]);
    expect(download.suggestedFilename()).toBe("night.yaml");
    return readFileSync(await download.path(), "utf8");
  };

  /** Anna's Chance was written as 21 and read as 29, which her sums contradict; Ben's Threes can't be seen. */
  const doubtful = photoOf(evening({ anna: "chance: 29" }), [[{ player: 2, row: "threes" }, null]]);
  const chance = indexOf(doubtful, { row: "chance" });
  const threes = indexOf(doubtful, { player: 2, row: "threes" });

  it("takes a correction of any box, and findings, verdict and ranking follow at once", async () => {
    const page = await opened([doubtful]);
    const verdict = page.locator(".verdict");
    expect(await verdict.textContent()).not.toContain("All correct");
    await cell(page, chance).click();
    expect(await page.locator(".editor [data-value]").allTextContents()).toContain("21");
    await page.click('.editor [data-value="21"]');
    expect(await page.locator(".changes li").allTextContents()).toEqual(["Anna, Chance: 29 → 21"]);
    await cell(page, threes).click();
    await page.fill(".editor input", "9");
    await page.press(".editor input", "Enter");
    // The sum contradicts this, and all other boxes are read for sure.
    expect(await verdict.textContent()).toMatch(
      /^One mistake: Anna has 284\spoints, Ben has 213\spoints, not 207/,
    );
    await cell(page, threes).click();
    await page.fill(".editor input", "3");
    await page.press(".editor input", "Enter");
    expect(await verdict.textContent()).toMatch(/^All correct: Anna has 284\spoints/);
    expect(await page.locator(".outcome").textContent()).toContain("everything is right");
    expect(await page.locator(".ranking th").allTextContents()).toEqual(["Anna", "Ben"]);
    await page.close();
  });

  it("asks which pad a sheet is of; sheets of other pads are out of the game night", async () => {
    const page = await opened([unsurePad, photoOf(evening())]);
    const asked = page.locator(".which-pad");
    expect(await asked.count()).toBe(2);
    expect(await asked.nth(1).isVisible()).toBe(false);
    const heading = page.locator(".evenings h2");
    expect(await heading.textContent()).toContain("2 ");
    await asked.getByRole("button", { name: "No, another one" }).click();
    expect(await page.locator(".sheet").first().locator(".verdict").isVisible()).toBe(false);
    expect(await heading.textContent()).not.toContain("2 ");
    await asked.getByRole("button", { name: "Yes" }).click();
    expect(await page.locator(".verdict").first().textContent()).toMatch(/^All correct/);
    expect(await asked.locator("[aria-pressed=true]").allTextContents()).toEqual(["Yes"]);
    await page.close();
  });

  it("saves the corrected sheet with the verdict that it shows, and takes back what was corrected", async () => {
    const page = await opened([doubtful]);
    for (const [at, value] of [
      [chance, "21"],
      [threes, "3"],
    ] as const) {
      await cell(page, at).click();
      await page.click(`.editor [data-value="${value}"]`);
    }
    const mended = checkSheet(sheetFrom(await yaml(page)));
    expect(mended.verdict).toBe("correct");
    expect(mended.players.map(({ computed }) => computed)).toEqual(
      checkSheet(evening()).players.map(({ computed }) => computed),
    );
    await cell(page, chance).click();
    await page.click(".undo");
    expect(await page.locator(".verdict").textContent()).not.toContain("All correct");
    expect(checkSheet(sheetFrom(await yaml(page))).findings.length).toBeGreaterThan(0);
    await page.close();
  });

  it("can be used with the keyboard alone, and refuses what can't stand in a box", async () => {
    const page = await opened([doubtful]);
    await cell(page, chance).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("2.5");
    await page.keyboard.press("Enter");
    expect(await page.locator(".editor .fault").textContent()).toContain("A number, a strike mark");
    expect(await page.locator(".changes li").allTextContents()).toEqual(["None yet."]);
    await page.fill(".editor input", "21");
    await page.keyboard.press("Enter");
    expect(await page.locator(".changes li").allTextContents()).toEqual(["Anna, Chance: 29 → 21"]);
    await page.keyboard.press("Escape");
    expect(await page.locator(".editor").isHidden()).toBe(true);
    expect(await page.evaluate("document.activeElement.dataset.at")).toBe(String(chance));
    await page.close();
  });

  it("goes from question to question, and opens a box that is tapped on the photo", async () => {
    const view = photoOf(evening({ anna: "grand.total: , lower.sum: " }), [
      [{ player: 2, row: "threes" }, null],
      [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
    ]);
    const page = await opened([view]);
    const asked = page.locator(".questions button");
    const before = await asked.count();
    expect(before).toBeGreaterThan(1);
    await asked.first().click();
    await page.locator(".likely button").first().click();
    expect(await asked.count()).toBeLessThan(before);
    expect(await page.locator(".editor input").getAttribute("placeholder")).not.toBe("");
    await page.click(".close");
    const { width } = (await page.locator(".photo img").boundingBox()) ?? { width: 0 };
    const scale = width / 100;
    await page.locator(".photo").click({ position: { x: 50 * scale, y: 6 * scale } });
    // The third box of the second row of the picture.
    expect(await page.locator(".cell[aria-current]").getAttribute("data-at")).toBe("7");
    await page.close();
  });

  it("takes names once, and suggests them where they are written alike; then the evening is added up", async () => {
    const names = ["Player 1", "Player 2"] as const;
    const nameless = (file: string) => {
      const photo = photoOf(evening({ names }), [], { files: [file] });
      return judgePhotoSheet(photo, names, names);
    };
    const page = await opened([nameless("a.jpg"), nameless("b.jpg")]);
    const evenings = page.locator(".evenings");
    expect(await evenings.textContent()).toContain("can’t be added up");
    const [one, other] = [page.locator("#sheet-1"), page.locator("#sheet-2")];
    expect(await other.locator(".names button").count()).toBe(0);
    await one.locator(".names input").first().fill("Anna");
    await one.locator(".names input").first().press("Enter");
    expect(await one.locator(".ink .player").first().textContent()).toBe("Anna");
    expect(await other.locator(".names button").allTextContents()).toEqual(["Anna?"]);
    await other.locator(".names button").click();
    expect(await other.locator(".ink .player").allTextContents()).toEqual(["Anna", "Player 2"]);
    await one.locator(".names input").last().fill("Anna");
    await one.locator(".names input").last().press("Tab");
    expect(await one.locator(".names .fault").allTextContents()).toContain(
      "Somebody on this sheet is called Anna already.",
    );
    for (const sheet of [one, other]) {
      await sheet.locator(".names input").last().fill("Ben");
      await sheet.locator(".names input").last().press("Tab");
    }
    expect(await evenings.textContent()).toContain("2 games added up");
    expect(await evenings.locator("td:nth-child(3)").allTextContents()).toEqual([
      expect.stringContaining("568"),
      expect.stringContaining("414"),
    ]);
    await page.close();
  });

  it.each(["en", "de", "sv"])(
    "says everything in its language (%s), and is as wide as a phone",
    async (code) => {
      const page = await opened([doubtful, photoOf(evening({ names: ["Cem", "Dora"] }))], code);
      await cell(page, chance).first().click();
      await page.locator('.editor [data-value="21"]').first().click();
      const told = (await page.locator("main").allTextContents()).join();
      expect(told).not.toMatch(/\[[a-z]+\.[a-z.-]+\]/);
      expect(told).toContain({ en: "2 sheets", de: "2 Blätter", sv: "2 blad" }[code]);
      expect(await page.evaluate(LAYOUT_FAULTS)).toEqual([]);
      await cell(page, threes).first().click();
      expect(await page.evaluate(LAYOUT_FAULTS)).toEqual([]);
      await page.close();
    },
  );
});

describe("what a page needs to judge its sheets anew", () => {
  const view = photoOf(evening({ anna: "grand.total: " }), [
    [{ player: 2, row: "threes" }, null],
    [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
  ]);
  const pack = (photo: PhotoSheet) => {
    const [back] = unpackReport(packReport([{ photo, areas: [], nameCells: [], saveAs: "night.yaml" }]));
    if (back === undefined || back.photo === null) throw new Error("there should be a photo");
    return back.photo;
  };

  it("comes out as it went in: the reading, its judgement, and what the pictures say", () => {
    const back = pack(view);
    expect(back.reading).toEqual(view.reading);
    const onPhoto = { along: "across", at: 2, of: 2 } as const;
    expect(pack({ ...view, onPhoto }).onPhoto).toEqual(onPhoto);
    expect(back.judgement.verdict).toBe(view.judgement.verdict);
    expect(back.judgement.report).toEqual(view.judgement.report);
    expect(back.game).toEqual(view.game);
    const astride = view.seen.map((box, at) => ({ ...box, ...(at % 2 === 0 && { isAstride: true }) }));
    const seen = pack({ ...view, seen: astride }).seen.map(
      ({ evidence, isAstride = false }) => evidence && isAstride,
    );
    expect(seen).toEqual(astride.map(({ evidence, isAstride = false }) => evidence && isAstride));
    const at = indexOf(view, { row: "chance" });
    for (const text of ["24", "29"])
      expect(back.seen[at]?.evidence?.probability(text)).toBe(view.seen[at]?.evidence?.probability(text));
    expect(back.seen.map(({ evidence }) => evidence?.likely)).toEqual(
      view.seen.map(({ evidence }) => evidence?.likely),
    );
  });

  it("reads on as the whole evidence does", () => {
    const back = pack(view);
    const [here, there] = [view, back].map(({ game, seen }) => inferReading(game, seen).boxes);
    const plain = (boxes: typeof here) => boxes?.map(({ written, doubt }) => ({ written, doubt }));
    expect(plain(there)).toEqual(plain(here));
    for (const [at, { confidence }] of (here ?? []).entries())
      expect(there?.[at]?.confidence).toBeCloseTo(confidence, 3);
    const at = indexOf(view, { row: "chance" });
    const told = { kind: "score", value: 29 } as const;
    const after = [view, back].map((photo) => correctBox(photo, at, told).judgement);
    expect(after[0]?.findings.length).toBeGreaterThan(0);
    expect(after.map(({ verdict, report }) => [verdict, report])[1]).toEqual([
      after[0]?.verdict,
      after[0]?.report,
    ]);
  });
});

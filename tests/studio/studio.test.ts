import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInPage, readOnNode } from "../../bench/studio/alike.ts";
import { serveStudio, symbolText } from "../../src/cli/commands/studio.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { readSheet } from "../../src/check/read/read-sheet.ts";
import { loadLanguage, loadLanguages } from "../../src/files/package/languages.ts";
import { padPdf } from "../../src/files/print/pads.ts";
import { openScanner } from "../../src/files/pictures/scanner.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { DISK } from "../../src/files/package/variants.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { A5 } from "../../src/print/geometry.ts";
import { placeFiducials } from "../../src/print/layout/marks.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { buildSheetCode, writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { UNBRANDED } from "../../src/print/brand.ts";
import { packForCode } from "../../src/print/publish/publication.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { someOf, rareTest } from "../support/cases.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { photoOfSheet } from "../support/filled-in.ts";
import { shippedGame } from "../support/games.ts";
import { shippedText } from "../support/pads.ts";
import { streamsOf } from "../support/pdf-streams.ts";
import { FAR_TOO_LONG, hasChromium, launchChromium } from "../support/viewer.ts";

const PHOTOS = "tests/photos";
const PHOTO = `${PHOTOS}/impossible-score.jpg`;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A text as in an address. */
const packed = (text: string) => deflateRawSync(text).toString("base64url");

/** Lets frames note what they would print, in the place of a dialogue that nobody sees. */
const NOTED_PRINTS = `{
  const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow");
  const print = function () {
    const { document } = get.call(this);
    window.document.documentElement.dataset.printed = document.contentType + " " + document.location.href;
  };
  const noted = { get() { return { focus() {}, print: print.bind(this) }; } };
  Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", noted);
}`;

/** Flags by which Chromium takes a photo for what its camera sees. */
async function cameraThatSees(photo: string): Promise<string[]> {
  const frame = await sharp(photo).resize({ width: 1200, height: 1600, fit: "fill" }).jpeg().toBuffer();
  const film = put(emptyFolder(), "film.mjpeg", Buffer.concat([frame, frame]));
  const [device, file] = ["use-fake-device-for-media-stream", "use-file-for-fake-video-capture"];
  return [`--${device}`, `--${file}=${film}`, "--use-fake-ui-for-media-stream"];
}

describe("the server of the studio", () => {
  it("gives its files, those of the package that it needs, and nothing else", async () => {
    const server = await serveStudio(0, false);
    const ask = (path: string, init = {}) => fetch(`http://127.0.0.1:${server.port}/${path}`, init);
    try {
      expect(await (await ask("?lang=de")).text()).toContain("Content-Security-Policy");
      const model = new Uint8Array(await (await ask("files/numbers.onnx")).arrayBuffer());
      expect(model.length).toBe(readFileSync("models/numbers.onnx").length);
      expect((await ask("files/zxing.wasm")).headers.get("content-type")).toBe("application/wasm");
      for (const path of ["nothing", "..%2f..%2fpackage.json", "%2e%2e/cli/main.js", "%", "parts"])
        expect((await ask(path)).status, path).toBe(404);
      expect((await ask("", { method: "POST" })).status).toBe(405);
    } finally {
      await server.close();
    }
  });

  it("shows its address as a code that stands on white", async () => {
    const lines = (await symbolText("http://192.0.2.1:8080/")).split("\n");
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
    expect(lines[0]).toMatch(/^█+$/);
    expect(lines.slice(1, 4).every((line) => /^██.*██$/.test(line))).toBe(true);
  });
});

describe.skipIf(!hasChromium)("the studio in Chromium", () => {
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let browser: Browser;
  let page: Page;
  /** Every address that was asked for, and everything that the browser complained about. */
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await serveStudio(0, false);
    browser = await launchChromium(await cameraThatSees(PHOTO));
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    context.on("request", (request) => asked.push(request.url()));
    page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${server.port}/#check`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** What screen readers would stumble over. */
  async function faults() {
    await page.evaluate(readFileSync(AXE, "utf8"));
    const found = await page.evaluate("axe.run().then((result) => result.violations)");
    return (found as { id: string; nodes: { html: string }[] }[]).map(({ id, nodes }) => [
      id,
      nodes[0]?.html,
    ]);
  }

  // `bench:studio` reads a hundred.
  it("reads photos as on Node, to the last question", async () => {
    const names = someOf(["impossible-score", "half-filled", "upside-down"], 3);
    const files = names.map((name) => `${PHOTOS}/${name}.jpg`);
    const scanner = need(await openScanner());
    try {
      const [inPage, onNode] = await Promise.all([readInPage(page, files), readOnNode(scanner, files)]);
      expect(inPage.size).toBe(files.length);
      expect(Object.fromEntries(inPage)).toEqual(Object.fromEntries(onNode));
    } finally {
      await scanner.close();
    }
  });

  it("takes a picture with the live camera, and tells that it will be good", async () => {
    await page.context().grantPermissions(["camera"]);
    await page.getByRole("button", { name: "Live camera" }).click();
    await page.locator(".live .frame.ready").waitFor();
    await page.locator(".live").getByRole("button", { name: "Take a picture" }).click();
    await page.locator(".sheet .verdict").waitFor();
    expect(await page.locator(".live").count()).toBe(0);
    expect(await page.locator(".sheet h2").textContent()).toContain("photo.jpg");
    await page.getByRole("button", { name: "Start again" }).click();
    await page.locator(".sheet").waitFor({ state: "detached" });
  });

  it("reads a photo, asks, and saves a sheet that the command checks alike", async () => {
    await page.locator("input[multiple]").setInputFiles(`${PHOTOS}/impossible-score.jpg`);
    const question = page.locator(".question");
    const editor = page.locator(".editor");
    await question.getByText("1 of 1 · EdenCity Yatzy").waitFor();
    expect(await page.locator(".verdict").textContent()).toContain("One entry is hard to read; so far:");
    expect(await faults()).toEqual([]);
    const isTooWide = "document.documentElement.scrollWidth > innerWidth";
    expect(await page.evaluate(isTooWide)).toBe(false);
    await question.locator(".likely .main").click();
    await page.locator(".verdict.mistakes").waitFor();
    await question.waitFor({ state: "detached" });
    // Taken back, it is asked again, and the keyboard answers it.
    await page.locator(".ask").getByRole("button", { name: "Undo" }).click();
    await question.waitFor();
    await page.locator(".verdict.unsure").waitFor();
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    await page.locator(".verdict.mistakes").waitFor();
    // Every other box can be opened as well, but there is no further question.
    await page.locator(".sheet .ink tbody .cell").first().click();
    await editor.locator(".close").waitFor();
    expect(await editor.locator(".next").count()).toBe(0);
    await editor.locator(".close").click();
    // On every screen it is in sight wherever the box is.
    const phone = page.viewportSize() ?? { width: 0, height: 0 };
    for (const screen of [phone, { width: 844, height: 390 }, { width: 1280, height: 800 }]) {
      await page.setViewportSize(screen);
      for (const cell of await page
        .locator(".sheet .ink tbody tr:is(:first-child, :last-child) .cell")
        .all()) {
        // Without the scroll of Playwright: a person taps what is in sight.
        await cell.evaluate((one: { scrollIntoView(how: object): void }) =>
          one.scrollIntoView({ block: "center" }),
        );
        await cell.click();
        const close = editor.locator(".close");
        await close.waitFor();
        const { y = -1, height = 0 } = (await close.boundingBox()) ?? {};
        expect([screen, y >= 0 && y + height <= screen.height]).toEqual([screen, true]);
        await close.click();
      }
    }
    await page.setViewportSize(phone);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Sheet (YAML)" }).click();
    const file = await (await saving).path();
    const text = readFileSync(file, "utf8");
    const source = { file: "sheet.yaml", text, format: "yaml" } as const;
    const report = checkSheet(need(readSheet(source, readGame, need(loadLanguages("en")))));
    expect(report.findings.map(({ code }) => code)).toContain("illegal-score");
    expect(await page.locator(".findings .wrong").count()).toBe(report.findings.length);
    // Kept twice, it is still one sheet.
    await page.getByRole("button", { name: "Keep for the game night" }).click();
    await page.locator(".undone", { hasText: "Kept for the game night." }).waitFor();
    await page.getByRole("button", { name: "Keep for the game night" }).click();
    await page.locator(".undone").getByRole("link", { name: "Show" }).click();
    await page.locator(".kept summary", { hasText: "(1 sheet)" }).waitFor();
    await page.locator(".kept .ranking").waitFor();
    expect(await faults()).toEqual([]);
    await page.goto(`http://127.0.0.1:${server.port}/#check`);
  });

  it("says the same in another language", async () => {
    await page.locator(".language select").selectOption("de");
    await page.getByRole("heading", { name: "Ein Blatt prüfen" }).waitFor();
    await page.locator(".verdict", { hasText: "Fehler" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  it("prints the same pad as the command", async () => {
    await page.getByRole("button", { name: "Drucken" }).click();
    await page.getByLabel("Papier").selectOption("a6");
    await page.getByLabel("Titel").fill("Zum Löwen");
    await page.locator(".print figure img").waitFor();
    expect(await faults()).toEqual([]);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Block (PDF)" }).click();
    const made = readFileSync(await (await saving).path());
    const branding = { ...UNBRANDED, title: "Zum Löwen" };
    const german = need(loadLanguage("de"));
    const here = need(await padPdf(need(readGame("yatzy")), german, { paper: "a6", branding }));
    expect(streamsOf(made)).toEqual(streamsOf(here));
  });

  it("fills in a sheet by tapping, and keeps it with the evening and for the next visit", async () => {
    await page.goto(`http://127.0.0.1:${server.port}/#fill`);
    await page.locator(".language select").selectOption("en");
    const fill = page.locator(".fill");
    await fill.getByLabel("Game").selectOption("yazzo");
    await fill.getByLabel("Player 1").fill("Anna");
    expect(await faults()).toEqual([]);
    await fill.getByRole("button", { name: "Begin" }).click();
    const cell = (name: string) => fill.getByRole("button", { name });
    const editor = fill.locator(".editor");
    // All columns of a player are in sight, and names stay there.
    const seen = await fill.locator(".scroll").evaluate((around) => {
      const cells = [...around.querySelectorAll("tbody tr .cell")].slice(0, 3);
      const edge = Math.max(...cells.map((one) => one.getBoundingClientRect().right));
      around.scrollTo(9999, 300);
      const box = around.getBoundingClientRect();
      const [head, row] = ["thead", "tbody th"].map((one) =>
        around.querySelector(one)?.getBoundingClientRect(),
      );
      return { edge, names: (head?.top ?? 0) - box.top, rows: (row?.left ?? 0) - box.left };
    });
    expect(seen.edge).toBeLessThanOrEqual(390);
    expect([seen.names, seen.rows].map(Math.round)).toEqual([0, 0]);
    await cell("Anna, any order, Threes:").click();
    await editor.getByRole("button", { name: "9", exact: true }).click();
    await editor.waitFor({ state: "detached" });
    expect(await fill.locator("tr", { hasText: "Upper sum" }).locator("td").first().textContent()).toBe("9");
    await cell("Anna, top down, Threes:").focus();
    await page.keyboard.press("Enter");
    await editor.getByText("filled too early").waitFor();
    expect(await faults()).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    await editor.getByRole("button", { name: "6", exact: true }).press("Enter");
    await fill.locator(".findings", { hasText: "filled too early" }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toMatch(/top down, threes: .*6$/i);
    await fill.getByRole("button", { name: "Undo" }).click();
    await fill.locator(".findings").waitFor({ state: "detached" });
    await fill.getByRole("button", { name: "Keep for the game night" }).click();
    // Where the browser promises nothing, it is said at once, and where the data is.
    await page.locator(".undone").getByText("may delete your data").waitFor();
    await page.evaluate("location.hash = 'home'");
    await page.locator(".home .data").getByText("may delete your data").waitFor();
    await page.goBack();
    await page.locator(".undone").getByRole("link", { name: "Show" }).click();
    await page.locator(".kept summary", { hasText: "(2 sheets)" }).waitFor();
    await page.goto(`http://127.0.0.1:${server.port}/#fill`);
    await page.reload();
    await cell("Anna, any order, Threes:").waitFor();
    expect(await cell("Anna, any order, Threes:").textContent()).toContain("9");
    const saving = page.waitForEvent("download");
    await fill.getByRole("button", { name: "Sheet (YAML)" }).click();
    const text = readFileSync(await (await saving).path(), "utf8");
    const source = { file: "sheet.yaml", text, format: "yaml" } as const;
    const { players } = checkSheet(need(readSheet(source, readGame, need(loadLanguages("en")))));
    expect(players.map(({ name, computed }) => [name, computed])).toEqual([
      ["Anna", 9],
      ["Player 2", 0],
    ]);
    await fill.locator("summary", { hasText: "A player is leaving" }).click();
    expect(await faults()).toEqual([]);
    await fill.getByRole("button", { name: "Go on without Player 2" }).click();
    await fill.locator(".filling th", { hasText: "Player 2" }).first().waitFor({ state: "detached" });
    expect(await cell("Anna, any order, Threes:").textContent()).toContain("9");
    // Nobody can leave who is alone.
    expect(await fill.locator("summary", { hasText: "A player is leaving" }).count()).toBe(0);
  });

  it("writes a game by form and text, and shows pad, rules and differences", async () => {
    await page.goto(`http://127.0.0.1:${server.port}/#write`);
    await page.locator(".language select").selectOption("en");
    const pad = page.locator("#panel-pad img");
    const seen = (tab: string) => page.getByRole("tab", { name: tab }).click();
    // What is wrong with a field becomes a part of its label.
    const bonus = page.locator(".write-form .figure input").nth(1);
    const wrong = page.locator(".write-form .fault");
    const called = page.getByLabel("Name of the game");
    const before = await called.inputValue();
    await bonus.fill("sixty");
    await called.fill(" ");
    await expect
      .poll(() => wrong.allTextContents())
      .toEqual(["Write a name.", "Write a whole number, such as 60."]);
    await called.fill(before);
    await bonus.fill("60");
    await expect.poll(() => wrong.count()).toBe(0);
    await seen("Preview");
    await pad.waitFor();
    expect(await faults()).toEqual([]);
    await seen("Differences");
    await page.locator(".differences", { hasText: /63.or.more: \+50 → 63.or.more: \+60/ }).waitFor();
    await seen("Rules");
    await page.locator(".rules-page").getByText("60").first().waitFor();
    expect(await faults()).toEqual([]);
    await seen("Text");
    const text = page.locator(".cm-content");
    await page.locator(".cm-line", { hasText: "tiers: [{ from: 63, add: 60 }]" }).waitFor();
    await text.press("Control+End");
    await page.keyboard.type("columns: { main: { order: d");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "down" }).click();
    await page.keyboard.type(" } }\nturm: { rolls: 3 }");
    await page.locator(".placed .error", { hasText: "did you mean `turn`?" }).waitFor();
    expect(await faults()).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    await page.getByRole("button", { name: "Line 7" }).click();
    await page.keyboard.press("Control+Shift+k");
    await page.locator(".placed .error").waitFor({ state: "detached" });
    await seen("Form");
    expect(await page.getByLabel("Filled").inputValue()).toBe("down");
    const points = page.getByLabel("Points", { exact: true });
    const undone = async () => {
      await page.locator(".desk").getByRole("button", { name: "Undo" }).click();
      return points.inputValue();
    };
    await expect.poll(undone, { timeout: FAR_TOO_LONG, interval: 100 }).toBe("50");
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByLabel("Name of the game").fill("The Lion’s");
    await page
      .locator(".bar select option", { hasText: "The Lion’s" })
      .first()
      .waitFor({ state: "attached" });
  });

  it("keeps what was written, and opens it from a link in another browser", async () => {
    await page.reload();
    const name = page.getByLabel("Name of the game");
    await name.waitFor();
    expect(await name.inputValue()).toBe("The Lion’s");
    await page.getByRole("button", { name: "Share a link" }).click();
    const address = (await page.locator(".status a").getAttribute("href")) ?? "";
    const fresh = await browser.newContext({ locale: "sv-SE", serviceWorkers: "block" });
    try {
      fresh.setDefaultTimeout(FAR_TOO_LONG);
      const other = await fresh.newPage();
      await other.goto(address);
      const take = () => other.getByRole("button", { name: "Ta emot spelet" }).click();
      await take();
      // It can be printed, played or adapted, and is listed before all others.
      const brought = other.locator(".games li").first();
      await brought.getByText("The Lion’s").waitFor();
      const uses = ["Skriv ut", "Spela", "Anpassa"];
      expect(await brought.getByRole("link").allTextContents()).toEqual(uses);
      await brought.getByRole("link", { name: "Anpassa" }).click();
      const named = () => other.getByLabel("Spelets namn").inputValue();
      await expect.poll(named, { timeout: FAR_TOO_LONG }).toBe("The Lion’s");
      const follow = (hash: string) => other.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      for (const hostile of [
        packed("id: [&a x, *a, *a]"),
        packed('name: { de: "<img src=x onerror=alert(1)>" }'),
      ]) {
        await follow(`#write=${hostile}`);
        await take();
        await other.locator(".placed .error").first().waitFor();
        await other.getByRole("tab", { name: "Formulär" }).waitFor();
      }
      await follow(`#write=${"A".repeat(1_000_000)}`);
      await other.locator(".reject").waitFor();
      expect(await other.locator(".reject p").count()).toBe(1);
      expect(await other.locator(".write img[src=x]").count()).toBe(0);
    } finally {
      await fresh.close();
    }
    await page.locator(".language select").selectOption("de");
    await page.getByRole("heading", { name: "Ein Spiel schreiben" }).waitFor();
  });

  it("reads the photo of an unknown game once that came with a link", async () => {
    const text = [
      "id: lion-yatzy",
      "extends: yatzy",
      "name: { de: Löwen-Yatzy, en: Lion Yatzy, sv: Lejonyatzy }",
      "sections: { upper: { tiers: [{ from: 63, add: 70 }] } }",
    ].join("\n");
    const game = need(readVariant("lion-yatzy.yaml", text, DISK));
    const numbers = {
      ones: 3,
      twos: 6,
      threes: 9,
      fours: 12,
      fives: 15,
      sixes: 24,
      "upper.sum": 69,
      "upper.bonus": 70,
    };
    const picture = await photoOfSheet(game, numbers);
    const fresh = await browser.newContext({ locale: "en-GB", serviceWorkers: "block" });
    try {
      fresh.setDefaultTimeout(FAR_TOO_LONG);
      const other = await fresh.newPage();
      await other.goto(`http://127.0.0.1:${server.port}/#check`);
      const photo = { name: "lion.jpg", mimeType: "image/jpeg", buffer: picture };
      await other.locator("input[multiple]").setInputFiles(photo);
      await other.locator(".check .linked form").waitFor();
      // The camera of the phone opens the code of the pad in another tab.
      const scanned = await fresh.newPage();
      await scanned.goto(`http://127.0.0.1:${server.port}/#check=${packForCode(text)}`);
      // Asked from outside: the page's policy forbids what Playwright would run in it again and again.
      await expect
        .poll(() => new URL(scanned.url()).hash, { timeout: FAR_TOO_LONG, interval: 50 })
        .toBe("#check");
      await scanned.getByRole("button", { name: "Take the game" }).click();
      await scanned.locator(".linked").waitFor({ state: "detached" });
      // Once the game is there, the photo is read again by itself.
      await other.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
      await other.locator(".sheet h2", { hasText: "Lion Yatzy" }).waitFor();
      const cells = other.locator(".sheet .ink tbody td .cell");
      const read = (await cells.allTextContents()).flatMap((cell) => /\d+$/.exec(cell) ?? []);
      expect(read).toEqual(Object.values(numbers).map(String));
      // The game is kept.
      await other.goto(`http://127.0.0.1:${server.port}/#print`);
      await other.locator(".print option", { hasText: "Lion Yatzy" }).first().waitFor({ state: "attached" });
    } finally {
      await fresh.close();
    }
  });

  rareTest(
    "reads the photo of an unknown game once that is opened by its file or a pasted link",
    async () => {
      const text =
        "id: lion\nextends: yatzy\nname: { de: Löwe, en: Lion, sv: Lejon }\nsections: { upper: { tiers: [{ from: 63, add: 70 }] } }\n";
      const buffer = await photoOfSheet(need(readVariant("lion.yaml", text, DISK)), { ones: 3, sixes: 24 });
      const file = { name: "lion.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) };
      for (const way of ["file", "link"]) {
        const fresh = await browser.newContext({ locale: "en-GB", serviceWorkers: "block" });
        fresh.setDefaultTimeout(FAR_TOO_LONG);
        const other = await fresh.newPage();
        const address = `http://127.0.0.1:${server.port}/`;
        await other.goto(`${address}#check`);
        const photo = { name: "lion.jpg", mimeType: "image/jpeg", buffer };
        await other.locator("input[multiple]").setInputFiles(photo);
        const unknown = other.locator(".check .linked");
        await unknown.waitFor();
        if (way === "file") await unknown.locator("input[type=file]").setInputFiles(file);
        else {
          await unknown.getByLabel("or paste its link").fill(`${address}#games=${packed(text)}`);
          await unknown.getByRole("button", { name: "Open", exact: true }).click();
        }
        await other.locator(".sheet h2", { hasText: "Lion" }).waitFor();
        await fresh.close();
      }
    },
  );

  rareTest("reads a photo whose code is hidden once its letters are typed", async () => {
    const game = shippedGame("yatzy");
    const { code } = placeFiducials(A5, "standard");
    const picture = await photoOfSheet(game, { ones: 3, sixes: 24 });
    const rim = 60;
    const { width: pictureWidth } = await sharp(picture).metadata();
    const toPx = (mm: number) => Math.round((mm * (pictureWidth - 2 * rim)) / A5.widthMm);
    const [width, height] = [toPx(code.widthMm + 2), toPx(code.heightMm + 1)];
    const cover = { create: { width, height, channels: 3, background: "#333" } } as const;
    const place = { left: rim + toPx(code.xMm - 1.5), top: rim + toPx(code.yMm - 0.5) };
    const buffer = await sharp(picture)
      .composite([{ input: cover, ...place }])
      .jpeg()
      .toBuffer();
    const paper = need(parsePaper("a5"));
    const letters = writeSheetCode(buildSheetCode(game, shippedText(game, "en"), { paper, players: 1 }));
    const fresh = await browser.newContext({ locale: "en-GB", serviceWorkers: "block" });
    try {
      fresh.setDefaultTimeout(FAR_TOO_LONG);
      const other = await fresh.newPage();
      await other.goto(`http://127.0.0.1:${server.port}/#check`);
      await other
        .locator("input[multiple]")
        .setInputFiles({ name: "hidden.jpg", mimeType: "image/jpeg", buffer });
      const field = other.getByLabel("Letters of the code");
      await field.fill("no code");
      await other.getByRole("button", { name: "Read with these letters" }).click();
      await other.getByText("That is no code of a sheet").waitFor();
      await field.fill(letters.slice(0, 9));
      await other.getByRole("button", { name: "Read with these letters" }).click();
      await other.locator(".sheet h2", { hasText: "Yatzy" }).waitFor();
      expect(await field.count()).toBe(0);
    } finally {
      await fresh.close();
    }
  });

  it("writes a game upon another one that was written there, and passes both on in one link", async () => {
    const [start] = await page.locator(".bar select").all();
    await start?.selectOption("our-yatzy");
    await page.locator(".write-form").getByLabel("Name des Spiels").waitFor();
    const name = page.getByLabel("Name des Spiels");
    await expect.poll(() => name.inputValue(), { timeout: FAR_TOO_LONG }).toBe("The Lion’s 2");
    // The bonus is that of the game below.
    expect(await page.getByLabel("Punkte", { exact: true }).inputValue()).toBe("60");
    await page.getByLabel("Punkte", { exact: true }).fill("70");
    const shared = async () => {
      await page.getByRole("button", { name: "Link teilen" }).click();
      const address = (await page.locator(".status a").getAttribute("href")) ?? "";
      return inflateRawSync(Buffer.from(address.split("#games=")[1] ?? "", "base64url")).toString();
    };
    await expect.poll(shared, { timeout: FAR_TOO_LONG, interval: 100 }).toContain("70");
    expect(await shared()).not.toContain("extends: our-yatzy");
    await page.locator(".bar select").nth(1).selectOption({ label: "The Lion’s" });
  });

  rareTest("prints what was written, and packs pad and rules together", async () => {
    await page.locator(".bar button", { hasText: "Drucken" }).click();
    await page.locator(".print option:checked", { hasText: "The Lion’s" }).waitFor({ state: "attached" });
    await page.locator("summary", { hasText: "Mehr Einstellungen" }).click();
    await page.getByLabel("Rückseite").selectOption("long-edge");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Block und Regeln (ZIP)" }).click();
    const files = unzipSync(readFileSync(await (await saving).path()));
    expect(Object.keys(files)).toEqual(["our-yatzy/our-yatzy-de-a5.pdf", "our-yatzy/our-yatzy-rules-de.pdf"]);
    // The example of the rules is filled in by hand.
    const rules = Buffer.from(files["our-yatzy/our-yatzy-rules-de.pdf"] ?? []);
    expect(rules.includes("GochiHand")).toBe(true);
    const print = page.locator(".print").getByRole("button", { name: "Drucken …" });
    await page.evaluate(NOTED_PRINTS);
    await print.click();
    const printed = () => page.evaluate("document.documentElement.dataset.printed");
    await expect.poll(printed, { timeout: FAR_TOO_LONG }).toMatch(/^application\/pdf blob:http/);
    expect(await page.locator("iframe.printed").count()).toBe(1);
    // On a phone, the pad opens next to the page.
    await page.evaluate("matchMedia = () => ({ matches: true })");
    const opening = page.context().waitForEvent("page");
    await print.click();
    const tab = await opening;
    await tab.waitForURL(/^blob:/);
    await tab.close();
    await page.getByLabel("Link als Code").fill("unsinn");
    // It is said at the field, and the preview stays.
    await page.locator(".print .field .fault", { hasText: "keine Internetadresse" }).waitFor();
    expect(await page.locator(".print .pale .paper img").count()).toBe(1);
    expect(await faults()).toEqual([]);
    // Once it is right, the field stays in sight.
    await page.getByLabel("Link als Code").fill("");
    await page.locator(".print .fault").waitFor({ state: "detached" });
    expect(await page.getByLabel("Link als Code").isVisible()).toBe(true);
    // The last good sheet also stays where none can be drawn.
    await page.getByLabel("Titel").fill("中文");
    await page.locator(".print .field .fault").waitFor();
    expect(await page.locator(".print .pale .paper img").count()).toBe(1);
    await page.getByLabel("Titel").fill("");
  });

  it("shows every style by a picture, and names a logo in words of its own", async () => {
    await page.goto(`http://127.0.0.1:${server.port}/#print`);
    const styles = page.locator(".print .styles");
    await styles.getByText("Kneipe").click();
    await page.locator(".print .shown > .pale").waitFor({ state: "detached" });
    const widths =
      (await page.evaluate(`Promise.all([...document.querySelectorAll(".styles img")].map(async (one) => {
      one.loading = "eager";
      await one.decode();
      return one.naturalWidth;
    }))`)) as number[];
    expect(widths.length).toBeGreaterThan(3);
    expect(Math.min(...widths)).toBeGreaterThan(100);
    await page.getByLabel("Bild wählen").setInputFiles("examples/lion.svg");
    await page.locator(".print .logo", { hasText: "lion.svg" }).waitFor();
    await page.getByRole("button", { name: "Logo entfernen" }).click();
    await page.locator(".print .logo", { hasText: "Bild wählen" }).waitFor();
  });

  it("asks nobody but its own host, and breaks no rule of its policy", () => {
    expect(asked.length).toBeGreaterThan(10);
    // Chromium's viewer of PDFs is a part of the browser.
    const own = new RegExp(`^chrome(-extension)?:|^(blob:)?http://127\\.0\\.0\\.1:${server.port}/|^data:`);
    expect(asked.filter((address) => !own.test(address))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("works without a network after the first visit", async () => {
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    const { port } = server;
    await server.close();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole("heading", { name: "Was möchtest du tun?" }).waitFor();
    await page.goto(`http://127.0.0.1:${port}/#evenings`);
    await page.locator(".kept summary", { hasText: "(2 Blätter)" }).waitFor();
    await page.locator(".kept .ranking", { hasText: "247" }).waitFor();
    expect(await faults()).toEqual([]);
    await page.locator(".kept").getByRole("button", { name: "Löschen" }).click();
    await page.locator(".one-evening").waitFor({ state: "detached" });
    server = await serveStudio(0, false);
  });
});

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import type { Sheet } from "../../src/check/sheet.ts";
import { findPage } from "../../src/cli/commands/site.ts";
import { serveFiles } from "../../src/cli/console/server.ts";
import { placeFolder } from "../../src/cli/console/whole-folder.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { buildSite } from "../../src/files/print/site.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { photoOfSheet } from "../../tests/support/filled-in.ts";
import { correctSheet, randomFrom, scoreOf } from "../../tests/support/sheets.ts";
import { answerAll, type OpenStudio, openPage, say, tap } from "./screens.ts";
import { openStudio, withStudio } from "./visit.ts";

// `npm run walks` goes three ways through the studio as a guest with a phone does, each from nothing, and renders their pictures in
// docs/pictures/. Needs a build and Chromium.

const PICTURES = "docs/pictures";
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, lang: "en" } as const;
/** In a row on a page of the docs. */
const SHOWN = { width: 240, gap: 10, colours: 32 } as const;

/** The pictures of a walk, one step after the other. */
class Walk {
  readonly #steps: Buffer[] = [];

  /** What the phone shows now; `at` is scrolled to the top before. */
  async step({ page }: OpenStudio, at?: string): Promise<void> {
    if (at !== undefined)
      await page
        .locator(at)
        .first()
        .evaluate((one) => one.scrollIntoView());
    else await page.evaluate("scrollTo(0, 0)");
    // Pictures and fonts that come with a screen.
    await page.waitForTimeout(400);
    this.#steps.push(
      await sharp(await page.screenshot())
        .resize({ width: SHOWN.width })
        .toBuffer(),
    );
  }

  /** Writes all steps side by side. */
  async write(name: string): Promise<void> {
    const { gap, colours } = SHOWN;
    await sharp(this.#steps, { join: { across: this.#steps.length, shim: gap, background: "#999" } })
      .png({ palette: true, colours, compressionLevel: 9 })
      .toFile(join(PICTURES, `${name}.png`));
  }
}

/** From the address to a checked sheet, with the name asked. */
async function checkWalk(browser: Browser, address: string): Promise<void> {
  const walk = new Walk();
  const studio = await openStudio(browser, { ...PHONE, address });
  const { page } = studio;
  await page.goto(address);
  await page.locator(".home .task").first().waitFor();
  await walk.step(studio);
  await page.locator(".home .task").first().click();
  await page.locator("input[multiple]").setInputFiles("examples/photos/first.jpg");
  await page.locator(".question canvas").waitFor();
  await page.locator(".photo img").waitFor();
  await walk.step(studio, ".ask");
  await answerAll(studio, ["Rita", "Lisa", "Sam"]);
  await page.locator(".sheet .verdict.mistakes").waitFor();
  await walk.step(studio, ".sheet");
  await tap(studio, "check.keep");
  await page.locator(".undone a").click();
  await page.locator(".one-evening .ranking").first().waitFor();
  await walk.step(studio);
  await walk.write("walk-check");
  await page.context().close();
}

/** From the gallery of a site to a pad of one's own rules. */
async function variantWalk(browser: Browser): Promise<void> {
  const files = await buildSite({ lang: "en", games: ["crag", "kniffel", "yatzy"], variants: [] });
  const folder = join(mkdtempSync(join(tmpdir(), "augenblock-walk-")), "site");
  await placeFolder(folder, files);
  const server = await serveFiles((path) => findPage(`${posix.dirname(folder)}/`, path), 0);
  const address = `http://127.0.0.1:${server.port}/site/`;
  const walk = new Walk();
  const studio = await openStudio(browser, { ...PHONE, address });
  const { page, language } = studio;
  await page.goto(`${address}en/games.html`);
  const adapt = language.translate("site.gallery.adapt-game", { name: "Yatzy" });
  await page.getByRole("link", { name: adapt }).scrollIntoViewIfNeeded();
  await walk.step(studio, ":has(> .buttons a[href$='write=game/yatzy'])");
  await page.getByRole("link", { name: adapt }).click();
  await page.locator(".write-form fieldset").first().waitFor();
  await page.getByLabel(say(studio, "write.name"), { exact: true }).fill("Lion Yatzy");
  await page.locator(".write-form .figure input").nth(1).fill("70");
  await page.locator(".bar select option", { hasText: "Lion Yatzy" }).first().waitFor({ state: "attached" });
  await walk.step(studio, ".tabs");
  await page.locator("#tab-preview").click();
  await page.locator("#panel-pad img").waitFor();
  await walk.step(studio, ".tabs");
  await tap(studio, "write.print");
  await page.getByLabel(say(studio, "print.title")).fill("The Golden Lion");
  await page.locator(".print figure img").waitFor();
  await walk.step(studio);
  const saving = page.waitForEvent("download");
  await tap(studio, "print.pad");
  const head = readFileSync(await (await saving).path()).subarray(0, 5);
  if (head.toString() !== "%PDF-") throw new Error("no pad was made");
  await walk.write("walk-variant");
  await page.context().close();
  await server.close();
}

/** What one player of a sheet wrote, by box and line. */
function numbersOn({ players: [player] }: Sheet): Record<string, number | string> {
  const column = [...(player?.boxes.values() ?? [])][0] ?? new Map();
  const entries = [...column].map(([id, entry]) => [
    id,
    entry.kind === "strike" ? "X" : (scoreOf(entry) ?? ""),
  ]);
  const lines = [...(player?.columnLines.values() ?? [])].flatMap((one) => [...one]);
  return Object.fromEntries([...entries, ...lines, ...(player?.sheetLines ?? [])]);
}

/** From four photos of an evening to its ranking on another phone. */
async function eveningWalk(browser: Browser, address: string): Promise<void> {
  const game = need(readGame("yatzy"));
  const photos = [];
  for (const [at, seed] of [3, 5, 8, 13].entries()) {
    const sheet = correctSheet(game, randomFrom(seed), { players: 1, turns: null, lines: 1 });
    const buffer = await photoOfSheet(game, numbersOn(sheet));
    photos.push({ name: `photo-${at + 1}.jpg`, mimeType: "image/jpeg", buffer });
  }
  const walk = new Walk();
  const permissions = ["clipboard-read", "clipboard-write"];
  const studio = await openStudio(browser, { ...PHONE, address, permissions });
  const { page } = studio;
  await openPage(studio, "check");
  await page.locator("input[multiple]").setInputFiles(photos);
  await page.locator(".sheet").nth(3).waitFor();
  await walk.step(studio, ".ask");
  await answerAll(studio, ["Anna", "Bo", "Cleo", "Dan"]);
  await walk.step(studio, ".evenings .evening");
  await tap(studio, "check.keep");
  await page.locator(".undone a").click();
  await page.locator(".one-evening .about summary").click();
  await page.getByLabel(say(studio, "evenings.name")).fill("Games at the Lion");
  await page.keyboard.press("Tab");
  await page.locator(".one-evening > summary", { hasText: "Lion" }).waitFor();
  await walk.step(studio);
  await tap(studio, "evenings.share");
  await page.locator(".undone").waitFor();
  const shared = /http\S+/.exec(String(await page.evaluate("navigator.clipboard.readText()")))?.[0] ?? "";
  const other = await openStudio(browser, { ...PHONE, address });
  await other.page.goto(shared);
  await other.page.locator(".evenings .linked").waitFor();
  await walk.step(other);
  await tap(other, "evenings.take");
  await other.page.locator(".one-evening .ranking").first().waitFor();
  await walk.step(other);
  await walk.write("walk-evening");
  await page.context().close();
  await other.page.context().close();
}

const [only = ""] = process.argv.slice(2);
await withStudio(async (browser, address) => {
  if ("check".startsWith(only)) await checkWalk(browser, address);
  if ("variant".startsWith(only)) await variantWalk(browser);
  if ("evening".startsWith(only)) await eveningWalk(browser, address);
});

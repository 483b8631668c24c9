import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { findPage } from "../../src/cli/commands/site.ts";
import { serveFiles } from "../../src/cli/console/server.ts";
import { placeFolder } from "../../src/cli/console/whole-folder.ts";
import { buildSite } from "../../src/files/print/site.ts";
import { openStudio as openPhotoStudio } from "../photos/camera/photograph.ts";
import { EVENING } from "../photos/samples.ts";
import { ownPads } from "../photos/sheets/own-pads.ts";
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

/** What a guest takes for a tap, with finding where, and for a letter; in seconds. */
const HAND = { tap: 2, letter: 0.3 } as const;
const MOST_SECONDS = 60;

/** Counts taps and letters on a page. @returns how long they take by hand, in seconds */
async function watchHand(page: Page): Promise<() => number> {
  let seconds = 0;
  await page.exposeFunction("noteHand", (kind: keyof typeof HAND, times: number) => {
    seconds += HAND[kind] * times;
  });
  await page.addInitScript(`
    addEventListener("click", ({ isTrusted }) => isTrusted && noteHand("tap", 1), true);
    addEventListener("change", ({ target }) => target.type === "file" && noteHand("tap", 2), true);
    addEventListener("input", ({ target }) => target.type !== "file" && noteHand("letter", target.value.length), true);`);
  return () => seconds;
}

/** Serves a small site. @returns its address, and a function that ends that */
async function serveSite() {
  const files = await buildSite({ lang: "en", games: ["crag", "kniffel", "yatzy"], variants: [] });
  const folder = join(mkdtempSync(join(tmpdir(), "augenblock-walk-")), "site");
  await placeFolder(folder, files);
  const server = await serveFiles((path) => findPage(`${posix.dirname(folder)}/`, path), 0);
  return { address: `http://127.0.0.1:${server.port}/site/`, close: server.close };
}

/** From the address of a site to a checked sheet, with the names asked. */
async function checkWalk(browser: Browser): Promise<void> {
  const { address, close } = await serveSite();
  const walk = new Walk();
  const studio = await openStudio(browser, { ...PHONE, address });
  const { page, language } = studio;
  const handSeconds = await watchHand(page);
  const begun = performance.now();
  await page.goto(address);
  await walk.step(studio);
  await page.getByRole("link", { name: language.translate("site.check.title") }).click();
  await page.locator("input[multiple]").setInputFiles("examples/photos/first.jpg");
  await page.locator(".question canvas").waitFor();
  await page.locator(".photo img").waitFor();
  await walk.step(studio, ".ask");
  await answerAll(studio, ["Rita", "Lisa", "Sam"]);
  await page.locator(".sheet .verdict.mistakes").waitFor();
  const [hand, machine] = [handSeconds(), (performance.now() - begun) / 1000];
  console.log(`check: ${hand.toFixed(0)} s by hand, ${machine.toFixed(0)} s on this machine`);
  if (hand > MOST_SECONDS) throw new Error("a checked sheet takes more than a minute");
  await walk.step(studio, ".sheet");
  await tap(studio, "check.keep");
  await page.locator(".undone a").click();
  await page.locator(".one-evening .ranking").first().waitFor();
  await walk.step(studio);
  await walk.write("walk-check");
  await page.context().close();
  await close();
}

/** From the gallery of a site to a pad of one's own rules. */
async function variantWalk(browser: Browser): Promise<void> {
  const { address, close } = await serveSite();
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
  await close();
}

/** Photos of the simulator on which one player filled in a sheet in English, and the name that is written there. */
const SHEETS = { Anna: 9185, Mia: 9219, Kai: 9255, Lena: 9402 } as const;

/** Sheets of an evening without a mistake, in handwriting, as a phone takes them. */
async function takePhotos() {
  const prints = mkdtempSync(join(tmpdir(), "augenblock-walk-prints-"));
  const photographer = await openPhotoStudio(prints, undefined, undefined, await ownPads({}));
  const photos = [];
  for (const [at, photo] of Object.values(SHEETS).entries()) {
    const { jpeg } = await photographer.take(photo, "easy", { ...EVENING, mistake: null });
    photos.push({ name: `photo-${at + 1}.jpg`, mimeType: "image/jpeg", buffer: jpeg });
  }
  return photos;
}

/** From four photos of an evening to its ranking on another phone. */
async function eveningWalk(browser: Browser, address: string): Promise<void> {
  const photos = await takePhotos();
  const walk = new Walk();
  const permissions = ["clipboard-read", "clipboard-write"];
  const studio = await openStudio(browser, { ...PHONE, address, permissions });
  const { page } = studio;
  await openPage(studio, "check");
  await page.locator("input[multiple]").setInputFiles(photos);
  await page.locator(".sheet").nth(3).waitFor();
  await walk.step(studio, ".ask");
  console.log(`evening: first question is ${await page.locator(".question .step").textContent()}`);
  await answerAll(studio, Object.keys(SHEETS));
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
  if ("check".startsWith(only)) await checkWalk(browser);
  if ("variant".startsWith(only)) await variantWalk(browser);
  if ("evening".startsWith(only)) await eveningWalk(browser, address);
});

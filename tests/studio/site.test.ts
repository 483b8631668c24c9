import { createRequire } from "node:module";
import { posix } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveFiles } from "../../src/cli/console/server.ts";
import { placeFolder } from "../../src/cli/console/whole-folder.ts";
import { findPage } from "../../src/cli/commands/site.ts";
import { playableIds, shippedOdds } from "../../src/files/package/variants.ts";
import { buildSite } from "../../src/files/print/site.ts";
import type { PublishedFile } from "../../src/print/publish/publication.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { LANGUAGES, language } from "../support/languages.ts";
import { hasChromium, launchChromium } from "../support/viewer.ts";

/** A game of a club, with the id of a shipped one. */
const OWN = "id: yatzy\nextends: crag\nname: { de: Unser Crag, en: Our Crag }\n";

const club = emptyFolder();
let files: readonly PublishedFile[];
const textOf = (path: string) => {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path}`);
  return Buffer.from(file.bytes).toString("utf8");
};
const pagesOf = () =>
  files.flatMap(({ path, kind }) => (path.endsWith(".html") && kind !== "studio" ? [path] : []));

beforeAll(async () => {
  put(club, "ours.yaml", OWN);
  files = await buildSite({
    lang: "de",
    games: ["crag", "yatzy"],
    variants: [`${club}/ours.yaml`],
  });
});

describe("the files of a site", () => {
  it("link to each other, from any folder of any host, and to nothing else", () => {
    const paths = new Set(files.map(({ path }) => path));
    expect(paths.size).toBe(files.length);
    const broken: string[] = [];
    let links = 0;
    for (const page of pagesOf()) {
      const html = textOf(page);
      for (const [, target = ""] of html.matchAll(/\b(?:href|src|data-sections)="([^"]*)"/g)) {
        links++;
        const [path = ""] = target.split("#");
        const isHere = path === "" || paths.has(posix.join(posix.dirname(page), path));
        if (target.startsWith("https:") ? !page.startsWith("docs/") : !isHere)
          broken.push(`${page}: ${target}`);
      }
    }
    expect(links).toBeGreaterThan(500);
    expect(broken).toEqual([]);
  });

  it("show each game in the reader's language, with what it is worth", () => {
    for (const code of LANGUAGES) {
      const gallery = textOf(`${code}/games.html`);
      expect(gallery).toContain(`<html lang="${code}">`);
      expect(gallery).toContain(`../games/yatzy/pad-${code}.png`);
      expect(gallery).toContain(language(code).translate("site.gallery.exact", { mean: 150 }));
      expect(gallery).toContain(language(code).translate("site.gallery.own"));
      for (const action of ["print", "fill", "write"])
        expect(gallery).toContain(`studio/index.html#${action}=game/yatzy`);
    }
  });

  it("keep a game of one's own apart from a shipped one of the same id", () => {
    const gallery = textOf("sv/games.html");
    expect(gallery).toContain(">Our Crag</a></h3>");
    expect(gallery).toMatch(/games\/yatzy-2\/index\.html#\w\w"/);
    expect(gallery).toContain("../games/yatzy/index.html#sv");
    expect(gallery).toMatch(/#print=[\w-]{40,}"/);
  });

  it("are small: every page with its style, script and fonts", () => {
    const zipped = (path: string) => gzipSync(textOf(path)).length;
    for (const page of pagesOf()) expect([page, zipped(page) < 150_000]).toEqual([page, true]);
    expect(zipped("assets/site.css") + zipped("assets/site.js")).toBeLessThan(10_000);
  });
});

it("knows what every shipped game is worth, as `odds` computes it", async () => {
  expect(Object.keys(shippedOdds())).toEqual(playableIds());
  for (const id of ["crag", "forced-yatzy"]) {
    const { low, high } = JSON.parse((await augenblock(["odds", id, "--json"])).out);
    expect(shippedOdds()[id]?.low).toBeCloseTo(low, 1);
    expect(shippedOdds()[id]?.high).toBeCloseTo(high, 1);
  }
});

it("augenblock site names a missing folder", async () => {
  const { code, err } = await augenblock(["site", "out", "--variants", "nowhere"]);
  expect([code, err]).toEqual([2, expect.stringContaining("nowhere")]);
});

describe.skipIf(!hasChromium)("a site in Chromium", () => {
  const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveFiles>>;
  const folder = `${emptyFolder()}/any/where`;
  const address = (path: string) => `http://127.0.0.1:${server.port}/where/${path}`;

  beforeAll(async () => {
    await placeFolder(folder, files);
    server = await serveFiles((path) => findPage(`${posix.dirname(folder)}/`, path), 0);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens a page of the site in a browser of its own. @returns it, and what went wrong */
  async function visit(path: string, options: Parameters<Browser["newContext"]>[0] = {}) {
    const context: BrowserContext = await browser.newContext(options);
    const page: Page = await context.newPage();
    const faults: string[] = [];
    const loaded: string[] = [];
    page.on("console", (said) => said.type() === "error" && faults.push(said.text()));
    page.on("requestfailed", (request) => faults.push(request.url()));
    page.on("response", (response) => loaded.push(response.url()));
    await page.goto(address(path), { waitUntil: "networkidle" });
    return { context, page, faults, loaded };
  }

  /** A page may load this much before it can be used. */
  const FIRST_VIEW_BYTES = 300_000;
  const UNKNOWN_FILE_BYTES = 1_000_000;

  /** What a file takes as web hosts send it. */
  function transferredBytes(url: string): number {
    const name = decodeURIComponent(url.replace(address(""), "").replace(/[?#].*/, ""));
    const file = files.find(({ path }) => path === name || path === `${name}index.html`);
    return file === undefined ? UNKNOWN_FILE_BYTES : gzipSync(file.bytes).length;
  }

  /** What is there once a page of the studio can be used. */
  const USABLE = {
    home: ".home .data button",
    check: ".check .take input",
    fill: ".fill .wishes option:nth-child(20)",
    print: ".print .wishes option:nth-child(20)",
    write: ".write-form .boxes-of-game",
    evenings: ".evenings .lead",
    season: ".season h1",
    games: ".games li:nth-child(20)",
  };

  /** Opens a page of the studio with no more than the first bytes it asks for. @returns whether it can be used */
  async function isUsableInTime(name: keyof typeof USABLE): Promise<boolean> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    let sum = 0;
    // What is asked for later is never answered.
    await context.route("**", (route) => {
      const bytes = transferredBytes(route.request().url());
      if (sum + bytes > FIRST_VIEW_BYTES) return undefined;
      sum += bytes;
      return route.continue();
    });
    const page = await context.newPage();
    await page.goto(address(`studio/index.html#${name}`), { waitUntil: "commit" });
    const found = page.locator(USABLE[name]).first().waitFor({ state: "attached", timeout: 20_000 });
    const isUsable = await found.then(
      () => true,
      () => false,
    );
    await context.close();
    return isUsable;
  }

  it("shows the first page of the studio after its first bytes", async () => {
    expect(await isUsableInTime("home")).toBe(true);
  });

  rareTest("shows every page after its first bytes", async () => {
    const late = [];
    for (const name of Object.keys(USABLE) as (keyof typeof USABLE)[])
      if (!(await isUsableInTime(name))) late.push(name);
    for (const path of pagesOf()) {
      const { context, loaded } = await visit(path, { viewport: { width: 390, height: 844 } });
      const bytes = loaded.reduce((sum, url) => sum + transferredBytes(url), 0);
      if (bytes >= FIRST_VIEW_BYTES) late.push(`${path}: ${bytes}`);
      await context.close();
    }
    expect(late).toEqual([]);
  });

  const SHOWN = ["de/index.html", "sv/games.html", "docs/index.html", "docs/odds.html"];

  const VISITS = SHOWN.flatMap((path) => [[path, 320] as const, [path, 1280] as const]);

  it.each(someOf(VISITS, 3))("loads little, only its own, and fits: %s at %i px", async (path, width) => {
    const screen = { viewport: { width, height: 800 }, hasTouch: width < 1000 };
    const { context, page, faults, loaded } = await visit(path, screen);
    expect(faults).toEqual([]);
    expect(loaded.reduce((sum, url) => sum + transferredBytes(url), 0)).toBeLessThan(FIRST_VIEW_BYTES);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    const small = await page.evaluate(
      `[...document.querySelectorAll("a, button, input, summary")]
          .filter((one) => one.getClientRects().length > 0 && !one.closest("article :is(p, li, td), h3, .skip"))
          .filter((one) => one.getBoundingClientRect().height < (matchMedia("(pointer: fine)").matches ? 32 : 48))
          .map((one) => one.textContent.trim())`,
    );
    expect(small).toEqual([]);
    await context.close();
  });

  it.each(someOf(["light", "dark"] as const, 2))("passes axe in the %s", async (colorScheme) => {
    for (const path of someOf([...SHOWN, "games/yatzy/index.html#de"], 3, colorScheme === "dark" ? 1 : 0)) {
      const { context, page } = await visit(path, { colorScheme, bypassCSP: true });
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate("axe.run().then((result) => result.violations)");
      expect([path, found]).toEqual([path, []]);
      await context.close();
    }
  });

  it("leads to the reader's language, and remembers another choice", async () => {
    const { context, page } = await visit("index.html", { locale: "sv-SE" });
    await page.waitForURL(address("sv/index.html"));
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL(address("en/index.html"));
    await page.goto(address("index.html"));
    await page.waitForURL(address("en/index.html"));
    await context.close();
    const other = await visit("index.html", { locale: "fr-FR" });
    expect(await other.page.locator("h1").textContent()).toBe(language("de").translate("site.heading"));
    await other.context.close();
  });

  rareTest("finds words in the documentation and copies commands", async () => {
    const { context, page } = await visit("docs/odds.html", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const field = page.getByRole("searchbox");
    await field.fill("zzzz");
    await page.getByText(language("en").translate("site.docs.none")).waitFor();
    await field.fill("handwriting font");
    await page.locator("#found a").first().waitFor();
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^npx augenblock odds crag\n/);
    await field.press("Enter");
    await page.waitForURL(/docs\/(?!odds)/);
    await context.close();
  });

  rareTest("opens the studio with the game: to print, to play and to adapt", async () => {
    const { context, page } = await visit("sv/games.html", { locale: "sv-SE" });
    const actions = (name: string, action: string) =>
      page.getByRole("link", { name: language("sv").translate(`site.gallery.${action}`, { name }) });
    const game = page.locator(".wishes select").first();
    await actions("Yatzy", "print-game").click();
    await expect.poll(() => game.inputValue()).toBe("yatzy");
    await page.goto(address("sv/games.html"));
    await actions("Crag", "play-game").click();
    await expect.poll(() => page.locator(".fill .wishes select").first().inputValue()).toBe("crag");
    await page.goto(address("sv/games.html"));
    await actions("Crag", "adapt-game").click();
    await page.getByText("extends: crag").first().waitFor({ state: "attached" });
    // The list of all games has the pictures of the gallery; this one lacks most games.
    await page.goto(address("studio/index.html#games"));
    const picture = async (id: string) => {
      const image = page.locator(`.games img[src="../games/${id}/pad-sv.png"]`);
      await image.evaluate((one) => one.scrollIntoView());
      return image.evaluate((one) =>
        Reflect.get(one, "hidden") ? "hidden" : Reflect.get(one, "naturalWidth") > 0,
      );
    };
    await expect.poll(() => picture("yatzy")).toBe(true);
    await expect.poll(() => picture("kniffel")).toBe("hidden");
    await context.close();
  });

  rareTest("brings a game of one's own to the studio, which asks before it keeps it", async () => {
    const { context, page } = await visit("de/games.html", { locale: "de-DE" });
    const name = language("de").translate("site.gallery.print-game", { name: "Unser Crag" });
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: language("de").translate("studio.linked.take") }).click();
    const game = page.locator(".print .wishes select").first();
    await expect.poll(() => game.inputValue()).toMatch(/^received\//);
    expect(await game.locator("option:checked").textContent()).toBe("Unser Crag");
    await context.close();
  });
});

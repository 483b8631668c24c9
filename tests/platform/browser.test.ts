import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openTexts, listPageTexts } from "../../src/print/preflight/preflight.ts";
import { FAR_TOO_LONG, hasChromium, launchChromium } from "../support/viewer.ts";
import { drawImages, type Fonts, printGame, scanFetched, scanRead, type Texts } from "./in-browser.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const PARTIALS = readdirSync(new URL("templates/partials/", ROOT));

const TEXTS: Texts = {
  variant: read("variants/escalero.yaml"),
  words: read("templates/de/words.yaml"),
  pad: read("templates/pad.hbs"),
  rules: read("templates/rules.hbs"),
  partials: Object.fromEntries(
    PARTIALS.map((name) => [name.replace(/\.hbs$/, ""), read(`templates/partials/${name}`)]),
  ),
};

describe("a bundle for browsers", () => {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-bundle-"));
  beforeAll(() => {
    const bundle = ["scripts/browser-bundle.mjs", "tests/platform/in-browser.ts", folder];
    execFileSync("node", bundle, { cwd: ROOT, stdio: "pipe" });
  });

  it("holds the library without modules of Node", () => {
    const files = readdirSync(folder);
    expect(files).toContain("in-browser.js");
    for (const file of files)
      expect(readFileSync(join(folder, file), "utf8"), file).not.toMatch(
        /(?:from|import)\s*\(?\s*["'`](?:node:|fs|zlib|path|sharp)/,
      );
  });

  it.skipIf(!hasChromium)("prints, draws and scans in a browser as on Node", async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(FAR_TOO_LONG);
      await page.route("http://bundle/**", (route) => {
        const name = new URL(route.request().url()).pathname.slice(1);
        if (name.startsWith("files/"))
          return route.fulfill({ body: readFileSync(new URL(name.slice("files/".length), ROOT)) });
        if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
        return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(folder, name)) });
      });
      await page.goto("http://bundle/");
      const names = await page.evaluate('import("/in-browser.js").then((m) => Object.keys(m.library))');
      expect(names).toEqual(Object.keys(await import("../../src/index.ts")).sort());
      const ran = (call: string, ...values: unknown[]) =>
        page.evaluate(`import("/in-browser.js").then((m) => m.${call}(...${JSON.stringify(values)}))`);
      const printed = (await ran(printGame.name, TEXTS, FONTS)) as Awaited<ReturnType<typeof printGame>>;
      const here = await printGame(TEXTS, FONTS);
      expect(await textsOf(printed.pad, 3)).toEqual(await textsOf(here.pad, 3));
      expect(await textsOf(printed.rules, 1)).toEqual(await textsOf(here.rules, 1));
      expect(await ran(drawImages.name)).toMatchObject(EXPECTED_IMAGES);
      const scanned = await scanRead((path) => readFileSync(new URL(path, ROOT)));
      expect(scanned.sheets.length).toBe(1);
      expect(await ran(scanFetched.name)).toEqual(scanned);
    } finally {
      await browser.close();
    }
  });

  it("draws the same images on Node", async () => {
    expect(await drawImages()).toMatchObject(EXPECTED_IMAGES);
  });
});

const require = createRequire(import.meta.url);
const fontBytes = (path: string) => [...readFileSync(require.resolve(`@expo-google-fonts/${path}`))];
const FONTS: Fonts = {
  regular: fontBytes("source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  bold: fontBytes("source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
  hand: fontBytes("gochi-hand/400Regular/GochiHand_400Regular.ttf"),
};

/** Texts with their places in hundredths of a point, on the last of the pages. */
async function textsOf(pdf: readonly number[], page: number) {
  const file = await openTexts(Uint8Array.from(pdf));
  const texts = file && (await listPageTexts(file, page, [100, 0, 0, 100, 0, 0]));
  await file?.loadingTask.destroy();
  expect(texts?.length).toBeGreaterThan(10);
  return texts;
}

const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
const EXPECTED_IMAGES = {
  overlaid: { width: 40, height: 30, pixel: RED },
  grey: { width: 40, height: 30 },
  jpeg: { width: 40, height: 30, pixel: WHITE },
  inside: { width: 20, height: 15, pixel: WHITE },
  filled: { width: 20, height: 20, pixel: RED },
  svg: { width: 80, height: 60, pixel: RED },
  trimmed: { width: 10, height: 5, pixel: RED },
  resized: { width: 80, height: 60, pixel: RED },
  info: { width: 40, height: 30, pages: 1, orientation: 1, isProgressive: false },
};

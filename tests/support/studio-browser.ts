import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { FAR_TOO_LONG, launchChromium } from "./viewer.ts";

/** Serves the studio and opens Chromium for the tests of the suite that calls this. Both are there once its tests run. */
export function serveInChromium() {
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let browser: Browser;
  beforeAll(async () => {
    server = await serveStudio(0, false);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get browser() {
      return browser;
    },
    get address() {
      return `http://127.0.0.1:${server.port}/`;
    },
  };
}

/** The same, with a new empty page for each test, as on a phone. @param onOpen gets it */
export function openOnPhones(onOpen: (page: Page, context: BrowserContext) => void) {
  const studio = serveInChromium();
  let context: BrowserContext;
  beforeEach(async () => {
    const viewport = { width: 390, height: 844 };
    context = await studio.browser.newContext({ viewport, locale: "en-GB", serviceWorkers: "block" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    onOpen(await context.newPage(), context);
  });
  afterEach(() => context.close());
  return studio;
}

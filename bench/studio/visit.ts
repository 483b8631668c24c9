import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { need } from "../../src/rules/problem/problem.ts";
import type { OpenStudio } from "./screens.ts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Opens a page for the studio in a browser of its own, in which nothing is kept. */
export async function openStudio(
  browser: Browser,
  { address, lang, ...options }: BrowserContextOptions & { readonly address: string; readonly lang: string },
): Promise<OpenStudio> {
  const context = await browser.newContext({ ...options, locale: lang, serviceWorkers: "block" });
  context.setDefaultTimeout(60_000);
  return { page: await context.newPage(), address, language: need(loadLanguage(lang)) };
}

/** Runs `work` with Chromium and the address of a studio. */
export async function withStudio(work: (browser: Browser, address: string) => Promise<void>): Promise<void> {
  const server = await serveStudio(0, false);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
  try {
    await work(browser, `http://127.0.0.1:${server.port}/`);
  } finally {
    await browser.close();
    await server.close();
  }
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { count, readFlags } from "../flags.ts";
import { type OpenStudio, SCREENS } from "./screens.ts";

// `npm run screens` shows every screen of the studio as it looks in a language, a size and a light. Needs a build and Chromium.

const FLAGS = {
  options: {
    out: { type: "string", default: "output/screens" },
    lang: { type: "string", default: "en" },
    width: { type: "string", default: "390" },
    height: { type: "string", default: "844" },
    dark: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
} as const;

const { out, lang, only, options } = readFlags(FLAGS, process.argv.slice(2), ({ values }) => ({
  ...values,
  options: {
    viewport: { width: count("width", values.width, 1), height: count("height", values.height, 1) },
    colorScheme: values.dark ? "dark" : "light",
    locale: values.lang,
    serviceWorkers: "block",
    hasTouch: Number(values.width) < 1000,
  } satisfies BrowserContextOptions,
}));

/** Small targets and texts that are cut, as far as a program can see them. */
const FAULTS = `[...document.querySelectorAll("main button, main a, main select, main summary, main input, header button, header a, header select")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".yaml, .dice:not([open])"))
  .flatMap((one) => {
    const { width, height, right } = one.getBoundingClientRect();
    const what = (one.textContent || one.getAttribute("aria-label") || one.tagName).trim().slice(0, 40);
    const faults = [];
    if (height > 0 && height < 47.5 && !one.closest("p, label.switch, label.button")) faults.push("low " + Math.round(height) + ": " + what);
    if (one.matches("button") && one.scrollWidth > one.clientWidth + 1) faults.push("cut: " + what);
    return faults;
  })`;

const server = await serveStudio(0, false);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
try {
  mkdirSync(out, { recursive: true });
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const address = `http://127.0.0.1:${server.port}/`;
  const studio: OpenStudio = { page, address, language: need(loadLanguage(lang)) };
  for (const { name, open } of SCREENS) {
    await open(studio);
    if (!new RegExp(only).test(name)) continue;
    await page.waitForTimeout(300);
    await shoot(page, name);
    for (const fault of new Set((await page.evaluate(FAULTS)) as string[])) console.log(`${name}: ${fault}`);
  }
} finally {
  await browser.close();
  await server.close();
}

async function shoot(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true })
    .toFile(join(out, `${name}.png`));
}

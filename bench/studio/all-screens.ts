import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { languageCodes } from "../../src/files/package.ts";
import { count, readFlags } from "../flags.ts";
import { openCommandPages } from "./command-pages.ts";
import { LAYOUT_FAULTS } from "./layout-faults.ts";
import { SCREENS } from "./screens.ts";
import { openStudio, withStudio } from "./visit.ts";

// `npm run screens` shows every screen of the studio, and every page that commands make, as they look in all languages or one, in a size
// and a light. Needs a build and Chromium.

const FLAGS = {
  options: {
    out: { type: "string", default: "output/screens" },
    lang: { type: "string", multiple: true, default: languageCodes() },
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
    hasTouch: Number(values.width) < 1000,
  } satisfies BrowserContextOptions,
}));
const isWanted = (name: string) => new RegExp(only).test(name);

await withStudio(async (browser, address) => {
  for (const code of lang) {
    mkdirSync(join(out, code), { recursive: true });
    const studio = await openStudio(browser, { ...options, address, lang: code });
    for (const { name, open } of SCREENS) {
      await open(studio);
      if (isWanted(name)) await shoot(studio.page, code, name);
    }
    const { pages, close } = await openCommandPages(code);
    for (const [name, page] of Object.entries(pages).filter(([one]) => isWanted(one))) {
      await studio.page.goto(page);
      await shoot(studio.page, code, name);
    }
    await close();
    await studio.page.context().close();
  }
});

/** Takes a picture of the page, and tells what a thumb would miss there. */
async function shoot(page: Page, code: string, name: string): Promise<void> {
  await page.waitForTimeout(300);
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(out, code, `${name}.png`));
  for (const fault of (await page.evaluate(LAYOUT_FAULTS)) as string[])
    console.log(`${name} in ${code}: ${fault}`);
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { count, readFlags } from "../flags.ts";
import { LAYOUT_FAULTS } from "./layout-faults.ts";
import { SCREENS } from "./screens.ts";
import { openStudio, withStudio } from "./visit.ts";

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
    hasTouch: Number(values.width) < 1000,
  } satisfies BrowserContextOptions,
}));

mkdirSync(out, { recursive: true });
await withStudio(async (browser, address) => {
  const studio = await openStudio(browser, { ...options, address, lang });
  for (const { name, open } of SCREENS) {
    await open(studio);
    if (!new RegExp(only).test(name)) continue;
    await studio.page.waitForTimeout(300);
    await shoot(studio.page, name);
    for (const fault of (await studio.page.evaluate(LAYOUT_FAULTS)) as string[])
      console.log(`${name}: ${fault}`);
  }
});

async function shoot(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true })
    .toFile(join(out, `${name}.png`));
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect } from "vitest";
import { openCommandPages } from "../../bench/studio/command-pages.ts";
import { rareTest } from "../support/cases.ts";
import { hasChromium, launchChromium } from "../support/viewer.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!hasChromium)("the pages that commands make", () => {
  rareTest("can be reached and seen by everyone, in the light and in the dark", async () => {
    const { pages, close } = await openCommandPages("sv");
    const browser = await launchChromium();
    const faults: string[] = [];
    for (const colorScheme of ["light", "dark"] as const)
      for (const [name, address] of Object.entries(pages)) {
        const viewport = { width: 390, height: 844 };
        const context = await browser.newContext({ viewport, colorScheme, bypassCSP: true });
        const page = await context.newPage();
        await page.goto(address);
        await page.locator("h1, h2").first().waitFor();
        await page.evaluate(AXE);
        const found = await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))",
        );
        faults.push(...(found as string[]).map((fault) => `${name}, ${colorScheme}: ${fault}`));
        await context.close();
      }
    await browser.close();
    await close();
    expect(faults).toEqual([]);
  });
});

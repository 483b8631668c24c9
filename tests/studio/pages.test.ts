import { readFileSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { CHROMIUM, FAR_TOO_LONG, hasChromium } from "../support/viewer.ts";

const PAGES = ["home", "check", "fill", "write", "print", "evenings"] as const;

/** All words of the studio in a language, by their keys. */
function studioWords(code: string): Map<string, string> {
  const { studio } = parse(
    readFileSync(new URL(`../../templates/${code}/words.yaml`, import.meta.url), "utf8"),
  );
  const flat = (words: object, path: string): [string, string][] =>
    Object.entries(words).flatMap(([key, word]) =>
      typeof word === "string" ? [[path + key, word]] : flat(word, `${path}${key}.`),
    );
  return new Map(flat(studio, ""));
}

/** What a person reads or hears of the controls of the open page. */
const CONTROLS = `[...document.querySelectorAll("header, main > div:not([hidden])")].flatMap((part) =>
  [...part.querySelectorAll("button, h1, h2, h3, label > span, legend, summary, .lead, .small, [aria-label], label.button")].flatMap((one) =>
    [one.getAttribute("aria-label") ?? "", one.textContent].map((text) => text.trim()).filter((text) => text !== "")))`;

describe.skipIf(!hasChromium)("the pages of the studio", () => {
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let browser: Browser;
  beforeAll(async () => {
    server = await serveStudio(0, false);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"], timeout: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it.each(["de", "sv"])("speak %s everywhere, without a word of English or a key", async (code) => {
    const [own, english] = [studioWords(code), studioWords("en")];
    const foreign = new Set([...english].flatMap(([key, word]) => (own.get(key) === word ? [] : [word])));
    for (const word of own.values()) foreign.delete(word);
    expect(foreign.size).toBeGreaterThan(50);
    const context = await browser.newContext({ locale: code, serviceWorkers: "block" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    const page = await context.newPage();
    for (const name of PAGES) {
      await page.goto(`http://127.0.0.1:${server.port}/?${name}#${name}`);
      await page.locator(`main > div:not([hidden]) section.${name} h1`).waitFor();
      // What comes from the engine: games to choose from, or the form of the first draft.
      if (name === "write") await page.locator(".write-form fieldset").first().waitFor();
      else if (name === "fill" || name === "print")
        await page.locator(`.${name} option[value=yatzy]`).first().waitFor({ state: "attached" });
      const told: string[] = await page.evaluate(CONTROLS);
      expect(told).toContain(own.get(`pages.${name === "home" ? "check" : name}`));
      expect(told.filter((text) => foreign.has(text) || /\[[a-z]+[.-][\w.-]+\]/.test(text))).toEqual([]);
      expect(await page.evaluate("document.documentElement.lang")).toBe(code);
    }
    await context.close();
  });
});

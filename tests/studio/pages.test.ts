import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { LAYOUT_FAULTS } from "../../bench/studio/layout-faults.ts";
import { openPage, type OpenStudio, SCREENS } from "../../bench/studio/screens.ts";
import { loadCatalogueSentences, loadLanguage } from "../../src/files/package/languages.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { playableIds } from "../../src/files/package/variants.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { language } from "../support/languages.ts";
import { messagesInCode } from "../support/messages.ts";
import { serveInChromium } from "../support/studio-browser.ts";
import { FAR_TOO_LONG, hasChromium } from "../support/viewer.ts";

/**
 * What a person reads or hears on the open page, without what is in another language, was typed, or waits for a better text.
 *
 * @param left a selector of more to leave out
 */
const readOut = (left: string) => `(() => {
  const said = [];
  const own = document.documentElement.lang;
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return said.push(node.data);
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.matches(".yaml, .pale .panel, script, style, noscript, [hidden], ${left}") || (node.lang || own) !== own) return;
      for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(node.getAttribute(name) ?? "");
    }
    for (const below of (node.shadowRoot ?? node).childNodes) visit(below);
  };
  visit(document.body);
  return said.map((text) => text.trim()).filter((text) => text !== "");
})()`;

/** The words of a sentence, in lowercase, without keys, commands, and names of files and files' kinds. */
function wordsIn(sentence: string): string[] {
  const plain = sentence.replaceAll(/`[^`]*`|--[a-z-]+|[\w-]+\.(?:jpg|yaml|csv|json)\b|https?:\S*/g, " ");
  return (plain.match(/\p{L}{3,}/gu) ?? []).map((word) => word.toLowerCase());
}

/** The texts of a message without what ICU reads: arguments and the names of cases. */
const withoutIcu = (message: string) =>
  message.replaceAll(/\{\s*\w+\s*(?:,\s*\w+\s*)*[,}]?|[\w=]+\s*(?=\{)/g, " ");

/** All texts of a word list. */
function wordList(code: string): string[] {
  const texts = (words: unknown): string[] =>
    typeof words === "string" ? [words] : Object.values(words as object).flatMap(texts);
  const path = new URL(`../../templates/${code}/words.yaml`, import.meta.url);
  return texts(parse(readFileSync(path, "utf8")));
}

/** Every word that the shipped games print in a language. */
function gameWords(code: string): string[] {
  const language = need(loadLanguage(code));
  return playableIds().flatMap((id) => {
    const { name, sections, columns, options } = need(readGame(id));
    const choices = options.flatMap((option) => [option, ...option.choices]);
    const boxes = sections.flatMap((section) => [section, ...section.categories]);
    return [name, ...[...columns, ...boxes, ...choices].map(({ label }) => label)].map((text) =>
      language.text(text),
    );
  });
}

/** The English words that nothing in a language says. */
function foreignWords(code: string): Set<string> {
  const english = [...messagesInCode().map(({ text }) => text), ...wordList("en")];
  const own = [...loadCatalogueSentences(code).values(), ...wordList(code)].map(withoutIcu);
  const said = new Set([...own, ...gameWords(code)].flatMap(wordsIn));
  return new Set(
    english
      .map(withoutIcu)
      .flatMap(wordsIn)
      .filter((word) => !said.has(word)),
  );
}

/** How often and how long a screen is given to say the rest. */
const LOOKS = 15;
const LOOK_MS = 100;

/** A large screen, a laptop, a tablet, a phone held sideways and a small one. */
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 320, height: 700 },
] as const;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What nobody can reach or see, on the open page. */
const AXE_FAULTS =
  "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))";

/** Names in the head of a table that have more lines than words, or are cut without a title, on the open page. */
const BROKEN_HEADS = `[...document.querySelectorAll(".filling thead .player")].filter((head) => {
  const text = document.createRange();
  text.selectNodeContents(head);
  const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  const isCut = head.scrollWidth > head.clientWidth;
  return lines > head.textContent.split(" ").length || (isCut && (innerWidth > 767 || head.title !== head.textContent));
}).map((head) => head.textContent)`;

/** Words that are no sentence: names of things, and what was typed. */
const NAMES = new Set(["augenblock", "example", "org"]);

describe.skipIf(!hasChromium)("the screens of the studio", () => {
  const served = serveInChromium();

  it("speak German and Swedish everywhere, fit screens of every size, and can be reached by everyone", async () => {
    const codes = ["de", "sv"] as const;
    const foreign = new Map(codes.map((code) => [code, foreignWords(code)]));
    for (const words of foreign.values()) expect(words.size).toBeGreaterThan(1000);
    const viewport = { width: 390, height: 844 };
    const context = await served.browser.newContext({ viewport, locale: codes[0], serviceWorkers: "block" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    const page = await context.newPage();
    const address = served.address;
    const studio: Omit<OpenStudio, "language"> = { page, address };
    let code: (typeof codes)[number] = codes[0];
    const faults: string[] = [];
    const listFaults = async (screen: string, left: string) => {
      const said: string[] = await page.evaluate(readOut(left));
      expect(said.length, screen).toBeGreaterThan(10);
      const isForeign = (word: string) => foreign.get(code)?.has(word) === true && !NAMES.has(word);
      const wrong = said.filter(
        (text) => wordsIn(text).some(isForeign) || /\[[a-z]+[.-][\w.-]+\]/.test(text),
      );
      return wrong.map((text) => `${screen} in ${code}: ${text}`);
    };
    /** What the engine says comes a little later than what the page does. */
    const settledFaults = async (screen: string, left = "hr") => {
      let found = await listFaults(screen, left);
      for (let look = 0; look < LOOKS && found.length > 0; look++) {
        await page.waitForTimeout(LOOK_MS);
        found = await listFaults(screen, left);
      }
      return found;
    };
    const looked = new Set(someOf(SCREENS, 2));
    for (const [at, screen] of SCREENS.entries()) {
      const { name, open } = screen;
      // Every screen is opened from the one before.
      await open({ ...studio, language: language(code) });
      if (!looked.has(screen)) continue;
      faults.push(...(await settledFaults(name)));
      // The other language at once, which shows what was not told anew; the next screen is opened in it.
      code = code === "de" ? "sv" : "de";
      await speak(page, code);
      // Why something was refused was said in the language of that moment.
      faults.push(...(await settledFaults(name, ".reject")));
      for (const size of someOf(SIZES, 3, at % 3)) {
        await page.setViewportSize(size);
        // Farther down, the strip with an undo lies on the page.
        await page.evaluate("scrollTo(0, 0)");
        const seen: string[] = await page.evaluate(LAYOUT_FAULTS);
        faults.push(...seen.map((fault) => `${name} at ${size.width} px: ${fault}`));
      }
      await page.emulateMedia({ colorScheme: at % 4 < 2 ? "light" : "dark" });
      await page.evaluate(AXE);
      const found: string[] = await page.evaluate(AXE_FAULTS);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.setViewportSize(viewport);
    }
    expect([...new Set(faults)]).toEqual([]);
    await context.close();
  });

  it("leave every setting free and show the preview on upright tablets", async () => {
    const viewport = { width: 768, height: 1024 };
    const context = await served.browser.newContext({ viewport, serviceWorkers: "block", locale: "de" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    const page = await context.newPage();
    const studio = { page, address: served.address, language: language("de") };
    const seen = [];
    await openPage(studio, "print");
    await page.locator(".print figure img").waitFor();
    for (const width of [768, 820]) {
      await page.setViewportSize({ ...viewport, width });
      seen.push(...((await page.evaluate(LAYOUT_FAULTS)) as string[]));
    }
    await openPage(studio, "write");
    await page.locator("#panel-pad img").waitFor({ state: "attached" });
    for (const width of [768, 820]) {
      await page.setViewportSize({ ...viewport, width });
      const tops = await page
        .locator("#tab-preview, #panel-pad img")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      if (!tops.some(({ height, top }) => height > 0 && top < viewport.height))
        seen.push(`no preview at ${width} px`);
    }
    expect(seen).toEqual([]);
    await context.close();
  });

  rareTest("grey what can't be switched off, with the reason", async () => {
    const viewport = { width: 390, height: 844 };
    const context = await served.browser.newContext({ viewport, serviceWorkers: "block", locale: "en" });
    context.setDefaultTimeout(FAR_TOO_LONG);
    const page = await context.newPage();
    const studio = { page, address: served.address, language: language("en") };
    await openPage(studio, "write=game/yahtzee");
    const needed = page.locator(".boxes-of-game .switch:has(input:disabled)");
    await needed.first().waitFor();
    const colours = `["disabled", "enabled"].map((state) =>
      getComputedStyle(document.querySelector(".boxes-of-game input:checked:" + state)).backgroundColor)`;
    const [fixed, free] = (await page.evaluate(colours)) as string[];
    expect(fixed).not.toBe(free);
    const reasons = await needed.locator(".small").allTextContents();
    expect([reasons.length, reasons.includes("")]).toEqual([await needed.count(), false]);
    await context.close();
  });

  /** Tables that fit into the screen, with as many players. */
  const TABLES = [
    { game: "yatzy", players: 4, width: 390 },
    { game: "yazzo", players: 2, width: 768 },
    { game: "yatzy", players: 6, width: 768 },
    { game: "yazzo", players: 2, width: 1024 },
    { game: "yatzy", players: 6, width: 1024 },
  ] as const;
  rareTest("show all columns of a table on phones and tablets", async () => {
    for (const { game, players, width } of TABLES) {
      const viewport = { width, height: 844 };
      const context = await served.browser.newContext({ viewport, locale: "de", serviceWorkers: "block" });
      context.setDefaultTimeout(FAR_TOO_LONG);
      const page = await context.newPage();
      await page.goto(`${served.address}#fill=game/${game}`);
      const names = page.locator(".who input");
      await names.first().waitFor();
      for (let n = await names.count(); n < players; n++) await page.locator(".who button").first().click();
      for (const [at, name] of ["Annika", "Bo", "Maximilian", "Christian", "Eva Maria", "Finn"]
        .slice(0, players)
        .entries())
        await names.nth(at).fill(name);
      await page.locator(".fill form .main").click();
      const missing = await page
        .locator(".filling .scroll")
        .evaluate((around) => around.scrollWidth - around.clientWidth);
      expect([game, players, width, missing]).toEqual([game, players, width, 0]);
      // No name is broken inside a word; one that is too long for a phone is cut, and can be read whole.
      const heads: string[] = await page.evaluate(BROKEN_HEADS);
      expect([game, players, width, heads]).toEqual([game, players, width, []]);
      await context.close();
    }
  });

  it.each(someOf(SIZES, 3))(
    "show the answers for a tapped box at once, at $width x $height",
    async (viewport) => {
      const context = await served.browser.newContext({ viewport, serviceWorkers: "block" });
      context.setDefaultTimeout(FAR_TOO_LONG);
      const page = await context.newPage();
      await page.goto(`${served.address}#check-sample`);
      const cell = page.locator(".sheet .ink tbody .cell").first();
      await cell.waitFor();
      await page.evaluate("scrollTo(0, 0)");
      await cell.dispatchEvent("click");
      await page.locator(".sheet .editor .close").waitFor();
      await expect
        .poll(() => page.locator(".sheet .editor").evaluate((one) => one.getBoundingClientRect().bottom))
        .toBeLessThanOrEqual(viewport.height + 1);
      await context.close();
    },
  );
});

/** Chooses a language, and waits until the page has it. */
async function speak(page: Page, code: string): Promise<void> {
  const chosen = page.locator(".language select");
  if ((await chosen.inputValue()) === code) return;
  await chosen.selectOption(code);
  await page
    .getByRole("button", { name: language(code).translate("studio.pages.write"), exact: true })
    .waitFor();
}

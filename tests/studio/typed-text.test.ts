import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { someOf } from "../support/cases.ts";
import { openOnPhones } from "../support/studio-browser.ts";
import { FAR_TOO_LONG, hasChromium } from "../support/viewer.ts";

/** All fields to type in; a day is chosen rather than typed. */
const FIELDS =
  "input:not([type=file], [type=checkbox], [type=radio], [type=color], [type=date]):not(:disabled)";

/** One game night of the season in the examples. */
const SAVED = (() => {
  const yaml = readFileSync("examples/season/evening-01-a.yaml", "utf8");
  const checked = { file: "a.yaml", number: 0, verdict: "correct", doubtful: [], unnamed: [] };
  const sheet = { key: "1", evening: "2026-03-27", yaml, checked };
  const none = { variants: [], received: [], fillings: [], seasons: [], evenings: [] };
  return JSON.stringify({ augenblock: 1, ...none, sheets: [sheet] });
})();

interface TypedPage {
  readonly name: string;
  /** Shows the fields once the page is open. */
  readonly unfold: (page: Page) => Promise<unknown>;
  /** How many of its fields are tried in the quick tests. */
  readonly quick: number;
}

const unfold = (summary: string) => (page: Page) =>
  page.evaluate(`for (const one of document.querySelectorAll("${summary}")) one.open = true`);

const PAGES: readonly TypedPage[] = [
  { name: "fill", unfold: unfold("none"), quick: 1 },
  { name: "print", unfold: unfold(".more-wishes"), quick: 1 },
  { name: "write", unfold: unfold("none"), quick: 2 },
  { name: "evenings", unfold: unfold("details"), quick: 3 },
  { name: "season", unfold: unfold(".more-wishes"), quick: 1 },
];

describe.skipIf(!hasChromium)("what is typed in the studio", () => {
  let context: BrowserContext;
  let page: Page;
  const studio = openOnPhones((opened, around) => {
    page = opened;
    context = around;
  });

  const address = (hash: string) => `${studio.address}#${hash}`;
  const fieldsOf = (name: string, on = page) => on.locator(`section.${name} ${FIELDS}`);
  const openHome = async () => {
    await page.goto(address("home"));
    const file = { name: "all.json", mimeType: "application/json", buffer: Buffer.from(SAVED) };
    await page.locator(".data input[type=file]").setInputFiles(file);
    await page.locator(".undone").getByText("Added").waitFor();
  };
  const openFields = async ({ name, unfold }: TypedPage) => {
    await page.evaluate(`location.hash = "${name}"`);
    await fieldsOf(name).first().waitFor({ state: "attached" });
    await unfold(page);
  };
  /** Types another text, or number, and leaves the cursor where it is. @returns it */
  const retype = async (field: Locator): Promise<string> => {
    const isNumber = (await field.getAttribute("inputmode")) === "numeric";
    const before = await field.inputValue();
    const enter = async (typed: string) => {
      await field.focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.type(typed);
      return typed;
    };
    const typed = await enter(
      isNumber ? (before === "7" ? "8" : "7") : `${before.replace(/[^\w.:/ ]/g, "")}x`,
    );
    // Some take lists of numbers only.
    return (await field.getAttribute("aria-invalid")) === "true" ? enter("7") : typed;
  };
  const shows = (field: Locator, typed: string, what: string) =>
    expect.poll(() => field.inputValue(), { timeout: FAR_TOO_LONG, message: what }).toBe(typed);

  it.each(PAGES)(
    "is there after Back and forward, and saved meanwhile, in every field: $name",
    async (one) => {
      await openHome();
      await openFields(one);
      const count = await fieldsOf(one.name).count();
      for (const at of someOf([...Array(count).keys()], one.quick)) {
        const field = fieldsOf(one.name).nth(at);
        const typed = await retype(field);
        await page.goBack();
        await page.locator("section.home").waitFor();
        await page.goForward();
        await shows(field, typed, `field ${at}`);
        // A tab in which nothing was typed knows what is saved.
        if (one.name === "evenings" || one.name === "season") {
          const other = await context.newPage();
          await other.goto(address(one.name));
          await shows(fieldsOf(one.name, other).nth(at), typed, `field ${at} in another tab`);
          await other.close();
        }
      }
    },
  );

  it("stays while another field is saved", async () => {
    await openHome();
    await page.goto(address("evenings"));
    await fieldsOf("evenings").nth(3).waitFor({ state: "attached" });
    await unfold("details")(page);
    // The engine answers late.
    await page.locator("section.evenings .sheets input").first().fill("Zoe");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Yann");
    await page.locator("section.evenings .ranking", { hasText: "Zoe" }).waitFor();
    await shows(page.locator("section.evenings .sheets input").nth(1), "Yann", "the second name");
  });

  it("says that there are no game nights only once that is known", async () => {
    await openHome();
    await page.evaluate(`location.hash = "check"`);
    await page.locator("section.check").waitFor();
    await page.evaluate(`(() => {
      window.said = [];
      new MutationObserver(() => said.push(...[...document.querySelectorAll("section.evenings .lead")].map((one) => one.textContent)))
        .observe(document.body, { subtree: true, childList: true });
    })()`);
    await page.evaluate(`location.hash = "evenings"`);
    await page.locator("section.evenings .ranking").first().waitFor();
    expect(await page.evaluate("said")).toEqual([]);
    // Without any, it is said.
    await page.locator("section.evenings").getByRole("button", { name: "Delete" }).click();
    await page.locator("section.evenings .lead").waitFor();
  });

  it("is entered on a sheet of one's own game, however early a person begins", async () => {
    await page.goto(address("write"));
    const name = page.getByLabel("Name of the game");
    await name.fill("Ours");
    await page.locator(".bar option", { hasText: "Ours" }).first().waitFor({ state: "attached" });
    await page.goto(address("games"));
    const link = page.getByRole("link", { name: "Ours: Play" });
    const hash = (await link.getAttribute("href")) ?? "";
    const other = await context.newPage();
    // Taps as soon as there is something to tap.
    await other.addInitScript(`new MutationObserver((_, watch) => {
      const begin = document.querySelector(".fill form .main");
      if (begin === null) return;
      watch.disconnect();
      begin.click();
    }).observe(document, { subtree: true, childList: true })`);
    await other.goto(address(hash.slice(1)));
    await other.locator(".filling h2").waitFor();
    expect(await other.locator(".filling h2").textContent()).toBe("Ours");
    await page.goto(`${studio.address}?print${hash.replace("fill", "print")}`);
    await page.locator(".print figure img").waitFor();
    expect(await page.locator(".print .reject").count()).toBe(0);
  });

  it("is on the same sheet in two windows, and neither loses one", async () => {
    await page.goto(address("fill"));
    await page.locator(".fill option[value=yatzy]").first().waitFor({ state: "attached" });
    await page.getByLabel("Player 1").fill("Anna");
    await page.getByLabel("Player 2").fill("Ben");
    await page.locator(".fill form .main").click();
    const cell = (on: Page, box: string) => on.locator(".fill").getByRole("button", { name: box });
    const enter = async (on: Page, box: string, score: string) => {
      await cell(on, box).click();
      await on.locator(".editor").getByRole("button", { name: score, exact: true }).click();
      await on.locator(".editor").waitFor({ state: "detached" });
    };
    const written = async (on: Page, box: string) =>
      /\d*$/.exec((await cell(on, box).textContent()) ?? "")?.[0];
    await enter(page, "Anna, threes:", "9");
    const other = await context.newPage();
    await other.goto(address("fill"));
    await cell(other, "Ben, threes:").waitFor();
    await enter(other, "Ben, threes:", "12");
    await enter(page, "Anna, fours:", "8");
    expect(await written(page, "Ben, threes:")).toBe("12");
    // Windows side by side are both visible; the one that a person turns to shows what the other one did.
    await other.evaluate(`window.dispatchEvent(new Event("focus"))`);
    await expect.poll(() => written(other, "Anna, fours:"), { timeout: FAR_TOO_LONG }).toBe("8");
    // Another sheet, begun over there, stays; a tap that was meant for the old one shows it.
    await other.getByRole("button", { name: "New sheet" }).click();
    await other.getByLabel("Player 1").fill("Cleo");
    await other.locator(".fill form .main").click();
    await cell(other, "Cleo, threes:").waitFor();
    await cell(page, "Anna, fives:").click();
    await page.locator(".editor").getByRole("button", { name: "10", exact: true }).click();
    await cell(page, "Cleo, threes:").waitFor();
    expect(await written(page, "Cleo, fives:")).toBe("");
  });
});

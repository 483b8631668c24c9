import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { DISK } from "../../src/files/package/variants.ts";
import type { Language } from "../../src/i18n/language.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { photoOfSheet } from "../../tests/support/filled-in.ts";

// Every screen of the studio, in an order in which each one begins where the last one ended.

/** A studio that is open in a browser. */
export interface OpenStudio {
  readonly page: Page;
  /** With `/` at its end. */
  readonly address: string;
  /** The language that the page is in. */
  readonly language: Language;
}

/** What a person can come to see. */
export interface Screen {
  readonly name: string;
  /** Goes there from the screen before. */
  readonly open: (studio: OpenStudio) => Promise<void>;
}

const PHOTOS = "tests/photos";

/** A game that nobody has yet. */
const OWN_GAME = [
  "id: lion-yatzy",
  "extends: yatzy",
  "name: { de: Löwen-Yatzy, en: Lion Yatzy, sv: Lejonyatzy }",
  "sections: { upper: { tiers: [{ from: 63, add: 70 }] } }",
].join("\n");

/** An evening, or a season, as a link brings them. */
const linkedText = (seasons: readonly object[]) => {
  const checked = { file: "a.yaml", number: 0, verdict: "correct", doubtful: [], unnamed: [] };
  const sheets = [{ key: "1", evening: "2026-03-27", yaml: "", checked }];
  const none = { variants: [], received: [], fillings: [], evenings: [] };
  return JSON.stringify({ augenblock: 1, ...none, sheets, seasons });
};

/** A text as in an address. */
const pack = (text: string) => deflateRawSync(text).toString("base64url");

/** A message of the studio in the language of the page. */
export function say(
  { language }: OpenStudio,
  key: string,
  args: Record<string, string | number> = {},
): string {
  return language.translate(`studio.${key}`, args);
}

/** Opens a page of the studio by the part of its address after `#`. @returns its section */
export async function openPage({ page, address }: OpenStudio, hash: string): Promise<Locator> {
  await page.goto(`${address}#${hash}`);
  const section = page.locator(`main > div:not([hidden]) section.${/^\w+/.exec(hash)?.[0]}`);
  await section.locator("h1").waitFor();
  return section;
}

/** Taps the first button of a page with a message of the studio on it. */
export async function tap(studio: OpenStudio, key: string, args: Record<string, string | number> = {}) {
  const name = say(studio, key, args);
  await studio.page.locator("main").getByRole("button", { name, exact: true }).first().click();
}

const photo = (name: string) => `${PHOTOS}/${name}.jpg`;

/** Answers all questions with the likeliest answer, and names with others. */
export async function answerAll({ page }: OpenStudio, names: readonly string[]): Promise<void> {
  const step = page.locator(".question .step");
  for (let named = 0; (await step.count()) > 0; ) {
    const before = await step.textContent();
    const likely = page.locator(".question .likely button").first();
    if ((await likely.count()) > 0) await likely.click();
    else {
      await page.locator(".question form input").fill(names[named++] ?? `Gast ${named}`);
      await page.locator(".question form button").click();
    }
    // The next question has another number or sheet; after the last one there is none.
    await step.filter({ hasText: before ?? "" }).waitFor({ state: "detached" });
  }
}

const CHECK: readonly Screen[] = [
  { name: "check", open: async (studio) => void (await openPage(studio, "check")) },
  {
    name: "check-live",
    async open(studio) {
      await tap(studio, "check.live");
      // There is no camera.
      await studio.page.locator(".live .refused").waitFor({ state: "attached" });
    },
  },
  {
    name: "check-question",
    async open(studio) {
      const { page } = studio;
      await tap(studio, "check.live-close");
      await page.locator("input[multiple]").setInputFiles(photo("impossible-score"));
      await page.locator(".question canvas").waitFor();
      await page.locator(".photo img").waitFor();
    },
  },
  {
    name: "check-answered",
    async open(studio) {
      await answerAll(studio, ["Anna", "Bo", "Cleo", "Dan"]);
      await studio.page.locator(".sheet .verdict.mistakes").waitFor();
    },
  },
  {
    name: "check-box",
    async open({ page }) {
      await page.locator(".sheet .ink tbody .cell").first().click();
      await page.locator(".editor .close").waitFor();
    },
  },
  {
    name: "check-kept",
    async open(studio) {
      await studio.page.locator(".editor .close").click();
      await tap(studio, "check.keep");
      await studio.page.locator(".undone a").waitFor();
    },
  },
  {
    name: "check-cleared",
    async open(studio) {
      await tap(studio, "check.again");
      await studio.page.locator(".sheet").waitFor({ state: "detached" });
    },
  },
  {
    name: "check-sample",
    async open({ page, address }) {
      await page.goto(`${address}#check-sample`);
      await page.locator(".sheet .verdict").waitFor();
    },
  },
  {
    name: "check-unknown",
    async open(studio) {
      await tap(studio, "check.again");
      await studio.page.locator(".sheet").waitFor({ state: "detached" });
      const game = need(readVariant("lion-yatzy.yaml", OWN_GAME, DISK));
      const buffer = await photoOfSheet(game, { ones: 3, twos: 6 });
      const file = { name: "lion.jpg", mimeType: "image/jpeg", buffer };
      await studio.page.locator("input[multiple]").setInputFiles(file);
      await studio.page.locator(".check .linked form").waitFor();
    },
  },
  {
    name: "check-no-game",
    async open({ page }) {
      await page.locator(".check .linked form input").fill("https://example.org/#write=x");
      await page.locator(".check .linked form button").click();
      await page.locator(".check .linked .reject").waitFor();
    },
  },
];

const FILL: readonly Screen[] = [
  {
    name: "fill",
    async open(studio) {
      const fill = await openPage(studio, "fill");
      await fill.locator("option[value=yazzo]").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "fill-sheet",
    async open({ page }) {
      await page.locator(".fill .wishes select").first().selectOption("yazzo");
      await page.locator(".fill .who input").first().fill("Anna");
      await page.locator(".fill .main").click();
      await page.locator(".filling .cell").first().waitFor();
    },
  },
  {
    name: "fill-box",
    async open({ page }) {
      await page.locator(".filling .cell").nth(2).click();
      await page.locator(".fill .editor [data-value]").first().waitFor();
    },
  },
  {
    name: "fill-dice",
    async open({ page }) {
      await page.locator(".fill .editor .close").click();
      await page.locator(".fill .dice summary").click();
      for (let die = 0; die < 5; die++) await page.locator(".fill .faces button").nth(2).click();
      await page.locator(".fill .dice .likely button").first().waitFor();
    },
  },
  {
    name: "fill-over",
    async open(studio) {
      const { page } = studio;
      await tap(studio, "fill.clear");
      await page.locator(".fill .wishes select").first().selectOption("crag");
      await tap(studio, "fill.fewer");
      await page.locator(".fill .main").click();
      const cells = page.locator(".filling .cell");
      await cells.first().waitFor();
      const editor = page.locator(".fill .editor");
      for (let at = 0; at < (await cells.count()); at++) {
        await cells.nth(at).click();
        await editor.locator("[data-value]").first().click();
        await editor.waitFor({ state: "detached" });
      }
      await page.locator(".turn.over").waitFor();
    },
  },
];

const WRITE: readonly Screen[] = [
  {
    name: "write",
    async open(studio) {
      const write = await openPage(studio, "write");
      await write.locator(".write-form fieldset").first().waitFor();
    },
  },
  {
    name: "write-pad",
    async open({ page }) {
      await page.locator(".write-form .figure input").nth(1).fill("60");
      // Wide screens always show the preview.
      const tab = page.locator("#tab-preview");
      if (await tab.isVisible()) await tab.click();
      await page.locator("#panel-pad img").waitFor();
    },
  },
  {
    name: "write-rules",
    async open({ page }) {
      await page.locator("#tab-rules").click();
      await page.locator(".rules-page h1").waitFor();
    },
  },
  {
    name: "write-changes",
    async open({ page }) {
      await page.locator("#tab-changes").click();
      await page.locator(".differences li").first().waitFor();
    },
  },
  {
    name: "write-text",
    async open({ page }) {
      await page.locator("#tab-text").click();
      await page.locator(".cm-content").press("Control+End");
      await page.keyboard.type("turm: { rolls: 3 }");
      await page.locator(".placed .error").waitFor();
    },
  },
  {
    name: "write-form-wrong",
    async open({ page }) {
      await page.locator("#tab-form").click();
      await page.locator(".write-form").waitFor();
    },
  },
  {
    name: "write-shared",
    async open(studio) {
      await studio.page.locator("#tab-text").click();
      await studio.page.locator(".cm-content").press("Control+End");
      for (let key = 0; key < "turm: { rolls: 3 }".length; key++)
        await studio.page.keyboard.press("Backspace");
      await studio.page.locator(".placed .error").waitFor({ state: "detached" });
      await studio.page.locator("#tab-form").click();
      await tap(studio, "write.share");
      await studio.page.locator(".status a").waitFor();
    },
  },
  {
    name: "write-linked",
    async open({ page, address }) {
      await page.goto(`${address}#write=${pack(OWN_GAME)}`);
      await page.locator(".write .linked").waitFor();
    },
  },
];

const PRINT: readonly Screen[] = [
  {
    name: "print",
    async open(studio) {
      const print = await openPage(studio, "print");
      await print.locator("figure img").waitFor();
    },
  },
  {
    name: "print-more",
    async open({ page }) {
      await page.locator(".print .wishes select").first().selectOption("kniffel");
      await page.locator(".print .more-wishes summary").click();
      await page.locator(".print input[inputmode=url]").fill("nonsense");
      await page.locator(".print .field .fault").waitFor();
    },
  },
];

const EVENINGS: readonly Screen[] = [
  {
    name: "evenings",
    async open(studio) {
      const evenings = await openPage(studio, "evenings");
      await evenings.locator(".ranking").first().waitFor();
    },
  },
  {
    name: "evenings-about",
    async open({ page }) {
      await page.locator(".one-evening .about summary").first().click();
      await page.locator(".one-evening .sheets input").first().waitFor();
    },
  },
  {
    name: "home-opened",
    async open(studio) {
      const home = await openPage(studio, "home");
      const saving = studio.page.waitForEvent("download");
      await tap(studio, "home.save");
      const saved = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
      for (const sheet of saved.sheets)
        Object.assign(sheet, { evening: "2026-03-27", key: `${sheet.key} 2` });
      // A finished game, which counts in a season.
      saved.sheets.push({
        ...saved.sheets[0],
        ...{
          key: "season",
          yaml: readFileSync("examples/season/evening-01-a.yaml", "utf8").replace("The Anchor", "Anker"),
        },
        checked: { file: "a.yaml", number: 0, verdict: "correct", doubtful: [], unnamed: [] },
      });
      const buffer = Buffer.from(JSON.stringify(saved));
      const file = { name: "saved.json", mimeType: "application/json", buffer };
      await home.locator("input[type=file]").setInputFiles(file);
      // It says how many sheets were added; an earlier strip may still be there.
      await studio.page.locator(".undone", { hasText: /\d/ }).waitFor();
    },
  },
  {
    name: "evenings-together",
    async open(studio) {
      const evenings = await openPage(studio, "evenings");
      await evenings.locator(".one-evening").nth(1).waitFor();
    },
  },
  {
    name: "season",
    async open(studio) {
      const season = await openPage(studio, "season");
      await season.locator("table tbody tr").first().waitFor();
    },
  },
  {
    name: "season-rules",
    async open({ page }) {
      await page.locator(".season .more-wishes summary").click();
      const fields = page.locator(".season .more-wishes .figure input");
      await fields.first().fill("3");
      await fields.last().fill("2");
      // The season is kept, and has another one beside it; a wrong number is pointed out.
      await page.locator(".season .choices > .answer button").first().click();
      await page.locator(".season .choices select").first().waitFor();
      await fields.nth(1).fill("x");
      await page.locator(".season .field .fault").waitFor();
    },
  },
  {
    name: "season-forgotten",
    async open(studio) {
      await tap(studio, "season.forget");
      await studio.page.locator(".undone").waitFor();
    },
  },
  {
    name: "evenings-forgotten",
    async open(studio) {
      await openPage(studio, "evenings");
      await tap(studio, "check.forget");
      await studio.page.locator(".one-evening").nth(1).waitFor({ state: "detached" });
    },
  },
];

const LINKED: readonly Screen[] = [
  {
    name: "evenings-linked",
    async open(studio) {
      const evenings = await openPage(studio, `evenings=${pack(linkedText([]))}`);
      await evenings.locator(".linked .main").waitFor();
    },
  },
  {
    name: "season-linked",
    async open(studio) {
      const season = await openPage(
        studio,
        `season=${pack(linkedText([{ key: "1", from: "", to: "", league: "league: Anker\n" }]))}`,
      );
      await season.locator(".linked .main").waitFor();
    },
  },
  {
    name: "season-refused",
    async open(studio) {
      const season = await openPage(studio, `season=${pack("{}")}`);
      await season.locator(".reject").waitFor();
    },
  },
  {
    name: "print-linked",
    async open(studio) {
      const print = await openPage(studio, `print=${pack(OWN_GAME)}`);
      await print.locator(".linked").waitFor();
    },
  },
];

/** All of them. */
export const SCREENS: readonly Screen[] = [
  { name: "home", open: async (studio) => void (await openPage(studio, "home")) },
  {
    name: "games",
    async open(studio) {
      await (await openPage(studio, "games")).locator("li").first().waitFor();
    },
  },
  ...CHECK,
  ...FILL,
  ...WRITE,
  ...PRINT,
  ...EVENINGS,
  ...LINKED,
];

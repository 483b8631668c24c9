import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import { unzipSync } from "fflate";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { rareTest, someOf } from "../support/cases.ts";
import { openOnPhones } from "../support/studio-browser.ts";
import { FAR_TOO_LONG, hasChromium } from "../support/viewer.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A text as in an address. */
const packed = (text: string) => deflateRawSync(text).toString("base64url");

/** A game that plays like another one. @param bonus its points */
const gameText = (id: string, base: string, name: string, bonus: number) =>
  `id: ${id}\nextends: ${base}\nname: { de: ${name}, en: ${name}, sv: ${name} }\nsections: { upper: { tiers: [{ from: 63, add: ${bonus} }] } }\n`;

describe.skipIf(!hasChromium)("the studio loses nothing", () => {
  let context: BrowserContext;
  let page: Page;
  const studio = openOnPhones((opened, around) => {
    page = opened;
    context = around;
  });

  const open = (name: string) => page.goto(`${studio.address}?${name}#${name}`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const undone = () => page.locator(".undone");
  const undo = () => undone().getByRole("button", { name: "Undo" }).click();

  /** What screen readers would stumble over, and whether anything is too wide for a phone. */
  async function faults() {
    await page.evaluate(readFileSync(AXE, "utf8"));
    const found = await page.evaluate("axe.run().then((result) => result.violations)");
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    return (found as { id: string; nodes: { html: string }[] }[]).map(({ id, nodes }) => [
      id,
      nodes[0]?.html,
    ]);
  }

  const cell = (name: string) => page.locator(".fill").getByRole("button", { name });
  /** Begins a sheet, and enters a number. */
  async function beginSheet(...names: string[]) {
    await open("fill");
    await page.locator(".fill option[value=yatzy]").first().waitFor({ state: "attached" });
    for (const [at, name] of names.entries()) await page.getByLabel(`Player ${at + 1}`).fill(name);
    await button("Begin").click();
    await enter(`${names[0]}, threes:`, "9");
  }
  async function enter(box: string, score: string) {
    await cell(box).click();
    await page.locator(".editor").getByRole("button", { name: score, exact: true }).click();
    await page.locator(".editor").waitFor({ state: "detached" });
  }
  const written = async (box: string) => /\d*$/.exec((await cell(box).textContent()) ?? "")?.[0];

  it("gives back what one tap took away on a sheet", async () => {
    await beginSheet("Anna", "Ben");
    await enter("Ben, threes:", "12");
    await page.locator("summary", { hasText: "A player is leaving" }).click();
    await button("Go on without Ben").click();
    await undone().getByText("Ben has left the game.").waitFor();
    expect(await faults()).toEqual([]);
    // Wherever a button is scrolled to, the message doesn't cover it.
    const [buttons, covered] = (await page.evaluate(`(() => {
      const all = [...document.querySelectorAll("main button")].filter((one) => one.offsetWidth > 0);
      const isCovered = (one) => {
        one.scrollIntoView({ block: "start", behavior: "instant" });
        const { left, top } = one.getBoundingClientRect();
        return document.elementFromPoint(left + 4, top + 4)?.closest(".undone") != null;
      };
      return [all.length, all.filter(isCovered).length];
    })()`)) as [number, number];
    expect(buttons).toBeGreaterThan(10);
    expect(covered).toBe(0);
    await undo();
    await cell("Ben, threes:").waitFor();
    expect(await written("Ben, threes:")).toBe("12");
    expect(await undone().isHidden()).toBe(true);

    await button("New sheet").press("Enter");
    await undone().getByText("The sheet of Yatzy was removed.").waitFor();
    // The button that was pressed is gone: the keyboard goes on with the way back.
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Undo");
    // A new sheet begins with the same game and players; another sheet in the meantime is not lost either.
    expect(await page.getByLabel("Player 2").inputValue()).toBe("Ben");
    await page.getByLabel("Player 1").fill("Cleo");
    await button("Begin").click();
    await enter("Cleo, fours:", "8");
    await undo();
    await cell("Anna, threes:").waitFor();
    expect([await written("Anna, threes:"), await written("Ben, threes:")]).toEqual(["9", "12"]);
    await undo();
    await cell("Cleo, fours:").waitFor();
    expect(await written("Cleo, fours:")).toBe("8");
    await undo();
    await cell("Anna, threes:").waitFor();
    await page.reload();
    await cell("Ben, threes:").waitFor();
    expect(await written("Ben, threes:")).toBe("12");
    expect(await undone().isHidden()).toBe(true);
  });

  it("gives back evenings and games, and closes the message when told", async () => {
    await beginSheet("Anna");
    await button("Keep for the game night").click();
    await undone().getByRole("link", { name: "Show" }).click();
    const ranking = page.locator(".kept .ranking");
    await ranking.waitFor();
    expect(await faults()).toEqual([]);
    const before = await page.locator(".kept").innerHTML();
    await page.locator(".kept").getByRole("button", { name: "Delete" }).click();
    await ranking.waitFor({ state: "detached" });
    await undo();
    await ranking.waitFor();
    expect(await page.locator(".kept").innerHTML()).toBe(before);
    await page.reload();
    await ranking.waitFor();
    await page.locator(".kept").getByRole("button", { name: "Delete" }).click();
    await ranking.waitFor({ state: "detached" });
    await undone().getByRole("button", { name: "Close this message" }).click();
    expect(await undone().isHidden()).toBe(true);

    await open("write");
    const name = page.getByLabel("Name of the game");
    await name.fill("The Lion’s");
    const listed = page.locator(".bar option", { hasText: "The Lion’s" });
    await listed.first().waitFor({ state: "attached" });
    await page.locator(".bar").getByRole("button", { name: "Delete" }).click();
    await undone().getByText("The game was deleted: The Lion’s.").waitFor();
    await listed.first().waitFor({ state: "detached" });
    await undo();
    await listed.first().waitFor({ state: "attached" });
    await page.reload();
    await expect.poll(() => name.inputValue(), { timeout: FAR_TOO_LONG }).toBe("The Lion’s");
  });

  it("says what became of a link to a game night or a season, and of what it brings", async () => {
    const yaml = readFileSync("examples/season/evening-01-a.yaml", "utf8");
    const checked = { file: "a.yaml", number: 0, verdict: "correct", doubtful: [], unnamed: [] };
    const sheet = { key: "1", evening: "2026-03-27", yaml, checked };
    const evening = { key: "2026-03-27", date: "2026-03-27", name: "Cup", place: "" };
    const none = { variants: [], received: [], fillings: [], seasons: [] };
    const all = JSON.stringify({ augenblock: 1, ...none, sheets: [sheet], evenings: [evening] });
    const said = () => undone().locator("p").textContent();
    await open("home");
    const file = { name: "all.json", mimeType: "application/json", buffer: Buffer.from(all) };
    await page.locator(".data input[type=file]").setInputFiles(file);
    await expect.poll(said).toBe("Added: one game night, one sheet.");

    const define = (name: string, value: string) =>
      page.evaluate(`Object.defineProperty(navigator, "${name}", { value: ${value}, configurable: true })`);
    const only = "The link opens on this computer only.";
    for (const name of someOf(["evenings", "season"], 2)) {
      await open(name);
      await page.evaluate("window.print = () => void (window.isPrinted = true)");
      const share = async () => {
        await page.locator(`section.${name}`).getByRole("button", { name: "Share" }).click();
        await undone().getByRole("link", { name: "Link" }).waitFor();
      };
      // As in a page without https.
      await define("clipboard", "undefined");
      await share();
      await expect.poll(said).toMatch(/^This browser can’t copy here: .*only\.$/);
      await define("clipboard", "{ writeText: async (text) => void (window.copied = text) }");
      await share();
      await expect.poll(said).toBe(`Ranking and link were copied. ${only}`);
      const link = await undone().getByRole("link").getAttribute("href");
      expect(link).toContain(`#${name}=`);
      expect(await page.evaluate("window.copied")).toMatch(/Emil.*\n\nhttp/s);
      await define("share", "async ({ url }) => void (window.copied = url)");
      await share();
      await expect.poll(said).toBe(`Ranking and link were shared. ${only}`);
      expect(await page.evaluate("window.copied")).toBe(link);
      const saving = page.waitForEvent("download");
      await page.locator(`section.${name}`).getByRole("button", { name: "Save as a picture" }).press("Enter");
      const { width = 0, height = 0 } = await sharp(await (await saving).path()).metadata();
      expect([width, height > 300]).toEqual([1080, true]);
      await page.locator(`section.${name}`).getByRole("button", { name: "Print" }).click();
      expect(await page.evaluate("window.isPrinted")).toBe(true);
      await page.goto(link ?? "");
      const title = name === "season" ? "All game nights" : "Cup · Friday, March 27, 2026";
      await page.locator(".linked", { hasText: `${title}.` }).waitFor();
      await button("Add it to mine").click();
      await undone()
        .getByText(name === "season" ? "Added: one season." : "All of it is here already.")
        .waitFor();
    }
  });

  rareTest("begins a new sheet with the same game, house rules and players", async () => {
    await open("fill");
    const fields = () => page.locator(".fill form select");
    const chosen = () => fields().evaluateAll((all) => all.map((one) => String(Reflect.get(one, "value"))));
    await fields().first().selectOption("crag");
    await fields().nth(1).waitFor();
    const usual = await chosen();
    await fields()
      .nth(1)
      .selectOption({
        index: usual[1] === (await fields().nth(1).locator("option").first().getAttribute("value")) ? 1 : 0,
      });
    const wished = await chosen();
    expect(wished).not.toEqual(usual);
    await page.getByLabel("Player 1").fill("Anna");
    await button("Begin").click();
    await button("New sheet").click();
    await expect.poll(chosen, { timeout: FAR_TOO_LONG }).toEqual(wished);
    expect(await page.getByLabel("Player 1").inputValue()).toBe("Anna");
  });

  rareTest("keeps all edits of a form that come before it is shown anew", async () => {
    await page.goto(`${studio.address}#write=game/yazzo`);
    const values = (change: string) =>
      page.evaluate(`(() => {
          const fields = [...document.querySelectorAll(".write-form input:not([type=checkbox]), .write-form select")];
          ${change}
          return fields.map(({ value }) => value);
        })()`) as Promise<string[]>;
    await page.locator(".write-form .figure input").first().waitFor();
    const before = await values("");
    const wanted = await values(`for (const one of fields) {
        const isList = one.tagName === "SELECT";
        if (isList) one.selectedIndex = one.selectedIndex === 0 ? 1 : 0;
        else one.value = one.inputMode === "numeric" ? String(Number(one.value) + 1) : one.value + "x";
        one.dispatchEvent(new Event(isList ? "change" : "input", { bubbles: true }));
      }`);
    expect(wanted.map((one, at) => one !== before[at])).not.toContain(false);
    // To another game at once; this one is kept.
    await page.getByLabel("Start from").selectOption("crag");
    const kept = page.getByLabel("Your games");
    await expect.poll(() => kept.locator("option").count(), { timeout: FAR_TOO_LONG }).toBeGreaterThan(1);
    await page.reload();
    await expect.poll(() => values(""), { timeout: FAR_TOO_LONG }).toEqual(wanted);
  });

  it("gives back photos and what was corrected", async () => {
    await open("check");
    await page.locator("input[multiple]").setInputFiles("tests/photos/impossible-score.jpg");
    await page.locator(".question .likely button").first().click();
    await page.locator(".verdict.mistakes").waitFor();
    const before = await page.locator(".sheet .changes").textContent();
    await button("Start again").click();
    await page.locator(".sheet").waitFor({ state: "detached" });
    await undo();
    await page.locator(".verdict.mistakes").waitFor();
    expect(await page.locator(".sheet .changes").textContent()).toBe(before);
    // Another photo of the same sheet; and the browser asks before all of it is closed.
    await page.locator("input[multiple]").setInputFiles("tests/photos/impossible-score.jpg");
    await page.locator(".check .work").waitFor();
    await page.locator(".check .work").waitFor({ state: "hidden" });
    expect(await page.locator(".sheet").count()).toBe(1);
    expect(await page.locator(".sheet .changes").textContent()).toBe(before);
    const asked = page.waitForEvent("dialog");
    const gone = page.reload();
    await (await asked).accept();
    await gone;
  });

  it("goes on after the browser closed its database", async () => {
    await beginSheet("Anna");
    const devtools = await context.newCDPSession(page);
    const origin = new URL(studio.address).origin;
    // Closes all connections, as storage pressure does, and what was stored is gone.
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await enter("Anna, fours:", "8");
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.reload();
    await cell("Anna, fours:").waitFor();
    expect([await written("Anna, threes:"), await written("Anna, fours:")]).toEqual(["9", "8"]);
  });

  it("says so where nothing can be kept, and offers what would be lost", async () => {
    // The worker is made before the page could change what it finds there.
    await page.addInitScript(`{
      Object.defineProperty(window, "localStorage", { get() { throw new Error("refused"); } });
      const { Blob } = window;
      window.Blob = class extends Blob {
        constructor(parts, options) {
          const isWorker = options?.type === "text/javascript";
          super(isWorker ? ["IDBFactory.prototype.open = () => { throw new Error('refused'); };", ...parts] : parts, options);
        }
      };
    }`);
    await open("fill");
    const alert = page.getByRole("alert");
    await alert.getByText("This browser does not keep what you enter.").waitFor();
    expect(await alert.getByRole("button", { name: "Save it as a file" }).count()).toBe(0);
    await beginSheet("Anna");
    await button("Keep for the game night").click();
    const saving = page.waitForEvent("download");
    await alert.getByRole("button", { name: "Save it as a file" }).click();
    const files = Object.values(unzipSync(readFileSync(await (await saving).path())));
    expect(files.map((one) => /threes: \[?9/.test(new TextDecoder().decode(one)))).toEqual([true, true]);
    expect(await faults()).toEqual([]);
    page.on("dialog", (dialog) => void dialog.accept());
  });

  rareTest("opens the game of every link, whatever is on its page, and keeps that", async () => {
    await open("write");
    const name = page.getByLabel("Name of the game");
    await name.fill("Ours");
    await page.locator(".bar option", { hasText: "Ours" }).first().waitFor({ state: "attached" });
    await open("games");
    const own = page.getByRole("link", { name: "Ours: Play" });
    const [, ours = ""] = ((await own.getAttribute("href")) ?? "").split("=");
    const sent = packed(gameText("sent", "yazzo", "Sent", 99));
    const inside = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    const outside = (hash: string) => page.goto(`${studio.address}?${hash}#${hash}`);
    const links = [
      { game: "Yazzo", draft: "Our Yazzo", address: "game/yazzo", enterBy: outside },
      { game: "Ours", draft: "Ours", address: ours, enterBy: inside },
      { game: "Sent", draft: "Sent", address: sent, enterBy: outside },
    ];
    // Nobody is asked twice.
    let isSent = false;
    const chosen = (place: string, game: string) =>
      expect
        .poll(() => page.locator(`${place} select`).first().locator("option:checked").textContent(), {
          timeout: FAR_TOO_LONG,
        })
        .toBe(game);
    const table = page.locator(".filling");
    const titled = (game: string) => table.getByRole("heading", { name: game, exact: true });
    const figures = () => table.locator("table").first().innerHTML();
    /** Fills in the first box. */
    const tap = async () => {
      await page.locator(".fill .cell").first().click();
      await page.locator(".editor .likely button").first().click();
      await page.locator(".editor").waitFor({ state: "detached" });
      return figures();
    };
    for (const { game, draft, address, enterBy } of links) {
      const follow = async (hash: string) => {
        await enterBy(hash);
        if (address !== sent || isSent) return;
        isSent = true;
        await button("Take the game").click();
      };
      await inside("fill");
      await page.locator(".filling, .fill form").first().waitFor();
      if ((await table.count()) > 0) await button("New sheet").click();
      await follow(`fill=${address}`);
      await chosen(".fill", game);
      // A sheet of another game is on the table.
      await inside("fill=game/crag");
      await chosen(".fill", "Crag");
      await page.getByLabel("Player 1").fill("Anna");
      await button("Begin").click();
      await titled("Crag").waitFor();
      const other = await tap();
      await follow(`fill=${address}`);
      await chosen(".fill", game);
      await page.getByRole("link", { name: "Back to the sheet of Crag" }).click();
      await titled("Crag").waitFor();
      expect(await figures()).toBe(other);
      await follow(`fill=${address}`);
      await chosen(".fill", game);
      expect(await page.getByLabel("Player 1").inputValue()).toBe("Anna");
      await button("Begin").click();
      await titled(game).waitFor();
      await undo();
      await titled("Crag").waitFor();
      expect(await figures()).toBe(other);
      await undo();
      // One of the same game is.
      await titled(game).waitFor();
      const same = await tap();
      await follow(`fill=${address}`);
      await titled(game).waitFor();
      expect(await figures()).toBe(same);

      await follow(`print=${address}`);
      await chosen(".print", game);
      await follow(`write=${address}`);
      await expect.poll(() => name.inputValue(), { timeout: FAR_TOO_LONG }).toBe(draft);
    }
    // Games that are not there are named, and cost nothing.
    await inside("write=game/nothing");
    await page.locator(".write .reject").waitFor();
    expect(await name.inputValue()).toBe("Sent");
    await inside("fill=own/9");
    // A button of the page before may still be there, and take the first click. What is refused is said a little later.
    const begin = async () => {
      if (await page.locator(".fill .reject").isVisible()) return true;
      if (await button("Begin").isVisible()) await button("Begin").click();
      await inside("fill=own/9");
      return false;
    };
    await expect.poll(begin, { timeout: FAR_TOO_LONG, interval: 1000 }).toBe(true);
    expect(await faults()).toEqual([]);
    await page.getByRole("link", { name: "Back to the sheet of Sent" }).click();
    await titled("Sent").waitFor();
  });

  rareTest("asks before it takes a game from a link, which changes none of one's own", async () => {
    const address = studio.address;
    const put = (text: string) =>
      page
        .locator(".bar input[type=file]")
        .setInputFiles({ name: "a.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) });
    await open("write");
    await page.getByLabel("Name of the game").waitFor();
    for (const [id, base, name] of [
      ["base-game", "yatzy", "Base"],
      ["my-game", "base-game", "Mine"],
    ] as const) {
      await put(
        id === "my-game"
          ? `id: my-game\nextends: base-game\nname: { de: Mine, en: Mine, sv: Mine }\n`
          : gameText(id, base, name, 60),
      );
      await page.locator(".bar option", { hasText: name }).first().waitFor({ state: "attached" });
    }
    const points = page.getByLabel("Points", { exact: true });
    await expect.poll(() => points.inputValue(), { timeout: FAR_TOO_LONG }).toBe("60");

    const stranger = packed(gameText("base-game", "yatzy", "Stranger", 99));
    const question = page.locator(".linked");
    const games = () => page.locator(".print select").first().locator("option").allTextContents();
    for (const name of ["check", "write"]) {
      await page.goto(`${address}?${name}1#${name}=${stranger}`);
      await question.getByText("This link brings a game: Stranger.").waitFor();
      expect(await faults()).toEqual([]);
      await question.getByRole("button", { name: "No, thanks" }).click();
      await question.waitFor({ state: "detached" });
    }
    await open("print");
    await page.locator(".print option", { hasText: "Mine" }).waitFor({ state: "attached" });
    expect(await games()).not.toContain("Stranger");

    await page.goto(`${address}?again#check=${stranger}`);
    await question.getByRole("button", { name: "Take the game" }).click();
    await question.waitFor({ state: "detached" });
    await open("print");
    await page.locator(".print option", { hasText: "Stranger" }).waitFor({ state: "attached" });
    expect((await games()).filter((one) => one === "Stranger")).toHaveLength(1);
    await open("write");
    await expect.poll(() => points.inputValue(), { timeout: FAR_TOO_LONG }).toBe("60");
    // Once it is there, nobody is asked again.
    await page.goto(`${address}?known#check=${stranger}`);
    await expect.poll(() => new URL(page.url()).hash, { timeout: FAR_TOO_LONG }).toBe("#check");
    await page.getByRole("heading", { name: "Check a score sheet" }).waitFor();
    expect(await question.count()).toBe(0);
  });
});

import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servePage } from "../../src/cli/commands/watch/page.ts";
import { Failure } from "../../src/rules/problem/problem.ts";
import { rareTest, TRIES_ALL } from "../support/cases.ts";
import { FAR_TOO_LONG, hasChromium, launchChromium } from "../support/viewer.ts";
import { OURS, watching } from "../support/watching.ts";

const start = watching();

/** A terminal with someone in front of it, and programs that tell what they were started with. */
const SYSTEM = `process.stdout.isTTY = true;
  const { spawn } = childProcess;
  childProcess.spawn = (command, args, options) => {
    process.stdout.write("opened: " + args.join(" ") + ".\\n");
    return spawn(process.execPath, ["--version"], options);
  };`;

/** Starts `watch --serve` so that no page is opened. @returns it, and the address of its page */
async function serving(...flags: string[]) {
  const started = start({ flags: ["--serve", "--no-open", ...flags], system: SYSTEM });
  const said = await started.until("Press Ctrl-C to stop.");
  expect(said).not.toContain("opened");
  const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
  if (address === undefined) throw new Error(`no address: ${said}`);
  return { watching: started, address };
}

/** The status of a request with another name for the computer. */
function statusFor(
  address: string,
  options: { host?: string; method?: string },
): Promise<number | undefined> {
  const { host, method = "GET" } = options;
  const asked = request(address, { method, headers: host === undefined ? {} : { host } });
  asked.end();
  return once(asked, "response").then(([response]) => {
    response.destroy();
    return response.statusCode;
  });
}

describe("the server of watch", () => {
  it("is for this computer only, under its own names, and for reading", async () => {
    const server = await servePage([{ path: "/", type: "text/html", text: "here" }], 0);
    try {
      const { port } = new URL(server.address);
      expect(await (await fetch(server.address)).text()).toBe("here");
      expect(await statusFor(server.address, { host: `localhost:${port}` })).toBe(200);
      expect(await statusFor(server.address, { host: `elsewhere.example:${port}` })).toBe(403);
      expect(await statusFor(server.address, { method: "POST" })).toBe(405);
      expect(await statusFor(`${server.address}nothing`, {})).toBe(404);
      const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
      for (const { address } of outside.filter(({ internal, family }) => !internal && family === "IPv4"))
        await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
    } finally {
      await server.close();
    }
    await expect(fetch(server.address)).rejects.toThrow();
  });

  it("says that a port is taken", async () => {
    const server = await servePage([], 0);
    try {
      const taken = servePage([], Number(new URL(server.address).port));
      const error = await taken.catch((thrown) => thrown);
      expect(error).toBeInstanceOf(Failure);
      expect(error.problems[0]).toMatchObject({
        code: "port-taken",
        hint: expect.stringContaining("--port"),
      });
    } finally {
      await server.close();
    }
  });
});

describe("the browser", () => {
  it.skipIf(!TRIES_ALL || process.platform === "win32")(
    "opens the page for whoever sits at a terminal",
    async () => {
      const watching = start({ flags: ["--serve"], system: SYSTEM });
      const [, address, opened] =
        /(http:\S+)\nopened: (\S+)\.\n/.exec(await watching.until("Press Ctrl-C to stop.")) ?? [];
      expect([address, opened]).toEqual([expect.stringContaining("http://127.0.0.1:"), address]);
    },
  );

  rareTest("is left alone where nobody sits at a terminal", async () => {
    const unseen = start({ flags: ["--serve"], system: SYSTEM.replace("true", "false") });
    expect(await unseen.until("Press Ctrl-C to stop.")).not.toContain("opened");
  });

  rareTest("that can't be opened is told, and the page is there all the same", async () => {
    const system = SYSTEM.replace("process.execPath", '"/nowhere/browser"');
    const watching = start({ flags: ["--serve"], system });
    await watching.until("open a browser; open this address yourself");
    watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
    await watching.until("ours-rules-en.pdf");
  });
});

describe.skipIf(!hasChromium)("the page of watch", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** Opens the page, and hears what it asks for and complains of. */
  async function pageAt(address: string) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.setDefaultTimeout(FAR_TOO_LONG);
    const heard: string[] = [];
    page.on("console", (message) => heard.push(message.text()));
    page.on("pageerror", (error) => heard.push(error.message));
    page.on("request", (asked) => {
      if (!asked.url().startsWith(address) && !asked.url().startsWith("data:")) heard.push(asked.url());
    });
    await page.goto(address);
    await page.waitForSelector('body[data-shown="1/en"]');
    return { page, heard };
  }

  const rulesOn = (page: Page) => page.frameLocator("#rules iframe").locator("main").textContent();

  /** The page in a window of this width has no bar to scroll sideways, and a frame as high as its rules. */
  async function fits(page: Page, width: number) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await page.waitForSelector('body[data-shown="1/en"]');
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const frame = "document.querySelector('#rules iframe')";
    const inner = await page.evaluate(`${frame}.contentDocument.documentElement.scrollHeight`);
    expect(await page.evaluate(`${frame}.clientHeight`)).toBe(inner);
  }

  rareTest(
    "fits windows of any width, speaks every language of the game, and follows every save until the program ends",
    async () => {
      const { watching, address } = await serving();
      const { page, heard } = await pageAt(address);
      for (const width of [390, 1400]) await fits(page, width);
      expect(await page.locator("nav a").allInnerTexts()).toEqual(["English", "Deutsch", "Svenska"]);
      await page.click("text=Deutsch");
      await page.waitForSelector('body[data-shown="1/de"]');
      expect(await rulesOn(page)).toContain("Jeder Wurf; alle Augen zählen.");
      await page.click("text=English");
      await page.waitForSelector('body[data-shown="1/en"]');

      await page.setViewportSize({ width: 1200, height: 800 });
      expect(await page.title()).toBe("Ours");
      expect(await page.evaluate("document.querySelector('#pad img').naturalWidth")).toBeGreaterThan(0);
      expect(await rulesOn(page)).toMatch(/roll up to three\stimes/);
      await page.evaluate("scrollTo(0, 900)");
      watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
      await page.waitForSelector('body[data-shown="2/en"]');
      expect(await rulesOn(page)).toMatch(/roll up to four\stimes/);
      expect(await page.locator("#change").textContent()).toContain("4");
      expect(await page.evaluate("scrollY")).toBe(900);
      expect(await page.locator("#rules iframe").count()).toBe(1);
      expect(heard).toEqual([]);

      watching.write("ours.yaml", `${OURS}turn: {rols: 3}\n`);
      const problems = page.locator("#problems:not([hidden])");
      await problems.waitFor();
      const shown = await problems.textContent();
      for (const words of [
        "ours.yaml:4:8",
        "rols is not a key of turn",
        "turn: {rols: 3}",
        "did you mean rolls?",
      ])
        expect(shown).toContain(words);
      expect(await rulesOn(page)).toMatch(/roll up to four\stimes/);
      watching.write("ours.yaml", OURS);
      await page.waitForSelector('body[data-shown="3/en"]');
      expect(await page.locator("#problems").isHidden()).toBe(true);

      watching.process.kill("SIGINT");
      expect(await once(watching.process, "exit")).toEqual([0, null]);
      await page.locator("#ended:not([hidden])").waitFor();
      await page.close();
    },
  );
});

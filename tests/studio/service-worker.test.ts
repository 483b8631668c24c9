import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { studioFile } from "../../src/files/package/studio-files.ts";
import { FAR_TOO_LONG, hasChromium, launchChromium } from "../support/viewer.ts";

const SCRIPT = readFileSync("src/studio/service-worker.js", "utf8");

function digest(content: string | Uint8Array): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}

/** Files of a host by their paths. */
type Host = Readonly<Record<string, string>>;

/** A studio in small, as the build makes it: a page, a script and a file that is fetched afterwards. */
function studioHost(version: string, folder = "/"): Host {
  const index = `<!doctype html><title>studio ${version}</title><div id="studio"></div><script src="page.js"></script>`;
  const [page, large] = [`globalThis.version = "${version}";`, `large ${version}`];
  const lists = `const VERSION = "${version}";
const FILES = [["./", null], ["page.js", "${digest(page)}"]];
const LARGE = [["files/large.txt", "${digest(large)}"]];
`;
  return {
    [folder]: index,
    [`${folder}page.js`]: page,
    [`${folder}files/large.txt`]: large,
    [`${folder}service-worker.js`]: lists + SCRIPT,
  };
}

const OTHER = "<!doctype html><title>other</title><script src='/page.js?other'></script>";
const OTHER_HOST: Host = { "/": OTHER, "/news": OTHER, "/page.js": 'globalThis.version = "other";' };

const TYPES = { js: "text/javascript", txt: "text/plain" } as const;

describe("the built service worker", () => {
  it("knows every file that it keeps by its digest", () => {
    const [, files = "", large = ""] =
      /^const FILES = (.*);\nconst LARGE = (.*);$/m.exec(
        readFileSync(studioFile("service-worker.js") ?? "", "utf8"),
      ) ?? [];
    const listed = [...JSON.parse(files), ...JSON.parse(large)] as [string, string | null][];
    expect(listed.length).toBeGreaterThan(20);
    const right = listed.map(([name]) => [
      name,
      name === "./" ? null : digest(readFileSync(studioFile(name) ?? "")),
    ]);
    expect(listed).toEqual(right);
  });
});

describe.skipIf(!hasChromium)("the service worker", () => {
  let browser: Browser;
  let server: Server;
  let address: string;
  let host: Host = {};
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    // As many hosts do, this one lets browsers store files for a while.
    server = createServer(({ url = "" }, response) => {
      const path = url.replace(/\?.*/, "");
      const content = host[path];
      const type = TYPES[path.split(".").pop() as keyof typeof TYPES] ?? "text/html";
      if (content === undefined) response.writeHead(404, { "content-type": "text/html" }).end("nothing");
      else response.writeHead(200, { "content-type": type, "cache-control": "max-age=600" }).end(content);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(async () => {
    await context?.close();
    context = await browser.newContext();
    context.setDefaultTimeout(FAR_TOO_LONG);
    page = await context.newPage();
  });

  /** What the page at a path says of its version: in its title, its script and its large file. */
  async function versionAt(path: string) {
    await page.goto(address + path);
    const said = await page.evaluate("[document.title, globalThis.version]");
    return (said as string[]).join(", ");
  }

  const large = () => page.evaluate("fetch('files/large.txt').then((one) => one.text())");
  const cacheNames = async () => ((await page.evaluate("caches.keys()")) as string[]).sort();

  /** Visits a studio until everything of it is kept. */
  async function keepStudio(path = "/") {
    await page.goto(address + path);
    await page.evaluate(`new Promise(async (done) => {
      await navigator.serviceWorker.register("service-worker.js");
      const { active } = await navigator.serviceWorker.ready;
      navigator.serviceWorker.addEventListener("message", ({ data }) => data === "kept-all" && done());
      navigator.serviceWorker.startMessages();
      active.postMessage("keep-all");
    })`);
    await page.goto(address + path);
  }

  /** Looks for another service worker. @returns what became of it */
  function update() {
    return page.evaluate(`new Promise(async (done) => {
      const registration = await navigator.serviceWorker.getRegistration();
      registration.addEventListener("updatefound", () => {
        const { installing } = registration;
        installing.addEventListener("statechange", () => /activated|redundant/.test(installing.state) && done(installing.state));
      });
      await registration.update();
    })`);
  }

  it("keeps the files of its own version, whatever the browser has stored of another one", async () => {
    host = studioHost("v1");
    await keepStudio();
    expect(await large()).toBe("large v1");
    host = studioHost("v2");
    expect(await update()).toBe("activated");
    expect(await versionAt("/")).toBe("studio v2, v2");
    expect(await large()).toBe("large v2");
    expect((await cacheNames()).length).toBe(1);
  });

  it.each(["/page.js", "/files/large.txt"])(
    "never keeps an old file for good that a host sends: %s",
    async (stale) => {
      host = studioHost("v1");
      await keepStudio();
      host = { ...studioHost("v2"), [stale]: studioHost("v1")[stale] ?? "" };
      const isNeeded = stale === "/page.js";
      expect(await update()).toBe(isNeeded ? "redundant" : "activated");
      if (isNeeded) expect(await versionAt("/")).toBe("studio v1, v1");
      host = studioHost("v2");
      if (isNeeded) expect(await update()).toBe("activated");
      expect(await versionAt("/")).toBe("studio v2, v2");
      expect(await large()).toBe("large v2");
    },
  );

  it("answers for no other program that has the port by now", async () => {
    host = studioHost("v1");
    await keepStudio();
    host = OTHER_HOST;
    expect(await versionAt("/news")).toBe("other, other");
    expect(await versionAt("/")).toBe("other, other");
    expect((await page.goto(`${address}/nothing?x=1`))?.status()).toBe(404);
    const left = "navigator.serviceWorker.getRegistrations().then((all) => all.length)";
    expect(await page.evaluate(left)).toBe(0);
    // The studio is as before when it is back.
    host = studioHost("v1");
    await keepStudio();
    host = {};
    expect(await versionAt("/")).toBe("studio v1, v1");
  });

  it("leaves another studio of the same host alone", async () => {
    host = { ...studioHost("v1", "/a/"), ...studioHost("v2", "/b/") };
    await keepStudio("/a/");
    await keepStudio("/b/");
    expect((await cacheNames()).length).toBe(2);
    host = {};
    for (const [path, version] of [
      ["/a/", "v1"],
      ["/b/", "v2"],
    ] as const) {
      expect(await versionAt(path)).toBe(`studio ${version}, ${version}`);
      expect(await large()).toBe(`large ${version}`);
    }
  });
});

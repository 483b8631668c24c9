import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { openScanner } from "../../src/files/pictures/scanner.ts";
import { studioFile } from "../../src/files/package/studio-files.ts";
import { median } from "../../src/rules/arrays.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { readFlags } from "../flags.ts";
import { writeFigures } from "../write-figures.ts";
import { differences, readInPage, readOnNode } from "./alike.ts";

// Measures the studio in headless Chromium: what goes over the wire, how long things take, how much memory a tab needs, and whether photos
// are read there as on Node. `--write` puts the figures into docs/benchmarks.md; `--photos <folder>` takes the photos of another folder,
// such as those that another bench keeps.

const PHOTOS = "tests/photos";
const MEGA = 1_000_000;
const LARGE_PX = { width: 3000, height: 4013 };

const FLAGS = {
  options: { write: { type: "boolean", default: false }, photos: { type: "string", default: PHOTOS } },
} as const;

const { flags, photos } = readFlags(FLAGS, process.argv.slice(2), ({ values }) => ({
  flags: values,
  photos: photosIn(values.photos),
}));
const server = await serveStudio(0, false);
const address = `http://127.0.0.1:${server.port}/`;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A browser of its own, in which nothing is kept. */
async function inBrowser<T>(work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
  try {
    const options: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: "en-GB" };
    // What a service worker fetches for later is no part of the first view.
    const context = await browser.newContext({ ...options, serviceWorkers: "block" });
    context.setDefaultTimeout(0);
    return await work(await context.newPage(), browser);
  } finally {
    await browser.close();
  }
}

/** The files that a page asks for, by their names. */
function filesAsked(page: Page): Set<string> {
  const names = new Set<string>();
  page.context().on("request", (request) => {
    if (request.url().startsWith(address))
      names.add(
        request
          .url()
          .slice(address.length)
          .replace(/[?#].*/, ""),
      );
  });
  return names;
}

/** What the files take when they are compressed as web hosts do, in MB; fonts and pictures are compressed already. */
function megabytes(names: Iterable<string>): number {
  const bytes = [...names].map((name) => {
    const file = studioFile(name);
    if (file === null) return 0;
    const content = readFileSync(file);
    return /\.(woff2|png)$/.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
  });
  return bytes.reduce((sum, one) => sum + one, 0) / MEGA;
}

/** The memory of the pages of a browser: what the largest of their processes took at most since the watch began. */
async function watchMemory(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  const most = (...names: readonly string[]) =>
    Math.max(...pages.map((id) => sum(names.map((name) => kilobytes(id, name))))) / 1000;
  let own = 0;
  // The system keeps no peak of it.
  const watch = setInterval(() => {
    own = Math.max(own, most("RssAnon", "VmSwap"));
  }, 10);
  return {
    stop() {
      clearInterval(watch);
      return { own, all: most("VmHWM") };
    },
  };
}

/** A figure that the system tells of a process; 0 once it has ended. */
function kilobytes(id: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1.024;
  } catch {
    return 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** As many titles are typed. */
const CHANGES = 9;

/** Cold start of a preview, what it takes over the wire, and how long the next ones take. */
const print = await inBrowser(async (page) => {
  const asked = filesAsked(page);
  const seconds = await timed(async () => {
    await page.goto(`${address}#print`);
    await page.locator(".print figure img").waitFor();
  });
  const wire = megabytes(asked);
  const changes: number[] = [];
  for (let n = 1; n <= CHANGES; n++) {
    const before = await page.locator(".print figure img").getAttribute("src");
    const drawn = async () => {
      await page.getByLabel("Title").fill(`The Lion ${n}`);
      await page.locator(`.print figure img:not([src="${before}"])`).waitFor();
    };
    changes.push(await timed(drawn));
  }
  return { seconds, change: median(changes), wire };
});

/** What the first view of Write takes over the wire: form and preview. */
const write = await inBrowser(async (page) => {
  const asked = filesAsked(page);
  const seconds = await timed(async () => {
    await page.goto(`${address}#write`);
    await page.getByLabel("Name of the game").waitFor();
    await page.locator("#panel-pad img").waitFor({ state: "attached" });
  });
  return { seconds, wire: megabytes(asked) };
});

/** Reads one photo after the other in one page. */
const check = await inBrowser(async (page, browser) => {
  const asked = filesAsked(page);
  await page.goto(`${address}#check`);
  const memory = await watchMemory(browser);
  const yamls = await readInPage(page, photos);
  const input = page.locator("input[multiple]");
  const large = await largePhoto();
  const seconds = await timed(async () => {
    await input.setInputFiles({ name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.from(large) });
    await page.locator(".sheet").waitFor();
  });
  return { seconds, yamls, wire: megabytes(asked), memory: memory.stop() };
});

/** The same photos on Node. */
const scanner = need(await openScanner());
const there = await readOnNode(scanner, photos);
const large = await largePhoto();
const nodeSeconds = await timed(() => scanner.scan(large));
await scanner.close();
await server.close();

/** All photos in a folder, in their order. */
function photosIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jpg"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function largePhoto(): Promise<Buffer> {
  return sharp(`${PHOTOS}/wrong-sum.jpg`).resize(LARGE_PX).jpeg({ quality: 85 }).toBuffer();
}

const unlike = differences(there, check.yamls);
if (there.size === 0) throw new Error("no photo was read");
for (const { file, onNode, inPage } of unlike)
  console.log(`${file} is read differently:\n${onNode}\n${inPage}`);

const mb = (value: number) => `${value.toFixed(2)} MB`;
const s = (value: number) => `${value.toFixed(1)} s`;
const rows = [
  ["Write: files until form and preview are there, compressed", mb(write.wire), "1 MB"],
  ["Write: form and preview after a cold start", s(write.seconds), "1.5 s"],
  ["Print: files until a preview is there, compressed", mb(print.wire), "1 MB"],
  ["Print: preview after a cold start", s(print.seconds), "1.5 s"],
  ["Print: preview after a change, median", `${Math.round(print.change * 1000)} ms`, "150 ms"],
  ["Check: files that come on top, compressed", mb(check.wire - print.wire), "6 MB"],
  ["Check: a photo of 12 megapixels", s(check.seconds), `2.5 × ${s(nodeSeconds)} on Node`],
  ["Check: peak memory of the tab", `${Math.round(check.memory.own)} MB`, "600 MB"],
  ["… with what it shares with the rest of the browser", `${Math.round(check.memory.all)} MB`, "–"],
  [
    "Check: photos read as on Node, to the last question",
    `${there.size - unlike.length} of ${there.size}`,
    "all",
  ],
];
const figures = [
  "| what | measured | goal |",
  "|---|--:|--:|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `${availableParallelism()} cores, Node ${process.version}, Chromium`,
].join("\n");
console.log(figures);
if (flags.write) writeFigures("bench:studio", figures);

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { serveStudio } from "../../src/cli/commands/studio/server.ts";
import { loadLanguage } from "../../src/files/languages.ts";
import { openScanner, type Scanner } from "../../src/files/scanner.ts";
import { studioFile } from "../../src/files/studio-files.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { joinSheets, judged, madeUpNames, namesFor, viewsOf } from "../../src/scan/photo-sheet.ts";
import { photoYaml } from "../../src/scan/report/sheet-yaml.ts";
import { writeFigures } from "../write-figures.ts";

// Measures the studio in headless Chromium: what goes over the wire, how long things take, how much memory a tab needs, and whether photos
// are read there as on Node. `--write` puts the figures into docs/benchmarks.md.

const PHOTOS = "tests/photos";
const MEGA = 1_000_000;
const LARGE_PX = { width: 3000, height: 4013 };

const { values: flags } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const server = await serveStudio(0, false);
const address = `http://127.0.0.1:${server.port}/`;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const english = need(loadLanguage("en"));

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

/** The most memory that a process of a page took, in MB. */
async function peakMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0));
  return (Math.max(...peaks) * 1024) / MEGA;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Cold start of a preview, and what it takes over the wire. */
const print = await inBrowser(async (page) => {
  const asked = filesAsked(page);
  const seconds = await timed(async () => {
    await page.goto(`${address}#print`);
    await page.locator(".print figure img").waitFor();
  });
  const change = await timed(async () => {
    const before = await page.locator(".print figure img").getAttribute("src");
    await page.getByLabel("Title").fill("The Lion");
    await page.locator(`.print figure img:not([src="${before}"])`).waitFor();
  });
  return { seconds, change, wire: megabytes(asked) };
});

/** Reads one photo after the other in one page. */
const check = await inBrowser(async (page, browser) => {
  const asked = filesAsked(page);
  await page.goto(address);
  const input = page.locator("input[multiple]");
  const save = page.getByRole("button", { name: "Sheet (YAML)" });
  const yamls = new Map<string, string>();
  for (const name of photoNames()) {
    await input.setInputFiles(`${PHOTOS}/${name}`);
    await page.locator(".sheet").waitFor();
    const closing = page.locator(".editor .close");
    if ((await closing.count()) > 0) await closing.click();
    const saving = page.waitForEvent("download");
    await save.click();
    yamls.set(name, readFileSync(await (await saving).path(), "utf8"));
    await page.getByRole("button", { name: "Start again" }).click();
    await page.locator(".sheet").waitFor({ state: "detached" });
  }
  const large = await largePhoto();
  const seconds = await timed(async () => {
    await input.setInputFiles({ name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.from(large) });
    await page.locator(".sheet").waitFor();
  });
  return { seconds, yamls, wire: megabytes(asked), memory: await peakMegabytes(browser) };
});

/** The same photos on Node. */
const scanner = need(await openScanner());
const there = new Map<string, string>();
for (const name of photoNames()) there.set(name, await yamlOf(scanner, name));
const large = await largePhoto();
const nodeSeconds = await timed(() => scanner.scan(large));
await scanner.close();
await server.close();

async function yamlOf(one: Scanner, name: string): Promise<string> {
  const sheets = await one.scan(readFileSync(`${PHOTOS}/${name}`), { file: name });
  const [sheet] = joinSheets(viewsOf({ file: name, sheets }));
  if (sheet === undefined) throw new Error(`${name} shows no sheet`);
  const [names = []] = namesFor([sheet], [], english);
  return photoYaml(judged(sheet, names, madeUpNames(sheet, names, [])), english);
}

function photoNames(): string[] {
  return readdirSync(PHOTOS).filter((name) => name.endsWith(".jpg"));
}

function largePhoto(): Promise<Buffer> {
  return sharp(`${PHOTOS}/wrong-sum.jpg`).resize(LARGE_PX).jpeg({ quality: 85 }).toBuffer();
}

const alike = [...there].filter(([name, yaml]) => check.yamls.get(name) === yaml);
if (there.size === 0) throw new Error("no photo was read");
for (const [name, yaml] of there)
  if (check.yamls.get(name) !== yaml)
    console.log(`${name} is read differently:\n${yaml}\n${check.yamls.get(name)}`);

const mb = (value: number) => `${value.toFixed(1)} MB`;
const s = (value: number) => `${value.toFixed(1)} s`;
const rows = [
  ["Print: files until a preview is there, compressed", mb(print.wire), "1 MB"],
  ["Print: preview after a cold start", s(print.seconds), "1.5 s"],
  ["Print: preview after a change", `${Math.round(print.change * 1000)} ms`, "150 ms"],
  ["Check: files that come on top, compressed", mb(check.wire - print.wire), "6 MB"],
  ["Check: a photo of 12 megapixels", s(check.seconds), `2.5 × ${s(nodeSeconds)} on Node`],
  ["Check: peak memory of the tab", `${Math.round(check.memory)} MB`, "600 MB"],
  ["Check: photos read as on Node, to the last question", `${alike.length} of ${there.size}`, "all"],
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

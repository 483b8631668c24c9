import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import sharp from "sharp";
import type { Area } from "../../src/print/geometry.ts";

/** Where Chromium lies; the tests that need it are left out where it is not. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const hasChromium = existsSync(CHROMIUM);

/** Chromium without a window. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", ...args], timeout: 0 });
}

/** So that what never comes in a browser fails and is told, rather than waited for; in ms. */
export const FAR_TOO_LONG = 300_000;

const PDFJS = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const TYPES: Readonly<Record<string, string>> = { ".mjs": "text/javascript", ".css": "text/css" };

/** A page with the viewer of pdf.js, which is the one in Firefox, and its sandbox for the scripts of a document. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/web/pdf_viewer.css">
<div id="container" style="position: absolute; inset: 0; overflow: auto"><div id="viewer" class="pdfViewer"></div></div>
<script type="module">
import * as pdfjs from "/build/pdf.mjs";
globalThis.pdfjsLib = pdfjs;
const { EventBus, PDFLinkService, PDFScriptingManager, PDFViewer } = await import("/web/pdf_viewer.mjs");
pdfjs.GlobalWorkerOptions.workerSrc = "/build/pdf.worker.mjs";
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const scriptingManager = new PDFScriptingManager({ eventBus, sandboxBundleSrc: "/build/pdf.sandbox.mjs" });
const viewer = new PDFViewer({ container: document.getElementById("container"), eventBus, linkService, scriptingManager });
scriptingManager.setViewer(viewer);
linkService.setViewer(viewer);
const ready = new Promise((resolve) => eventBus.on("sandboxcreated", resolve));
const pdf = await pdfjs.getDocument({ url: "/form.pdf", enableXfa: false, cMapUrl: "/cmaps/" }).promise;
globalThis.save = async () => Array.from(await pdf.saveDocument());
eventBus.on("pagesinit", () => { viewer.currentScaleValue = "1.5"; });
viewer.setDocument(pdf);
linkService.setDocument(pdf);
await ready;
document.body.dataset.ready = "yes";
</script>`;

/** Lets the page do all that it has begun. */
const SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))";
/** Faster than most people type, and slow enough for a busy machine to follow. */
const STROKE_MS = 60;

/** A form that is open in a browser. */
export interface OpenForm {
  readonly page: Page;
  /** What the viewer had to say, in order. */
  readonly alerts: readonly string[];
  /** The input of a field, by the field's name. */
  field(name: string): Locator;
  /** Types into a field and leaves it. */
  fill(name: string, text: string): Promise<void>;
  /** The document with all that was filled in. */
  save(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a form in Chromium with the viewer of pdf.js. */
export async function openForm(pdf: Uint8Array): Promise<OpenForm> {
  const server = await serve(pdf);
  const { port } = server.address() as AddressInfo;
  const context = await openBrowser();
  const page = await context.newPage();
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForSelector("body[data-ready=yes] .annotationLayer input");
  const field = (name: string) => page.locator(`.annotationLayer input[name="${name}"]`);
  return {
    page,
    alerts,
    field,
    fill: async (name, text) => {
      await field(name).click();
      await page.keyboard.press("Control+A");
      // The sandbox answers every stroke, and a field that is left sooner goes back to what it was.
      for (const character of text) {
        await page.keyboard.type(character);
        await page.evaluate(SETTLED);
      }
      await page.keyboard.press("Tab");
      await page.evaluate(SETTLED);
    },
    save: async () => new Uint8Array(await page.evaluate("save()")),
    close: async () => {
      await context.close();
      server.close();
    },
  };
}

/** A form that is open in the viewer of Chromium itself, where there is nothing to be seen but pixels. */
export interface FormInChromium {
  readonly alerts: readonly string[];
  /** Clicks into a box, types and leaves it. */
  fill(box: Area, text: string): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** How many dark pixels there are in the middle of each of these boxes. */
  ink(boxes: readonly Area[]): Promise<number[]>;
  close(): Promise<void>;
}

/** Dark enough to be ink, on a field that the viewer tints. */
const DARK = 150;
const CSS_PX_PER_MM = 96 / 25.4;

/** Opens a form in Chromium with Chromium's own viewer, PDFium, in its true size. */
export async function openInChromium(pdf: Uint8Array): Promise<FormInChromium> {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-form-"));
  const file = join(folder, "form.pdf");
  writeFileSync(file, pdf);
  const context = await openBrowser();
  const page = await context.newPage();
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await page.goto(`${pathToFileURL(file)}#toolbar=0&navpanes=0&zoom=100`);
  const look = async () => {
    const shot = await page.screenshot();
    const { data, info } = await sharp(shot).greyscale().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width };
  };
  const corner = await pageCorner(look);
  const middle = (box: Area) => ({
    x: corner.x + (box.xMm + box.widthMm / 2) * CSS_PX_PER_MM,
    y: corner.y + (box.yMm + box.heightMm / 2) * CSS_PX_PER_MM,
  });
  const type = async (text: string) => {
    await page.keyboard.type(text, { delay: STROKE_MS });
    await page.waitForTimeout(STROKE_MS);
  };
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(5 * STROKE_MS);
  };
  return {
    alerts,
    type,
    press,
    fill: async (box, text) => {
      const { x, y } = middle(box);
      await page.mouse.click(x, y);
      await type(text);
      await press("Tab");
    },
    ink: async (boxes) => {
      await page.waitForTimeout(10 * STROKE_MS);
      const { data, width } = await look();
      return boxes.map((box) => {
        const { x, y } = middle(box);
        const [halfX, halfY] = [box.widthMm, box.heightMm].map((mm) => (mm * CSS_PX_PER_MM) / 3) as [
          number,
          number,
        ];
        let dark = 0;
        for (let row = Math.ceil(y - halfY); row < y + halfY; row++)
          for (let column = Math.ceil(x - halfX); column < x + halfX; column++)
            if ((data[row * width + column] ?? 255) < DARK) dark++;
        return dark;
      });
    },
    close: () => context.close(),
  };
}

/** Waits for the page, which is white on dark, and tells where its top left corner is. @throws if it never comes */
async function pageCorner(
  look: () => Promise<{ data: Buffer; width: number }>,
): Promise<{ x: number; y: number }> {
  const WHITE = 250;
  const UNBROKEN = 200;
  for (const begun = Date.now(); Date.now() - begun < FAR_TOO_LONG; ) {
    const { data, width } = await look();
    const isPage = (at: number) => data.subarray(at, at + UNBROKEN).every((grey) => grey >= WHITE);
    const first = data.findIndex((grey, at) => grey >= WHITE && at >= width && isPage(at));
    if (first > 0 && (data[width * 2] ?? 255) < DARK)
      return { x: first % width, y: Math.floor(first / width) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the viewer shows no page");
}

async function openBrowser(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(
    mkdtempSync(join(tmpdir(), "augenblock-chromium-")),
    {
      executablePath: CHROMIUM,
      headless: true,
      timeout: 0,
      viewport: { width: 900, height: 1200 },
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
        ...["--disable-background-networking", "--disable-component-update"],
      ],
    },
  );
  context.setDefaultTimeout(FAR_TOO_LONG);
  return context;
}

/** The page, the form and the viewer, on this machine only. */
function serve(pdf: Uint8Array): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const send = (type: string, content: string | Uint8Array) =>
      response.writeHead(200, { "content-type": type }).end(content);
    if (path === "/") return send("text/html", PAGE);
    if (path === "/form.pdf") return send("application/pdf", pdf);
    const file = join(PDFJS, path);
    if (!file.startsWith(PDFJS) || !existsSync(file)) return response.writeHead(404).end();
    return send(TYPES[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream", readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

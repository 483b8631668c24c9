// Measures what users wait for and prints a table. Every figure is a median; the first run of each is thrown away.
// Run it with `npm run bench` after a build. It is a script, not a test: machines differ and are noisy.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { need, openScanner } from "../dist/bundle/node.js";
import sharp from "sharp";
import { peakMemory } from "./process-memory.mjs";
import { randomSheets } from "./random-sheets.mjs";

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL("../dist/cli/start.js", import.meta.url));
const LIBRARY = new URL("../dist/bundle/node.js", import.meta.url).href;
const PHOTO = fileURLToPath(new URL("../tests/photos/correct.jpg", import.meta.url));
const PHOTOS = fileURLToPath(new URL("../tests/photos/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "augenblock-bench-"));
const SHEETS = 10_000;

async function command(...args) {
  const start = performance.now();
  await run(process.execPath, [MAIN, ...args], { cwd: folder, maxBuffer: 1 << 28 });
  return performance.now() - start;
}

async function median(times, measure) {
  await measure();
  const taken = [];
  for (let i = 0; i < times; i++) taken.push(await measure());
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)];
}

/** What it takes to read the photo in a program that has read others: from its bytes to the verdict, its pad not yet laid out. */
function photoReading() {
  const bytes = readFileSync(PHOTO);
  return median(5, async () => {
    const scanner = need(await openScanner());
    const start = performance.now();
    for (const sheet of await scanner.scan(bytes)) need(sheet);
    const taken = performance.now() - start;
    await scanner.close();
    return taken;
  });
}

/** The most memory that all processes hold while two photos of a phone, with twelve megapixels, are read at a time. */
async function photosMemory() {
  const names = readdirSync(PHOTOS).filter((name) => name.endsWith(".jpg"));
  const photos = [];
  for (const name of names) {
    photos.push(join(folder, name));
    await sharp(join(PHOTOS, name))
      .resize({ width: 4000, height: 4000, fit: "inside" })
      .toFile(join(folder, name));
  }
  return [photos.length, await peakMemory(process.execPath, [MAIN, "check", "--jobs", "2", ...photos])];
}

/** A program that does nothing but load the library. */
async function importing() {
  const start = performance.now();
  await run(process.execPath, ["--input-type=module", "--eval", `import ${JSON.stringify(LIBRARY)}`]);
  return performance.now() - start;
}

const rows = [];
function row(what, ms, note = "") {
  rows.push([what, ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`, note]);
}

try {
  const pdf = join(folder, "pad.pdf");
  const kilobytes = () => `${Math.round(statSync(pdf).size / 1024)} kB`;
  const help = await median(9, () => command("--help"));
  /** How many times as long as the help, which does nothing but start. */
  const ratio = (ms) => `${(ms / help).toFixed(1)} × help`;
  row("`augenblock --help`", help);
  const pad = await median(9, () => command("pad", "yazzo", "--out", pdf));
  row("one pad, `pad yazzo`", pad, `${ratio(pad)}, ${kilobytes()}`);
  const typed = join(folder, "typed.yaml");
  await command("sheet", "yazzo", "--out", typed);
  const check = await median(9, () => command("check", typed));
  row("one typed sheet, `check`", check, ratio(check));
  const photo = await median(5, () => command("check", PHOTO));
  const reading = await photoReading();
  row(
    "one photo, `check`",
    photo,
    `${ratio(photo)}, ${Math.round(photo - reading)} ms more than its reading`,
  );
  row("… its reading, in a program that has read others", reading);
  const [photos, bytes] = await photosMemory();
  if (bytes !== null)
    rows.push([
      `${photos} photos, \`check --jobs 2\`: memory of all processes`,
      `${Math.round(bytes / 1e6)} MB`,
      "",
    ]);
  const library = await median(9, importing);
  row('`import "augenblock/node"`', library, ratio(library));
  row(
    "1 000 sheets, `pad yazzo --sheets 1000`",
    await median(5, () => command("pad", "yazzo", "--sheets", "1000", "--out", pdf)),
    kilobytes(),
  );
  row(
    "one rule sheet, `rules yazzo`",
    await median(7, () => command("rules", "yazzo", "--out", pdf)),
    kilobytes(),
  );
  for (const format of ["json", "yaml", "csv"]) {
    const { texts, check } = await randomSheets("yahtzee-block", SHEETS, format);
    const bytes = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    const taken = await median(3, async () => {
      const start = performance.now();
      const correct = texts.filter((text) => check(text) === "correct").length;
      if (correct !== SHEETS) throw new Error(`only ${correct} of ${SHEETS} sheets were found correct`);
      return performance.now() - start;
    });
    row(
      `10 000 typed sheets read and checked, ${format.toUpperCase()}`,
      taken,
      `${Math.round(bytes)} bytes each`,
    );
  }
  const { texts } = await randomSheets("yahtzee-block", 1_000, "yaml");
  const files = texts.map((text, i) => {
    const file = join(folder, `${i}.yaml`);
    writeFileSync(file, text);
    return file;
  });
  row("1 000 files, `check *.yaml`", await median(3, () => command("check", "--json", ...files)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
);
console.log("| what | median | |\n|---|--:|---|");
for (const cells of rows) console.log(`| ${cells.join(" | ")} |`);

// Renders the pictures of the documents: a sheet of a pad, pads in all styles, pads of several games, these next to store-bought ones, the first page of its rules, photographed sheets, one of them on a photocopied pad, and the studio on a phone. Needs a build, pdftoppm
// (poppler-utils) and Chromium.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const PICTURES = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "augenblock-pictures-"));

/** @param pages which pages of the PDF are shown, side by side */
async function picture(name, pages, ...args) {
  const pdf = join(folder, `${name}.pdf`);
  execFileSync(process.execPath, [MAIN, ...args, "--out", pdf]);
  const drawn = pages.map((page) => {
    const png = join(folder, `${name}-${page}`);
    const shown = ["-f", String(page), "-l", String(page), "-singlefile", "-gray"];
    try {
      execFileSync("pdftoppm", ["-r", "90", "-png", ...shown, pdf, png]);
    } catch (error) {
      if (error.code === "ENOENT") throw new Error("pdftoppm is missing: install poppler-utils");
      throw error;
    }
    return `${png}.png`;
  });
  const across = { across: drawn.length, shim: 12, background: "#999" };
  await (drawn.length === 1 ? sharp(drawn[0]) : sharp(drawn, { join: across }))
    .toColourspace("b-w")
    .png({ compressionLevel: 9 })
    .toFile(join(PICTURES, `${name}.png`));
}

/** The styles of pads, one picture each; those with an accent have a colour that suits them. */
const STYLES = {
  plain: ["yatzy"],
  classic: ["yatzy-deluxe"],
  pub: ["edencity-yatzy", "--accent", "#7a1f1f"],
  kids: ["kniffel", "--accent", "#0b6b5f"],
  elegant: ["yahtzee-block"],
};

async function styles() {
  for (const [style, pad] of Object.entries(STYLES)) {
    const pdf = join(folder, `${style}.pdf`);
    execFileSync(process.execPath, [MAIN, "pad", ...pad, "--lang", "en", "--style", style, "--out", pdf]);
    execFileSync("pdftoppm", ["-r", "90", "-png", "-singlefile", pdf, join(folder, style)]);
    await sharp(join(folder, `${style}.png`))
      .png({ palette: true, colours: 32, compressionLevel: 9 })
      .toFile(join(PICTURES, `style-${style}.png`));
  }
}

/** Games whose pads are shown side by side, in grey at the same scale. */
const SIDE_BY_SIDE = ["doppel-yatzy", "yatzy-deluxe", "edencity-yatzy", "yazzo", "yahtzee-block"];

async function games() {
  const drawn = SIDE_BY_SIDE.map((game) => {
    const pdf = join(folder, `${game}.pdf`);
    execFileSync(process.execPath, [MAIN, "pad", game, "--lang", "en", "--paper", "a5", "--out", pdf]);
    execFileSync("pdftoppm", ["-r", "72", "-png", "-gray", "-singlefile", pdf, join(folder, game)]);
    return join(folder, `${game}.png`);
  });
  await sharp(drawn, { join: { across: drawn.length, shim: 10, background: "#999" } })
    .png({ palette: true, colours: 16, compressionLevel: 9 })
    .toFile(join(PICTURES, "pads.png"));
}

/** Store-bought pads, about 100 × 150 mm, and in the same row pads for six on paper of that size. */
const BESIDE_REAL = [
  [
    "kniffel-card",
    ["kniffel", "--lang", "de", "--games", "6", "--style", "classic"],
    ["doppel-yatzy", "--players", "6"],
    ["yatzy-deluxe", "--players", "6", "--style", "pub"],
  ],
  [
    "yatzy-pad",
    ["edencity-yatzy", "--players", "6", "--style", "kids"],
    ["yazzo", "--style", "elegant"],
    ["yahtzee-block", "--games", "6"],
  ],
];
const REAL_MM = { width: 100, height: 150 };
const DPI = 100;

/** Store-bought pads with ours next to them, in grey and at the same scale. */
async function besideReal() {
  const toPx = (mm) => Math.round((mm * DPI) / 25.4);
  const gap = 12;
  const [across, down] = [toPx(105) + gap, toPx(REAL_MM.height) + gap];
  const cells = BESIDE_REAL.flatMap(([real, ...ours], row) => {
    const drawn = ours.map((args) => {
      const [game] = args;
      const pdf = join(folder, `a6-${game}.pdf`);
      execFileSync(process.execPath, [MAIN, "pad", "--lang", "en", "--paper", "a6", ...args, "--out", pdf]);
      const png = join(folder, `a6-${game}`);
      execFileSync("pdftoppm", ["-r", String(DPI), "-png", "-gray", "-singlefile", pdf, png]);
      return `${png}.png`;
    });
    const photo = sharp(join(PICTURES, "real-pads", `${real}.jpg`)).resize(
      toPx(REAL_MM.width),
      toPx(REAL_MM.height),
    );
    return [photo, ...drawn.map((png) => sharp(png))].map((picture, at) => {
      return { picture, left: gap + at * across, top: gap + row * down };
    });
  });
  const layers = cells.map(async ({ picture, ...place }) => ({
    input: await picture.png().toBuffer(),
    ...place,
  }));
  const [width, height] = [BESIDE_REAL[0].length * across + gap, BESIDE_REAL.length * down + gap];
  await sharp({ create: { width, height, channels: 3, background: "#888" } })
    .composite(await Promise.all(layers))
    .toColourspace("b-w")
    .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9 })
    .toFile(join(PICTURES, "pads-beside-real.png"));
}

/** One of the tests' photos. */
const ofTests = (photo) => fileURLToPath(new URL(`../tests/photos/${photo}.jpg`, import.meta.url));

/** A photo of the bench, of a pad that was photocopied before it was filled in. */
function copied() {
  const [tsx, bench] = ["../node_modules/.bin/tsx", "../bench/photos/main.ts"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const args = ["--photos", "1", "--from", "15", "--render-only", "--keep", folder];
  execFileSync(tsx, [bench, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "easy-0015.jpg");
}

/** What `check` makes of a photo; mistakes on it are what is shown. */
function photographed(name, file) {
  const large = join(folder, `${name}.png`);
  const args = ["check", file, "--lang", "en", "--picture", large];
  const { status } = spawnSync(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  if (status === 2) throw new Error(`${file} could not be read`);
  return sharp(large)
    .resize({ width: 520 })
    .png({ palette: true })
    .toFile(join(PICTURES, `${name}.png`));
}

/** A photo with a box about which the studio asks. */
const DOUBTED = "impossible-score";
/** Reading a photo takes seconds; a page that waits longer waits for what never comes. */
const WAIT_MS = 120_000;

/** The rooms of the studio as a phone shows them. */
async function studio() {
  const server = spawn(process.execPath, [MAIN, "studio", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = await once(server.stdout, "data");
  const address = String(printed).trim().split("\n")[0];
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: WAIT_MS });
  try {
    const viewport = { width: 390, height: 780 };
    const context = await browser.newContext({ viewport, locale: "en-GB", serviceWorkers: "block" });
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    const shot = async (name) => {
      const png = await page.screenshot();
      await sharp(png)
        .png({ palette: true })
        .toFile(join(PICTURES, `${name}.png`));
    };
    await page.goto(`${address}#check`);
    await page.locator("input[multiple]").setInputFiles(ofTests(DOUBTED));
    await page.locator(".question canvas").waitFor();
    await page.locator(".photo img").waitFor();
    await page.locator(".ask").evaluate((questions) => questions.scrollIntoView());
    await shot("studio-check");
    await page.goto(`${address}#fill`);
    await page.locator(".fill select").first().selectOption("yazzo");
    await page.locator(".fill").getByLabel("Player 1").fill("Anna");
    await page.locator(".fill .main").click();
    const cells = page.locator(".fill .cell");
    const editor = page.locator(".fill .editor");
    for (const [at, score] of FILLED) {
      await cells.nth(at).click();
      await editor.locator(`[data-value="${score}"]`).click();
      await editor.waitFor({ state: "detached" });
    }
    await cells.nth(OPENED).click();
    await editor.locator("[data-value]").first().waitFor();
    await page.locator(".filling > h2").evaluate((heading) => heading.scrollIntoView());
    await shot("studio-fill");
    await page.goto(`${address}#print`);
    await page.locator(".print").getByLabel("Game").first().selectOption("yazzo");
    const untitled = await settled(page.locator(".print figure img"));
    await page.getByLabel("Title").fill("The Golden Lion");
    const isTitled = (before) =>
      ![undefined, before].includes(document.querySelector(".print figure img")?.src);
    await page.waitForFunction(isTitled, untitled);
    await page
      .locator(".print .take")
      .first()
      .evaluate((row) => row.scrollIntoView());
    await shot("studio-print");
  } finally {
    await browser.close();
    server.kill();
  }
}

/** The address of a picture, once the page draws it no more anew. */
async function settled(picture) {
  const addresses = [null];
  while (new Set(addresses.slice(-4)).size > 1 || addresses.length < 4) {
    addresses.push(await picture.getAttribute("src"));
    await delay(500);
  }
  return addresses.at(-1);
}

/** What is entered on the picture of a sheet: the index of the button in the table, and the score. */
const FILLED = [
  [0, "3"],
  [1, "2"],
  [6, "6"],
  [12, "9"],
  [18, "16"],
];
const OPENED = 7;

/** Every picture but those of pads alone. */
async function others() {
  await picture("pad-yazzo", [1], "pad", "yazzo", "--lang", "en");
  await picture("rules-yazzo", [1], "rules", "yazzo", "--lang", "en", "--paper", "a5");
  await picture("leaflet-kniffel", [3, 4], "rules", "kniffel", "--lang", "en", "--paper", "a5");
  await picture("leaflet-folded", [1, 2], "rules", "yazzo", "--lang", "en", "--fold");
  await photographed("check-photo", ofTests("wrong-sum"));
  await photographed("check-photocopy", copied());
  await studio();
}

mkdirSync(PICTURES, { recursive: true });
try {
  await styles();
  await games();
  await besideReal();
  // `npm run pictures -- pads` needs no browser.
  if (process.argv[2] !== "pads") await others();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

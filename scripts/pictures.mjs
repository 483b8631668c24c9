// Renders the README's pictures: a sheet of a pad, the first page of its rules, photographed sheets, one of them on a photocopied pad. Needs a build and pdftoppm (poppler-utils).
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const PICTURES = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "augenblock-pictures-"));

/** @param page which page of the PDF is shown */
function picture(name, page, ...args) {
  const pdf = join(folder, `${name}.pdf`);
  execFileSync(process.execPath, [MAIN, ...args, "--out", pdf]);
  try {
    execFileSync("pdftoppm", [
      "-r",
      "90",
      "-png",
      "-singlefile",
      "-f",
      String(page),
      "-gray",
      pdf,
      join(PICTURES, name),
    ]);
  } catch (error) {
    if (error.code === "ENOENT") throw new Error("pdftoppm is missing: install poppler-utils");
    throw error;
  }
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
    .resize({ width: 640 })
    .png({ palette: true })
    .toFile(join(PICTURES, `${name}.png`));
}

mkdirSync(PICTURES, { recursive: true });
try {
  picture("pad-yazzo", 1, "pad", "yazzo", "--lang", "en");
  picture("rules-yazzo", 1, "rules", "yazzo", "--lang", "en", "--paper", "a5");
  picture("leaflet-kniffel", 2, "rules", "kniffel", "--lang", "en");
  await photographed("check-photo", ofTests("wrong-sum"));
  await photographed("check-photocopy", copied());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

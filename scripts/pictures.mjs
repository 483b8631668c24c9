// Renders the README's pictures: a sheet of a pad and the first page of its rules. Needs a build and pdftoppm (poppler-utils).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const PICTURES = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "augenblock-pictures-"));

function picture(name, ...args) {
  const pdf = join(folder, `${name}.pdf`);
  execFileSync(process.execPath, [MAIN, ...args, "--out", pdf]);
  try {
    execFileSync("pdftoppm", ["-r", "90", "-png", "-singlefile", "-gray", pdf, join(PICTURES, name)]);
  } catch (error) {
    if (error.code === "ENOENT") throw new Error("pdftoppm is missing: install poppler-utils");
    throw error;
  }
}

mkdirSync(PICTURES, { recursive: true });
try {
  picture("pad-yazzo", "pad", "yazzo", "--lang", "en");
  picture("rules-yazzo", "rules", "yazzo", "--lang", "en", "--paper", "a5");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

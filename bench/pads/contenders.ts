import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RecordedSheet } from "./recorded-sheet.ts";
import { besides, writeHtml } from "./sheet-files.ts";

const require = createRequire(import.meta.url);

/** A program that draws the same sheets. */
export interface Contender {
  readonly name: string;
  /** It is too slow for more pages than these. */
  readonly mostPages: number;
  /** What it takes to run it. */
  readonly needs: string;
  /** Its version; null if it is not here. */
  version(): string | null;
  /** What is written for it before its time starts. */
  prepare?(folder: string, sheet: RecordedSheet, pages: number): void;
  command(folder: string, pages: number, out: string): readonly string[];
}

const MAIN = besides("../../dist/cli/start.js");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A Debian package belongs to the Python of the system, which need not be the first on the path. */
const PYTHONS = ["/usr/bin/python3", "python3"];

/** What a program says, or null if it can't be run. */
function said(program: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

const REPORTLAB_VERSION = "import reportlab; print(reportlab.Version)";
const python = () => PYTHONS.find((one) => said(one, "-c", REPORTLAB_VERSION) !== null) ?? null;

function ownVersion(): string | null {
  const versions = existsSync(MAIN) ? said(process.execPath, MAIN, "--version") : null;
  return /^augenblock ([^,]+)/.exec(versions ?? "")?.[1] ?? null;
}

function typstVersion(): string | null {
  try {
    const file = require.resolve("@myriaddreamin/typst-ts-node-compiler/package.json");
    return `typst.ts ${JSON.parse(readFileSync(file, "utf8")).version}`;
  } catch {
    return null;
  }
}

const HTML = "sheets.html";
const prepareHtml = (folder: string, sheet: RecordedSheet, pages: number) =>
  writeHtml(join(folder, HTML), sheet, pages);

export const CONTENDERS: readonly Contender[] = [
  {
    name: "augenblock",
    mostPages: Number.POSITIVE_INFINITY,
    needs: "`npm run build`",
    version: ownVersion,
    command: (_, pages, out) => [
      process.execPath,
      MAIN,
      "pad",
      "yazzo",
      "--numbered",
      `1-${pages}`,
      "--out",
      out,
    ],
  },
  {
    name: "ReportLab",
    mostPages: Number.POSITIVE_INFINITY,
    needs: "the package python3-reportlab",
    version: () => said(python() ?? "", "-c", REPORTLAB_VERSION),
    command: (folder, pages, out) => [
      python() ?? "",
      besides("contenders/with-reportlab.py"),
      folder,
      String(pages),
      out,
    ],
  },
  {
    name: "Typst",
    mostPages: 1000,
    needs: "`npm install`",
    version: typstVersion,
    command: (folder, pages, out) => [
      process.execPath,
      besides("contenders/with-typst.mjs"),
      folder,
      String(pages),
      out,
    ],
  },
  {
    name: "Chromium",
    mostPages: 1000,
    needs: "the package chromium",
    version: () => said(CHROMIUM, "--version")?.split(" ")[1] ?? null,
    prepare: prepareHtml,
    command: (folder, _, out) => [
      CHROMIUM,
      ...["--headless=new", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"],
      `--user-data-dir=${join(folder, "chromium")}`,
      `--print-to-pdf=${out}`,
      pathToFileURL(join(folder, HTML)).href,
    ],
  },
  {
    name: "WeasyPrint",
    mostPages: 100,
    needs: "the package weasyprint",
    version: () => said("weasyprint", "--version")?.split(" ").at(-1) ?? null,
    prepare: prepareHtml,
    command: (folder, _, out) => ["weasyprint", join(folder, HTML), out],
  },
];

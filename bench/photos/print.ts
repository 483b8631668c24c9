import { type ExecFileException, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { AnyFamily } from "../../src/print/fonts/typeface.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import { FAMILY } from "../../tests/support/pads.ts";
import type { PlannedSheet } from "./sheets/plan.ts";

/** A printed sheet, as fine as the papers' sizes ask for. */
export interface PrintedSheet {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
  /** 0 is black. */
  readonly grey: Uint8Array;
  /** Red, green and blue for each pixel; null for what a laser printer prints in black. */
  readonly rgb: Uint8Array | null;
}

/** About as many pixels for every paper: a photo shows a small sheet closer. */
const RESOLUTION: Readonly<Record<string, number>> = { a4: 300, a5: 400, a6: 500 };

/**
 * The sheet as its real PDF prints it, through poppler's `pdftoppm`; kept in a folder, as many photos show the same pad.
 *
 * @throws if poppler-utils is not installed
 */
export async function printSheet(
  planned: PlannedSheet,
  cache: string,
  family: AnyFamily = FAMILY,
): Promise<PrintedSheet> {
  const { game, language, paper, number, layout } = planned;
  const dpi = RESOLUTION[paper] ?? 300;
  const print = { title: game.id, language, family, sheets: 1 };
  const numbers = number === 0 ? null : { from: number, to: number, serial: null };
  const pdf = await drawPad(layout, { ...print, numbers });
  const file = join(cache, `${createHash("sha256").update(pdf).digest("hex").slice(0, 20)}-${dpi}.png`);
  if (!existsSync(file)) keep(file, await pngOf(await rasterise(pdf, dpi)));
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const size = { widthPx: info.width, heightPx: info.height, pxPerMm: dpi / 25.4 };
  return { ...size, grey: new Uint8Array(data), rgb: null };
}

/** Whole or not at all: another process may be looking for the same file. */
export function keep(file: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}

/** The first page of a PDF as a portable anymap. @throws if poppler-utils is not installed */
export function rasterise(pdf: Uint8Array, dpi: number, colours: "grey" | "rgb" = "grey"): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const flags = ["-r", String(dpi), ...(colours === "grey" ? ["-gray"] : []), "-singlefile", "-"];
    const options = { encoding: "buffer", maxBuffer: 1 << 27 } as const;
    const child = execFile("pdftoppm", flags, options, (error, picture) => {
      if (error === null) resolve(picture);
      else reject(new Error(reasonOf(error)));
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(pdf);
  });
}

function reasonOf(error: ExecFileException): string {
  return error.code === "ENOENT"
    ? "pads are printed with pdftoppm: install poppler-utils"
    : `pdftoppm could not print the pad: ${error.message}`;
}

/** From a portable greymap in its binary form. */
function pngOf(bytes: Buffer): Promise<Buffer> {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 64));
  if (head === null) throw new Error("pdftoppm wrote something that is no picture");
  const [width, height] = [Number(head[1]), Number(head[2])];
  const pixels = bytes.subarray(head[0].length, head[0].length + width * height);
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

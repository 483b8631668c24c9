import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { attempt, need, type Result } from "../../rules/problem/problem.ts";
import type { Network } from "../../scan/digits/network.ts";
import { type DigitReader, openReader, openWeightedReader } from "../../scan/digits/reader.ts";
import { type OpenCv, openPhotoTools, type PhotoTools } from "../../scan/image/tools.ts";
import { type ScannedSheet, scan } from "../../scan/scan.ts";
import type { ScanOptions } from "../../scan/view/view-sheets.ts";
import { pictureProcess } from "./picture-process.ts";
import { digitsDescription, digitsNetwork, PACKAGE_ROOT } from "../package.ts";
import { knownSheets, type SheetSources } from "./sheet-sources.ts";

const require = createRequire(import.meta.url);

/** The built OpenCV, split into module and WebAssembly; without a build, the package is used. */
const OPENCV = new URL("dist/vendor/opencv/", PACKAGE_ROOT);

/** Opens OpenCV and the symbol reader. @internal */
export async function openTools(): Promise<PhotoTools> {
  const symbols = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  return existsSync(OPENCV) ? openPhotoTools(symbols, builtOpenCv) : openPhotoTools(symbols);
}

async function builtOpenCv(): Promise<OpenCv> {
  const { openCv } = await import(new URL("opencv.mjs", OPENCV).href);
  return openCv(readFileSync(new URL("opencv.wasm", OPENCV)));
}

/** Opens the network that reads digits. @throws Failure if its files are missing or broken @internal */
export async function openDigits(): Promise<DigitReader> {
  return need(await openReader({ weights: digitsNetwork(), description: digitsDescription() }));
}

/** Like {@link openDigits}, for a network that is opened elsewhere. @param open returns null if its files are broken */
export async function openLazyDigitReader(open: () => Promise<Network | null>): Promise<DigitReader> {
  return need(await openWeightedReader(digitsDescription(), open));
}

/** Reads photos of sheets, one after the other. */
export interface Scanner {
  /**
   * Reads and judges every sheet on a photo. The photo is decoded in a separate process, which is killed if it takes too much time or memory.
   *
   * @param photo the bytes of a JPEG, PNG, WebP, TIFF, AVIF, HEIC or GIF
   * @returns a result for each sheet: its boxes and mistakes, or why it can't be read. If the photo itself can't be read, a single failure
   */
  scan(photo: Uint8Array, options?: ScanOptions): Promise<readonly Result<ScannedSheet>[]>;
  /** Frees the memory of the network and ends the process that decodes; the scanner can't be used afterwards. */
  close(): Promise<void>;
}

/**
 * Opens a scanner. That takes a second or two and about 170 MB, so use one scanner for all photos.
 *
 * @param sources restricts the sheets that are recognised; by default, those of all shipped variants
 * @returns the scanner, or the problems of templates, paper or this installation
 */
export function openScanner(sources: SheetSources = {}): Promise<Result<Scanner>> {
  return attempt(async () => {
    const known = await knownSheets(sources);
    const tools = { photo: await openTools(), digits: await openDigits() };
    const pictures = pictureProcess();
    return {
      async scan(bytes, options) {
        const photo = await pictures.photo(bytes, options?.file ?? "the photo");
        return photo.ok ? (await scan(photo.value, known, tools, options)).sheets : [photo];
      },
      async close() {
        pictures.close();
        await tools.digits.close();
      },
    };
  });
}
